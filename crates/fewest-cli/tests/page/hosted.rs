//! The exported files on a plain web server, under a path.

use crate::host::{Host, export};
use crate::page::Page;

#[test]
#[ignore = "needs a browser: see main.rs"]
fn under_a_path_of_another_host() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = folder.path().join("games").join("fewest");
    export(&site);
    let host = Host::start(folder.path().to_owned());
    let address = format!("{}games/fewest/", host.address);
    let page = Page::open_from("hosted", address, None);
    page.go("#p=rotation&b=111132323132231222312133");
    page.shows("#truth .verdict", "2 moves");
    page.open_tab("whole");
    page.shows("#whole", "9,465,511,770");
}
