//! The moves as a text: typed, pasted, walked through, mended, copied.

use fantoccini::key::Key;

use crate::page::{Page, until};

const FIELD: &str = "#moves-text";
/// The solved cube.
const CUBE: &str = "#p=cube3&b=wwwwwwwwwooogggrrrbbbooogggrrrbbbooogggrrrbbbyyyyyyyyy";

impl Page {
    /// Waits until the field of moves has this text.
    #[track_caller]
    pub fn tells(&self, text: &str) {
        until(text, || {
            self.execute("return document.getElementById('moves-text').value;") == text
        });
    }

    fn arrow(&self, key: Key, times: usize) {
        self.press(&char::from(key).to_string().repeat(times));
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_scramble_is_typed_and_walked_through() {
    let page = Page::open_at("moves", CUBE);
    page.shows("#truth .verdict", "Solved");
    page.click(FIELD);
    page.press("R Uw' M (x F)");
    // `Uw'` is one move and a rotation, `M` is two.
    page.leads_to("&m=R+D%27+F+B%27+L");
    page.shows("#moves", "5 of 5");
    page.shows("#truth .verdict", "exact");
    // Back over `)`, and then over `F`: before it, the rotation is not a move.
    page.arrow(Key::Left, 2);
    page.leads_to("&at=4");
    page.arrow(Key::Left, 5);
    page.shows("#moves", "2 of 5");
    page.arrow(Key::Home, 1);
    page.shows("#truth .verdict", "Solved");
    page.tells("R Uw' M (x F)");
    // Who plays on sees the moves that were made.
    page.arrow(Key::Right, 1);
    page.push("controls", "Redo");
    page.shows("#moves", "2 of 5");
    page.click("#board-holder [aria-label='move L']");
    page.tells("R D' L");
    page.push("controls", "Restart");
    page.leads_to("&m=R+D%27+L&at=0");
    page.tells("R D' L");
    page.screenshot("cube");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn an_unknown_move_is_pointed_out() {
    for (width, height) in [(1400, 900), (360, 740)] {
        let page = Page::open_at("moves-unknown", "#p=eight&b=123480765");
        page.resize(width, height);
        page.shows("#truth .verdict", "exact");
        page.click(FIELD);
        page.press("ldx d");
        page.shows(
            "#moves-problem",
            "\u{201c}x\u{201d} is not a move of eight, which has d l r u",
        );
        page.leads_to("&m=l+d");
        page.is_accessible();
        page.fits();
        page.screenshot(&format!("{width}"));
        // Words that were not read stay after any move.
        page.click("#board-holder .cell[data-cell='4']");
        page.tells("ldu x d");
        page.execute("document.getElementById('moves-text').setSelectionRange(5, 5);");
        page.execute("document.getElementById('moves-text').focus();");
        page.arrow(Key::Backspace, 1);
        page.leads_to("&m=l+d+u+d&at=3");
        page.shows("#moves", "3 of 4");
        assert_eq!(page.text("#moves-problem"), "");
        // The blank is in the last row.
        page.paste(FIELD, "ldd");
        page.shows(
            "#moves-problem",
            "Move 3, \u{201c}d\u{201d}, is not legal there.",
        );
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_board_is_pasted_as_moves_are() {
    let page = Page::open_at("moves-board", CUBE);
    page.lets_the_clipboard_be_used();
    page.shows("#truth .verdict", "Solved");
    page.paste(
        FIELD,
        "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB",
    );
    page.shows("#truth .verdict", "1 move");
    page.tells("");
    page.paste(
        FIELD,
        "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBX",
    );
    page.shows("#moves-problem", "Line 1, column 54: ");
    page.change_to("eight");
    page.paste(FIELD, "1 2 3\n4 0 6\n7 5 8");
    page.shows("#truth .verdict", "2 moves");
    // Knights are called by where they come from, as the program has it.
    page.change_to("knights");
    page.shows("#truth .verdict", "exact");
    page.paste(FIELD, "zz");
    page.shows(
        "#moves-problem",
        "is not a move of knights, which has a5 b5",
    );
    page.paste(FIELD, "");
    page.click("#truth .moves button");
    page.shows("#moves", "1 of 1");
    page.push("moves", "Copy moves");
    page.shows("#moves", "Copied");
    let text = page.clipboard();
    assert_eq!(text.len(), 2, "{text}");
    page.push("controls", "Undo");
    page.paste(FIELD, &text);
    page.tells(&text);
    page.shows("#moves", "of 1");
}
