//! Boards that are dealt, pasted, opened from a file and set up.

use std::fs;
use std::path::Path;

use crate::page::{Page, until};
use crate::play::ROTATION;

impl Page {
    /// Chooses how hard new boards are.
    #[track_caller]
    pub fn choose_level(&self, level: &str) {
        self.execute(&format!(
            "const list = document.getElementById('level');
             list.value = '{level}';
             list.dispatchEvent(new Event('change'));"
        ));
    }

    /// Deals a new board.
    #[track_caller]
    pub fn new_board(&self, level: &str) {
        self.choose_level(level);
        self.push("deal", "New board");
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn dealt() {
    let page = Page::open_at("dealt", "#p=eight");
    page.shows("#truth .verdict", "exact");
    for (level, moves) in [("easy", 5), ("medium", 12), ("hard", 27), ("hardest", 31)] {
        page.new_board(level);
        page.shows("#truth .verdict", &format!("{moves} moves"));
    }
    page.choose_level("moves");
    for (moves, part, shown) in [
        ("13", "#truth .verdict", "13 moves"),
        ("32", "#dealing", "31"),
        ("", "#truth .verdict", "Solved"),
    ] {
        page.fill("#deal-moves", moves);
        page.push("deal", "New board");
        page.shows(part, shown);
    }
    page.new_board("random");
    page.shows("#truth .verdict", "exact");
    page.screenshot("random");
}

/// All who play today have the same board, and can compare their results.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_board_of_the_day() {
    let page = Page::open_at("daily", "#p=eight");
    page.lets_the_clipboard_be_used();
    let solve = || {
        page.shows("#truth .verdict", "exact");
        page.push("solution", "Show the solution");
        page.execute(
            "const slider = document.querySelector('#solution input[type=range]');
             slider.value = slider.max;
             slider.dispatchEvent(new Event('input'));",
        );
        page.shows("#aim", "the fewest possible");
    };
    for puzzle in ["eight", "fifteen"] {
        page.change_to(puzzle);
        let dealt = |level: &str| {
            page.shows("#truth .verdict", "exact");
            until("the address has the board", || {
                page.fragment().contains("&b=")
            });
            let before = page.fragment();
            page.new_board(level);
            until("another board is dealt", || page.fragment() != before);
            page.fragment()
        };
        let today = dealt("daily");
        dealt("easy");
        assert_eq!(dealt("daily"), today);
        solve();
        page.screenshot(puzzle);
        page.push("aim", "Copy the result");
        until("the result is copied", || {
            let copied = page.clipboard();
            let moves = copied.rsplit(' ').next().unwrap_or_default().to_owned();
            copied.starts_with(&format!("{puzzle}, "))
                && copied.ends_with(&format!(": {moves} moves, fewest {moves}"))
        });
    }
    page.new_board("easy");
    solve();
    assert!(!page.text("#aim").contains("Copy"));
}

/// Without a table, boards come from random moves, and their exact distance is found afterwards.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn dealt_by_random_moves() {
    let page = Page::open_at("mixed", "#p=cube3");
    for puzzle in ["cube3", "cube3q", "megaminx3", "fifteen"] {
        page.change_to(puzzle);
        page.shows("#truth .verdict", "exact");
        assert_eq!(page.count("#level [value='hardest']"), 0, "{puzzle}");
        page.choose_level("moves");
        page.fill("#deal-moves", "3");
        page.push("deal", "New board");
        page.shows("#dealing", "3 random moves.");
        let text = page.text("#dealing");
        assert!(!text.contains("--") && !text.contains('`'), "{text}");
        page.shows("#truth .verdict", "exact");
        let verdict = page.text("#truth .verdict");
        let moves = verdict.split(' ').next().unwrap_or_default();
        assert!(["1", "2", "3"].contains(&moves), "{verdict}");
    }
    page.screenshot("fifteen");
    page.is_accessible();
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn pasted() {
    let page = Page::open_at("pasted", "#p=eight");
    page.shows("#truth .verdict", "exact");
    let paste = |text: &str, reply: &str| {
        page.paste("#paste", text);
        page.push("boards", "Read");
        page.shows("#boards", reply);
    };
    paste("1 2 3 4 5 6 7 x 8", "One board read.");
    page.shows("#truth .verdict", "1 move");
    paste("[[1,2,3],[4,5,0],[7,8,6]]", "One board read.");
    page.shows("#truth .verdict", "1 move");
    paste("1 2 3 4 5 6 7 8 x\n1 2 3 4 x 5 7 8 6\n", "2 boards read.");
    page.shows("#truth .verdict", "Solved");
    page.push("boards", "Board 2");
    page.shows("#truth .verdict", "2 moves");
    // Half of all boards have the other parity.
    paste("1 2 3 4 5 6 8 7 x", "One board read.");
    page.shows("#truth .verdict", "Can't be solved");
    page.shows("#truth .detail", "swapped");
    for (text, reply) in [
        ("", "No text to read."),
        ("1 2 3 4 5 6 7 x y", "Line 1, column 17: "),
        ("1 2 3 4 5 6 7 7 x", "has 7 more than once"),
        ("1 2 3\n4 5 6\n7 x", "expected 9 cells, found 8"),
        ("<script>alert(1)</script>", "Line 1, column 1: "),
        ("\u{1f9e9}", "Line 1, column 1: "),
    ] {
        paste(text, reply);
    }
    page.screenshot("bad");
    page.is_accessible();
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn opened_from_a_file() {
    let page = Page::open_at("file", "#p=eight");
    page.shows("#truth .verdict", "exact");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("boards.txt");
    fs::write(&file, "1 2 3 4 5 6 7 x 8\n").expect("writable");
    page.choose("#boards input[type=file]", &file);
    page.shows("#boards", "One board read.");
    page.shows("#truth .verdict", "1 move");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn dropped() {
    let page = Page::open_at("dropped", "#p=eight");
    page.shows("#truth .verdict", "exact");
    let drop = |bytes: &str| {
        page.execute(&format!(
            "const data = new DataTransfer();
             data.items.add(new File([{bytes}], 'boards.txt'));
             const options = {{dataTransfer: data, bubbles: true, cancelable: true}};
             document.querySelector('.drop').dispatchEvent(new DragEvent('drop', options));"
        ));
    };
    drop("'1 2 3 4 5 6 7 x 8'");
    page.shows("#boards", "One board read.");
    page.shows("#truth .verdict", "1 move");
    drop("'1 2 3'");
    page.shows("#boards", "expected 9 cells, found 3");
    // Anything but a text.
    drop("new Uint8Array([0, 255, 254, 128])");
    page.shows("#boards", "Line 1, column 1: ");
    drop("'1 2 3 4 5 6 7 8 x\\n'.repeat(300000)");
    page.shows("#boards", "has over 4,000,000 bytes");
    // A dropped item may not be a file.
    page.execute(
        "document.querySelector('.drop').dispatchEvent(new DragEvent('drop', {bubbles: true}));",
    );
    page.shows("#truth .verdict", "1 move");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn set_up_cell_by_cell() {
    let page = Page::open_at("edit", "#p=eight&b=123456708");
    page.shows("#truth .verdict", "1 move");
    page.push("boards", "Edit this board");
    // A piece that exists once comes from its old cell.
    page.click("#board-holder .cell[data-cell='0']");
    page.press("2");
    page.shows("#boards", "This is a board.");
    page.screenshot("board");
    page.is_accessible();
    page.push("boards", "Use this board");
    page.shows("#truth .verdict", "Can't be solved");
    page.leads_to("&b=213456708");
    page.go(ROTATION);
    page.shows("#truth .verdict", "2 moves");
    page.push("boards", "Edit this board");
    page.click("#board-holder .cell[data-cell='0']");
    page.press("2");
    page.shows("#boards", "Not a board yet: ");
    // The cursor has moved to the next cell, also a 1.
    page.press("1");
    page.shows("#boards", "Not a board yet: ");
    page.push("boards", "Cancel");
    page.shows("#truth .verdict", "2 moves");
}

/// The answers to all boards of an input, as the judge's own example has them, with the distances beside the boards.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn all_answers_at_once() {
    let page = Page::open_at("answers", ROTATION);
    page.lets_the_clipboard_be_used();
    page.shows("#truth .verdict", "exact");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let text = fs::read_to_string(folder.join("rotation.txt")).expect("an example");
    for (width, height) in [(1400, 900), (360, 740)] {
        page.resize(width, height);
        page.paste("#moves-text", &text);
        page.shows("#boards", "6 boards read.");
        page.push("boards", "Answer all boards");
        page.shows("#boards", "6 of 6 boards answered.");
        page.shows("#boards .boards li:first-child b", "2 moves");
        page.shows("#boards .boards li:nth-child(2) b", "4 moves");
        page.fits();
        page.is_accessible();
        page.screenshot(&format!("{width}"));
        page.push("boards", "Copy answers");
        page.shows("#boards", "Copied");
        let answers = page.clipboard();
        assert!(
            answers.starts_with("AC\n2\nDDHH\n2\nNo moves needed\n2\n"),
            "{answers}"
        );
        assert_eq!(answers.lines().count(), 12);
    }
    let folder = tempfile::tempdir().expect("a folder");
    page.downloads_go_to(folder.path());
    page.push("boards", "Save to a file");
    let file = folder.path().join("rotation-answers.txt");
    until("the file is saved", || file.exists());
    // Cases are numbered, and have goals of their own: the first one opens the puzzle again.
    page.go("#p=eight");
    page.shows("#truth .verdict", "exact");
    let cases = "2\n12X453786\n12345678X\n564178X23\n7568X4123\n";
    page.paste("#paste", cases);
    page.push("boards", "Read");
    page.shows("#boards", "2 boards read.");
    page.push("boards", "Board 2");
    page.push("boards", "Answer all boards");
    page.shows("#boards", "2 of 2 boards answered.");
    page.execute(
        "document.querySelector('[aria-label=\"Format of the answers\"]').value = 'hdu3567';",
    );
    page.push("boards", "Answer all boards");
    let answers = "return document.querySelector('[aria-label=Answers]').value;";
    until("the answers to both", || {
        page.execute(answers) == "Case 1: 2\ndd\nCase 2: 8\nurrulldr\n"
    });
}

/// A contestant's output is judged board by board; the first wrong answer is at the top.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_contestants_output() {
    let page = Page::open_at("judge", ROTATION);
    page.shows("#truth .verdict", "2 moves");
    page.paste(
        "#paste",
        "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n\
         1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3\n\
         1 1 1 1 3 3 2 2 2 3 3 2 2 3 3 2 2 2 3 3 1 1 1 1\n0\n",
    );
    page.push("boards", "Read");
    page.shows("#boards", "3 boards read.");
    page.paste("#own-output", "AC\n2\nA\n1\n");
    page.push("boards", "Check");
    page.shows(".judge [role=status]", "1 of 3 right. The output ends");
    page.shows(".judge li", "Board 2");
    page.shows(".judge li .badge", "wrong");
    page.shows(".judge li", "Line 3: A leaves ");
    page.is_accessible();
    page.screenshot("wrong");
    page.click(".judge li button");
    page.leads_to("&b=111111112222222233333333");
    page.resize(360, 740);
    page.fits();
    page.execute("document.querySelector('.judge').scrollIntoView();");
    page.screenshot("360");
    // Verdicts on an earlier output disappear.
    page.paste("#own-output", "");
    assert_eq!(page.text(".judge [role=status]"), "");
    assert_eq!(page.count(".judge li"), 0);
}
