//! How long the first visit takes on slow lines: not a test but a program, which prints what it
//! measures.
//!
//!     cargo test -p fewest-cli --test page -- --ignored --nocapture measure_lines

use serde_json::{Value, json};

use crate::browser::{self, note};
use crate::page::Page;

/// Names of lines, their bits per second and the milliseconds before each reply.
const LINES: [(&str, f64, u32); 3] = [
    ("slow 3G", 400e3, 400),
    ("fast 3G", 1.6e6, 150),
    ("not limited", 0.0, 0),
];
const TIMES: usize = 3;

/// Records the times until the board can be played and until its distance is shown, and what was
/// loaded until then.
const WATCH: &str = "
    window.seen = {};
    new MutationObserver(() => {
        const now = performance.now();
        if (document.querySelector('#board-holder .cell')) seen.board ??= now;
        if (seen.exact || !document.querySelector('.verdict')?.textContent.includes('exact')) return;
        const loaded = performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'));
        seen.exact = now;
        seen.requests = loaded.length;
        seen.bytes = loaded.reduce((sum, {transferSize}) => sum + transferSize, 0);
    }).observe(document, {childList: true, subtree: true, characterData: true});
";

#[test]
#[ignore = "it prints how long things take"]
fn measure_lines() {
    for (line, bits, latency) in LINES {
        for fragment in ["", "#p=cube3", "#p=knights", "#p=traffic"] {
            let mut visits: Vec<Value> =
                (0..TIMES).map(|_| visit(fragment, bits, latency)).collect();
            visits.sort_by(|a, b| {
                a["exact"]
                    .as_f64()
                    .partial_cmp(&b["exact"].as_f64())
                    .expect("times")
            });
            note(&format!("{line} {fragment}: {}", visits[TIMES / 2]));
        }
    }
}

/// A first visit, in a fresh browser.
fn visit(fragment: &str, bits: f64, latency: u32) -> Value {
    let (server, address) = browser::server();
    let page = Page::open_from("lines", address, Some(server));
    page.resize(360, 740);
    let rate = if bits > 0.0 { bits / 8.0 } else { -1.0 };
    let line = json!({ "offline": false, "latency": latency, "downloadThroughput": rate, "uploadThroughput": rate });
    page.command("Network.enable", &json!({}));
    page.command("Network.emulateNetworkConditions", &line);
    let watch = json!({ "source": WATCH });
    page.command("Page.addScriptToEvaluateOnNewDocument", &watch);
    page.go(fragment);
    page.shows("#truth .verdict", "exact");
    page.execute("return seen")
}
