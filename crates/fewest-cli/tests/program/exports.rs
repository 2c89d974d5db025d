//! `fewest serve --export`: the page's files, for any web host.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;

use crate::common::{fewest_on, run};
use crate::serve::Page;

/// Every file below a folder that is not hidden and has an extension, with its path as in an
/// address.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut folders = vec![(folder.to_owned(), String::new())];
    let mut files = Vec::new();
    while let Some((folder, prefix)) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            let is_hidden = name.starts_with('.');
            let name = format!("{prefix}/{name}");
            if path.is_dir() {
                folders.push((path, name));
            } else if !is_hidden && path.extension().is_some() {
                files.push((name, fs::read(&path).expect("readable")));
            }
        }
    }
    files.sort();
    files
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("site");
    (folder, path)
}

/// The page's files are the same in the repository, as served and as exported.
#[test]
fn the_export_is_what_is_served() {
    let (_folder, site) = folder();
    let arguments = format!("serve --export {}", site.display());
    let run = fewest_on(&arguments, "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    let exported = files(&site);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let built = files(&page.join("served"));
    assert!(built.iter().all(|file| exported.contains(file)));
    for (name, bytes) in exported.iter().filter(|file| !built.contains(file)) {
        let present = fs::read(page.join(name.trim_start_matches('/')));
        assert_eq!(present.ok().as_ref(), Some(bytes), "{name}");
    }
    assert!(run.stdout.starts_with("wrote "), "{run:?}");
    let page = Page::open("");
    for (name, bytes) in &exported {
        let plain = page.get(name);
        plain.is_safe();
        assert_eq!(&plain.body, bytes, "{name}");
        assert_eq!(plain.field("Content-Encoding"), None);
        assert_eq!(plain.field("Cache-Control"), Some("no-cache"));
        let kind = match name.rsplit('.').next().unwrap_or_default() {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "json" => "application/json",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "wasm" => "application/wasm",
            "lzma" => "application/x-lzma",
            _ => panic!("what is {name}?"),
        };
        assert_eq!(plain.field("Content-Type"), Some(kind), "{name}");
        let packed = page.ask("GET", name, "Accept-Encoding: gzip, deflate, br\r\n");
        let mut unpacked = Vec::new();
        match packed.field("Content-Encoding") {
            Some("gzip") => GzDecoder::new(packed.body.as_slice()).read_to_end(&mut unpacked),
            None => packed.body.as_slice().read_to_end(&mut unpacked),
            Some(other) => panic!("{other}"),
        }
        .expect("bytes");
        assert_eq!(&unpacked, bytes, "{name}");
        let is_text = kind.starts_with("text/") || kind.starts_with("image/svg");
        let is_packed = packed.field("Content-Encoding").is_some();
        assert_eq!(is_packed, is_text || kind == "application/json", "{name}");
        assert_eq!(plain.field("Vary").is_some(), is_packed);
        // A copy of one is not a copy of the other.
        assert_eq!(packed.field("ETag") != plain.field("ETag"), is_packed);
        for response in [plain, packed] {
            let length = response.field("Content-Length").map(str::to_owned);
            assert_eq!(length, Some(response.body.len().to_string()), "{name}");
        }
    }
}

/// The address of a page's picture.
fn picture(html: &[u8]) -> String {
    let html = String::from_utf8_lossy(html);
    let (_, rest) = html
        .split_once("property=\"og:image\" content=\"")
        .expect("a picture");
    rest.split('"').next().unwrap_or_default().to_owned()
}

/// Programs that show what a link opens read its page, and run none of its scripts.
#[test]
fn every_puzzle_has_a_page_with_a_picture_for_links() {
    let (_folder, site) = folder();
    let export = |more: &str| {
        let run = fewest_on(&format!("serve --export {}{more}", site.display()), "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    };
    export("");
    for name in ["rotation", "eight", "cube3", "traffic"] {
        let html = fs::read(site.join(format!("p/{name}.html"))).expect("a page");
        assert_eq!(picture(&html), format!("{name}.png"));
        let text = String::from_utf8_lossy(&html);
        for part in [
            "og:title",
            "og:description",
            "name=\"description\"",
            "<title>",
        ] {
            assert!(text.contains(part), "{name} has no {part}");
        }
        let bytes = fs::read(site.join(format!("p/{name}.png"))).expect("a picture");
        assert!(bytes.starts_with(b"\x89PNG") && bytes.len() < 30_000);
    }
    export(" --address https://example.org/games");
    for (page, end) in [
        ("p/eight.html", "p/eight.png"),
        ("index.html", "p/rotation.png"),
    ] {
        let html = fs::read(site.join(page)).expect("a page");
        assert_eq!(picture(&html), format!("https://example.org/games/{end}"));
    }
}

#[test]
fn exports_again() {
    let (_folder, site) = folder();
    let arguments = format!("serve --export {}", site.display());
    let first = fewest_on(&arguments, "");
    assert_eq!(first.code, 0, "{first:?}");
    let exported = files(&site);
    // Files of an earlier export are replaced or removed; others stay.
    let (index, note) = (site.join("index.html"), site.join("note"));
    let (outside, old) = (
        site.with_file_name("outside.js"),
        site.join("panels/old.js"),
    );
    fs::create_dir(site.join("panels")).expect("writable");
    for file in [&index, &note, &outside, &old] {
        fs::write(file, "mine").expect("writable");
    }
    let list = site.join(".fewest-export");
    let names = fs::read_to_string(&list).expect("a list");
    fs::write(&list, format!("panels/old.js\n../outside.js\n{names}")).expect("writable");
    let again = fewest_on(&arguments, "");
    assert_eq!(
        (again.code, again.stdout.as_str()),
        (0, first.stdout.as_str())
    );
    assert_eq!(fs::read(&note).expect("it is there"), b"mine");
    assert!(outside.exists() && !site.join("panels").exists());
    fs::remove_file(&note).expect("removable");
    assert_eq!(files(&site), exported);
    // Regression: a folder in which only the earlier export had files was removed, and not made again.
    let module = site.join("module");
    fs::remove_dir_all(&module).expect("removable");
    fs::create_dir(&module).expect("writable");
    fs::write(module.join("fewest.wasm.gz"), "earlier").expect("writable");
    fs::write(&list, "module/fewest.wasm.gz\n").expect("writable");
    assert_eq!(fewest_on(&arguments, "").code, 0);
    assert_eq!(files(&site), exported);
    // Identical files are accepted.
    fs::remove_file(&list).expect("removable");
    assert_eq!(fewest_on(&arguments, "").code, 0);
    assert!(list.exists());
}

#[test]
fn an_export_replaces_no_file_of_others() {
    let (_folder, site) = folder();
    let arguments = format!("serve --export {}", site.display());
    fs::create_dir(&site).expect("a folder");
    let index = site.join("index.html");
    fs::write(&index, "mine").expect("writable");
    let message = format!(
        "{} exists and is not from an earlier export; remove it or choose another folder",
        index.display()
    );
    fewest_on(&arguments, "").fails("", &message);
    assert_eq!(fs::read(&index).expect("it is there"), b"mine");
    assert!(!site.join("style.css").exists() && !site.join(".fewest-export").exists());
    fs::remove_file(&index).expect("removable");
    fs::create_dir(&index).expect("a folder");
    fewest_on(&arguments, "").fails("", &format!("{} exists and is not a file", index.display()));
    let under = format!("serve --export {}/style.css/a", site.display());
    fs::write(site.join("style.css"), "mine").expect("writable");
    let run = fewest_on(&under, "");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("style.css"), "{run:?}");
}

/// As on a full disk: a file that can't be written completely does not exist.
#[cfg(unix)]
#[test]
fn an_export_leaves_no_half_of_a_file() {
    let (_folder, site) = folder();
    let script = format!(
        "ulimit -f 0; exec {} serve --export {}",
        env!("CARGO_BIN_EXE_fewest"),
        site.display()
    );
    let mut bash = Command::new("bash");
    bash.args(["-c", &script]);
    let run = run(bash, "");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert!(run.stderr.starts_with("error: can't write "), "{run:?}");
    assert_eq!(files(&site), []);
}
