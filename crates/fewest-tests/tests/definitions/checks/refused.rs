//! Definitions with one mistake: each is refused, with a message and a place near the mistake.

use std::ops::RangeInclusive;

use fastrand::Rng;
use fewest::Puzzle;
use fewest::model::{Model, Problems};

use super::{Case, Check, ensure};
use crate::draw::pick;
use crate::spec::{MoveSpec, Spec, Way};

/// Invalid values, by table and key.
const WRONG: [(&str, &str, &[&str]); 22] = [
    ("", "name", &["\"\"", "\"two words\"", "7", "\"\\u001b\""]),
    ("", "title", &["\"two\\nlines\"", "[]"]),
    ("", "rules", &["\"two\\nlines\"", "\" \"", "7"]),
    ("", "blank", &["\"nosuch\"", "\"\"", "3"]),
    ("", "metric", &["\"turns\"", "\"\"", "true"]),
    ("", "fixed", &["\"nosuch\"", "[\"1\"]"]),
    (
        "",
        "targets",
        &["\"nosuch\"", "\"nosuch-no\"", "\"-\"", "4"],
    ),
    ("", "nosuch", &["1"]),
    (
        "[boards]",
        "symbols",
        &["\"x\"", "\"zz=nosuch\"", "\"=\"", "[]"],
    ),
    ("[boards]", "order", &["\"nosuch\"", "\"\"", "[1]"]),
    (
        "[boards]",
        "end",
        &["\"\"", "\"two words\"", "\"\\u0007\"", "0"],
    ),
    ("[boards]", "counted", &["3", "\"yes\""]),
    (
        "[[move]]",
        "name",
        &["\"\"", "\"two words\"", "\"\\n\"", "[]"],
    ),
    ("[[move]]", "cost", &["0", "2", "-1", "\"1\""]),
    ("[[move]]", "one_way", &["1", "\"true\""]),
    ("[[move]]", "axis", &["1"]),
    ("[[move]]", "jump", &["\"1>2\""]),
    ("[[goal]]", "name", &["\"\\u202e\"", "3"]),
    (
        "[[goal]]",
        "same",
        &["\"\"", "[]", "[\"nosuch\"]", "7", "[\"\"]"],
    ),
    (
        "[[goal]]",
        "recolour",
        &["\"\"", "\"nosuch x\"", "\"(\"", "[1]", "\"()\""],
    ),
    (
        "[[goal]]",
        "turned",
        &["\"\"", "\"nosuch\"", "\"(\"", "\"()\"", "[2]"],
    ),
    ("[[goal]]", "board", &["\"\"", "\"nosuch nosuch\"", "[]"]),
];
/// Invalid values of keys that describe a move.
const WRONG_WAYS: [(&str, &[&str]); 6] = [
    ("shift", &["\"\"", "\"nosuch\"", "3"]),
    (
        "cycles",
        &["\"\"", "\"1 2\"", "\"(\"", "\"()\"", "\"(nosuch no)\""],
    ),
    ("inverse", &["\"\"", "\"nosuch\"", "[]"]),
    ("sequence", &["\"\"", "\"nosuch no\"", "[]"]),
    (
        "offset",
        &[
            "[]",
            "[1]",
            "[0, 0]",
            "[300, 0]",
            "[1, 2, 3]",
            "\"up\"",
            "[9223372036854775807, 1]",
        ],
    ),
    (
        "steps",
        &["\"\"", "\"nosuch>no\"", "\">\"", "\"1-2\"", "{}"],
    ),
];

pub fn check(case: &Case<'_>, rng: &mut Rng) -> Check {
    let text = case.spec.text();
    let definition = Model::from_toml(&text).map_err(|problems| problems.to_string())?;
    are_placed(&text, &definition.lints(&text))?;
    for _ in 0..4 {
        let (text, lines) = wrong_value(case.spec, rng);
        is_refused(&text, Some(&lines))?;
    }
    for _ in 0..3 {
        if let Some(wrong) = wrong_meaning(case, rng) {
            is_refused(&wrong.text(), None)?;
        }
    }
    // Any text is read, or refused in the same way.
    for _ in 0..4 {
        let text = garbled(&text, rng);
        match Puzzle::from_toml(&text) {
            Ok(_) => {
                let definition =
                    Model::from_toml(&text).map_err(|problems| problems.to_string())?;
                are_placed(&text, &definition.lints(&text))?;
            }
            Err(problems) => are_placed(&text, &problems)?,
        }
    }
    Ok(())
}

