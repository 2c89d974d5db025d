//! Narrow and wide, light and dark, without motion, without a mouse.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::browser::note;
use crate::page::{Page, until};
use crate::play::ROTATION;

/// The element that extends past the side, if the page can be scrolled there.
const OUTSIDE: &str = "
    const {scrollWidth, clientWidth} = document.documentElement;
    const isOutside = (element) => element.getBoundingClientRect().right > clientWidth + 1;
    const named = ({localName, id, className}) => `${localName}#${id}.${className}`;
    return scrollWidth > clientWidth ? [...document.body.querySelectorAll('*')].filter(isOutside).map(named) : [];
";

/// The part of the page that has the focus, and whether anything is drawn around what has it.
const FOCUSED: &str = "
    const element = document.activeElement;
    const part = element.closest('#skip, #puzzle, #copy-link, #board-holder, #truth, #solution, #tabs');
    const isDrawn = (own) => {
        const {outlineStyle, boxShadow} = getComputedStyle(own);
        return outlineStyle !== 'none' || boxShadow !== 'none';
    };
    const ring = element.querySelector('.focus-ring');
    const isSeen = element === document.body || isDrawn(element)
        || ring && getComputedStyle(ring).visibility === 'visible';
    return [part?.id ?? '', Boolean(isSeen), element.outerHTML.slice(0, 120)];
";

impl Page {
    /// Nothing is cut off at the side.
    #[track_caller]
    pub fn fits(&self) {
        let outside = self.execute(OUTSIDE);
        assert_eq!(outside, Value::Array(Vec::new()), "{outside:#}");
    }
}

const TABS: [&str; 5] = ["boards", "whole", "compare", "steps", "define"];

#[test]
#[ignore = "needs a browser: see main.rs"]
fn every_width_in_light_and_dark() {
    let page = Page::open("layout");
    page.shows("#truth .verdict", "exact");
    for (width, height) in [(360, 2200), (1400, 1800)] {
        for scheme in ["light", "dark"] {
            page.resize(width, height);
            page.prefer(&[("prefers-color-scheme", scheme)]);
            page.screenshot(&format!("{width}-{scheme}"));
            for tab in TABS {
                page.open_tab(tab);
                page.fits();
                page.is_accessible();
                page.screenshot(&format!("{width}-{scheme}-{tab}"));
            }
        }
    }
}

/// Who has asked for less motion sees each board at once.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn less_motion() {
    let page = Page::open_at("motion", ROTATION);
    page.shows("#truth .verdict", "2 moves");
    page.execute(
        "window.moved = 0;
         addEventListener('transitionrun', ({target}) => {
             if (target.closest('#board-holder')) window.moved += 1;
         });",
    );
    page.press("a");
    page.shows("#truth .verdict", "1 move");
    let moved = page.execute("return window.moved;");
    assert!(moved.as_u64() > Some(0), "{moved}");
    page.prefer(&[("prefers-reduced-motion", "reduce")]);
    page.press("c");
    page.shows("#truth .verdict", "Solved");
    assert_eq!(page.execute("return window.moved;"), moved);
}

/// Every control can be reached with Tab, and shows the focus.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_focus_goes_everywhere_and_is_seen() {
    let page = Page::open_at("focus", ROTATION);
    page.shows("#truth .verdict", "2 moves");
    let tab = char::from(Key::Tab).to_string();
    let mut parts = Vec::new();
    for _ in 0..60 {
        page.press(&tab);
        let focused = page.execute(FOCUSED);
        let (part, is_seen) = (focused[0].clone(), focused[1].clone());
        assert_eq!(is_seen, true, "no ring around {focused}");
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    for part in [
        "skip",
        "puzzle",
        "copy-link",
        "board-holder",
        "truth",
        "solution",
        "tabs",
    ] {
        assert!(
            parts.iter().any(|focused| focused == part),
            "{part}: {parts:?}"
        );
    }
}

/// Adds up the layout's shifts as browsers do, and records where the list of moves and the button to
/// play the solution are in each frame.
const SHIFTS: &str = "
    window.shifted = 0;
    window.tops = new Set();
    new PerformanceObserver((list) => {
        for (const {value, hadRecentInput} of list.getEntries()) if (!hadRecentInput) shifted += value;
    }).observe({type: 'layout-shift', buffered: true});
    const look = () => {
        const parts = ['.moves', '#solution > .row:has(select)'].map((part) => document.querySelector(part));
        const top = (part) => Math.round(part.getBoundingClientRect().top + scrollY);
        if (parts.every((part) => part?.checkVisibility())) tops.add(parts.map(top).join());
        requestAnimationFrame(look);
    };
    look();
