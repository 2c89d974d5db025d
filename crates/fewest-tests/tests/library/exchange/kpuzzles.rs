//! Files of cubing.js.

use fewest::Model;
use fewest::model::{Dialect, Export, Imported, import};
use serde_json::{Value, json};

use super::{Kpuzzle, counts, order, puzzle};

fn kpuzzle(text: &str) -> Imported {
    import(text, Dialect::Kpuzzle).unwrap_or_else(|problems| panic!("{problems}\n{text}"))
}

fn drawn(random: &mut fastrand::Rng, below: usize, count: usize) -> Vec<usize> {
    (0..count).map(|_| random.usize(0..below)).collect()
}

/// A puzzle with identical pieces, orientations that matter in part, an orbit of one piece, and
/// moves that leave orbits out.
fn random_kpuzzle(random: &mut fastrand::Rng) -> Value {
    let orbits = [
        ("A", random.usize(2..4), random.usize(1..5)),
        ("B", 1, random.usize(1..4)),
        ("C-2", 3, 1),
    ];
    let mut pattern = serde_json::Map::new();
    for (name, pieces, turns) in orbits {
        let moduli: Vec<usize> = (0..turns)
            .filter(|&modulus| modulus == 0 || turns % modulus == 0)
            .collect();
        // A piece has one modulus wherever there is another of the kind.
        let kinds: Vec<usize> = (0..pieces)
            .map(|_| moduli[random.usize(0..moduli.len())])
            .collect();
        let kept = drawn(random, pieces, pieces);
        let modulus: Vec<usize> = kept.iter().map(|&piece| kinds[piece]).collect();
        let turn = modulus
            .iter()
            .map(|&modulus| random.usize(0..if modulus == 0 { turns } else { modulus }));
        let turn: Vec<usize> = turn.collect();
        pattern.insert(
            name.to_owned(),
            json!({"pieces": kept, "orientation": turn, "orientationMod": modulus}),
        );
    }
    let mut moves = serde_json::Map::new();
    for name in ["R", "2U"] {
        let mut given = serde_json::Map::new();
        for (orbit, pieces, turns) in orbits {
            if random.usize(0..4) == 0 {
                continue;
            }
            let mut from: Vec<usize> = (0..pieces).collect();
            random.shuffle(&mut from);
            given.insert(
                orbit.to_owned(),
                json!({"permutation": from, "orientationDelta": drawn(random, turns, pieces)}),
            );
        }
        moves.insert(name.to_owned(), Value::Object(given));
    }
    let orbits = orbits.map(|(name, pieces, turns)| {
        json!({"orbitName": name, "numPieces": pieces, "numOrientations": turns})
    });
    json!({"name": "random", "orbits": orbits, "defaultPattern": pattern, "moves": moves})
}

#[test]
fn puzzles_of_cubing_js_have_the_distances_of_their_own_rules() {
    let mut random = fastrand::Rng::with_seed(26);
    let mut several = 0;
    for _ in 0..150 {
        let json = random_kpuzzle(&mut random);
        let expected = Kpuzzle::read(&json).counts();
        let text = json.to_string();
        let Ok(imported) = import(&text, Dialect::Kpuzzle) else {
            continue;
        };
        if expected.len() == 1 {
            continue;
        }
        let read = puzzle(&imported.definition);
        assert_eq!(counts(&read), expected, "{text}");
        several += 1;
        // And back.
        for (to, dialect) in [
            (Export::Kpuzzle, Dialect::Kpuzzle),
            (Export::Twsearch, Dialect::Twsearch),
        ] {
            let written = read.model().export(to).expect("a file").text;
            let again = import(&written, dialect)
                .unwrap_or_else(|problems| panic!("{problems}\n{written}"));
            assert_eq!(
                counts(&puzzle(&again.definition)),
                expected,
                "{text}\n{written}"
            );
            if to == Export::Kpuzzle {
                let json = serde_json::from_str(&written).unwrap();
                assert_eq!(Kpuzzle::read(&json).counts(), expected, "{text}\n{written}");
            }
        }
    }
    assert!(several > 100, "{several}");
}

