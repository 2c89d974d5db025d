//! Every puzzle of the list opens, and finds its board's distance, or searches for it.

use crate::page::{Page, until};

impl Page {
    /// Waits until a board of this puzzle is shown.
    #[track_caller]
    fn leads_to_puzzle(&self, puzzle: &str) {
        let start = format!("#p={}&", puzzle.replace(':', "%3A"));
        until(puzzle, || self.fragment().starts_with(&start));
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn every_puzzle_opens_with_a_board() {
    let page = Page::open("loads");
    page.shows("#truth .verdict", "exact");
    let names = page.names();
    assert!(
        names.len() > 10 && names.iter().any(|name| name == "knights"),
        "{names:?}"
    );
    for name in &names {
        page.click("#puzzle");
        page.click(&format!("#gallery [data-puzzle='{name}']"));
        page.leads_to_puzzle(name);
        // A table of many millions of boards takes longer than a test waits.
        until(name, || {
            let truth = page.text("#truth");
            truth.contains("exact") || truth.contains("Building the table")
        });
        assert_eq!(page.text("#notice"), "", "{name}");
        assert!(page.text("#aim").len() > 20, "{name} has no rules");
        assert_eq!(page.count("#aim .goal .piece:first-child"), 1, "{name}");
        page.has_all_moves_on_the_board(name);
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn any_size_of_sliding_tiles() {
    let page = Page::open("sizes");
    page.shows("#truth .verdict", "exact");
    page.click("#puzzle");
    page.fill("#width", "3");
    page.fill("#height", "2");
    page.push("size", "Open");
    page.leads_to_puzzle("sliding:3x2");
    page.shows("#truth .verdict", "exact");
    assert_eq!(page.count("#board-holder .cell"), 6);
    page.go("#p=sliding:1x9");
    page.shows("#notice", "width and height must be at least 2");
}
