//! Narrow and wide, light and dark, without motion, without a mouse.

use fantoccini::key::Key;
use serde_json::Value;

use crate::page::Page;
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
