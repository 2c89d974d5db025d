//! The JSON schema of definitions, compared with the library's reader.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use boon::{Compiler, SchemaIndex, Schemas};
use fastrand::Rng;
use fewest::model::Model;
use serde_json::{Map, Value, json};

use crate::draw;

/// Random definitions, and changes to each.
const DRAWN: u64 = 150;
const CHANGES: usize = 12;
/// Keys that changes add to any table.
const ADDED: [&str; 8] = [
    "nosuch", "cycles", "inverse", "offset", "cost", "same", "counted", "metric",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn schema_text() -> Value {
    let text = fs::read_to_string(root().join("docs/definition.schema.json")).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    fn read() -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler
            .add_resource("file:///definition", schema_text())
            .expect("a schema");
        let index = compiler.compile("file:///definition", &mut schemas);
        let index = index.expect("a valid schema");
        Self { schemas, index }
    }

    fn check(&self, value: &Value) -> Result<(), String> {
        let checked = self.schemas.validate(value, self.index);
        checked.map_err(|error| error.to_string())
    }
}

fn value(text: &str) -> Value {
    toml::from_str(text).expect("TOML")
}

/// The allowed keys in the reader's message about an unknown key.
fn keys_of_reader(text: &str) -> BTreeSet<String> {
    let problems = Model::from_toml(text).expect_err("an unknown key");
    let message = problems.to_string();
    let (_, listed) = message.split_once(", expected ").expect("a list");
    let line = listed.lines().next().unwrap_or_default();
    let words = line.split('`').skip(1).step_by(2);
    words.map(str::to_owned).collect()
}

#[test]
fn the_schema_has_the_readers_keys() {
    let schema = schema_text();
    let start = "name = \"a\"\ncells = 2\npieces = \"1 2\"\n";
    for (table, place) in [
        ("", ""),
        ("[boards]\n", "/properties/boards"),
        (
            "[boards.facelets]\n",
            "/properties/boards/properties/facelets",
        ),
        ("[[move]]\n", "/$defs/move"),
        ("[[goal]]\n", "/$defs/goal"),
    ] {
        let properties = schema.pointer(&format!("{place}/properties"));
        let keys = properties.and_then(Value::as_object).expect("keys").keys();
        let keys: BTreeSet<String> = keys.cloned().collect();
        let text = format!("{start}{table}nosuch = 1\n");
        assert_eq!(keys, keys_of_reader(&text), "{table}");
    }
}

#[test]
fn the_schema_admits_every_definition_of_the_project() {
    let schema = Schema::read();
    let mut count = 0;
    for file in fs::read_dir(root().join("puzzles")).expect("a folder") {
        let path = file.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            let text = fs::read_to_string(&path).expect("a definition");
            assert_eq!(schema.check(&value(&text)), Ok(()), "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 15, "{count}");
}

/// Replaces, adds or removes something in a table or a nested one.
fn change(table: &mut Map<String, Value>, rng: &mut Rng) {
    let keys: Vec<String> = table.keys().cloned().collect();
    let key = draw::pick(rng, &keys).clone();
    match &mut table[&key] {
        Value::Object(inner) if rng.u8(..4) > 0 => return change(inner, rng),
        Value::Array(list) if rng.u8(..4) > 0 => {
            let tables = list.iter_mut().filter_map(Value::as_object_mut);
            if let Some(inner) = rng.choice(tables.collect::<Vec<_>>()) {
                return change(inner, rng);
            }
        }
        _ => {}
    }
    let values = [
        json!(1),
        json!(-3),
        json!(true),
        json!(""),
        json!("two words"),
        json!("1"),
        json!([]),
        json!(["1 2"]),
        json!([0, 1]),
        json!({}),
    ];
    match rng.u8(..4) {
        0 => drop(table.remove(&key)),
        1 => drop(table.insert(
            (*draw::pick(rng, &ADDED)).to_owned(),
            draw::pick(rng, &values).clone(),
        )),
        _ => drop(table.insert(key, draw::pick(rng, &values).clone())),
    }
}

/// An editor that follows the schema must accept whatever the reader accepts.
#[test]
fn what_the_reader_accepts_the_schema_admits() {
    let schema = Schema::read();
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..DRAWN {
        let mut rng = Rng::with_seed(seed);
        let drawn = value(&draw::definition(seed).0.text());
        assert_eq!(schema.check(&drawn), Ok(()), "{drawn}");
        for _ in 0..CHANGES {
            let mut changed = drawn.clone();
            change(changed.as_object_mut().expect("a table"), &mut rng);
            let text = toml::to_string(&changed).expect("TOML");
            if let Err(problem) = schema.check(&changed) {
                let read = Model::from_toml(&text);
                assert!(read.is_err(), "{problem}\n{text}");
                refused += 1;
            } else {
                accepted += 1;
            }
        }
    }
    assert!(accepted > 100 && refused > 500, "{accepted} {refused}");
}
