//! Moves by mouse, finger and keyboard, and the page's announcements of them.

use fantoccini::key::Key;

use crate::page::Page;

/// Two moves from its goal: AC.
pub const ROTATION: &str = "#p=rotation&b=111132323132231222312133";

#[test]
#[ignore = "needs a browser: see main.rs"]
fn rotation_by_mouse_and_keyboard() {
    let page = Page::open_at("play", ROTATION);
    page.shows("#truth .verdict", "2 moves");
    page.shows("#truth .detail", "One shortest answer.");
    assert_eq!(page.count("#truth .moves button"), 8);
    assert!(page.text("#truth .moves button").starts_with("A\n1"));
    assert_eq!(page.count("#truth .moves .optimal"), 1);
    assert_eq!(page.count("#board-holder [data-move='0'].best"), 1);
    page.screenshot("rotation");
    // The arrow on the board.
    page.click("#board-holder [data-move='0']");
    page.shows("#truth .verdict", "1 move");
    page.shows("#truth .change", "optimal");
    page.leads_to("&m=A");
    // The letter.
    page.press("b");
    page.shows("#truth .verdict", "2 moves");
    page.shows("#truth .change", "lost");
    // The list of moves leads back to a shorter distance.
    page.click("#truth .moves button");
    page.shows("#truth .verdict", "1 move");
    page.press("c");
    page.shows("#truth .verdict", "Solved");
    page.leads_to("&m=A+B+E+C");
    page.press(&char::from(Key::Backspace).to_string());
    page.shows("#truth .verdict", "1 move");
    page.push("controls", "Redo");
    page.shows("#truth .verdict", "Solved");
    page.push("controls", "Back to the start");
    page.shows("#truth .verdict", "2 moves");
    page.leads_to("&at=0");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn tiles_by_arrows_and_finger() {
    let page = Page::open_at("tiles", "#p=eight&b=123405786");
    page.shows("#truth .verdict", "2 moves");
    // A tile slides in the arrow's direction, whatever the move's name.
    page.press(&char::from(Key::Up).to_string());
    page.shows("#truth .verdict", "3 moves");
    page.press(&char::from(Key::Down).to_string());
    page.shows("#truth .verdict", "2 moves");
    page.swipe("#board-holder .cell[data-cell='5']", -80.0, 0.0);
    page.shows("#truth .verdict", "1 move");
    page.click("#board-holder .cell[data-cell='8']");
    page.shows("#truth .verdict", "Solved");
}

/// A screen reader announces the board and the effect of each move.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn it_is_spoken() {
    let page = Page::open_at("spoken", ROTATION);
    page.shows("#truth .verdict", "2 moves");
    page.press("a");
    page.shows("#truth .verdict", "1 move");
    let spoken = page.execute("return document.querySelector('#truth [aria-live]').textContent;");
    let spoken = spoken.as_str().unwrap_or_default();
    assert!(
        spoken.contains("1 move to go exact") && spoken.contains("optimal"),
        "{spoken}"
    );
    let label =
        "return document.querySelector(\".cell[data-cell='0']\").getAttribute('aria-label');";
    assert_eq!(page.execute(label), "cell 1, piece 1");
    page.is_accessible();
}
