//! The schemas in docs beside what the commands write with `--to json`.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Map, Value, json};

use crate::common::{fewest, fewest_on, file, run, solve, text};
use crate::rows::rows;

/// A schema in docs, ready to check values.
struct Schema {
    text: Value,
    schemas: Schemas,
    whole: SchemaIndex,
    /// The kinds of values, if there are several.
    kinds: Vec<SchemaIndex>,
}

impl Schema {
    fn read(path: &str) -> Self {
        let text: Value = serde_json::from_str(&text(path)).expect("JSON");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let address = format!("file:///{path}");
        compiler
            .add_resource(&address, text.clone())
            .expect("a schema");
        let mut compile = |place: String| compiler.compile(&place, &mut schemas).expect("valid");
        let whole = compile(address.clone());
        let kinds = text["oneOf"].as_array().map_or(0, Vec::len);
        let kinds = (0..kinds).map(|kind| compile(format!("{address}#/oneOf/{kind}")));
        Self {
            kinds: kinds.collect(),
            text,
            schemas,
            whole,
        }
    }

    /// The first difference between a value and the schema. The order of fields also counts.
    fn wrong(&self, value: &Value) -> Option<String> {
        if let Err(error) = self.schemas.validate(value, self.whole) {
            return Some(error.to_string());
        }
        let kind = self.kind_of(value);
        let schema = kind.map_or(&self.text, |kind| &self.text["oneOf"][kind]);
        let is_ordered = self.has_order(schema, value);
        (!is_ordered).then(|| format!("fields are in another order in {value}"))
    }

    fn kind_of(&self, value: &Value) -> Option<usize> {
        let mut kinds = self.kinds.iter();
        kinds.position(|&kind| self.schemas.validate(value, kind).is_ok())
    }

    /// Returns true if the fields of a valid value are in the schema's order, at every depth.
    fn has_order(&self, schema: &Value, value: &Value) -> bool {
        if let Some(path) = schema["$ref"].as_str() {
            let schema = self.text.pointer(path.trim_start_matches('#'));
            return self.has_order(schema.expect("a definition"), value);
        }
        let mut items = value.as_array().into_iter().flatten();
        if !items.all(|item| self.has_order(&schema["items"], item)) {
            return false;
        }
        let (Some(known), Some(fields)) = (schema["properties"].as_object(), value.as_object())
        else {
            return true;
        };
        let order = known.keys().filter(|name| fields.contains_key(*name));
        let written = fields.keys().filter(|name| known.contains_key(*name));
        let mut fields = fields.iter();
        order.eq(written) && fields.all(|(name, field)| self.has_order(&known[name], field))
    }

    /// The name of a line's kind.
    #[track_caller]
    fn kind(&self, line: &Value) -> String {
        assert_eq!(self.wrong(line), None);
        let kind = self.kind_of(line).expect("one of the kinds");
        let title = self.text["oneOf"][kind]["title"].as_str();
        title.expect("a title").to_owned()
    }
}

fn lines(stdout: &str) -> Vec<Value> {
    let line = |line| serde_json::from_str(line).expect("JSON");
    stdout.lines().map(line).collect()
}