/// Numbers of a file of twsearch in JSON: its `MoveTransformation` has the same meaning as a move of
/// cubing.js.
fn as_json(text: &str, is_old: bool) -> String {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let (mut orbits, mut pattern) = (Vec::new(), serde_json::Map::new());
    let mut moves = serde_json::Map::new();
    let list =
        |line: &str| -> Vec<usize> { line.split(' ').map(|word| word.parse().unwrap()).collect() };
    let mut name = String::new();
    let mut orbit = String::new();
    while let Some(line) = lines.next() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["Set", set, pieces, turns] => {
                let (pieces, turns): (usize, usize) =
                    (pieces.parse().unwrap(), turns.parse().unwrap());
                orbits.push((set.to_owned(), pieces, turns));
            }
            ["StartState"] => {
                for line in lines.by_ref().take_while(|line| *line != "End") {
                    if line.starts_with(|c: char| c.is_ascii_digit()) {
                        let pieces = list(line);
                        let solved =
                            json!({"pieces": pieces, "orientation": vec![0; pieces.len()]});
                        pattern.insert(orbit.clone(), solved);
                    } else {
                        line.clone_into(&mut orbit);
                    }
                }
            }
            ["MoveTransformation", given] => {
                given.clone_into(&mut name);
                let still = orbits.iter().map(|(set, pieces, _)| {
                    let still: Vec<usize> = (0..*pieces).collect();
                    (
                        set.clone(),
                        json!({"permutation": still, "orientationDelta": vec![0; *pieces]}),
                    )
                });
                moves.insert(name.clone(), still.collect());
            }
            [_] if line == "End" => {}
            [set] if !line.starts_with(|c: char| c.is_ascii_digit()) => set.clone_into(&mut orbit),
            [_, ..] if !moves.is_empty() => {
                let place = &mut moves[&name][&orbit];
                let is_first =
                    place["permutation"] == json!((0..list(line).len()).collect::<Vec<_>>());
                place[if is_first {
                    "permutation"
                } else {
                    "orientationDelta"
                }] = json!(list(line));
            }
            _ => {}
        }
    }
    if is_old {
        let orbits: serde_json::Map<String, Value> = (orbits.into_iter())
            .map(|(set, pieces, turns)| {
                (set, json!({"numPieces": pieces, "numOrientations": turns}))
            })
            .collect();
        let moves = serde_json::to_string(&moves)
            .unwrap()
            .replace("orientationDelta", "orientation_delta");
        format!(
            "{{\"orbits\": {}, \"startStateData\": {}, \"moves\": {moves}}}",
            json!(orbits),
            json!(pattern)
        )
    } else {
        let orbits = orbits.into_iter();
        let orbits = orbits.map(|(set, pieces, turns)| json!({"orbitName": set, "numPieces": pieces, "numOrientations": turns}));
        json!({"name": "x", "orbits": orbits.collect::<Vec<_>>(), "defaultPattern": pattern, "moves": moves}).to_string()
    }
}

/// `corpus/imports.py` made the files from geometry, and found the orders of their groups.
#[test]
fn both_forms_of_a_file_of_cubing_js_are_read() {
    for (text, group) in [
        (
            include_str!("../../../../../corpus/imports/cube2.tws"),
            "3674160",
        ),
        (
            include_str!("../../../../../corpus/imports/skewb-diamond.tws"),
            "138240",
        ),
    ] {
        let [new, old] = [false, true].map(|is_old| kpuzzle(&as_json(text, is_old)));
        let new = puzzle(&new.definition);
        assert_eq!(
            new.model().structure,
            puzzle(&old.definition).model().structure
        );
        assert_eq!(order(&new), group);
    }
}

/// Two faces of four places that share two, and turns of the whole.
const DERIVED: &str = r#"{"name": "two squares", "orbits": [{"orbitName": "P", "numPieces": 6, "numOrientations": 1}],
 "defaultPattern": {"P": {"pieces": [0, 1, 2, 3, 4, 5], "orientation": [0, 0, 0, 0, 0, 0]}},
 "moves": {
  "L": {"P": {"permutation": [3, 0, 2, 4, 1, 5], "orientationDelta": [0, 0, 0, 0, 0, 0]}},
  "y2": {"P": {"permutation": [5, 4, 3, 2, 1, 0], "orientationDelta": [0, 0, 0, 0, 0, 0]}}
 },
 "derivedMoves": {"T": "[R: L2]'", "R": "[y2: L]", "Lw": "L", "N": "(R L)2 (L' . R')2", "Rv": "y2"}}"#;

#[test]
fn derived_moves_are_written_out() {
    let imported = kpuzzle(DERIVED);
    let model = Model::from_toml(&imported.definition).unwrap();
    let notes = imported.notes.to_string();
    for note in [
        "the move `Lw` is left out: it does the same as `L`",
        "the move `N` is left out: it changes nothing",
    ] {
        assert!(notes.contains(note), "{notes}");
    }
    assert_eq!(model.moves[..6], ["L", "L2", "L'", "R", "R2", "R'"]);
    let run = |words: &[&str]| {
        let mut board: Vec<u8> = (0..6).collect();
        for word in words {
            let m = model
                .find_move(word)
                .unwrap_or_else(|| panic!("{word}: {:?}", model.moves));
            let turn = model
                .structure
                .turns
                .iter()
                .find(|turn| turn.by == m)
                .unwrap();
            board = turn.apply(&board);
        }
        board
    };
    // L turns the places 0, 1, 4, 3; so R turns 5, 4, 1, 2.
    assert_eq!(run(&["L"]), [3, 0, 2, 4, 1, 5]);
    assert_eq!(run(&["R"]), [0, 4, 1, 3, 5, 2]);
    assert_eq!(run(&["T"]), run(&["R", "L2", "R'"]));
}