/// Checks the messages about an invalid definition. One of the mistakes must be on these lines.
fn is_refused(text: &str, lines: Option<&RangeInclusive<usize>>) -> Check {
    let Err(problems) = Puzzle::from_toml(text) else {
        return Err(format!("not refused:\n{text}"));
    };
    ensure!(!problems.0.is_empty(), "refused without a word:\n{text}");
    are_placed(text, &problems)?;
    let is_there = |lines: &RangeInclusive<usize>| {
        let mut reported_lines = problems.0.iter().map(|problem| problem.place.line);
        reported_lines.any(|line| usize::try_from(line).is_ok_and(|line| lines.contains(&line)))
    };
    ensure!(
        lines.is_none_or(is_there),
        "{problems}: not on the lines {lines:?} of\n{text}"
    );
    Ok(())
}

/// Checks that every place is in the text and matches its bytes, and that messages are printable.
fn are_placed(text: &str, problems: &Problems) -> Check {
    for problem in &problems.0 {
        let (line, column) = (problem.place.line, problem.place.column);
        let content = usize::try_from(line - 1)
            .ok()
            .and_then(|line| text.split('\n').nth(line));
        let is_there =
            content.is_some_and(|content| (1..=content.len() as u64 + 1).contains(&column));
        ensure!(
            is_there || text.is_empty(),
            "no place: {line}:{column} in\n{text}"
        );
        let is_span = problem.span.end <= text.len() && problem.span.start <= problem.span.end;
        ensure!(
            is_span
                && text.is_char_boundary(problem.span.start)
                && text.is_char_boundary(problem.span.end),
            "no span: {:?} in\n{text}",
            problem.span
        );
        let is_plain = !problem.message.contains(char::is_control);
        ensure!(
            is_plain && !problem.message.is_empty(),
            "no message: {:?} for\n{text}",
            problem.message
        );
    }
    Ok(())
}

/// A text with one wrong value, and the lines of its table.
fn wrong_value(spec: &Spec, rng: &mut Rng) -> (String, RangeInclusive<usize>) {
    let mut lines: Vec<String> = spec.text().lines().map(str::to_owned).collect();
    let is_way = !spec.moves.is_empty() && rng.u8(..3) == 0;
    let (table, key, values) = if is_way {
        let (key, values) = *pick(rng, &WRONG_WAYS);
        ("[[move]]", key, values)
    } else {
        loop {
            let wrong = *pick(rng, &WRONG);
            if wrong.0 != "[[move]]" || !spec.moves.is_empty() {
                break wrong;
            }
        }
    };
    let starts = |line: &String, key: &str| line.starts_with(&format!("{key} = "));
    // Keys of the file itself come after its pieces, which are one line.
    let mut heads: Vec<usize> = (0..lines.len()).filter(|&at| lines[at] == table).collect();
    if table.is_empty() {
        heads = vec![
            lines
                .iter()
                .position(|line| starts(line, "pieces"))
                .unwrap_or(0),
        ];
    }
    if heads.is_empty() {
        // [boards] is the only optional table.
        let at = lines
            .iter()
            .position(|line| line.starts_with("[["))
            .unwrap_or(lines.len());
        lines.insert(at, table.to_owned());
        heads = vec![at];
    }
    let head = *pick(rng, &heads);
    let first = if table.is_empty() { 0 } else { head };
    let end = |lines: &[String]| {
        let next = lines[head + 1..]
            .iter()
            .position(|line| line.starts_with('['));
        next.map_or(lines.len(), |next| head + 1 + next)
    };
    let ways = ["shift", "cycles", "inverse", "sequence", "offset", "steps"];
    let is_old =
        |line: &String| starts(line, key) || is_way && ways.iter().any(|way| starts(line, way));
    let value = format!("{key} = {}", pick(rng, values));
    match (first..end(&lines)).find(|&at| is_old(&lines[at])) {
        Some(at) => lines[at] = value,
        None => lines.insert(head + 1, value),
    }
    let last = end(&lines);
    (lines.join("\n") + "\n", first + 1..=last)
}

