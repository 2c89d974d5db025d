//! The exported files on a plain web server, under a path.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use crate::page::Page;

#[test]
#[ignore = "needs a browser: see main.rs"]
fn under_a_path_of_another_host() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = folder.path().join("games").join("fewest");
    export(&site);
    let address = host(folder.path().to_owned());
    let address = format!("{address}games/fewest/");
    let page = Page::open_from("hosted", address, None);
    page.go("#p=rotation&b=111132323132231222312133");
    page.shows("#truth .verdict", "2 moves");
    page.open_tab("whole");
    page.shows("#whole", "9,465,511,770");
}

/// Writes the page's files to a folder.
pub fn export(site: &Path) {
    let status = Command::new(env!("CARGO_BIN_EXE_fewest"))
        .args(["serve", "--export"])
        .arg(site)
        .stdout(Stdio::null())
        .status();
    assert!(status.is_ok_and(|status| status.success()));
}

/// Serves a folder to this machine, as plainly as any host, until the test ends.
pub fn host(folder: PathBuf) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let folder = folder.clone();
            thread::spawn(move || send(&folder, stream));
        }
    });
    format!("http://{address}/")
}

fn send(folder: &Path, mut stream: TcpStream) -> io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    // The rest of the head.
    while lines
        .next()
        .transpose()?
        .is_some_and(|line| !line.is_empty())
    {}
    let path = first.split(' ').nth(1).unwrap_or_default();
    let name = path.trim_start_matches('/');
    let name = if name.ends_with('/') {
        format!("{name}index.html")
    } else {
        name.to_owned()
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let (status, bytes) = match fs::read(folder.join(&name)) {
        Ok(bytes) => ("200 OK", bytes),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let length = bytes.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&bytes)
}
