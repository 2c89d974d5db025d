//! Searches that take long, and their end.

use crate::page::Page;

/// A board of the 24-puzzle that a page does not solve soon.
pub const FAR: &str =
    "#p=twentyfour&b=14+5+9+2+18+8+23+19+12+17+15+0+10+20+4+6+11+21+1+7+24+3+16+22+13";

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_long_search_is_stopped() {
    let page = Page::open_at("search", FAR);
    page.shows("#truth", "Searching: at least ");
    page.shows("#truth", "million a second");
    page.screenshot("running");
    page.push("truth", "Stop");
    page.shows("#truth", "Stopped.");
    page.is_accessible();
    page.push("truth", "Continue the search");
    page.shows("#truth", "Searching: at least ");
    // Another puzzle does not wait for it.
    page.go("#p=eight&b=123456708");
    page.shows("#truth .verdict", "1 move");
}

/// A random board of the cube, which a page does not solve soon.
const CUBE: &str = "#p=cube3&b=borbwybrgwrryywobgyyowobogygrgobrgobrwoyrgwgowbbwygywr";

/// The proven bound grows, solutions that are not proven shortest become shorter, and nothing moves
/// on the page meanwhile.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_distance_between_two_bounds() {
    let page = Page::open_at("bounds", CUBE);
    page.shows("#truth", "million a second");
    let place = "return document.querySelector('#truth .moves').getBoundingClientRect().top";
    let before = page.execute(place);
    page.shows("#truth .verdict", ", at most 2");
    page.shows("#solution .proof", "not proven shortest.");
    assert_eq!(page.execute(place), before);
    for (width, scheme) in [(1400, "light"), (360, "dark")] {
        page.resize(width, 1800);
        page.prefer(&[("prefers-color-scheme", scheme)]);
        page.fits();
        page.is_accessible();
        page.screenshot(&format!("{width}-{scheme}"));
    }
    page.push("truth", "Stop");
    page.shows("#truth", "Stopped.");
    let verdict = page.text("#truth .verdict");
    // It is played without resuming the search.
    page.push("solution", "Show the solution");
    page.shows("#truth", "Stopped.");
    assert_eq!(page.text("#truth .verdict"), verdict);
    page.push("truth", "Continue the search");
    page.shows("#truth", "Searching: at least ");
    page.shows("#truth .verdict", ", at most 2");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn every_board_of_a_puzzle() {
    let page = Page::open_at("whole", "#p=eight&b=123456708");
    page.shows("#truth .verdict", "1 move");
    page.open_tab("whole");
    page.shows("#whole", "181,440");
    page.shows("#whole", "31 moves");
    page.screenshot("histogram");
    page.is_accessible();
    // Its axis ends at the most boards of a distance.
    let most = "return [...document.querySelectorAll('.histogram text[text-anchor=end]')].map((own) => own.textContent)";
    assert_eq!(page.execute(most), serde_json::json!(["0", "12K", "24K"]));
    // The hardest boards are pictures.
    assert_eq!(page.count("#whole .hardest .thumb svg"), 12);
    page.click("#whole .hardest button");
    page.shows("#truth .verdict", "31 moves");
    page.go("#p=fifteen");
    page.shows("#whole", "fewest survey fifteen");
}

/// Requests too large for the page are refused in a sentence, and the page continues.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_largest_board() {
    let page = Page::open_at("largest", "#p=sliding:16x16");
    assert_eq!(page.count("#board-holder .cell"), 256);
    page.screenshot("board");
    page.open_tab("whole");
    page.shows("#whole", "fewest survey sliding:16x16");
    page.go("#p=sliding:6x6");
    page.new_board("random");
    page.shows("#truth", "Searching: at least ");
    page.push("truth", "Stop");
    page.shows("#truth", "Stopped.");
}
