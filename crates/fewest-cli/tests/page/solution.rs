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
    assert_eq!(page.count("#solution .line li"), 4);
    page.leads_to("&at=0");
    // The slider, by its keys.
    page.execute("document.querySelector('#solution input[type=range]').focus();");
    page.press(&char::from(Key::End).to_string());
    page.shows("#truth .verdict", "Solved");
    page.press(&char::from(Key::Left).to_string());
    page.shows("#truth .verdict", "1 move");
    // A move of the list.
    page.click("#solution .line li:nth-child(2) button");
    page.shows("#truth .verdict", "2 moves");
    assert_eq!(page.count("#solution .line .played"), 2);
    page.click("#solution [aria-label='To the start']");
    page.shows("#truth .verdict", "4 moves");
    page.screenshot("line");
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
    assert_eq!(page.count("#solution .line li"), 0);
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
