//! `docs/solve.schema.json` beside what `solve --to json` writes.

use serde_json::{Map, Value, json};

use crate::common::{fewest, file, run, solve, text};
use crate::rows::rows;

/// Checks values by a JSON Schema, as far as ours goes: a word that is not known here is an error.
struct Schema(Value);

impl Schema {
    fn read(path: &str) -> Self {
        Self(serde_json::from_str(&text(path)).expect("JSON"))
    }

    /// Where a value is not as a schema says, if anywhere.
    fn wrong(&self, schema: &Value, value: &Value) -> Option<String> {
        let words = schema.as_object().expect("a schema");
        words.iter().find_map(|(word, wanted)| {
            let problem = match word.as_str() {
                "$schema" | "$defs" | "title" | "description" => None,
                "$ref" => {
                    let path = wanted.as_str().and_then(|path| path.strip_prefix('#'));
                    let schema = path.and_then(|path| self.0.pointer(path));
                    self.wrong(schema.expect("a definition"), value)
                }
                "oneOf" => {
                    let all = wanted.as_array().expect("schemas").iter();
                    let wrongs: Vec<_> = all.map(|schema| self.wrong(schema, value)).collect();
                    let fitting = wrongs.iter().filter(|wrong| wrong.is_none()).count();
                    (fitting != 1).then(|| format!("{fitting} fit: {wrongs:?}"))
                }
                "const" => (value != wanted).then(|| format!("not {wanted}")),
                "enum" => {
                    let all = wanted.as_array().expect("values");
                    (!all.contains(value)).then(|| format!("none of {wanted}"))
                }
                "type" => (!is_of_type(value, wanted)).then(|| format!("not of type {wanted}")),
                "minimum" => {
                    let is_less = value.as_f64() < wanted.as_f64();
                    (value.is_number() && is_less).then(|| format!("less than {wanted}"))
                }
                "items" => {
                    let mut items = value.as_array().into_iter().flatten();
                    items.find_map(|item| self.wrong(wanted, item))
                }
                "required" => {
                    let mut names = wanted.as_array().expect("names").iter();
                    let name = |name: &Value| name.as_str().expect("a name").to_owned();
                    let missing = names.find(|one| value.get(name(one)).is_none());
                    missing.map(|one| format!("no {one}"))
                }
                "properties" => {
                    let mut fields = value.as_object().into_iter().flatten();
                    fields.find_map(|(name, value)| {
                        let wrong = self.wrong(wanted.get(name)?, value)?;
                        Some(format!("{name}: {wrong}"))
                    })
                }
                "additionalProperties" => {
                    assert_eq!(wanted, false);
                    let known = &words["properties"];
                    let mut names = value.as_object().into_iter().flat_map(Map::keys);
                    let unknown = names.find(|name| known.get(name).is_none());
                    unknown.map(|name| format!("{name} is not known"))
                }
                word => Some(format!("this test does not know `{word}`")),
            };
            problem.map(|problem| format!("{problem} in {value}"))
        })
    }

    /// The name of the one kind of line that a line is of.
    #[track_caller]
    fn kind(&self, line: &Value) -> String {
        assert_eq!(self.wrong(&self.0, line), None);
        let mut kinds = self.0["oneOf"].as_array().expect("kinds").iter();
        let kind = kinds.find(|kind| self.wrong(kind, line).is_none());
        kind.expect("one")["title"]
            .as_str()
            .expect("a title")
            .to_owned()
    }
}

