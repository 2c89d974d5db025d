//! Puzzles by name.

use fewest::model::Kind;
use fewest::{ENTRIES, Puzzle};

#[test]
fn every_name_is_found() {
    for entry in ENTRIES {
        let name = entry.name.replace("WxH", "4x3");
        let puzzle = Puzzle::open(&name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(puzzle.name(), name);
        assert!(puzzle.model().rules.is_some(), "{name} has no rules");
        let is_defined = fewest_text::formats(&puzzle)
            .iter()
            .all(|format| format.kind == Kind::Defined);
        assert_eq!(is_defined, entry.definition.is_some(), "{name}");
        if let Some(text) = entry.definition {
            let definition = Puzzle::from_toml(text).unwrap();
            let defined = (definition.name(), definition.title());
            assert_eq!(defined, (entry.name, entry.title));
        }
    }
}

#[test]
fn an_unknown_name_mentions_definitions() {
    let error = Puzzle::open("cube7").err().unwrap().to_string();
    assert!(error.starts_with("unknown puzzle `cube7`: "), "{error}");
    assert!(error.contains(".toml"), "{error}");
}
