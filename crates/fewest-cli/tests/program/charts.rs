//! The charts of `fewest compare`: the contenders of each panel, and the places of labels.

use std::collections::BTreeSet;

use crate::common::fewest_on;
use crate::rows::{Row, rows};
use crate::survey::is_well_formed;

/// The height of a name beside a line, in pixels.
const HEIGHT: i32 = 15;

/// A text of a chart and its place.
struct Text {
    x: i32,
    y: i32,
    words: String,
}

/// The rows of a comparison as CSV, the texts of its chart, and the chart.
fn chart(arguments: &str) -> (Vec<Row>, Vec<Text>, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nodes.svg");
    let plot = format!("compare {arguments} --to csv --plot {}", path.display());
    let run = fewest_on(&plot, "");
    assert_eq!(run.code, 0, "{run:?}");
    let svg = std::fs::read_to_string(&path).unwrap();
    is_well_formed(&svg);
    (rows(&run.stdout), texts(&svg), svg)
}

fn texts(svg: &str) -> Vec<Text> {
    let text = |element: &str| {
        let (tag, rest) = element.split_once(">\n")?;
        let (words, _) = rest.split_once("\n</text>")?;
        let number = |name: &str| -> Option<i32> {
            let (_, value) = tag.split_once(&format!("{name}=\""))?;
            value.split('"').next()?.parse().ok()
        };
        Some(Text {
            x: number("x")?,
            y: number(" y")?,
            words: words.to_owned(),
        })
    };
    let elements = svg.split("<text ").skip(1);
    elements.map(|element| text(element).unwrap()).collect()
}

/// Labels beside lines: those in one column are far enough apart.
#[track_caller]
fn names_are_apart(texts: &[Text], names: &BTreeSet<String>) {
    let places: Vec<&Text> = (texts.iter())
        .filter(|text| names.contains(&text.words))
        .collect();
    for (number, one) in places.iter().enumerate() {
        for other in &places[number + 1..] {
            assert!(
                one.x != other.x || (one.y - other.y).abs() >= HEIGHT,
                "{} and {}",
                one.words,
                other.words
            );
        }
    }
}

/// The contenders that generated boards for an answer: what they are called, and their heuristic.
fn contenders(rows: &[Row]) -> BTreeSet<(String, String)> {
    let has_point = |row: &&Row| row["solved"] == "1" && row["generated"] != "0";
    (rows.iter().filter(has_point))
        .map(|row| (row["method"].clone(), row["heuristic"].clone()))
        .collect()
}

#[test]
fn few_lines_share_a_panel() {
    let (rows, texts, _) = chart("eight --count 5");
    let contenders = contenders(&rows);
    assert!((4..=8).contains(&contenders.len()), "{contenders:?}");
    let names: BTreeSet<String> = (contenders.into_iter())
        .map(|(method, heuristic)| match heuristic.as_str() {
            "-" => method,
            _ => format!("{method}, {heuristic}"),
        })
        .collect();
    names_are_apart(&texts, &names);
    let once = ["boards generated", "fewest moves"].map(str::to_owned);
    for words in names.iter().chain(&once) {
        let times = texts.iter().filter(|text| text.words == *words).count();
        assert_eq!(times, 1, "{words}");
    }
}

#[test]
fn many_lines_have_a_panel_for_each_heuristic() {
    let (rows, texts, _) = chart("sliding:3x2 --count 6 --method all --heuristic all");
    let contenders = contenders(&rows);
    assert!(contenders.len() > 30, "{contenders:?}");
    let headings: Vec<&Text> = {
        let named = |text: &&Text| {
            text.words == "no heuristic" || contenders.iter().any(|(_, name)| *name == text.words)
        };
        texts.iter().filter(named).collect()
    };
    let heuristics: BTreeSet<&String> = contenders.iter().map(|(_, name)| name).collect();
    assert_eq!(headings.len(), heuristics.len());
    let methods: BTreeSet<String> = contenders.iter().map(|(name, _)| name.clone()).collect();
    names_are_apart(&texts, &methods);
    // A name stands right of its panel's heading and below it: it belongs to the nearest such
    // heading.
    let mut shown = BTreeSet::new();
    for text in texts.iter().filter(|text| methods.contains(&text.words)) {
        let heading = (headings.iter())
            .filter(|heading| heading.x < text.x && heading.y < text.y)
            .max_by_key(|heading| (heading.y, heading.x))
            .unwrap();
        let heuristic = match heading.words.as_str() {
            "no heuristic" => "-",
            name => name,
        };
        let name = (text.words.clone(), heuristic.to_owned());
        assert!(shown.insert(name), "{} twice", text.words);
    }
    assert_eq!(shown, contenders);
}

/// Twelve lines that end within a few pixels of each other.
#[test]
fn names_at_the_same_height_move_apart() {
    let weights = "--weight 1,2,3,4,5,6,7,8,9,10,11,12";
    let contenders = "--method weighted-a-star --heuristic manhattan";
    let (rows, texts, _) = chart(&format!(
        "eight --count 1 --distance 1 {weights} {contenders}"
    ));
    let names: BTreeSet<String> = rows.iter().map(|row| row["method"].clone()).collect();
    assert_eq!(names.len(), 12);
    names_are_apart(&texts, &names);
    for name in names {
        let times = texts.iter().filter(|text| text.words == name).count();
        assert_eq!(times, 1, "{name}");
    }
}

/// Lookups generate nothing: an empty chart is a chart.
#[test]
fn nothing_to_draw() {
    let (rows, texts, svg) = chart("eight --count 2 --method table");
    assert_eq!(rows.len(), 2);
    assert!(texts.iter().any(|text| text.words == "fewest moves"));
    assert!(!svg.contains("<circle"));
}
