//! Puzzles of cubing.js and of the contest Santa 2023, and puzzles written for other programs. All
//! are compared with enumerations that follow the other program's rules.

mod exports;
mod kpuzzles;
mod santa;
mod written;

use fewest::survey::Listing;
use fewest::{Options, Puzzle};
use serde_json::Value;

use crate::naive;

fn puzzle(definition: &str) -> Puzzle {
    Puzzle::from_toml(definition).unwrap_or_else(|problems| panic!("{problems}\n{definition}"))
}

/// The number of boards at each distance.
fn counts(puzzle: &Puzzle) -> Vec<u64> {
    let survey = puzzle.survey(Listing::default(), &Options::default());
    survey.expect("a survey").figures.counts
}

fn order(puzzle: &Puzzle) -> String {
    puzzle.describe(None).group.expect("a group").to_string()
}

/// For each orbit: its pieces, their orientations, and the moduli of these.
type Pattern = Vec<[Vec<usize>; 3]>;
/// For each orbit: the place that each place takes its piece from, and the turn of that piece.
type Transformation = Vec<[Vec<usize>; 2]>;

fn numbers(value: &Value) -> Vec<usize> {
    let list = value.as_array().expect("a list").iter();
    list.map(|number| usize::try_from(number.as_u64().unwrap()).unwrap())
        .collect()
}

/// A puzzle of cubing.js, by the rules of its `combine.ts`.
struct Kpuzzle {
    start: Pattern,
    moves: Vec<Transformation>,
}

impl Kpuzzle {
    fn read(json: &Value) -> Self {
        let orbits = json["orbits"].as_array().unwrap();
        let each = |of: &dyn Fn(&str, usize) -> [Vec<usize>; 3]| -> Pattern {
            let orbit = |orbit: &Value| {
                let turns = orbit["numOrientations"].as_u64().unwrap();
                of(
                    orbit["orbitName"].as_str().unwrap(),
                    usize::try_from(turns).unwrap(),
                )
            };
            orbits.iter().map(orbit).collect()
        };
        let start = each(&|name, turns| {
            let orbit = &json["defaultPattern"][name];
            let pieces = numbers(&orbit["pieces"]);
            let moduli = match &orbit["orientationMod"] {
                Value::Null => vec![0; pieces.len()],
                moduli => numbers(moduli),
            };
            let moduli = moduli
                .iter()
                .map(|&modulus| if modulus == 0 { turns } else { modulus });
            [pieces, numbers(&orbit["orientation"]), moduli.collect()]
        });
        let moves = json["moves"].as_object().unwrap().values().map(|given| {
            let orbits = each(&|name, turns| {
                let orbit = &given[name];
                if orbit.is_null() {
                    let still: Vec<usize> =
                        (0..numbers(&json["defaultPattern"][name]["pieces"]).len()).collect();
                    return [still.clone(), vec![0; still.len()], vec![turns]];
                }
                [
                    numbers(&orbit["permutation"]),
                    numbers(&orbit["orientationDelta"]),
                    vec![turns],
                ]
            });
            // Every power of a move is a move.
            let turns: Vec<usize> = orbits.iter().map(|[_, _, turns]| turns[0]).collect();
            let base: Transformation = orbits.into_iter().map(|[a, b, _]| [a, b]).collect();
            powers(&base, &turns)
        });
        let moves = moves.flatten().collect();
        Self { start, moves }
    }

    fn apply(pattern: &Pattern, by: &Transformation) -> Pattern {
        let orbit =
            |([pieces, turns, moduli], [from, delta]): (&[Vec<usize>; 3], &[Vec<usize>; 2])| {
                let take =
                    |list: &Vec<usize>| from.iter().map(|&from| list[from]).collect::<Vec<_>>();
                let moduli = take(moduli);
                let turned = take(turns).into_iter().zip(delta).zip(&moduli);
                let turned = turned.map(|((turn, delta), modulus)| (turn + delta) % modulus);
                [take(pieces), turned.collect(), moduli.clone()]
            };
        pattern.iter().zip(by).map(orbit).collect()
    }

    fn counts(&self) -> Vec<u64> {
        let next = |pattern: &_| {
            let moves = self.moves.iter();
            moves.map(|by| Self::apply(pattern, by)).collect::<Vec<_>>()
        };
        naive::counts(self.start.clone(), next, u32::MAX)
    }
}

fn powers(base: &Transformation, turns: &[usize]) -> Vec<Transformation> {
    let still = |[from, _]: &[Vec<usize>; 2]| [(0..from.len()).collect(), vec![0; from.len()]];
    let still: Transformation = base.iter().map(still).collect();
    let mut powers = Vec::new();
    let mut power = base.clone();
    while power != still {
        let next =
            (power.iter().zip(base))
                .zip(turns)
                .map(|(([from, delta], [by, more]), turns)| {
                    let all = by
                        .iter()
                        .zip(more)
                        .map(|(&place, more)| (delta[place] + more) % turns);
                    [by.iter().map(|&place| from[place]).collect(), all.collect()]
                });
        let next = next.collect();
        powers.push(std::mem::replace(&mut power, next));
    }
    powers
}