/// Regression: fields changed without notice, and programs that read them broke.
#[test]
fn every_line_is_as_documented() {
    let schema = Schema::read("docs/solve.schema.json");
    let eight = "8 6 7 2 5 4 3 x 1\n";
    let korf = "7 3 1 2 0 3 4 5 6 7 8 9 10 11 12 13 14 15\n";
    let names = schema.text["$defs"]
        .as_object()
        .expect("definitions")
        .keys();
    let is_column = |name: &str| !matches!(name, "steps" | "listed" | "count");
    let columns = names.filter(|name| is_column(name)).count() + 1;
    for (arguments, boards, kinds) in [
        ("eight", eight, "solved"),
        (
            "eight --steps --method nbs --heuristic misplaced,manhattan",
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
        ("eight --max-moves 3", eight, "stopped"),
        ("eight --method ida-star --max-nodes 100", eight, "stopped"),
    ] {
        let run = solve(&format!("{arguments} --to json"), boards);
        assert!(run.code == 1 || run.other_notes().is_empty(), "{run:?}");
        for line in lines(&run.stdout) {
            assert_eq!(schema.kind(&line), kinds, "{arguments}");
            // CSV has one column per field, and no others.
            let csv = solve(
                &format!(
                    "{} --to csv",
                    arguments.replace("--steps", "").replace("--most 3", "")
                ),
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

/// The check above detects changes: a field more, a field less, another type or another order is
/// noticed.
#[test]
fn a_line_that_is_not_as_documented() {
    let schema = Schema::read("docs/solve.schema.json");
    let line = lines(&solve("eight --to json", "1 2 3 4 5 6 7 x 8").stdout).remove(0);
    let with = |name: &str, value: Value| {
        let mut line = line.clone();
        line[name] = value;
        line
    };
    assert_eq!(schema.wrong(&line), None);
    for bad in [
        with("surprise", json!(1)),
        with("solvable", json!(false)),
        with("distance", Value::Null),
        with("heuristic", Value::Null),
        with("nodes", json!("12")),
        with("number", json!(0)),
        with("tables", json!("borrowed")),
        with("seconds", json!("0.1")),
    ] {
        assert!(schema.wrong(&bad).is_some(), "{bad}");
    }
    let fields = line.as_object().expect("an object").clone();
    let mut turned = Map::new();
    turned.extend(fields.into_iter().rev());
    assert!(schema.wrong(&turned.into()).is_some());
    let mut less = line.clone();
    less.as_object_mut().expect("an object").remove("tie");
    assert!(schema.wrong(&less).is_some());
}

/// The documentation page lists the fields of the schema.
#[test]
fn the_page_lists_every_field() {
    let schema = Schema::read("docs/solve.schema.json");
    let page = text("docs/json.md");
    let section = page.split("\n## ").nth(1).expect("a section");
    let names = schema.text["$defs"]
        .as_object()
        .expect("definitions")
        .keys();
    for name in names.filter(|name| *name != "count") {
        assert!(section.contains(&format!("`{name}`")), "{name}");
    }
}

/// Which shape a survey had depended on what did the counting, and keys came in any order.
#[test]
fn every_command_writes_what_its_schema_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let levels = folder.path().join("levels");
    let levels = levels.display();
    let damaged = folder.path().join("tables");
    std::fs::create_dir(&damaged).expect("a folder");
    std::fs::write(damaged.join("x.fewest"), "no table").expect("a file");
    let tables = format!("--table-dir {}", damaged.display());
    fewest_on(&format!("table build sliding:3x2 {tables}"), "");
    let list = format!("table list --to json {tables}");
    let measured = "define check topspin --measure --to json --memory 20M";
    let counted = format!("survey sliding:3x2 --checkpoint {levels} --hardest 2 --to json");
    let boards = "1 2 3 4 5 6 x 7 8\n1 2 3 4 5 6 8 7 x\n";
    for (schema, arguments) in [
        ("survey", "survey sliding:3x2 --to json --hardest 3"),
        (
            "survey",
            "survey rotation --to json --hardest 1 --symmetric",
        ),
        (
            "survey",
            "survey sliding:3x2 --start x????? --to json --hardest 1",
        ),
        ("survey", "survey sliding:3x2 --target x????? --to json"),
        (
            "survey",
            "survey sliding:3x2 --max-moves 4 --to json --hardest 2",
        ),
        (
            "survey",
            "survey sliding:3x2 --start x????? --max-moves 99 --to json",
        ),
        ("survey", counted.as_str()),
        (
            "compare",
            "compare eight --count 2 --to json --method all --heuristic all",
        ),
        ("compare", "compare eight - --to json --max-nodes 1"),
        (
            "compare",
            "compare fifteen --count 1 --max-nodes 999 --to json",
        ),
        (
            "generate",
            "generate eight --distance 3..5 --count 2 --to json",
        ),
        ("generate", "generate eight --random --to json"),
        ("generate", "generate eight --unsolvable --to json"),
        ("puzzles", "puzzles --to json"),
        ("table-list", list.as_str()),
        ("define-check", "define check cube3 --to json"),
        ("define-check", "define check cube2 --to json"),
        ("define-check", "define check fifteen.toml --to json"),
        ("define-check", measured),
    ] {
        let schema = Schema::read(&format!("docs/{schema}.schema.json"));
        let fifteen = file("puzzles/fifteen.toml");
        let path = fifteen.display().to_string();
        let run = fewest_on(&arguments.replace("fifteen.toml", &path), boards);
        let values = lines(&run.stdout);
        assert!(!values.is_empty(), "{arguments}: {run:?}");
        for value in values {
            assert_eq!(schema.wrong(&value), None, "{arguments}");
        }
    }
}

/// Regression: counts became strings in some commands from 2^53, in others always.
#[test]
fn large_counts_are_strings_everywhere() {
    let puzzles = lines(&fewest_on("puzzles --to json", "").stdout).remove(0);
    let boards = |name: &str| {
        let puzzles = puzzles.as_array().expect("a list");
        let found = puzzles.iter().find(|puzzle| puzzle["puzzle"] == name);
        found.expect("listed")["boards"].clone()
    };
    let solvable = |name: &str| {
        let run = fewest_on(&format!("define check {name} --to json"), "");
        lines(&run.stdout).remove(0)["solvable"].clone()
    };
    for name in ["cube2", "topspin9", "cube3", "topspin"] {
        assert_eq!(boards(name), solvable(name), "{name}");
    }
    assert!(boards("cube2").is_u64() && boards("cube3").is_string());
}

/// Examples on the pages for people are lines that the program writes.
#[test]
fn examples_are_as_documented() {
    let schema = Schema::read("docs/solve.schema.json");
    let page = text("docs/json.md");
    let examples = page.lines().filter(|line| line.starts_with('{'));
    let examples: Vec<Value> = examples
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert!(!examples.is_empty());
    for example in examples {
        schema.kind(&example);
    }
}
