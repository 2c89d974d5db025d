//! The page as the service worker keeps it: at a host that is ill, and while versions change.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::host::{Fault, Host, export};
use crate::offline::CONTROLLED;
use crate::page::{Page, until};
use crate::play::ROTATION;

/// The version of the page that is open.
const VERSION: &str = "return document.querySelector('script[type=module]').src.split('?v=')[1];";

/// Lets the browser look for a newer service worker, as it does after a visit. Returns true if it has
/// found a whole version.
const UPDATE: &str = "
    const [done] = arguments;
    navigator.serviceWorker.getRegistration().then((own) => own.update()).then((own) => {
        const next = own.installing;
        if (!next) return done(own.waiting !== null);
        next.addEventListener('statechange', () => {
            if (next.state === 'redundant') done(false);
            if (next.state === 'activated') done(true);
        });
    }, () => done(false));
";

/// Text files that name their version.
const NAMING: [&str; 4] = ["index.html", "page.js", "page-worker.js", "offline.js"];

#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_host_that_is_ill_is_as_good_as_none() {
    let folder = tempfile::tempdir().expect("a folder");
    export(folder.path());
    let host = Host::start(folder.path().to_owned());
    let page = Page::open_from("ill", host.address.clone(), None);
    page.go(ROTATION);
    page.shows("#truth .verdict", "2 moves");
    page.execute_async(CONTROLLED);
    for fault in [Fault::BadGateway, Fault::Silent] {
        host.has(&[("", fault)]);
        for fragment in ["#p=eight&b=123456708", "#p=cube3"] {
            page.leave();
            page.go(fragment);
            page.shows("#truth .verdict", "exact");
            until("the gallery", || page.count("#gallery .tile") > 10);
        }
        page.reload();
        page.shows("#truth .verdict", "exact");
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn files_of_two_versions_are_never_used_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = folder.path();
    export(site);
    let host = Host::start(site.to_owned());
    host.has(&[("offline.js", Fault::Missing)]);
    let page = Page::open_from("versions", host.address.clone(), None);
    page.go("");
    let first = page.execute(VERSION);
    let first = first.as_str().expect("a version").to_owned();
    let second = "0123456789ab";

    // Without a service worker: each file in turn is of the next version.
    for (file, part, message) in [
        ("page.js", "#loading", "belongs to another version"),
        ("page-worker.js", "#truth", "belongs to another version"),
    ] {
        page.leave();
        let before = fs::read_to_string(site.join(file)).expect("a text");
        fs::write(site.join(file), before.replace(&first, second)).expect("writable");
        page.go(ROTATION);
        page.shows(part, message);
        fs::write(site.join(file), before).expect("writable");
        page.push(part.trim_start_matches('#'), "Try again");
        page.shows("#truth .verdict", "2 moves");
    }
    page.leave();
    let module = site.join("module/fewest.wasm.lzma");
    let before = fs::read(&module).expect("readable");
    fs::write(&module, [&before[..], b"?"].concat()).expect("writable");
    page.go(ROTATION);
    page.shows("#truth", "it is damaged, or belongs to another version");
    fs::write(&module, before).expect("writable");
    page.push("truth", "Try again");
    page.shows("#truth .verdict", "2 moves");
    page.complaints();

    // With one: half of the next version is at the host.
    host.has(&[]);
    page.leave();
    page.go(ROTATION);
    page.shows("#truth .verdict", "2 moves");
    page.execute_async(CONTROLLED);
    let whole = next_version(&page, site, &first, second);
    for (file, text) in &whole[..2] {
        fs::write(site.join(file), text).expect("writable");
    }
    assert_eq!(page.execute_async(UPDATE), json!(false));
    page.reload();
    page.shows("#truth .verdict", "2 moves");
    assert_eq!(page.execute(VERSION), json!(first));
    page.complaints();

    // The whole next version is used from the next visit on.
    for (file, text) in &whole {
        fs::write(site.join(file), text).expect("writable");
    }
    assert_eq!(page.execute_async(UPDATE), json!(true));
    page.shows("#notice", "There is a newer version of this page.");
    page.screenshot("newer");
    // The page of the version before starts another worker.
    page.open_tab("compare");
    page.push("compare", "Run");
    page.shows("#compare [role=status]", "Done: ");
    page.push("notice", "Show it");
    until("the next version", || {
        page.execute(VERSION) == json!(second)
    });
    page.shows("#truth .verdict", "2 moves");
    host.has(&[("", Fault::Silent)]);
    page.leave();
    page.go(ROTATION);
    page.shows("#truth .verdict", "2 moves");
    assert_eq!(page.execute(VERSION), json!(second));
}

/// The same page as another version: the files that name it, `offline.js` first.
fn next_version(
    page: &Page,
    site: &Path,
    first: &str,
    second: &str,
) -> Vec<(&'static str, String)> {
    let mut texts = NAMING.map(|file| {
        let text = fs::read_to_string(site.join(file)).expect("a text");
        (file, text.replace(first, second))
    });
    for file in ["page.js", "page-worker.js"] {
        let before = fs::read_to_string(site.join(file)).expect("a text");
        let after = before.replace(first, second);
        let [before, after] = [before, after].map(|text| hash(page, &text));
        for (_, text) in &mut texts {
            *text = text.replace(&before, &after);
        }
    }
    texts.reverse();
    texts.to_vec()
}

/// The hash of a text as `integrity` has it, without its name.
fn hash(page: &Page, text: &str) -> String {
    let script = format!(
        "const [done] = arguments;
         crypto.subtle.digest('SHA-256', new TextEncoder().encode({}))
             .then((hash) => done(btoa(String.fromCharCode(...new Uint8Array(hash)))));",
        json!(text)
    );
    let hash = page.execute_async(&script);
    hash.as_str().expect("a hash").to_owned()
}
