//! Pictures of the board to save.

use std::fs;
use std::path::Path;

use crate::page::{Page, until};

/// The contents of a file once it is whole.
fn saved(path: &Path) -> Vec<u8> {
    until("the file", || {
        fs::metadata(path).is_ok_and(|file| file.len() > 0)
    });
    fs::read(path).expect("readable")
}

/// The picture of a solid shows the sides that are seen.
fn is_seen_as_turned(page: &Page, folder: &Path) {
    let file = folder.join("cube2.svg");
    let before = saved(&file);
    fs::remove_file(&file).expect("removable");
    page.click("#board-holder [aria-label='Turn the view left']");
    page.shows("#truth .verdict", "exact");
    page.execute_async("setTimeout(arguments[0], 500)");
    page.click("#moves [aria-label$=SVG]");
    assert_ne!(saved(&file), before);
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_picture_of_the_board_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = Page::open_at("saved", "#p=eight&b=123405786");
    page.downloads_go_to(folder.path());
    for (puzzle, least) in [("eight", 8), ("cube2", 4)] {
        page.change_to(puzzle);
        page.click("#moves [aria-label$=SVG]");
        let svg = saved(&folder.path().join(format!("{puzzle}.svg")));
        let svg = String::from_utf8(svg).expect("text");
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox="));
        // Nothing of it needs the page.
        for part in ["class=", "style=", "var(", "color(", "href"] {
            assert!(!svg.contains(part), "{puzzle} has {part}");
        }
        assert!(svg.matches("<path").count() + svg.matches("<rect").count() > least);
        if page.count(".turntable") == 1 {
            is_seen_as_turned(&page, folder.path());
        }
        page.click("#moves [aria-label$=PNG]");
        let png = saved(&folder.path().join(format!("{puzzle}.png")));
        assert!(png.starts_with(b"\x89PNG"));
        assert_eq!(png[16..20], 1000_u32.to_be_bytes());
    }
}
