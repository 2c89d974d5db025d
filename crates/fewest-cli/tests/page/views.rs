//! Compares the page, as first shown for each puzzle, with pictures of it.
//!
//! The sheets in `views/` show the pages, reduced to small pictures, in the order of the gallery.
//! With `FEWEST_NEW_VIEWS=1` in the environment, the test replaces them. The pages of the test in
//! their full size are in the folder for screenshots: check these by eye before you commit.

use std::io::Cursor;
use std::path::PathBuf;

use serde_json::json;

use crate::page::{Page, until};
use crate::picture::{Difference, Picture, SQUARE, Sheet};

/// Sizes are in pixels.
struct Screen {
    width: u32,
    /// The window's height.
    height: u32,
    /// The height of the compared part: the longest page has less.
    whole: u32,
    /// The puzzles that are opened; none: all.
    puzzles: &'static [&'static str],
}

const SCREENS: [Screen; 2] = [
    Screen {
        width: 1400,
        height: 900,
        whole: 1660,
        puzzles: &[],
    },
    Screen {
        width: 360,
        height: 740,
        whole: 2600,
        puzzles: &["rotation", "eight", "cube3", "rings8"],
    },
];

/// Their tables take longer than a test waits: the pictures show the page while it builds them.
const LARGE: [&str; 2] = ["domino-cube", "dino"];

/// Returns true if nothing more is found out about the board. How much of a large table is built is
/// not shown: that is different each time.
const SETTLED: &str = "
    const text = (part) => document.querySelector(`#truth ${part}`).textContent;
    const state = document.querySelector('#truth .state');
    state.style.visibility = isLarge ? 'hidden' : '';
    if (isLarge) return text('.state').includes('Building the table');
    const isKnown = text('.verdict').includes('exact') && !/[…≥]/.test(text('.moves'));
    return isKnown && (state.classList.contains('searches') || text('.detail').includes('shortest answer'));
";

/// The parts of the page that have any of these places.
const PARTS: &str = "
    const has = ({left, right, top, bottom}, [x, y]) =>
        x > left && x < right && y > top + scrollY && y < bottom + scrollY;
    const parts = ['header', '#bar', '#aim', '#board-holder', '#controls', '#deal', '#moves', '#truth', '#solution', '#tabs', 'footer'];
    return parts.filter((part) => {
        const box = document.querySelector(part).getBoundingClientRect();
        return places.some((place) => has(box, place));
    }).join(', ') || 'no part of the page';
";

impl Page {
    /// Waits until nothing more is found out about a puzzle's first board.
    fn settles(&self, puzzle: &str) {
        let is_large = LARGE.contains(&puzzle);
        let script = format!("const isLarge = {is_large}; {SETTLED}");
        until(puzzle, || self.execute(&script) == true);
    }

    /// The place of a difference, in words.
    fn place_of(&self, Difference { places, most }: &Difference) -> String {
        let parts = self.execute(&format!("const places = {}; {PARTS}", json!(places)));
        let parts = parts.as_str().unwrap_or_default();
        let [x, y] = [0, 1].map(|axis| {
            let along = || places.iter().map(|place| place[axis]);
            let (start, end) = (along().min(), along().max());
            format!("{} to {}", start.unwrap_or(0), end.unwrap_or(0))
        });
        format!("by up to {most} of 255 at x {x}, y {y} ({parts})")
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn views_look_as_before() {
    let page = Page::open("views");
    // The browser's own choice differs between systems.
    page.execute("document.documentElement.style.fontFamily = '\"DejaVu Sans\", sans-serif';");
    let all = page.names();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/page/views");
    let mut errors = Vec::new();
    for screen in SCREENS {
        page.resize(screen.width, screen.height);
        let size = [screen.width, screen.whole].map(|side| side as usize / SQUARE);
        let is_shown =
            |name: &&String| screen.puzzles.is_empty() || screen.puzzles.contains(&name.as_str());
        let names: Vec<&String> = all.iter().filter(is_shown).collect();
        let mut sheets = ["light", "dark"].map(|scheme| {
            let file = folder.join(format!("{scheme}-{}.png", screen.width));
            let kept = file.exists().then(|| Sheet::read(&file, size));
            (scheme, file, kept, Sheet::blank(names.len(), size))
        });
        for (index, name) in names.iter().enumerate() {
            page.change_to(name);
            page.settles(name);
            for (scheme, _, kept, seen) in &mut sheets {
                page.prefer(&[
                    ("prefers-color-scheme", scheme),
                    ("prefers-reduced-motion", "reduce"),
                ]);
                let bytes = page.picture(screen.width, screen.whole);
                let picture = Picture::read(Cursor::new(&bytes)).small();
                seen.put(index, &picture);
                let file = page.keep(&format!("{name}-{scheme}-{}", screen.width), &bytes);
                let before = kept.as_ref().and_then(|sheet| sheet.get(index));
                let place = match before.map(|before| before.difference(&picture)) {
                    Some(None) => continue,
                    Some(Some(difference)) => page.place_of(&difference),
                    None => "it has no picture yet".to_owned(),
                };
                errors.push(format!(
                    "{name}, {scheme}, {} px wide: {place}; now it is {}",
                    screen.width,
                    file.display()
                ));
            }
        }
        if std::env::var_os("FEWEST_NEW_VIEWS").is_some() {
            errors.clear();
            for (_, file, _, seen) in sheets {
                seen.write(&file);
            }
        }
    }
    assert!(
        errors.is_empty(),
        "views that differ from their pictures:\n{}",
        errors.join("\n")
    );
}
