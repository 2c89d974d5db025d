//! The solution: played, scrubbed, stepped through.

use std::fs;
use std::process::Command;

use fantoccini::key::Key;

use crate::page::{Page, until};

/// Four moves from its goal.
const BOARD: &str = "#p=eight&b=123745086";

#[test]
#[ignore = "needs a browser: see main.rs"]
fn solved_and_scrubbed() {
    let page = Page::open_at("solution", BOARD);
    page.shows("#truth .verdict", "4 moves");
    page.push("solution", "Show the solution");
    page.tells("urrd");
    page.leads_to("&at=0");
    // The slider, by its keys.
    page.execute("document.querySelector('#solution input[type=range]').focus();");
    page.press(&char::from(Key::End).to_string());
    page.shows("#truth .verdict", "Solved");
    page.press(&char::from(Key::Left).to_string());
    page.shows("#truth .verdict", "1 move");
    page.push("controls", "Restart");
    page.shows("#truth .verdict", "4 moves");
    page.screenshot("shown");
    page.is_accessible();
    page.push("solution", "Play");
    page.shows("#truth .verdict", "Solved");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_hint_is_one_move() {
    let page = Page::open_at("hint", BOARD);
    page.shows("#truth .verdict", "4 moves");
    page.push("solution", "Hint");
    page.shows("#solution", "Try ");
    page.tells("");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn copied_as_a_judge_reads_it() {
    let page = Page::open_at("copy-solution", BOARD);
    page.lets_the_clipboard_be_used();
    page.shows("#truth .verdict", "4 moves");
    page.push("solution", "Copy");
    page.shows("#solution", "Copied");
    assert_eq!(page.clipboard(), "urrd");
    page.execute(
        "document.querySelector('[aria-label=\"Format of the copy\"]').value = 'hdu1043';",
    );
    page.push("solution", "Copy");
    until("it is copied as an answer", || page.clipboard() == "urrd\n");
}

/// The proof is one file or an archive with its tables, or there is a reason why not.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_proof_is_saved() {
    let page = Page::open_at("proof", BOARD);
    let folder = tempfile::tempdir().expect("a folder");
    page.downloads_go_to(folder.path());
    page.shows("#truth .verdict", "4 moves");
    page.push("solution", "Save the proof");
    page.shows("#solution", "fewest-check eight.cert");
    let file = folder.path().join("eight.cert");
    until("the file is saved", || file.exists());
    let text = fs::read_to_string(&file).expect("a text");
    let claim = "\nboard 1 2 3 7 4 5 0 8 6\nmoves u r r d\nbound search\n";
    assert!(
        text.starts_with("fewest-certificate 2\n") && text.contains(claim),
        "{text}"
    );
    page.is_accessible();
    page.screenshot("saved");
    page.go("#p=eight&b=213456780");
    page.shows("#truth .verdict", "Can't be solved");
    fs::remove_file(&file).expect("it is there");
    page.push("solution", "Save the proof");
    until("the other file is saved", || file.exists());
    let text = fs::read_to_string(&file).expect("a text");
    assert!(text.contains("\nunsolvable\n"), "{text}");
    page.go("#p=eight&b=123456780");
    page.shows("#truth .verdict", "Solved");
    assert!(!page.text("#solution").contains("Save the proof"));
    page.go("#p=rotation&b=221131133122131223321233");
    page.shows("#truth .verdict", "12 moves");
    page.push("solution", "Save the proof");
    page.shows(
        "#solution",
        "tar -xf rotation.cert.tar && fewest-check rotation.cert",
    );
    let archive = folder.path().join("rotation.cert.tar");
    until("the archive is saved", || archive.exists());
    let mut tar = Command::new("tar");
    let unpacked = tar.arg("-xf").arg(&archive).current_dir(folder.path());
    assert!(unpacked.status().is_ok_and(|status| status.success()));
    // One table for each symbol that may fill the centre.
    for table in 0..3 {
        let table = folder.path().join(format!("rotation.cert.{table}"));
        assert_eq!(fs::metadata(table).expect("it is unpacked").len(), 735_471);
    }
    page.go("#p=cube3&b=wwwwwwwwwooogggrrrbbbooogggrrrbbbooogggrrrbbbyyyyyyyyy&m=R+U+F+L+D+B");
    page.shows("#truth .verdict", "6 moves");
    page.push("solution", "Save the proof");
    // A table of a few pieces guides the checker's search.
    page.shows("#solution", "fewest-check cube3.cert");
    page.go("#p=knights&b=011*100111101100100100100");
    page.shows("#truth .verdict", "15 moves");
    page.push("solution", "Save the proof");
    page.shows("#solution", "tables that are too large for a page");
    page.resize(360, 740);
    page.fits();
    page.is_accessible();
}

/// The distance of a cube from its cross, and the moves there; other puzzles have no stages.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_stages_of_a_cube() {
    let page = Page::open_at("stage", "#p=cube3");
    page.shows("#truth .verdict", "exact");
    let choose = |stage: &str| {
        page.execute(&format!(
            "const list = document.querySelector('#stage select');
             list.value = '{stage}';
             list.dispatchEvent(new Event('change'));"
        ));
    };
    page.go("#p=cube3&b=wwwwwwwwwooogggrrrbbbooogggrrrbbbooogggrrrbbbyyyyyyyyy&m=F+R");
    page.shows("#truth .verdict", "2 moves");
    choose("cross");
    page.shows("#stage", "2 moves to this stage");
    page.shows("#stage .stage-answer", "R' F'");
    // Grey on the board: all but the centres and the edges of the cross, wherever moves carry them.
    let grey = || {
        let paths = "[...document.querySelectorAll('#board-holder .solid .piece-hidden')]";
        let count = format!("{paths}.map((path) => path.getAttribute('d').split('Z').length - 1)");
        page.execute(&format!(
            "return {count}.reduce((sum, own) => sum + own, 0);"
        ))
        .as_u64()
    };
    let are_grey = || (Some(18)..Some(25)).contains(&grey());
    until("other pieces are grey", are_grey);
    page.is_accessible();
    page.screenshot("cross");
    page.push("controls", "Undo");
    assert!(are_grey());
    page.push("controls", "Redo");
    page.shows("#stage", "2 moves to this stage");
    assert!(are_grey());
    choose("");
    until("none is grey", || grey() == Some(0));
    choose("cross");
    // Neither move touches the block.
    choose("block222");
    page.shows("#stage", "This stage is solved.");
    choose("cross");
    page.shows("#stage", "2 moves to this stage");
    page.push("stage", "Show these moves");
    page.leads_to("&m=F+R+R%27+F%27&at=2");
    page.push("controls", "Redo");
    page.shows("#stage", "1 move to this stage");
    page.push("controls", "Redo");
    page.shows("#stage", "This stage is solved.");
    page.resize(360, 740);
    page.fits();
    page.is_accessible();
    // Another stage, or another board: the answer disappears at once.
    for change in [
        "const list = document.querySelector('#stage select');
         list.value = 'xcross';
         list.dispatchEvent(new Event('change'));",
        "document.querySelector('#truth .moves button').click();",
    ] {
        page.go("#p=cube3&b=wwwwwwwwwooogggrrrbbbooogggrrrbbbooogggrrrbbbyyyyyyyyy&m=F+R");
        page.shows("#stage", "2 moves to this stage");
        let seen = "return document.querySelector('#stage .stage-distance').textContent;";
        assert_eq!(page.execute(&format!("{change}{seen}")), "");
        page.shows("#stage", "to this stage");
    }
    page.go("#p=eight&b=123456708");
    page.shows("#truth .verdict", "1 move");
    assert_eq!(page.text("#stage"), "");
    page.go("#p=skewb");
    page.shows("#stage", "Whole puzzle");
    choose("skewb-layer");
    page.shows("#stage .stage-distance", "stage");
}
