//! The moves as a text: typed, pasted, walked through, mended, copied.

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::key::Key;

use crate::page::{Page, until};
use crate::play::ROTATION;

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

    fn paste_by_keys(&self) {
        let mut keys = KeyActions::new("keys".to_owned());
        let control = char::from(Key::Control);
        for value in [control, 'v'] {
            keys = keys.then(KeyAction::Down { value });
        }
        for value in ['v', control] {
            keys = keys.then(KeyAction::Up { value });
        }
        self.act(keys);
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

/// The page has dealt a board; a scramble is not meant from there.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_scramble_pasted_into_a_fresh_page_starts_from_the_solved_board() {
    let page = Page::open_at("moves-scramble", "#p=cube3");
    page.shows("#truth .verdict", "4 moves");
    let dealt = page.fragment();
    page.paste(FIELD, "R U R' F2 L");
    page.shows("#truth .verdict", "5 moves");
    page.shows("#moves .origin", "From the solved board.");
    page.leads_to(&format!("{CUBE}&m=R+U+R%27+F2+L"));
    page.is_accessible();
    page.execute("document.getElementById('moves').scrollIntoView();");
    page.screenshot("solved");
    // The same moves from the board that was there, and back.
    page.click("#from-here");
    page.leads_to(&format!("{dealt}&m=R+U+R%27+F2+L"));
    page.tells("R U R' F2 L");
    page.shows("#moves", "5 of 5");
    page.click("#from-here");
    page.shows("#truth .verdict", "5 moves");
    page.resize(360, 740);
    page.fits();
    page.screenshot("360");
    // With keys, as a user pastes.
    page.go(&dealt);
    page.shows("#truth .verdict", "4 moves");
    page.lets_the_clipboard_be_used();
    page.execute_async("navigator.clipboard.writeText('F R').then(arguments[0])");
    page.click(FIELD);
    page.paste_by_keys();
    page.leads_to(&format!("{CUBE}&m=F+R"));
    // What is typed goes on from the board shown.
    page.go(&dealt);
    page.shows("#truth .verdict", "4 moves");
    page.click(FIELD);
    page.press("F R");
    page.leads_to(&format!("{dealt}&m=F+R"));
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn algorithms_are_read_and_changed() {
    let page = Page::open_at("moves-algorithm", CUBE);
    page.shows("#truth .verdict", "Solved");
    page.paste(FIELD, "[R, U] (R U)2 // twice");
    page.leads_to("&m=R+U+R%27+U%27+R+U+R+U");
    // The cursor in a group is after the moves that were read there.
    page.execute("document.getElementById('moves-text').setSelectionRange(2, 2);");
    page.execute("document.getElementById('moves-text').focus();");
    page.shows("#moves", "1 of 8");
    page.push("moves", "Expand");
    page.tells("R U R' U' R U R U");
    page.push("moves", "Invert");
    page.tells("U' R' U' R' U R U' R'");
    page.push("moves", "Mirror");
    page.tells("U L U L U' L' U L");
    page.paste(FIELD, "R L R' U2 U");
    page.leads_to("&m=R+L+R%27+U2+U");
    page.push("moves", "Simplify");
    page.tells("L U'");
    page.is_accessible();
    page.screenshot("cube");
    page.resize(360, 740);
    page.fits();
    page.execute("document.getElementById('moves').scrollIntoView();");
    page.screenshot("360");
    // A mirror would show moves that this cube does not have; tiles have none of these buttons.
    page.change_to("cube2");
    assert!(page.text("#moves .changes").contains("Invert"));
    assert!(!page.text("#moves .changes").contains("Mirror"));
    page.change_to("eight");
    assert_eq!(page.text("#moves .changes"), "");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_text_of_another_puzzle_opens_it() {
    let page = Page::open_at("moves-other", ROTATION);
    page.shows("#truth .verdict", "exact");
    page.paste(FIELD, "R U R' F2");
    page.shows(
        "#moves-problem",
        "\u{201c}R\u{201d} is not a move of rotation",
    );
    page.shows("#moves", "Open cube3");
    page.is_accessible();
    page.screenshot("scramble");
    page.push("moves", "Open cube3");
    page.leads_to(&format!("{CUBE}&m=R+U+R%27+F2"));
    page.tells("R U R' F2");
    page.shows("#moves", "4 of 4");
    page.paste(FIELD, "1 2 3 4 5 6 7 x 8");
    page.push("moves", "Open eight");
    page.shows("#truth .verdict", "1 move");
    page.leads_to("#p=eight&b=123456708");
    // A text of no puzzle opens none.
    page.paste(FIELD, "what");
    page.shows("#moves-problem", "is not a move of eight");
    assert!(!page.text("#moves").contains("Open"));
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_solved_board_is_one_click_away() {
    let page = Page::open_at("moves-solved", "#p=cube2");
    page.shows("#truth .verdict", "exact");
    page.click("#board-holder [aria-label='move R']");
    page.push("controls", "Solved");
    page.shows("#truth .verdict", "Solved");
    page.tells("");
    page.press("r");
    page.shows("#truth .verdict", "1 move");
    page.back();
    page.back();
    page.shows("#moves", "1 of 1");
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
        // The blank is in the last row, at first or after a move.
        page.paste(FIELD, "ldd");
        for number in [2, 3] {
            let message = format!("Move {number}, \u{201c}d\u{201d}, is not legal there.");
            page.shows("#moves-problem", &message);
            page.click("#from-here");
        }
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
    page.click("#from-here");
    page.tells(&text);
    page.shows("#moves", "of 1");
}
