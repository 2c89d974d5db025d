//! The panels for work: searches compared, one search step by step, a definition written.

use std::fs;
use std::path::Path;

use fantoccini::key::Key;
use serde_json::json;

use crate::page::{Page, until};

/// Eight moves from its goal.
const BOARD: &str = "#p=eight&b=123480765";

/// A puzzle of one row: three cells, and two moves that swap neighbours.
const DEFINITION: &str = r#"name = "swap"
cells = "1 2 3"
pieces = "a b c"
[[move]]
name = "l"
cycles = "(1 2)"
[[move]]
name = "r"
cycles = "(2 3)"
[[goal]]
board = "a b c"
"#;

#[test]
#[ignore = "needs a browser: see main.rs"]
fn searches_compared() {
    let page = Page::open_at("compare", BOARD);
    page.shows("#truth .verdict", "exact");
    page.open_tab("compare");
    page.push("compare", "Run");
    page.shows("#compare [role=status]", "Done: ");
    let lengths = "
        const rows = [...document.querySelectorAll('#compare table.runs tbody tr')].slice(1);
        return rows.length > 4 && rows.every((row) => row.cells.length > 5);
    ";
    assert_eq!(page.execute(lengths), true);
    page.screenshot("runs");
    page.is_accessible();
    page.resize(360, 740);
    page.fits();
    page.is_accessible();
    page.screenshot("360");
    let folder = tempfile::tempdir().expect("a folder");
    page.downloads_go_to(folder.path());
    page.push("compare", "Save as CSV");
    let file = folder.path().join("fewest-searches.csv");
    until("the file is saved", || file.exists());
    let csv = fs::read_to_string(file).expect("readable");
    assert!(csv.lines().count() > 4 && csv.contains("a-star"), "{csv}");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_comparison_is_stopped() {
    let far = "#p=fifteen&b=14+15+8+12+10+11+9+13+2+6+5+1+3+7+4+0";
    let page = Page::open_at("compare-stop", far);
    page.open_tab("compare");
    page.push("compare", "Run");
    page.push("compare", "Stop");
    page.shows("#compare [role=status]", "Stopped: ");
    // The page continues as before.
    page.go(BOARD);
    page.shows("#truth .verdict", "exact");
    page.push("compare", "Run");
    page.shows("#compare [role=status]", "Done: ");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_search_step_by_step() {
    let page = Page::open_at("steps", BOARD);
    page.shows("#truth .verdict", "exact");
    page.open_tab("steps");
    page.push("steps", "Show");
    page.shows("#steps .facts", "1 of ");
    page.push("steps", "Next");
    page.shows("#steps .facts", "2 of ");
    page.shows("#steps .way", "Reached by ");
    page.screenshot("tree");
    page.is_accessible();
    page.press(&char::from(Key::Home).to_string());
    page.shows("#steps .facts", "1 of ");
    page.resize(360, 740);
    page.fits();
    page.screenshot("360");
}

/// The steps of a search are about the board on which it ran.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_steps_end_with_their_board() {
    let page = Page::open_at("steps-board", BOARD);
    page.shows("#truth .verdict", "exact");
    page.open_tab("steps");
    page.push("steps", "Show");
    page.shows("#steps [role=status]", "expanded, ");
    page.leads_to("&step=1");
    let seen = "const steps = document.getElementById('steps');
         return [steps.querySelectorAll('.tree').length, steps.querySelector('[role=status]').textContent];";
    let play = "document.querySelector('#truth .moves button').click();";
    assert_eq!(page.execute(&format!("{play}{seen}")), json!([0, ""]));
    page.leads_to("&t=steps");
    page.push("steps", "Show");
    page.shows("#steps [role=status]", "expanded, ");
    page.screenshot("again");
}

/// The tab begins with a board that branches; its link brings back the searches and the step.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn searches_for_a_class() {
    let page = Page::open_at("class", "#p=eight");
    page.shows("#truth .verdict", "exact");
    page.open_tab("steps");
    page.shows("#steps [role=status]", "A* with manhattan: ");
    let expanded = page.count("#steps .tree .node");
    assert!((30..=60).contains(&expanded), "{expanded}");
    page.execute(
        "const [algorithm, , other] = document.querySelectorAll('#steps select');
         for (const [select, value] of [[algorithm, 'ida-star'], [other, 'breadth-first']]) {
             select.value = value;
             select.dispatchEvent(new Event('change'));
         }",
    );
    page.push("steps", "Show");
    page.shows("#steps .iteration", "Threshold ");
    page.push("steps", "Next threshold");
    page.shows("#steps .iteration", "no answer, so the threshold rises to ");
    page.push("steps", "Next threshold");
    page.shows("#steps .iteration", "(2 of ");
    let step = page.text("#steps .facts dd");
    let step = step.split(' ').next().expect("a number");
    page.leads_to(&format!(
        "&t=steps&s=ida-star+manhattan&s2=breadth-first&step={step}"
    ));
    page.is_accessible();
    page.screenshot("two");
    let link = page.fragment();
    page.leave();
    page.go(&link);
    page.shows("#steps .iteration", "(2 of ");
    page.shows("#steps .facts dd", &format!("{step} of "));
    page.leads_to(&link);
    // Another board is not what was searched, so its link has no step.
    page.click("#truth .moves button");
    page.leads_to("&t=steps");
    assert_eq!(page.count("#steps .iteration"), 0);
    page.push("steps", "Show");
    page.shows("#steps .iteration", "Threshold ");
    // Without motion, thresholds are shown one by one.
    page.prefer(&[("prefers-reduced-motion", "reduce")]);
    let plays = "return document.querySelector('#steps .unless-still').checkVisibility();";
    assert_eq!(page.execute(plays), false);
    page.resize(360, 740);
    page.fits();
    page.is_accessible();
    page.screenshot("360");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_definition_is_mended_and_played() {
    let page = Page::open("define");
    page.shows("#truth .verdict", "exact");
    page.open_tab("define");
    page.shows("#define [role=status]", "No mistakes.");
    page.fill(
        "#define .editor-field",
        &DEFINITION.replace("(2 3)", "(2 4)"),
    );
    page.shows("#define [role=status]", "1 mistake.");
    page.shows("#define .problems", "line 9");
    page.screenshot("mistake");
    page.is_accessible();
    page.fill("#define .editor-field", DEFINITION);
    page.shows("#define [role=status]", "No mistakes.");
    page.shows("#define .report", "swap");
    page.push("define", "Play it");
    page.shows("#title", "swap");
    page.shows("#truth .verdict", "exact");
    page.screenshot("played");
    page.is_accessible();
    // The link holds the definition.
    let link = page.fragment();
    assert!(link.starts_with("#d=") && link.len() < 400, "{link}");
    page.leave();
    page.go(&link);
    page.shows("#title", "swap");
    page.shows("#truth .verdict", "exact");
    assert_eq!(page.fragment(), link);
    page.resize(360, 740);
    page.fits();
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn an_edited_definition_survives_a_reload() {
    let page = Page::open("draft");
    page.shows("#truth .verdict", "exact");
    page.open_tab("define");
    page.shows("#define [role=status]", "No mistakes.");
    page.paste("#define .editor-field", DEFINITION);
    page.shows("#define .report", "swap");
    for _ in 0..2 {
        page.reload();
        page.open_tab("define");
        page.shows("#define .report", "swap");
    }
    let text = "return document.querySelector('.editor-field').value;";
    assert_eq!(page.execute(text), DEFINITION);
    // An example in its place does not drop it.
    page.execute(
        "const choice = document.querySelector('#define select');
         choice.value = 'cube2';
         choice.dispatchEvent(new Event('change'));",
    );
    page.shows("#define .report", "cube2");
    page.reload();
    page.open_tab("define");
    page.shows("#define .report", "swap");
}

/// A row of pieces that rotates as a ring, or swaps its first two.
fn ring(pieces: usize) -> String {
    let names: Vec<String> = (1..=pieces).map(|piece| piece.to_string()).collect();
    let names = names.join(" ");
    format!(
        "name = \"ring{pieces}\"\ncells = \"{names}\"\npieces = \"{names}\"\n\
         [[move]]\nname = \"turn\"\ncycles = \"({names})\"\n\
         [[move]]\nname = \"swap\"\ncycles = \"(1 2)\"\n\
         [[goal]]\nboard = \"{names}\"\n"
    )
}

fn play_ring(page: &Page, pieces: usize) {
    let name = format!("ring{pieces}");
    page.open_tab("define");
    page.paste("#define .editor-field", &ring(pieces));
    page.shows("#define .report", &name);
    page.push("define", "Play it");
    page.shows("#title", &name);
    page.shows("#truth .verdict", "exact");
}

/// Work that needs too much memory is refused in advance, an endless search is stopped, and the
/// page continues.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_definition_too_large_to_count() {
    let page = Page::open("large");
    page.shows("#truth .verdict", "exact");
    page.open_tab("define");
    page.shows("#define [role=status]", "No mistakes.");
    play_ring(&page, 14);
    page.open_tab("whole");
    page.shows("#whole", "There are too many boards to count in a page");
    page.shows("#whole", "fewest survey ring14");
    assert_eq!(page.count("#level [value='hardest']"), 0);
    // Random boards of fourteen pieces may be solved at once.
    play_ring(&page, 20);
    page.new_board("random");
    page.shows("#truth", "Searching: at least ");
    page.push("truth", "Stop");
    page.shows("#truth", "Stopped.");
    page.is_accessible();
}

/// A text typed as a definition leads at most to a list of mistakes.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn what_is_no_definition() {
    let page = Page::open("no-definition");
    page.shows("#truth .verdict", "exact");
    page.open_tab("define");
    page.shows("#define [role=status]", "No mistakes.");
    for (text, message) in [
        (" ", "No definition yet"),
        ("cells = ", "mistake"),
        ("\u{1f9e9}", "mistake"),
        ("name = 1\ncells = []", "mistake"),
        ("<img src=x onerror=alert(1)>", "mistake"),
    ] {
        page.paste("#define .editor-field", text);
        page.shows("#define [role=status]", message);
    }
    assert_eq!(page.text("#notice"), "");
}

/// Definitions cut off in the middle, and the fuzzer's seeds.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn definitions_of_all_kinds() {
    let page = Page::open("definitions");
    page.shows("#truth .verdict", "exact");
    page.open_tab("define");
    page.shows("#define [role=status]", "No mistakes.");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (folder, is_cut) in [("puzzles", true), ("fuzz/seeds", false)] {
        let files = fs::read_dir(root.join(folder)).expect("a folder");
        for file in files {
            let path = file.expect("a file").path();
            let text = fs::read_to_string(&path).expect("text");
            let half = text.len() / 2 + text[text.len() / 2..].find('"').unwrap_or(0);
            page.paste("#define .editor-field", "");
            page.shows("#define [role=status]", "No definition yet");
            page.paste(
                "#define .editor-field",
                if is_cut { &text[..half] } else { &text },
            );
            let status = || page.text("#define [role=status]");
            until(&path.display().to_string(), || {
                status().contains("mistake") || status().contains("warning")
            });
        }
    }
}
