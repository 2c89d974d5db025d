//! Blocks on a tray: dragged, chosen by clicks, called by letters.

use fantoccini::key::Key;

use crate::page::{Page, until};

/// The width of a cell, in pixels.
const WIDTH: &str =
    "return document.querySelector('#board-holder .cell .hit').getBoundingClientRect().width;";
const LABEL: &str = "return document.querySelector(\"#board-holder .cell[data-cell='17']\").getAttribute('aria-label');";

impl Page {
    /// Drags what is on a cell by this many cells.
    #[track_caller]
    fn drag(&self, cell: usize, across: f64, down: f64) {
        let width = self.execute(WIDTH).as_f64().expect("a width");
        let cell = format!("#board-holder .cell[data-cell='{cell}']");
        self.swipe(&cell, across * width, down * width);
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn blocks_are_dragged_to_the_goal() {
    let page = Page::open_at("blocks", "#p=klotski");
    page.shows("#truth .verdict", "81 moves");
    // One move, however far and round whichever corner.
    page.drag(13, 1.1, 0.9);
    page.shows("#truth .change", "No gain");
    page.leads_to("&m=Gdr");
    page.push("controls", "Undo");
    page.drag(19, -1.0, 0.1);
    page.shows("#truth .verdict", "80 moves");
    page.leads_to("#p=klotski&b=ABBC+ABBC+DEEF+DGHF+I..J&m=Jl");
    // A drag that comes back is no move, and a free cell is none.
    page.drag(18, 0.2, 0.0);
    page.drag(19, -1.0, 0.0);
    page.push("controls", "Restart");
    page.shows("#truth .verdict", "81 moves");
    // A click chooses a block, another one where it goes.
    page.click("#board-holder .cell[data-cell='19']");
    until("both ends are shown", || {
        page.count("#board-holder .preview") == 1 && page.count("#board-holder .board-dot") >= 2
    });
    page.click("#board-holder .cell[data-cell='17']");
    page.leads_to("&m=Jl2");
    assert_eq!(page.execute(LABEL), "cell r5c2, block J");
    page.is_accessible();
    page.push("controls", "Start board");
    page.press("jl");
    page.shows("#truth .verdict", "80 moves");
    page.push("solution", "Show the solution");
    page.execute("document.querySelector('#solution input[type=range]').focus();");
    page.press(&char::from(Key::End).to_string());
    page.shows("#truth .verdict", "Solved");
    page.shows("#aim", "Solved in 81 moves, the fewest possible.");
    page.screenshot("goal");
    // The link has the moves by their names, and blocks keep their letters.
    let drawn = "return [...document.querySelectorAll('#board-holder .cell')].map((cell) => cell.ariaLabel).join();";
    let before = page.execute(drawn);
    page.reload();
    page.shows("#truth .verdict", "Solved");
    assert_eq!(page.execute(drawn), before);
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_drag_plays_several_moves_by_one_cell() {
    let page = Page::open_at("units", "#p=elbows");
    page.shows("#truth .verdict", "10 moves");
    page.drag(3, 0.0, 2.0);
    page.shows("#truth .verdict", "8 moves");
    page.leads_to("&m=Bd+Bd");
    // A board that is typed, and moves that are pasted.
    page.paste("#moves-text", "AA.. A.BB C..B CC..");
    page.leads_to("#p=elbows&b=AA..+A.BB+C..B+CC..");
    page.paste("#moves-text", "Bd Ar Bd Ar Cu Cu Bl Bl Ad Ad");
    page.shows("#truth .verdict", "Solved");
}
