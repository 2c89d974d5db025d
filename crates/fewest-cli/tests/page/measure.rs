//! How long the page takes: not a test but a program, which prints what it measures.
//!
//!     cargo test --release -p fewest-cli --test page -- --ignored --nocapture measure

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::{self, note};
use crate::page::Page;

/// The number of times each puzzle is opened.
const TIMES: usize = 9;
/// A fresh browser first loads its own pages.
const SETTLED: Duration = Duration::from_secs(5);

/// Records the times until the board can be played and until its distance is shown.
const WATCH: &str = "
    window.seen = {};
    new MutationObserver(() => {
        const now = performance.now();
        if (document.querySelector('#board-holder .cell')) seen.board ??= now;
        if (/\\d|Solved/.test(document.querySelector('.verdict')?.textContent ?? '')) seen.first ??= now;
    }).observe(document, {childList: true, subtree: true, characterData: true});
";

/// Plays moves: the time from each click to the distance after it, and the times between frames.
const PLAY: &str = "
    const [done] = arguments;
    const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));
    const verdict = document.querySelector('.verdict');
    const shown = () => new Promise((resolve) => {
        const observer = new MutationObserver(() => {
            if (!/\\d|Solved/.test(verdict.textContent)) return;
            observer.disconnect();
            resolve();
        });
        observer.observe(verdict, {childList: true, subtree: true, characterData: true});
    });
    (async () => {
        const [panels, frames] = [[], []];
        let last = null;
        const frame = (time) => {
            if (last !== null) frames.push(time - last);
            last = time;
            requestAnimationFrame(frame);
        };
        await sleep(500);
        requestAnimationFrame(frame);
        for (let move = 0; move < 20; move++) {
            const buttons = document.querySelectorAll('.moves button');
            const seen = shown();
            const start = performance.now();
            buttons[move * 7 % buttons.length].click();
            await seen;
            panels.push(performance.now() - start);
            await sleep(300);
        }
        // The worker's files are not in the page's own list.
        await Promise.all(['page-worker.js'].map((path) => fetch(path)));
        await sleep(100);
        const loaded = performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'));
        // A file fetched here and by the page counts once.
        const bytes = Object.values(Object.fromEntries(loaded.map((entry) => [entry.name, entry.transferSize])));
        done({panels, frames, bytes: bytes.reduce((sum, size) => sum + size, 0)});
    })();
";

/// Numbers, shown by their median and maximum.
fn median_and_max(mut numbers: Vec<f64>) -> String {
    numbers.sort_by(f64::total_cmp);
    let (middle, greatest) = (numbers.get(numbers.len() / 2), numbers.last());
    let [middle, greatest] = [middle, greatest].map(|number| number.copied().unwrap_or(f64::NAN));
    format!("{middle:.1} at the median, {greatest:.1} at most")
}

fn numbers(list: &Value) -> Vec<f64> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(Value::as_f64).collect()
}

#[test]
#[ignore = "it prints how long things take"]
fn measure() {
    let (server, address) = browser::server();
    let page = Page::open_from("measure", address, Some(server));
    page.command(
        "Network.setCacheDisabled",
        &json!({ "cacheDisabled": true }),
    );
    let watch = json!({ "source": WATCH });
    page.command("Page.addScriptToEvaluateOnNewDocument", &watch);
    thread::sleep(SETTLED);
    for puzzle in ["rotation", "eight", "knights"] {
        let (mut boards, mut firsts, mut panels) = (Vec::new(), Vec::new(), Vec::new());
        let (mut longest, mut bytes) = (Vec::new(), Value::Null);
        for _ in 0..TIMES {
            page.leave();
            page.go(&format!("#p={puzzle}"));
            page.shows("#truth .verdict", "exact");
            let seen = page.execute("return [seen.board, seen.first - seen.board]");
            let [board, first] = numbers(&seen)[..] else {
                panic!("nothing was seen: {seen}");
            };
            boards.push(board);
            firsts.push(first);
            let played = page.execute_async(PLAY);
            panels.extend(numbers(&played["panels"]));
            longest.extend(numbers(&played["frames"]).into_iter().reduce(f64::max));
            bytes = played["bytes"].clone();
        }
        note(&format!("{puzzle}, {TIMES} times, milliseconds"));
        for (what, times) in [
            ("board, from the start of loading", boards),
            ("first distance, from there", firsts),
            ("distance after a move", panels),
            ("longest frame of 20 moves", longest),
        ] {
            note(&format!("  {what}: {}", median_and_max(times)));
        }
        note(&format!("  bytes loaded: {bytes}"));
    }
}