/// Moves of larger puzzles, in a file that keeps some of the orbits, as kilominx has them from megaminx.
#[test]
fn moves_with_other_orbits_were_refused() {
    let still = r#""R": {"permutation": [1, 0], "orientationDelta": [0, 0]}"#;
    let text = DERIVED.replace(
        "{\"P\": {\"permutation",
        &format!("{{{still}, \"P\": {{\"permutation"),
    );
    assert_eq!(text.matches("\"R\": {").count(), 2);
    let imported = kpuzzle(&text);
    assert_eq!(imported.definition, kpuzzle(DERIVED).definition);
    let note = "4:10: `R` is left out: the puzzle has no such orbit";
    assert!(
        imported.notes.to_string().starts_with(note),
        "{}",
        imported.notes
    );
    assert_eq!(
        imported.notes.to_string().matches("no such orbit").count(),
        1
    );
}

#[test]
fn comments_pauses_and_moves_made_no_times_were_refused() {
    let text = DERIVED.replace("[y2: L]", "_ L0' [y2: L0 L] . // the other square");
    assert_eq!(kpuzzle(&text).definition, kpuzzle(DERIVED).definition);
    // A name's own 0 is no number.
    let named = DERIVED.replace("\"Lw\": \"L\"", "\"Lw\": \"L0\", \"L0\": \"L R\"");
    let notes = kpuzzle(&named).notes.to_string();
    let note = "the move `Lw` is left out: it does the same as `L0`";
    assert!(notes.contains(note), "{notes}");
}

#[test]
fn mistakes_in_files_of_cubing_js_are_named() {
    let refused = |from: &str, to: &str| {
        let text = DERIVED.replacen(from, to, 1);
        assert_ne!(text, DERIVED);
        import(&text, Dialect::Kpuzzle).unwrap_err().to_string()
    };
    let mut wrong = Vec::new();
    for (from, to, message) in [
        ("\"moves\": {", "\"moves\": [", "not JSON: "),
        ("\"orbits\"", "\"orbit\"", "1:1: there is no `orbits` here"),
        (
            "\"numPieces\": 6",
            "\"numPieces\": 0",
            "`numPieces` is 1 to 256, not `0`",
        ),
        (
            "\"numOrientations\": 1",
            "\"numOrientations\": 1e0",
            "`numOrientations` is 1 to 26, not `1e0`",
        ),
        (
            "\"numPieces\": 6, \"numOrientations\": 1",
            "\"numPieces\": 256, \"numOrientations\": 2",
            "over 256 stickers in all",
        ),
        (
            "[0, 1, 2, 3, 4, 5]",
            "[0, 1, 2, 3, 4]",
            "2:37: expected 6 numbers, found 5",
        ),
        (
            "[0, 1, 2, 3, 4, 5]",
            "[0, 1, 2, 3, 4, -1]",
            "2:53: a piece is 0 to 65535, not `-1`",
        ),
        (
            "\"orientation\": [0,",
            "\"orientation\": [1,",
            "an orientation is 0 to 0, not `1`",
        ),
        (
            "\"pieces\": [",
            "\"orientationMod\": [2,0,0,0,0,0], \"pieces\": [",
            "an orientation's modulus is 0 to 1, not `2`",
        ),
        (
            "[3, 0, 2, 4, 1, 5]",
            "[3, 0, 2, 4, 1, 1]",
            "the place 1 is used twice",
        ),
        ("[3, 0, 2, 4, 1, 5]", "{}", "the value is a list in []"),
        (
            "\"L\": {\"P\": {\"permutation\": [3",
            "\"L\": {\"P\": {\"permutations\": [3",
            "there is no `permutation` here",
        ),
        ("\"[y2: L]\"", "\"[y2: M]\"", "no known move is called `M`"),
        (
            "\"[y2: L]\"",
            "\"L ^(L)\"",
            "7:44: `^( )`, moves on the inverse (NISS), is not supported",
        ),
        ("\"[y2: L]\"", "\"M0\"", "no known move is called `M0`"),
        ("\"[y2: L]\"", "\"[y2 L]\"", "expected `,` or `:`"),
        ("\"[y2: L]\"", "\"[T: L]\"", "`R` is made of itself"),
        (
            "\"[y2: L]\"",
            "7",
            "a derived move is a string without escapes",
        ),
        ("\"R\": \"[y2", "\"L\": \"[y2", "two moves are called `L`"),
        (
            "\"R\": \"[y2",
            "\"R!\": \"[y2",
            "a name has letters, digits, _, - and ' only",
        ),
        (
            "\"R\": \"[y2",
            "\"\\u0052\": \"[y2",
            "the derived moves has names without escapes",
        ),
    ] {
        let found = refused(from, to);
        if !found.contains(message) {
            wrong.push(format!("{from} -> {to}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(
        import("[]", Dialect::Kpuzzle).unwrap_err().to_string(),
        "1:1: a puzzle must be an object in {}"
    );
    assert!(
        import("", Dialect::Kpuzzle)
            .unwrap_err()
            .to_string()
            .starts_with("1:1: not JSON: ")
    );
}
