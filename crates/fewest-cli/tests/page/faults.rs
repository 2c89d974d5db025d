//! Files that do not arrive, and workers that end: the page says what happened, and tries again.

use serde_json::json;

use crate::host::{Fault, Host, export};
use crate::page::{Page, until};
use crate::play::ROTATION;
use crate::searches::FAR;

/// Visits without a service worker.
const NOT_KEPT: (&str, Fault) = ("offline.js", Fault::Missing);

/// Lets a test end the workers of the page, as a browser without memory does.
const WORKERS: &str = "
    window.workers = [];
    window.Worker = class extends Worker {
        constructor(...args) {
            super(...args);
            workers.push(this);
        }
    };
";

/// The exported page at a host with faults.
struct Site {
    page: Page,
    host: Host,
    _folder: tempfile::TempDir,
}

impl Site {
    fn open(name: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        export(folder.path());
        let host = Host::start(folder.path().to_owned());
        let page = Page::open_impatiently(name, host.address.clone());
        Self {
            page,
            host,
            _folder: folder,
        }
    }

    /// Opens the page while the host has this fault.
    #[track_caller]
    fn visit(&self, fragment: &str, file: &str, fault: Fault) -> &Page {
        self.host.has(&[(file, fault), NOT_KEPT]);
        let page = &self.page;
        page.leave();
        page.go(fragment);
        page
    }

    /// A message in this part of the page names what is missing. Once the host is well, its button
    /// helps.
    #[track_caller]
    fn reports(&self, part: &str, message: &str) {
        let page = &self.page;
        page.shows(part, message);
        page.screenshot(&message.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
        self.host.has(&[NOT_KEPT]);
        page.push(part.trim_start_matches('#'), "Try again");
        page.shows("#truth .verdict", "exact");
        // Failed requests are in the console.
        page.complaints();
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn each_missing_file_is_reported() {
    let site = Site::open("missing");
    for (file, part, message) in [
        ("page.js", "#loading", "The file page.js did not arrive"),
        ("style.css", "#loading", "The file style.css did not arrive"),
        (
            "page-worker.js",
            "#truth",
            "The page's worker could not start",
        ),
        (
            "fewest.wasm.lzma",
            "#truth",
            "The file module/fewest.wasm.lzma could not be loaded: the host answers 404.",
        ),
    ] {
        site.visit("#p=eight", file, Fault::Missing);
        site.reports(part, message);
    }
    // The page works without these.
    for file in ["puzzles/eight.json.lzma", "icon.svg", "manifest.json"] {
        let page = site.visit("#p=eight", file, Fault::Missing);
        page.shows("#truth .verdict", "exact");
        until("the gallery", || page.count("#gallery .tile") > 10);
        assert_eq!(page.text("#notice"), "", "{file}");
        page.complaints();
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_file_in_part_is_reported() {
    let site = Site::open("parts");
    site.visit(ROTATION, "fewest.wasm.lzma", Fault::CutAt(500_000));
    site.reports("#truth", "the connection broke off after ");
    site.visit(ROTATION, "page-worker.js", Fault::CutAt(1000));
    site.reports("#truth", "The page's worker could not start");
    site.visit(ROTATION, "page.js", Fault::CutAt(1000));
    site.reports("#loading", "The file page.js did not arrive");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_silent_host_is_reported() {
    let site = Site::open("silent");
    site.visit(ROTATION, "page.js", Fault::Silent);
    site.reports("#loading", "This page takes long to arrive.");
    site.visit(ROTATION, "fewest.wasm.lzma", Fault::Silent);
    site.reports("#truth", "the host has sent nothing for 20 seconds");
    site.visit(ROTATION, "page-worker.js", Fault::Silent);
    site.reports("#truth", "The page's worker has not started.");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_worker_that_ends_is_reported() {
    let page = Page::open("worker");
    page.command(
        "Page.addScriptToEvaluateOnNewDocument",
        &json!({ "source": WORKERS }),
    );
    page.leave();
    page.go(FAR);
    page.shows("#truth .state", "Searching: at least");
    page.execute("workers[0].terminate()");
    page.shows(
        "#truth .detail",
        "The page's worker has ended unexpectedly.",
    );
    page.push("truth", "Try again");
    page.shows("#truth .state", "Searching: at least");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn an_old_browser_is_reported() {
    let page = Page::open("old");
    let source = "delete window.DecompressionStream;";
    page.command(
        "Page.addScriptToEvaluateOnNewDocument",
        &json!({ "source": source }),
    );
    page.leave();
    page.go(ROTATION);
    page.shows("#loading", "This browser is too old for this page.");
    page.complaints();
}

/// The sizes of the window, in pixels.
const SIZES: [(u32, u32); 2] = [(1400, 900), (360, 740)];

#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_board_is_played_before_the_library_arrives() {
    let site = Site::open("early");
    for fragment in ["", "#p=rotation", "#p=cube2", "#p=knights", "#p=traffic"] {
        let page = site.visit(fragment, "fewest.wasm.lzma", Fault::Slow(30_000));
        page.find("#board-holder .cell");
        assert!(page.text("#aim").len() > 20, "{fragment}");
        page.click("#truth .moves li:first-child button");
        until("the move is played", || page.fragment().contains("&m="));
        // It has not arrived yet.
        page.shows("#truth .state", "Loading the library: ");
        assert!(!page.text("#truth .verdict").contains("exact"));
        page.shows("#truth .verdict", "exact");
    }
    // These have no file.
    for fragment in ["#p=sliding:3x3", "#p=nothing"] {
        let page = site.visit(fragment, "fewest.wasm.lzma", Fault::Slow(30_000));
        page.shows("#loading", "Loading the library: ");
        page.shows("#truth .verdict", "exact");
    }
    for (width, height) in SIZES {
        site.page.resize(width, height);
        for scheme in ["light", "dark"] {
            site.page.prefer(&[("prefers-color-scheme", scheme)]);
            let page = site.visit("#p=cube3", "fewest.wasm.lzma", Fault::Slow(30_000));
            page.shows("#truth .state", " kB");
            if width < 400 {
                page.shows("#bar", " kB");
            }
            page.screenshot(&format!("{scheme}-{width}"));
            page.fits();
            page.is_accessible();
            site.visit("#p=cube3", "page.js", Fault::Missing);
            page.shows("#loading", "Try again");
            page.screenshot(&format!("{scheme}-{width}-missing"));
            page.is_accessible();
            page.complaints();
        }
    }
}
