//! A page that has less memory than a puzzle needs.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::host::{Host, export};
use crate::page::Page;

/// The limit of the module's memory: 48 MiB, in pages of 64 KiB, as WebAssembly encodes numbers.
const MAX_PAGES: [u8; 2] = [0x80, 0x06];

/// The page reports the shortage and a remedy, and continues with smaller work.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn running_out_of_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = folder.path().join("small");
    export(&site);
    let module = site.join("module/fewest.wasm.gz");
    let before = end_of(&module);
    limit(&module);
    // The page compares the end of the module with what it knows, and browsers compare the page with index.html.
    replace(&site.join("page.js"), &before, &end_of(&module));
    replace(&site.join("index.html"), "integrity=", "data-integrity=");
    let host = Host::start(folder.path().to_owned());
    let address = format!("{}small/", host.address);
    let page = Page::open_from("memory", address, None);
    page.go("#p=eight&b=123456708");
    page.shows("#truth .verdict", "1 move");
    page.go("#p=knights");
    page.shows("#truth .detail", "The program has no such limit");
    page.screenshot("knights");
    page.is_accessible();
    page.go("#p=rotation&b=111132323132231222312133");
    page.shows("#truth .verdict", "2 moves");
    page.press("ac");
    page.shows("#truth .verdict", "Solved");
}

/// The last eight bytes of a file in hexadecimal.
fn end_of(path: &Path) -> String {
    let bytes = fs::read(path).expect("readable");
    let (_, end) = bytes.split_at(bytes.len() - 8);
    end.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn replace(path: &Path, before: &str, after: &str) {
    let text = fs::read_to_string(path).expect("a text");
    assert!(text.contains(before), "{}", path.display());
    fs::write(path, text.replace(before, after)).expect("writable");
}

/// Sets the most memory that a packed module may have.
fn limit(path: &Path) {
    let mut module = Vec::new();
    let packed = File::open(path).expect("the module");
    GzDecoder::new(packed)
        .read_to_end(&mut module)
        .expect("a packed module");
    // After eight bytes come sections: their kind, their length, and what they hold.
    let mut at = 8;
    while module[at] != 5 {
        let (length, from) = number(&module, at + 1);
        at = from + length;
    }
    let (length, from) = number(&module, at + 1);
    // One memory, with no limit but its least size.
    assert_eq!(module[from..from + 2], [1, 0]);
    let least = &module[from + 2..from + length];
    let mut section = vec![1, 1];
    section.extend(least);
    section.extend(MAX_PAGES);
    section.insert(0, u8::try_from(section.len()).expect("a short section"));
    module.splice(at + 1..from + length, section);
    let packed = File::create(path).expect("writable");
    let mut packed = GzEncoder::new(packed, Compression::fast());
    packed.write_all(&module).expect("writable");
    packed.finish().expect("writable");
}

/// A WebAssembly number, seven bits per byte, and its end.
fn number(bytes: &[u8], mut at: usize) -> (usize, usize) {
    let (mut value, mut shift) = (0, 0);
    loop {
        value |= usize::from(bytes[at] & 0x7f) << shift;
        shift += 7;
        at += 1;
        if bytes[at - 1] < 0x80 {
            return (value, at);
        }
    }
}
