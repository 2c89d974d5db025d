//! The invisible side of the page: its console and its requests.

use serde_json::{Value, json};

use crate::browser;
use crate::page::Page;

impl Page {
    /// The page's console messages and outside requests since the last call. `geckodriver` has no
    /// logs.
    #[track_caller]
    pub fn complaints(&self) -> Vec<String> {
        if browser::is_firefox() {
            return Vec::new();
        }
        let console = self.log("browser");
        let console = console.iter().map(Value::to_string);
        let events = self.log("performance");
        let foreign = events.iter().filter_map(|event| self.foreign(event));
        console.chain(foreign).collect()
    }

    /// The entries of a log.
    #[track_caller]
    fn log(&self, kind: &str) -> Vec<Value> {
        match self.extension("se/log", json!({ "type": kind })) {
            Value::Array(entries) => entries,
            other => panic!("no log: {other}"),
        }
    }

    /// The address that an event requests.
    fn foreign(&self, event: &Value) -> Option<String> {
        let event: Value = serde_json::from_str(event["message"].as_str()?).ok()?;
        let event = &event["message"];
        if event["method"] != "Network.requestWillBeSent" {
            return None;
        }
        let (asked, by) = (
            &event["params"]["request"]["url"],
            &event["params"]["documentURL"],
        );
        let (asked, by) = (asked.as_str()?, by.as_str()?);
        let starts = [self.address.as_str(), "data:", "blob:"];
        let is_ours = starts.iter().any(|start| asked.starts_with(start));
        // The browser's own first page and its frames (`chrome-untrusted:`) also send requests.
        (!is_ours && !by.starts_with("chrome")).then(|| format!("asked for {asked}"))
    }
}

/// Without this, all other tests would prove little.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn complaints_are_seen() {
    let page = Page::open("watch");
    assert_eq!(page.complaints(), [""; 0]);
    let sees = |script: &str, expected: &str| {
        page.execute(script);
        page.execute_async("setTimeout(arguments[0], 200)");
        let complaints = page.complaints().join("\n");
        assert!(complaints.contains(expected), "{script}: {complaints:?}");
    };
    sees("console.error('oh')", "oh");
    sees("setTimeout(() => nothing.at.all)", "nothing is not defined");
    sees("setTimeout(() => Promise.reject(new Error('oh')))", "oh");
    sees("fetch('nothing')", "404");
    // The page's own headers forbid these.
    sees(
        "fetch('http://example.org/').catch(() => {})",
        "Content Security Policy",
    );
    sees(
        "document.body.setAttribute('style', 'color: red')",
        "Content Security Policy",
    );
    sees(
        "new Image().src = 'http://localhost:1/a.png'",
        "Content Security Policy",
    );
    sees(
        "location = 'http://127.0.0.1:1/'",
        "asked for http://127.0.0.1:1/",
    );
}
