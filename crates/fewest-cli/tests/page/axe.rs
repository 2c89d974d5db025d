//! axe-core, which finds what people with disabilities would stumble over.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::browser::note;
use crate::page::Page;

const PACKAGE: &str = "axe-core@4.14.1";

/// Runs in the page, and returns the findings as lines of text.
const SCRIPT: &str = "
    const done = arguments[arguments.length - 1];
    const told = ({id, help, nodes}) => nodes.map(node =>
        `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary}`);
    axe.run(document, {resultTypes: ['violations']}).then(
        ({violations}) => done(violations.flatMap(told)),
        error => done([String(error)]));
";

impl Page {
    /// Checks that axe-core finds no fault in what the page shows now. Without npm to fetch
    /// axe-core, this is skipped with a note.
    #[track_caller]
    pub fn is_accessible(&self) {
        let Some(source) = source() else {
            return note(&format!("skipped: npm has no {PACKAGE}"));
        };
        self.execute(&source);
        let found = self.execute_async(SCRIPT);
        assert_eq!(found, Value::Array(Vec::new()), "{found:#}");
    }
}

/// The source of axe-core, fetched once for all tests.
fn source() -> Option<String> {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let folder = target.join(PACKAGE);
    let file = folder.join("node_modules/axe-core/axe.min.js");
    if !file.exists() {
        let fetched = tempfile::tempdir_in(&target).ok()?;
        let status = Command::new("npm")
            .args([
                "install",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                PACKAGE,
            ])
            .arg("--prefix")
            .arg(fetched.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if !status.is_ok_and(|status| status.success()) {
            return None;
        }
        // Unless another test ran first.
        let _ = fs::rename(fetched.keep(), &folder);
    }
    fs::read_to_string(file).ok()
}