fn is_of_type(value: &Value, wanted: &Value) -> bool {
    let is = |name: &Value| match name.as_str() {
        Some("null") => value.is_null(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        name => panic!("this test does not know the type {name:?}"),
    };
    match wanted {
        Value::Array(names) => names.iter().any(is),
        name => is(name),
    }
}

fn lines(stdout: &str) -> Vec<Value> {
    let line = |line| serde_json::from_str(line).expect("JSON");
    stdout.lines().map(line).collect()
}

/// Fields came and went without a word, and programs that read them broke.
#[test]
fn every_line_is_as_documented() {
    let schema = Schema::read("docs/solve.schema.json");
    let eight = "8 6 7 2 5 4 3 x 1\n";
    let korf = "7 3 1 2 0 3 4 5 6 7 8 9 10 11 12 13 14 15\n";
    let names = schema.0["$defs"].as_object().expect("definitions").keys();
    let is_list = |name: &str| matches!(name, "steps" | "listed");
    let columns = names.filter(|name| !is_list(name)).count() + 1;
    for (arguments, boards, kinds) in [
        ("eight", eight, "solved"),
        (
            "eight --steps --method nbs --heuristic gaschnig,manhattan",
            eight,
            "solved",
        ),
        ("eight --method pruned-ida-star", eight, "solved"),
        ("eight --all --classes --most 3", eight, "solved"),
        ("eight --all", "1 2 3 4 5 6 8 7 x\n", "unsolvable"),
        (
            "rotation --all",
            "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3",
            "solved",
        ),
        (
            "eight --method a-star --partition 1,2,3,4/5,6,7,8",
            eight,
            "solved",
        ),
        ("eight", "1\n12X453786\n12345678X\n", "solved"),
        ("fifteen --from korf --method ida-star", korf, "solved"),
        (
            "rotation",
            "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3",
            "solved",
        ),
        (
            "knights --from plain",
            "111*1 01111 00111 00001 00000",
            "solved",
        ),
        ("../../puzzles/twiddle.toml", "2 3 6 1 4 5 7 8 9", "solved"),
        ("eight", "1 2 3 4 5 6 8 7 x\n", "unsolvable"),
        ("eight --max-moves 3", eight, "beyond a limit"),
        ("eight --method ida-star --max-nodes 100", eight, "stopped"),
    ] {
        let run = solve(&format!("{arguments} --to json"), boards);
        assert!(run.code == 1 || run.stderr.is_empty(), "{run:?}");
        for line in lines(&run.stdout) {
            assert_eq!(schema.kind(&line), kinds, "{arguments}");
            // Each field has its column in CSV, and nothing else is there.
            let csv = solve(
                &format!("{} --to csv", arguments.replace("--steps", "")),
                boards,
            );
            let row = rows(&csv.stdout).remove(0);
            assert_eq!(row.len(), columns, "{row:?}");
            for (name, field) in row.iter().filter(|(name, _)| *name != "seconds") {
                let expected = match &line[name.as_str()] {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    value => value.to_string(),
                };
                assert_eq!(*field, expected, "{name}: {arguments}");
            }
        }
    }
    let mut command = fewest();
    command.args(["solve", "eight", "--to=json", "--keep-going", "-"]);
    command.arg(file("examples/eight.txt"));
    let bad = lines(&run(command, "1 2 3 4 5 6 7 8 9\n1 2 3\n").stdout);
    assert_eq!(schema.kind(&bad[0]), "error");
    assert_eq!(schema.kind(&bad[1]), "error");
    let run = solve(
        "eight --to csv --keep-going - -",
        "1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 x 8\n",
    );
    let rows = rows(&run.stdout);
    assert_eq!((run.code, rows.len()), (2, 2), "{run:?}");
    assert_eq!(
        (rows[0]["line"].as_str(), rows[1]["moves"].as_str()),
        ("1", "r")
    );
    solve("eight --to csv --steps", eight).fails(
        "",
        "the format `csv` does not show steps; --to text and --to json do",
    );
}

/// The check above is worth something: a field more, a field less or another type is noticed.
#[test]
fn a_line_that_is_not_as_documented() {
    let schema = Schema::read("docs/solve.schema.json");
    let line = lines(&solve("eight --to json", "1 2 3 4 5 6 7 x 8").stdout).remove(0);
    let with = |name: &str, value: Value| {
        let mut line = line.clone();
        line[name] = value;
        line
    };
    assert_eq!(schema.wrong(&schema.0, &line), None);
    for bad in [
        with("surprise", json!(1)),
        with("solvable", json!(false)),
        with("distance", Value::Null),
        with("number", json!(0)),
        with("tables", json!("borrowed")),
        with("seconds", json!("0.1")),
    ] {
        assert!(schema.wrong(&schema.0, &bad).is_some(), "{bad}");
    }
    let mut less = line.clone();
    less.as_object_mut().expect("an object").remove("tie");
    assert!(schema.wrong(&schema.0, &less).is_some());
}

/// What the page for people lists is what the schema knows.
#[test]
fn the_page_lists_every_field() {
    let schema = Schema::read("docs/solve.schema.json");
    let page = text("docs/json.md");
    let section = page.split("\n## ").nth(1).expect("a section");
    for name in schema.0["$defs"].as_object().expect("definitions").keys() {
        assert!(section.contains(&format!("`{name}`")), "{name}");
    }
}
