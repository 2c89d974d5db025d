//! The first screen: what the page is, what to do, other boards and other puzzles, and what comes after the last move.

use fantoccini::actions::{InputSource, MouseActions, PointerAction};
use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::page::{Page, until};
use crate::play::ROTATION;

const SIZES: [(u32, u32); 2] = [(1400, 900), (360, 640)];

/// The elements below the window.
const BELOW: &str = "
    const parts = ['#about', '#puzzle', '#aim', '#board-holder .board', ...innerWidth > 400 ? ['#level'] : []];
    return parts.filter((part) => document.querySelector(part).getBoundingClientRect().bottom > innerHeight);
";

#[test]
#[ignore = "needs a browser: see main.rs"]
fn everything_for_a_first_move_is_seen() {
    let page = Page::open("start");
    for (width, height) in SIZES {
        page.resize(width, height);
        for puzzle in ["rotation", "eight", "knights", "pancakes"] {
            page.leave();
            page.go(&format!("#p={puzzle}"));
            page.shows("#truth .verdict", "exact");
            page.shows("#about", "the fewest moves that solve it");
            assert!(page.text("#aim").len() > 20, "{puzzle}");
            assert_eq!(page.execute(BELOW), json!([]), "{puzzle} at {width}");
            page.fits();
        }
        page.screenshot(&format!("{width}"));
    }
}

