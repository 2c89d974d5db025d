//! The address holds the board: links, back and forward, and invalid links.

use crate::page::Page;
use crate::play::ROTATION;

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_link_opens_what_it_was_copied_from() {
    let page = Page::open_at("link", &format!("{ROTATION}&m=A+B&at=1"));
    page.shows("#truth .verdict", "1 move");
    page.tells("AB");
    page.push("controls", "Redo");
    page.shows("#truth .verdict", "2 moves");
    let link = format!("{ROTATION}&m=A+B");
    page.leads_to(&link);
    page.reload();
    page.shows("#truth .verdict", "2 moves");
    page.leads_to(&link);
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_link_is_copied() {
    let page = Page::open_at("copy", ROTATION);
    page.lets_the_clipboard_be_used();
    page.shows("#truth .verdict", "2 moves");
    page.press("a");
    page.shows("#truth .verdict", "1 move");
    page.click("#copy-link");
    page.shows("#copy-link", "Copied");
    // The page of the puzzle, which programs read to show what the link opens.
    let board = ROTATION.replace("p=rotation&", "");
    let link = format!("p/rotation.html{board}&m=A");
    assert_eq!(page.clipboard(), format!("{}{link}", page.address));
    page.shows("#copy-link", "Copy link");
    page.leave();
    page.go(&link);
    page.shows("#truth .verdict", "1 move");
    page.leads_to(&format!("{ROTATION}&m=A"));
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_window_is_called_by_the_puzzles_title() {
    let page = Page::open_at("titled", "#p=eight");
    page.shows("#truth .verdict", "exact");
    let title = || page.execute("return document.title.replaceAll('\\u00a0', ' ')");
    assert_eq!(title(), "Sliding tiles, 3 x 3 - fewest");
    page.change_to("ivy");
    assert_eq!(title(), "The Ivy Cube - fewest");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn back_and_forward() {
    let page = Page::open_at("back", ROTATION);
    page.shows("#truth .verdict", "2 moves");
    page.press("ac");
    page.shows("#truth .verdict", "Solved");
    page.back();
    page.shows("#truth .verdict", "1 move");
    page.back();
    page.shows("#truth .verdict", "2 moves");
    page.leads_to(ROTATION);
    page.forward();
    page.forward();
    page.shows("#truth .verdict", "Solved");
    // Another puzzle is also an entry in the history.
    page.go("#p=eight&b=123456708");
    page.shows("#truth .verdict", "1 move");
    page.back();
    page.shows("#truth .verdict", "Solved");
    page.leads_to(&format!("{ROTATION}&m=A+C"));
}

/// What is wrong with a link is named, and the link stays, so that it can be corrected.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn wrong_searches_and_tabs_in_a_link() {
    let page = Page::open("wrong");
    page.shows("#truth .verdict", "exact");
    let board = "#p=eight&b=123405786";
    for (link, message) in [
        (format!("{board}&t=steps&s=nosuch"), "“nosuch”"),
        (format!("{board}&t=steps&s=a-star+nonsense"), "“nonsense”"),
        (format!("{board}&t=steps&s=a-star&s2=nothing"), "“nothing”"),
        (
            "#p=eight&b=12345678x&t=steps".to_owned(),
            "board in the link",
        ),
        (format!("{board}&t=nowhere"), "“nowhere”"),
    ] {
        page.leave();
        page.go(&link);
        page.shows("#notice", message);
        page.shows("#truth .verdict", "exact");
        // Time for what would write it.
        page.execute_async("setTimeout(arguments[0], 500)");
        assert_eq!(page.fragment(), link);
    }
    page.press(&char::from(fantoccini::key::Key::Up).to_string());
    page.leads_to("&m=d");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn links_that_make_no_sense() {
    let page = Page::open("nonsense");
    page.shows("#truth .verdict", "exact");
    let long = format!("#p=rotation&b={}", "1".repeat(100_000));
    for (link, message) in [
        ("#knights", "“knights”"),
        ("#p=nothing", "“nothing”"),
        ("#p=../../etc/passwd", "“../../etc/passwd”"),
        ("#p=sliding:99x99", "at most 256 cells"),
        ("#p=rotation&b=1", "board in the link"),
        (
            "#p=rotation&b=111111111111111111111111",
            "board in the link",
        ),
        (
            "#p=rotation&b=<img src=x onerror=alert(1)>",
            "board in the link",
        ),
        (&long, "board in the link"),
        ("#p=rotation&g=1", "goal in the link"),
        ("#p=rotation&m=A+Z", "not moves of this puzzle"),
        ("#d=!", "damaged"),
        ("#d=AAAA", "damaged"),
        ("#%", "“%”"),
        ("#", ""),
        ("#at=-1&m=&b=&g=&p=", ""),
    ] {
        page.leave();
        page.go(link);
        page.shows("#truth .verdict", "exact");
        page.shows("#notice", message);
        // It can be mended by hand.
        let plain = link.split('<').next().unwrap_or_default();
        assert!(message.is_empty() || page.fragment().starts_with(plain));
    }
    page.leave();
    page.go("#knights");
    page.shows("#notice", "“knights”");
    page.is_accessible();
    page.push("notice", "Close");
    page.press("a");
    page.leads_to("&m=A");
    page.back();
    page.leads_to("#knights");
    page.shows("#notice", "“knights”");
}