/// A well-formed definition without a meaning.
fn wrong_meaning(case: &Case<'_>, rng: &mut Rng) -> Option<Spec> {
    let mut spec = case.spec.clone();
    let goal = rng.usize(..spec.goals.len());
    let chosen = (!spec.moves.is_empty()).then(|| rng.usize(..spec.moves.len()));
    let named = |name: &str, way: Way| MoveSpec {
        name: name.to_owned(),
        way,
        axis: None,
        is_one_way: false,
        has_cost: false,
    };
    match rng.u8(..16) {
        0 => spec.symbols[0].1 += 1,
        1 => spec.symbols.push(("nosuch".to_owned(), 1)),
        2 => spec.goals[goal].board.as_mut()?.push(None),
        3 => drop(spec.goals[goal].board.as_mut()?.pop()),
        4 => {
            // More pieces of a symbol than exist.
            let cells = spec.cells.names.len();
            let few = spec
                .symbols
                .iter()
                .position(|(_, count)| (*count as usize) < cells)?;
            spec.goals[goal].board = Some(vec![u8::try_from(few).ok(); cells]);
        }
        5 => spec.goals.clear(),
        6 => {
            spec.moves.clear();
            spec.targets.clear();
            spec.goals.iter_mut().for_each(|goal| goal.turned.clear());
        }
        7 => spec.moves.push(spec.moves[chosen?].clone()),
        8 => spec
            .moves
            .push(named("again", Way::Inverse("again".to_owned()))),
        9 => {
            spec.moves
                .push(named("one", Way::Sequence(vec!["other".to_owned()])));
            spec.moves
                .push(named("other", Way::Inverse("one".to_owned())));
        }
        10 => {
            // Declared as one-way, though the next move undoes it.
            let name = spec.moves[chosen?].name.clone();
            spec.moves[chosen?].is_one_way = true;
            spec.moves.push(named("back", Way::Inverse(name)));
        }
        11 => spec.fixed = (0..=u8::MAX).take(spec.cells.names.len()).collect(),
        12 => {
            let cell = rng.usize(..spec.cells.names.len());
            let cell = u8::try_from(cell).ok()?;
            spec.goals[goal].same = vec![vec![cell], vec![cell]];
        }
        13 => spec
            .moves
            .push(named("still", Way::Cycles(vec![vec![0, 0]]))),
        14 => spec
            .moves
            .push(named("long", Way::Steps(vec![(0, 1), (0, 1)]))),
        _ => {
            let text = *pick(
                rng,
                &[
                    "1", "0", "257", "-1", "2.5", "true", "\"\"", "\"a\"", "\"a a\"",
                ],
            );
            // Other sizes do not match the pieces either.
            text.clone_into(&mut spec.cells.text);
        }
    }
    Some(spec)
}

/// A text with some characters changed, or truncated.
fn garbled(text: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(..letters.len());
        match rng.u8(..4) {
            0 => drop(letters.remove(at)),
            1 => letters.insert(
                at,
                *pick(
                    rng,
                    &[
                        '"', '[', ']', '=', '\n', '(', ' ', '*', '-', '>', '\\', '\u{7}', 'é',
                    ],
                ),
            ),
            2 => letters[at] = letters[rng.usize(..letters.len())],
            _ => {
                let end = letters.len().min(at + rng.usize(1..20));
                letters.drain(at..end);
            }
        }
        if letters.is_empty() {
            break;
        }
    }
    letters.into_iter().collect()
}
