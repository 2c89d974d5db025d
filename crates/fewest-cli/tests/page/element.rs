//! `<fewest-board>`: boards on other pages.

use std::fs;

use fantoccini::key::Key;

use crate::host::{Host, export};
use crate::page::{Page, until};

/// What an element shows, as text.
fn text(page: &Page, element: &str) -> String {
    let script = format!("return document.querySelector('{element}')?.shadowRoot?.textContent;");
    page.execute(&script)
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Runs a script about the root of an element's board.
fn run(page: &Page, element: &str, script: &str) -> serde_json::Value {
    page.execute(&format!(
        "const root = document.querySelector('{element}').shadowRoot; {script}"
    ))
}

/// A page of another origin, which names only the script.
const OTHER: &str =
    "<!doctype html><meta charset=utf-8><title>blog</title><link rel=icon href=data:,>
    <fewest-board id=tiles puzzle=eight board=123405786></fewest-board>
    <fewest-board id=cube puzzle=cube2 moves=\"R U' F2\" at=1></fewest-board>
    <fewest-board id=nothing puzzle=nothing></fewest-board>
    <fewest-board id=wrong puzzle=eight moves=\"q\"></fewest-board>
    <script type=module src=SCRIPT></script>";

#[test]
#[ignore = "needs a browser: see main.rs"]
fn boards_are_played_on_a_page_of_another_origin() {
    let [site, blog] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    export(site.path());
    let host = Host::start(site.path().to_owned());
    let script = format!("{}element.js", host.address);
    let html = OTHER.replace("SCRIPT", &script);
    fs::write(blog.path().join("index.html"), html).expect("writable");
    let other = Host::start(blog.path().to_owned());
    let page = Page::open_from("element", other.address.clone(), None);
    page.go("");
    until("the boards", || {
        text(&page, "#tiles").contains("0 moves made")
            && text(&page, "#cube").contains("1 move made")
    });
    // A solid, styled by the page's sheet.
    let fill = "return getComputedStyle(root.querySelector('.solid .solid-body')).fill";
    assert_eq!(run(&page, "#cube", fill), "rgb(23, 24, 27)");
    run(
        &page,
        "#cube",
        "[...root.querySelectorAll('button')].find((own) => own.textContent === 'Redo').click()",
    );
    assert!(text(&page, "#cube").contains("2 moves made"));
    // A tile is clicked, and then slid by an arrow key.
    let click = "root.querySelector('.cell[data-cell=\"5\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))";
    run(&page, "#tiles", click);
    assert!(text(&page, "#tiles").contains("1 move made"));
    run(
        &page,
        "#tiles",
        "root.querySelector('.cell[data-cell=\"8\"]').focus()",
    );
    page.press(&char::from(Key::Up).to_string());
    until("it is solved", || {
        text(&page, "#tiles").contains("Solved. 2 moves made.")
    });
    let link = run(&page, "#tiles", "return root.querySelector('a').href");
    let link = link.as_str().unwrap_or_default().to_owned();
    assert_eq!(link, format!("{}#p=eight&b=123405786&m=r+d", host.address));
    // What is wrong is named.
    assert!(text(&page, "#nothing").contains("no puzzle called “nothing”"));
    assert!(text(&page, "#wrong").contains("“q” is not a move of eight"));
    // Other attributes, another board.
    page.execute("document.getElementById('tiles').setAttribute('board', '123456780');");
    until("the other board", || {
        text(&page, "#tiles").contains("Solved. 0 moves made.")
    });
    // It asks nobody but its own host.
    let asked = format!("asked for {}", host.address);
    let complaints = page.complaints();
    assert!(
        complaints.iter().all(|own| own.starts_with(&asked)),
        "{complaints:#?}"
    );
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_examples_of_boards_are_shown() {
    let page = Page::open("examples");
    page.go("embed.html");
    let shown = "return [...document.querySelectorAll('fewest-board')].every(({shadowRoot}) => shadowRoot?.textContent.includes('made.'))";
    until("the boards", || page.execute(shown) == true);
    page.is_accessible();
    page.screenshot("examples");
}
