//! Twisty puzzles as solids: turned by mouse, finger and keyboard, seen from any side.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::page::{Page, until};

/// The first cells of F on the cube's net.
const F1: &str = "#board-holder .cell[data-cell='12'] .hit";
const F3: &str = "#board-holder .cell[data-cell='14'] .hit";

/// The parts of the solid as drawn, without marks.
const DRAWN: &str = "
    const parts = [...document.querySelectorAll('.solid > *')];
    return parts.map((part) => part.getAttribute('class') + part.getAttribute('d')).join();
";

impl Page {
    /// The path of a cell.
    #[track_caller]
    fn outline(&self, cell: &str) -> Value {
        self.execute(&format!(
            "return document.querySelector(\"{cell}\").getAttribute('d');"
        ))
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn layers_turn_by_finger_and_key() {
    let page = Page::open_at("solid", "#p=cube3");
    page.shows("#truth .verdict", "exact");
    page.screenshot("cube3");
    page.swipe(F1, 60.0, 12.0);
    page.leads_to("&m=U%27");
    page.swipe(F3, 0.0, -60.0);
    page.leads_to("&m=U%27+R");
    // No move carries F's upper edge up: the view turns.
    let front = page.outline(F1);
    page.swipe("#board-holder .cell[data-cell='13'] .hit", 0.0, -60.0);
    until("the view turns", || page.outline(F1) != front);
    page.click("[aria-label='Reset the view']");
    until("the view turns back", || page.outline(F1) == front);
    page.leads_to("&m=U%27+R");
    // Half of a turn is not lost when the next one comes.
    page.press("dfl");
    page.leads_to("&m=U%27+R+D+F+L");
    let drawn = "return document.querySelectorAll('.solid .solid-body').length;";
    until("the turn is over", || page.execute(drawn) == json!(1));
    let places = "return [...document.querySelectorAll('.cell')].map((cell) => cell.getAttribute('aria-label')).join();";
    let solid = page.execute(places);
    page.click("#board-holder .either button:last-child");
    assert_eq!(page.count("#board-holder .piece"), 54);
    assert_eq!(page.execute(places), solid);
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_view_turns() {
    let page = Page::open_at("view", "#p=cube3");
    page.shows("#truth .verdict", "exact");
    let front = page.outline(F1);
    // Beside the stickers, and on a centre, which no move carries anywhere.
    for ground in [".turntable", "#board-holder .cell[data-cell='25'] .hit"] {
        let (x, y) = if ground == ".turntable" {
            (0.45, 0.45)
        } else {
            (0.0, 0.0)
        };
        page.execute(&format!(
            "const {{left, top, width, height}} = document.querySelector(\"{ground}\").getBoundingClientRect();
             const at = (part) => ({{clientX: left + width * (0.5 - {x}) + part, clientY: top + height * (0.5 - {y}), bubbles: true, isPrimary: true, pointerId: 1}});
             const under = document.elementFromPoint(at(0).clientX, at(0).clientY);
             document.querySelector('#board-holder .board').setPointerCapture = () => {{}};
             for (const [kind, part] of [['pointerdown', 0], ['pointermove', 40], ['pointermove', 80], ['pointerup', 80]])
                 under.dispatchEvent(new PointerEvent(kind, at(part)));"
        ));
        until("the view turns", || page.outline(F1) != front);
        page.click("[aria-label='Reset the view']");
        until("the view turns back", || page.outline(F1) == front);
    }
    assert!(!page.fragment().contains("m="), "{}", page.fragment());
    page.click("[aria-label='Turn the view left']");
    until("a button turns it", || page.outline(F1) != front);
    page.press(&char::from(Key::Right).to_string());
    until("an arrow key turns it back", || page.outline(F1) == front);
    // The focus moves as on the net, and the view turns to show it.
    page.execute("document.getElementById('skip').click();");
    for _ in 0..8 {
        page.press(&char::from(Key::Right).to_string());
        until("the cell with the focus is seen", || {
            let seen =
                "return document.querySelector('.cell:focus .hit')?.getAttribute('d') ?? '';";
            page.execute(seen) != json!("")
        });
    }
    page.is_accessible();
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn nets_are_a_choice_and_for_editing() {
    let page = Page::open_at("nets", "#p=skewb");
    page.find(".solid path");
    page.shows("#truth .verdict", "exact");
    let best = page.count(".handle.best");
    assert!(best > 0);
    page.push("boards", "Edit this board");
    // The board and its goal, and the six colours.
    assert_eq!(
        (page.count(".solid"), page.count(".piece")),
        (0, 2 * 27 + 6)
    );
    page.push("boards", "Cancel");
    page.find(".solid path");
    assert_eq!(page.count(".handle.best"), best);
    page.click("#board-holder .either button:last-child");
    page.reload();
    page.find("#board-holder .piece");
    assert_eq!(page.count(".solid"), 0);
    page.click("#board-holder .either button:first-child");
    page.find(".solid path");
    // Other puzzles have no choice.
    page.go("#p=rotation");
    page.find("#board-holder .piece");
    assert_eq!(page.count(".solid-tools:not([hidden])"), 0);
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn nothing_moves_for_who_wants_no_motion() {
    let page = Page::open_at("still", "#p=cube3");
    page.shows("#truth .verdict", "exact");
    page.prefer(&[("prefers-reduced-motion", "reduce")]);
    let bodies = page.execute(
        "document.querySelector(\"[aria-label='move U']\").dispatchEvent(new MouseEvent('click', {bubbles: true}));
         return document.querySelectorAll('.solid .solid-body').length;",
    );
    assert_eq!(bodies, 1);
    page.leads_to("&m=U");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_turn_is_previewed() {
    let page = Page::open_at("turn", "#p=cube3");
    until("all moves are known", || {
        page.count("#truth .optimal") > 0 && !page.text("#truth .moves").contains(['…', '≥'])
    });
    let (before, arrows) = (page.execute(DRAWN), page.count(".arrow-line"));
    assert!(arrows > 0);
    let name = page.text("#truth .moves li:nth-child(1) .name");
    page.hover("#truth .moves li:nth-child(1) button");
    until("rings in what changes", || page.count(".preview") > 0);
    assert_eq!(page.count(&format!("[data-preview=\"After {name}\"]")), 1);
    assert_eq!(page.count(".arrow-line"), 0);
    let after = page.execute(DRAWN);
    assert_ne!(after, before);
    page.screenshot("cube3");
    page.hover("#solution h2");
    until("the board itself", || page.execute(DRAWN) == before);
    assert_eq!(
        (page.count(".preview"), page.count(".arrow-line")),
        (0, arrows)
    );
    page.click(&format!("#board-holder [aria-label=\"move {name}\"]"));
    until("the same when played", || page.execute(DRAWN) == after);
}
