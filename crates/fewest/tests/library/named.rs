//! Puzzles by name, and the facts in the catalogue.

use std::collections::BTreeMap;

use fewest::model::Kind;
use fewest::model::Model;
use fewest::{ENTRIES, Puzzle};

const DOCS: &str = include_str!("../../../../docs/definitions.md");

#[test]
fn every_name_is_found() {
    for entry in ENTRIES {
        let name = entry.name.replace("WxH", "4x3");
        let face = Puzzle::open(&name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(face.name(), name);
        let is_defined = fewest_text::formats(&face)
            .iter()
            .all(|format| format.kind == Kind::Defined);
        assert_eq!(is_defined, entry.definition.is_some(), "{name}");
        if let Some(text) = entry.definition {
            let definition = Model::from_toml(text).unwrap();
            let own = (definition.name.as_str(), definition.title.as_str());
            assert_eq!(own, (entry.name, entry.title));
        }
    }
}

#[test]
fn an_unknown_name_mentions_definitions() {
    let error = Puzzle::open("cube7").err().unwrap().to_string();
    assert!(error.starts_with("no puzzle `cube7`; "), "{error}");
    assert!(error.contains(".toml"), "{error}");
}

fn number(text: &str) -> Option<u128> {
    text.replace(',', "").parse().ok()
}

/// The documentation has these numbers, with sources; its table is the one in the puzzles' folder.
#[test]
fn the_documentation_has_the_same_numbers() {
    let entries: BTreeMap<&str, _> = ENTRIES.iter().map(|entry| (entry.name, entry)).collect();
    let mut shown = Vec::new();
    for line in DOCS.lines() {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", name, boards, moves, ""] = columns[..] else {
            continue;
        };
        let Some((name, _)) = name
            .strip_prefix('[')
            .and_then(|name| name.split_once("](../crates/fewest/puzzles/"))
        else {
            continue;
        };
        let entry = entries[name];
        let count = boards.rsplit(" = ").next().and_then(number);
        assert_eq!(count, entry.boards, "{name}");
        let first = moves.split([' ', ';']).next().and_then(number);
        assert_eq!(first, entry.gods_number.map(u128::from), "{name}");
        assert_eq!(
            entry.gods_number.is_none(),
            moves.starts_with("not known"),
            "{name}"
        );
        shown.push(name);
    }
    let defined = ENTRIES.iter().filter(|entry| entry.definition.is_some());
    for entry in defined {
        assert!(shown.contains(&entry.name), "{}", entry.name);
    }
    assert_eq!(shown.len(), 21, "{shown:?}");
}