";

/// Nothing jumps while the page loads, or when more is found out about the board.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_layout_is_stable() {
    let page = Page::open("shift");
    page.command(
        "Page.addScriptToEvaluateOnNewDocument",
        &json!({ "source": SHIFTS }),
    );
    for (width, height) in [(1400, 900), (360, 640)] {
        page.resize(width, height);
        for puzzle in ["rotation", "eight", "cube2", "cube3", "pyraminx"] {
            page.leave();
            page.go(&format!("#p={puzzle}"));
            page.shows("#truth .verdict", "exact");
            if puzzle != "cube3" {
                page.shows("#truth .detail", "shortest answer");
            }
            let shifted = page.execute("return shifted;");
            note(&format!("{puzzle} at {width}: layout shift {shifted}"));
            assert!(
                shifted.as_f64() < Some(0.05),
                "{puzzle} at {width}: {shifted}"
            );
            let tops = page.execute("return [...tops];");
            assert_eq!(
                tops.as_array().map(Vec::len),
                Some(1),
                "{puzzle} at {width}: {tops}"
            );
        }
    }
}

/// The smallest label of the board, in pixels; the parts of the bar and the board below the window;
/// and what a finger does on a cell and beside the cells.
const PHONE: &str = "
    const sizes = [...document.querySelectorAll('.board text')].filter((text) => text.checkVisibility())
        .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
    const below = ['#bar', '#board-holder .board'].filter((part) => document.querySelector(part).getBoundingClientRect().bottom > innerHeight);
    const touched = (element) => getComputedStyle(element).touchAction;
    const {left, top} = document.querySelector('#board-holder .board').getBoundingClientRect();
    const cells = [...document.querySelectorAll('.cell')].map(touched);
    return {least: Math.min(...sizes), below, cell: cells.includes('none'), corner: touched(document.elementFromPoint(left + 2, top + 2))};
";

/// On a small screen, the verdict and the best moves are seen beside the board.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn on_a_phone() {
    let page = Page::open("phone");
    page.resize(360, 640);
    for puzzle in [
        "rotation", "knights", "cube3", "cube2", "pyraminx", "eight", "dino",
    ] {
        page.leave();
        page.go(&format!("#p={puzzle}"));
        page.find("#board-holder .cell");
        if puzzle != "dino" {
            page.shows("#bar", "to go");
            page.shows("#bar", "Best: ");
        }
        let seen = page.execute(PHONE);
        assert!(seen["least"].as_f64() > Some(10.9), "{puzzle}: {seen}");
        assert_eq!(seen["below"], json!([]), "{puzzle}");
        // Beside a solid, a finger that goes to the left or right turns it.
        let corner = if page.count(".turntable") == 1 {
            "pan-y"
        } else {
            "auto"
        };
        assert_eq!(
            (&seen["cell"], &seen["corner"]),
            (&json!(true), &json!(corner)),
            "{puzzle}"
        );
        page.fits();
        page.screenshot(puzzle);
    }
    page.go("#p=eight");
    let small = "return [...document.querySelectorAll('input[type=checkbox]')].filter((own) => own.checkVisibility() && own.clientHeight < 24).length";
    assert_eq!(page.execute(small), 0);
    // The verdict is seen once.
    let bar = "return document.getElementById('bar').checkVisibility({visibilityProperty: true})";
    assert_eq!(page.execute(bar), true);
    page.execute("document.querySelector('#truth .verdict').scrollIntoView({block: 'center'});");
    until("the bar is gone", || page.execute(bar) == false);
    page.execute("scrollTo(0, 0);");
    until("the bar is there", || page.execute(bar) == true);
    page.open_tab("whole");
    page.shows("#whole", "31 moves");
    let scale = page.execute("return document.querySelector('.histogram').getScreenCTM().a;");
    assert!(scale.as_f64() > Some(0.99), "{scale}");
    page.execute("scrollTo(0, 400);");
    assert_eq!(
        page.execute("return document.getElementById('bar').getBoundingClientRect().top;"),
        0
    );
}