/// A maker's puzzle shows the rules of its definition, and every puzzle has a line to go by.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn rules_come_from_the_definition() {
    let page = Page::open("rules");
    page.open_tab("define");
    page.shows("#define [role=status]", "No mistakes.");
    let text = |rules: &str| {
        format!(
            "name = \"pair\"\n{rules}\ncells = \"a b c\"\npieces = \"1 2 3\"\n\
             [[move]]\nname = \"x\"\ncycles = \"(a b)\"\n[[move]]\nname = \"y\"\ncycles = \"(b c)\"\n\
             [[goal]]\nboard = \"1 2 3\"\n"
        )
    };
    for (rules, shown) in [
        (
            "rules = \"Swap <b>neighbours</b>.\"",
            "Swap <b>neighbours</b>.",
        ),
        ("", "Make moves until the board looks like the goal."),
    ] {
        page.paste("#define .editor-field", &text(rules));
        page.shows("#define .report", "pair");
        page.push("define", "Play it");
        page.shows("#aim", shown);
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_puzzle_is_chosen_from_the_gallery() {
    let page = Page::open_at("gallery", ROTATION);
    let focused = || {
        page.execute("return document.activeElement.dataset.puzzle ?? document.activeElement.id;")
    };
    let press = |key: Key| page.press(&char::from(key).to_string());
    for (width, height) in SIZES {
        page.resize(width, height);
        page.execute("document.getElementById('puzzle').focus();");
        press(Key::Enter);
        until("all pictures", || {
            page.count("#gallery .thumb svg") == page.count("#gallery .tile") - 1
        });
        assert_eq!(focused(), "rotation");
        page.is_accessible();
        page.fits();
        page.screenshot(&format!("{width}"));
        press(Key::Right);
        assert_eq!(focused(), "knights");
        press(Key::Down);
        press(Key::Up);
        assert_eq!(focused(), "knights");
        press(Key::Escape);
        assert_eq!(page.count("#gallery[open]"), 0);
        assert_eq!(focused(), "puzzle");
    }
    page.click("#puzzle");
    press(Key::Right);
    press(Key::Right);
    press(Key::Enter);
    page.shows("#title", "Sliding tiles");
    page.shows("#truth .verdict", "exact");
    page.click("#puzzle");
    page.click("#own-puzzle");
    page.shows("#define [role=status]", "No mistakes.");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_gallery_is_in_groups_and_searched() {
    let page = Page::open_at("search", ROTATION);
    page.find("#board-holder .cell");
    page.click("#puzzle");
    let titles = "return [...document.querySelectorAll('#gallery section:not([hidden]) h3')].map((own) => own.textContent)";
    let all = page.execute(titles);
    assert_eq!(all.as_array().map(Vec::len), Some(6), "{all}");
    page.shows(
        "#gallery [data-puzzle=eight]",
        "31 moves at most, 181,440 boards",
    );
    page.fill("#gallery-search", "cube layer");
    assert_eq!(
        page.execute(titles),
        serde_json::json!(["Stages", "Your own"])
    );
    let shown = "return [...document.querySelectorAll('#gallery [data-puzzle]')].filter((own) => own.checkVisibility()).map((own) => own.dataset.puzzle)";
    assert_eq!(
        page.execute(shown),
        serde_json::json!(["first-layer", "f2l"])
    );
    page.screenshot("found");
    page.fill("#gallery-search", "no such puzzle");
    page.shows("#gallery [role=status]", "No puzzle has these words.");
    page.is_accessible();
    // The backdrop covers the page as far as its scrollbar.
    let [bare, behind] = ["body", "html"].map(|part| {
        page.execute(&format!(
            "return getComputedStyle(document.querySelector('{part}')).backgroundColor"
        ))
    });
    assert_ne!(bare, behind);
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_solved_board_leads_to_a_harder_one() {
    let page = Page::open_at("solved", &format!("{ROTATION}&m=A+E+B"));
    for (width, height) in SIZES {
        page.resize(width, height);
        page.shows("#truth .verdict", "1 move");
        assert_eq!(page.text("#aim [role=status]"), "");
        page.press("c");
        page.shows("#aim", "Solved in 4 moves; the fewest is 2.");
        page.is_accessible();
        page.fits();
        page.screenshot(&format!("{width}"));
        page.push("aim", "Again");
        page.shows("#truth .verdict", "2 moves");
        page.press("ac");
        page.shows("#aim", "Solved in 2 moves, the fewest possible.");
        page.go(&format!("{ROTATION}&m=A+E+B"));
    }
    page.press("c");
    // Of 13 at most: a medium board has 8.
    page.push("aim", "Harder");
    page.shows("#truth .verdict", "8 moves");
    assert_eq!(
        page.execute("return document.getElementById('level').value;"),
        "medium"
    );
}

impl Page {
    /// Puts the mouse on an element.
    #[track_caller]
    pub fn hover(&self, selector: &str) {
        let element = self.find(selector);
        let there = PointerAction::MoveToElement {
            element,
            duration: None,
            x: 0.0,
            y: 0.0,
        };
        self.act(MouseActions::new("mouse".to_owned()).then(there));
    }

    /// The symbols on the board as drawn, cell by cell.
    fn drawn(&self) -> Value {
        self.execute(
            "const pieces = [...document.querySelectorAll('#board-holder .piece:not(.leaves)')];
             return pieces.sort((a, b) => a.dataset.cell - b.dataset.cell).map((piece) => piece.dataset.symbol).join('');",
        )
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_move_is_previewed() {
    let page = Page::open_at("preview", ROTATION);
    page.shows("#truth .verdict", "2 moves");
    let (before, hash) = (page.drawn(), page.fragment());
    page.hover("#truth .moves li:nth-child(1) button");
    until("the board after it", || page.drawn() != before);
    assert_eq!(page.count("[data-preview='After A']"), 1);
    let after = page.drawn();
    page.screenshot("cells");
    page.hover("#solution h2");
    until("the board itself", || page.drawn() == before);
    assert_eq!(
        (page.count(".preview"), page.count("[data-preview]")),
        (0, 0)
    );
    assert_eq!(page.fragment(), hash);
    // By keyboard: from list to list, and on.
    page.execute("document.getElementById('analyse').focus();");
    page.press(&char::from(Key::Tab).to_string());
    until("the same by keyboard", || page.drawn() == after);
    page.press(&char::from(Key::Enter).to_string());
    page.leads_to("&m=A");
    page.shows("#truth .verdict", "1 move");
    // The moves played are still shown.
    assert_eq!((page.drawn(), page.count(".preview")), (after, 0));
    page.press(&char::from(Key::Tab).to_string());
    until("the next move", || page.count(".preview") > 0);
    page.press(&char::from(Key::Escape).to_string());
    assert_eq!(page.count(".preview"), 0);
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_distance_over_the_game_is_drawn() {
    let page = Page::open_at("graph", &format!("{ROTATION}&m=A+B+E+C"));
    let line = "return document.querySelector('.graph .distance').getAttribute('d');";
    // From the goal 2, 1, 2, 1, 0 moves; the drawing is eight times as wide as high.
    until("all are known", || {
        page.execute(line) == "M 0 0 L 4 1 L 8 0 L 12 1 L 16 2"
    });
    let slider = "return document.querySelector('.graph input').getAttribute('aria-valuetext');";
    assert_eq!(page.execute(slider), "4 of 4 moves, 0 to go");
    for (width, height) in SIZES {
        page.resize(width, height);
        // Its middle is the second of four moves.
        page.click(".graph input");
        page.leads_to("&at=2");
        assert_eq!(page.execute(slider), "2 of 4 moves, 2 to go");
        page.press(&char::from(Key::Left).to_string());
        page.leads_to("&at=1");
        page.fits();
        page.is_accessible();
        page.screenshot(&format!("{width}"));
    }
}
