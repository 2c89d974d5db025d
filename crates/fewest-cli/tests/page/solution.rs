//! The solution: played, scrubbed, stepped through.

use fantoccini::key::Key;

use crate::page::{Page, until};

/// Four moves from its goal.
const BOARD: &str = "#p=eight&b=123745086";

#[test]
#[ignore = "needs a browser: see main.rs"]
fn solved_and_scrubbed() {
    let page = Page::open_at("solution", BOARD);
    page.shows("#truth .verdict", "4 moves");
    page.push("solution", "Show the solution");
    page.tells("urrd");
    page.leads_to("&at=0");
    // The slider, by its keys.
    page.execute("document.querySelector('#solution input[type=range]').focus();");
    page.press(&char::from(Key::End).to_string());
    page.shows("#truth .verdict", "Solved");
    page.press(&char::from(Key::Left).to_string());
    page.shows("#truth .verdict", "1 move");
    page.push("controls", "Restart");
    page.shows("#truth .verdict", "4 moves");
    page.screenshot("shown");
    page.is_accessible();
    page.push("solution", "Play");
    page.shows("#truth .verdict", "Solved");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_hint_is_one_move() {
    let page = Page::open_at("hint", BOARD);
    page.shows("#truth .verdict", "4 moves");
    page.push("solution", "Hint");
    page.shows("#solution", "Try ");
    page.tells("");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn copied_as_a_judge_reads_it() {
    let page = Page::open_at("copy-solution", BOARD);
    page.lets_the_clipboard_be_used();
    page.shows("#truth .verdict", "4 moves");
    page.push("solution", "Copy");
    page.shows("#solution", "Copied");
    assert_eq!(page.clipboard(), "urrd");
    page.execute(
        "document.querySelector('[aria-label=\"Format of the copy\"]').value = 'hdu1043';",
    );
    page.push("solution", "Copy");
    until("it is copied as an answer", || page.clipboard() == "urrd\n");
}
