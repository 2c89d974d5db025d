//! The messages that docs/troubleshooting.md explains, each of them provoked.

use std::process::Command;

use crate::common::{run, text};

/// Headings that quote a message, with a script whose output has it. `...` stands for any text.
const PROVOKED: [(&str, &str); 14] = [
    ("unknown puzzle ...", "fewest solve cub2"),
    (
        "expected ... cells, found ...",
        "echo 1 2 3 | fewest solve eight",
    ),
    (
        "read as plain; korf looks the same ...",
        "echo 5 1 2 3 4 0 6 7 8 9 10 11 12 13 14 15 | fewest solve fifteen",
    ),
    (
        "can't be solved",
        "echo 1 2 3 4 5 6 8 7 x | fewest solve eight",
    ),
    ("is not a move", "fewest solve cube3 --scramble Ui"),
    (
        "has no complete goal board",
        "fewest solve rotation --scramble AC",
    ),
    (
        "stopped by the ... limit",
        "echo 0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1 | fewest solve fifteen --memory 1M --max-time 1ms --to text",
    ),
    (
        "has too many boards to tabulate or count",
        "fewest survey cube3",
    ),
    ("the limit is ...", "fewest survey sliding:7x2 --memory 50M"),
    (
        "has no board at distance ...",
        "fewest generate eight --distance 40",
    ),
    (
        "boards ... moves away can't be drawn",
        "fewest generate sixteen --distance 40 --memory 1M",
    ),
    (
        "no folder for tables",
        "fewest table build eight --table-dir ''",
    ),
    (
        "the table is damaged",
        "fewest table build sliding:3x2 --table-dir .; printf X | dd of=$(echo *.fewest) bs=1 seek=4100 \
         conv=notrunc status=none; fewest table verify sliding:3x2 --table-dir .",
    ),
    (
        "the folder has a survey of ...",
        "fewest survey sliding:3x2 --checkpoint d; fewest survey sliding:4x2 --checkpoint d",
    ),
];

/// The messages quoted by the page's headings.
fn quoted() -> Vec<String> {
    let page = text("docs/troubleshooting.md");
    let headings = page.lines().filter_map(|line| line.strip_prefix("### `"));
    let messages = headings.filter_map(|heading| heading.strip_suffix('`'));
    messages.map(str::to_owned).collect()
}

/// Standard error of a script, in a folder of its own.
fn provoked(script: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bash = Command::new("bash");
    let program = format!("fewest() {{ '{}' \"$@\"; }}", env!("CARGO_BIN_EXE_fewest"));
    let script = format!("{program}\n{script} > out; cat out >&2");
    bash.args(["-c", &script]).current_dir(folder.path());
    bash.env("FEWEST_TABLE_DIR", "");
    run(bash, "").stderr
}

/// Returns true if a text has these parts in this order.
fn has(text: &str, heading: &str) -> bool {
    let mut parts = heading.split("...").map(str::trim);
    let mut rest = text;
    parts.all(|part| {
        let after = rest.split_once(part).map(|(_, after)| after);
        rest = after.unwrap_or(rest);
        after.is_some()
    })
}

/// Regression: "this is a survey of ..." had become another message.
#[test]
fn headings_quoted_messages_that_no_longer_existed() {
    let quoted = quoted();
    for heading in quoted
        .iter()
        .filter(|heading| !heading.starts_with("port "))
    {
        let script = PROVOKED.iter().find(|(known, _)| known == heading);
        let (_, script) = script.unwrap_or_else(|| panic!("no script provokes `{heading}`"));
        let message = provoked(script);
        assert!(has(&message, heading), "{heading}: {message}");
    }
    assert_eq!(quoted.len(), PROVOKED.len() + 1);
    #[cfg(feature = "page")]
    {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = taken.local_addr().expect("an address").port();
        let message = provoked(&format!("fewest serve --port {port}"));
        assert!(has(&message, "port ... is in use"), "{message}");
    }
}
