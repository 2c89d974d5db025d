//! Proofs accept right tables and refute wrong ones, wherever the mistake is.

use std::fs;

use super::super::candidate::{Candidate, Choices};
use super::super::coordinates::Coordinates;
use super::super::table::{BoundTable, LINE, LINE_WORDS, MIN_SHIFT, WORD};
use super::super::tests::{Kind, built, structure, with_shared};
use super::super::{PieceSearch, Projection};
use super::ball::PatternBall;
use super::shown::PatternNumbers;
use super::*;
use crate::kernel::pieces::{PieceSymmetry, Pieces};
use crate::pruning::{Effort, MovePruning};
use crate::search::AnswerChoice;
use crate::support::random::Random;
use crate::table::memory::Memory;
use crate::table::store::{Store, StoreProblem};

/// The most patterns of a tested projection.
const MAX_PATTERNS: u64 = 30_000;

/// A puzzle with projections.
struct Drawn {
    search: PieceSearch,
    pieces: Pieces,
    symmetries: Vec<PieceSymmetry>,
    pruning: MovePruning,
    candidates: Vec<Candidate>,
}

fn drawn(number: usize, random: &mut Random) -> Option<Drawn> {
    let kinds: [&[Kind]; 5] = [
        &[(8, 2), (4, 3)],
        &[(6, 3)],
        &[(5, 3), (6, 1)],
        &[(7, 2), (5, 1)],
        &[(4, 4), (5, 2)],
    ];
    let structure = structure(kinds[number % kinds.len()], random);
    let pieces = Pieces::of(&structure)?;
    let symmetries = pieces.symmetries();
    let choices = Choices::new(&pieces, &symmetries, true);
    Some(Drawn {
        search: PieceSearch::of(&structure)?,
        pruning: MovePruning::find(&structure, Effort::QUICK),
        candidates: choices.candidates(&pieces, &symmetries, 10_000),
        pieces,
        symmetries,
    })
}

/// A part of a proof.
type Part<'p> = dyn Fn(&Proving<'_>) -> Result<(), Unfinished<Refuted>> + 'p;

/// A table's words and levels.
type Parts = (Vec<u64>, Vec<u64>);

/// A change to a table's parts.
type Change<'c> = dyn Fn(&Coordinates, &mut Parts) + 'c;

impl Drawn {
    /// A projection whose table was changed after it was built.
    fn projection(&self, candidate: &Candidate, change: &Change<'_>) -> Option<Projection> {
        let table = |coordinates: &Coordinates| {
            let table = built(coordinates, &self.pruning, &|| false)?;
            let words = table
                .data()
                .chunks_exact(8)
                .map(|word| u64::from_le_bytes(word.try_into().unwrap()));
            let mut parts = (words.collect(), table.levels.clone());
            change(coordinates, &mut parts);
            let (words, levels) = parts;
            let mut memory = Memory::zeroed(8 * words.len());
            let bytes = words.iter().flat_map(|word| word.to_le_bytes());
            for (byte, changed) in memory.writable().iter_mut().zip(bytes) {
                *byte = changed;
            }
            Some(BoundTable::built(memory, coordinates.row_length, levels))
        };
        let (pieces, symmetries) = (&self.pieces, &self.symmetries);
        let projection = Projection::new(pieces, symmetries, candidate.clone(), 1 << 20, &table)?;
        (ShownPatterns::new(pieces, &projection).patterns() < MAX_PATTERNS).then_some(projection)
    }

    fn proving<R>(&self, projection: &Projection, work: impl FnOnce(&Proving<'_>) -> R) -> R {
        let shown = ShownPatterns::new(&self.pieces, projection);
        work(&Proving {
            shown: &shown,
            table: &projection.table,
            budget: Budget::default(),
        })
    }

    fn tree<'t>(&'t self, projection: &'t Projection) -> ListTree<'t> {
        ListTree {
            pieces: &self.pieces,
            projection,
            pruning: &self.pruning,
            choice: AnswerChoice::Least,
        }
    }
}

/// The proof by all patterns, and the proof by patterns near the goal and samples.
fn both(tree: &ListTree<'_>) -> [Result<ProjectionProof, Unfinished<Refuted>>; 2] {
    let budget = Budget {
        memory: Some(80 * 300),
        ..Budget::default()
    };
    [
        prove(tree, u64::MAX, Budget::default()),
        prove(tree, 0, budget),
    ]
}

/// Calls `work` with some projections of random puzzles.
fn each(mut work: impl FnMut(&Drawn, &Candidate, &mut Random)) {
    let mut random = Random::new(23);
    let mut done = [0; 2];
    for number in 0..15 {
        let Some(drawn) = drawn(number, &mut random) else {
            continue;
        };
        for candidate in drawn.candidates.iter().take(2) {
            let all = with_shared(&drawn.pieces, &drawn.symmetries, candidate);
            for candidate in all.iter().take(2) {
                if drawn.projection(candidate, &|_, _| {}).is_some() {
                    work(&drawn, candidate, &mut random);
                    done[usize::from(candidate.per_entry > 1)] += 1;
                }
            }
        }
    }
    assert!(done[0] > 8 && done[1] > 8, "{done:?}");
}

#[test]
fn right_tables_are_proved() {
    let mut some_far = 0;
    each(|drawn, candidate, _| {
        let projection = drawn.projection(candidate, &|_, _| {}).unwrap();
        let [whole, part] = both(&drawn.tree(&projection)).map(Result::unwrap);
        assert!(whole.samples.is_none());
        let levels = &projection.table.levels;
        assert_eq!(whole.proof.counts, *levels);
        let entries = projection.coordinates.rows() * projection.coordinates.row_length;
        assert_eq!(whole.proof.boards, entries as u64);
        assert!(whole.proof.unsolvable + levels.iter().sum::<u64>() <= entries as u64);
        let samples = part.samples.unwrap();
        assert_eq!(samples.entries, entries as u64);
        assert!(samples.searched > 0 && samples.compared > 0);
        // The counts agree up to the distance that memory allows.
        let counts = part.proof.counts;
        let both = counts.len().min(levels.len());
        assert_eq!(counts[..both], levels[..both]);
        some_far += usize::from(counts.len() < levels.len());
    });
    assert!(some_far > 3, "{some_far}");
}

/// Changes the code of an entry. Returns true if it changed.
fn recode(
    words: &mut [u64],
    row_words: usize,
    entry: PatternEntry,
    change: impl Fn(u64) -> u64,
) -> bool {
    if entry.place % LINE >= LINE - 2 {
        return false;
    }
    let word = &mut words[entry.row * row_words + entry.place / WORD];
    let shift = 2 * (entry.place % WORD);
    let code = *word >> shift & 3;
    let new = change(code) & 3;
    *word ^= (code ^ new) << shift;
    new != code
}

fn row_words(coordinates: &Coordinates) -> usize {
    coordinates.row_length.div_ceil(LINE) * LINE_WORDS
}

/// A random entry for this seed.
fn drawn_entry(coordinates: &Coordinates, seed: u64) -> PatternEntry {
    let mut random = Random::new(seed);
    PatternEntry {
        row: random.place(coordinates.rows()),
        place: random.place(coordinates.row_length),
    }
}

#[test]
fn one_wrong_entry_of_a_small_table_is_found() {
    each(|drawn, candidate, random| {
        let seed = random.below(1 << 32);
        let entry = |coordinates: &Coordinates| drawn_entry(coordinates, seed);
        let nearer = |coordinates: &Coordinates, parts: &mut Parts| {
            recode(
                &mut parts.0,
                row_words(coordinates),
                entry(coordinates),
                |code| code.saturating_sub(1),
            );
        };
        let farther = |coordinates: &Coordinates, parts: &mut Parts| {
            recode(
                &mut parts.0,
                row_words(coordinates),
                entry(coordinates),
                |code| (code + 1).min(3),
            );
        };
        let line = |coordinates: &Coordinates, parts: &mut Parts| {
            let entry = entry(coordinates);
            let line = entry.row * row_words(coordinates) + entry.place / LINE * LINE_WORDS;
            parts.0[line + LINE_WORDS - 1] ^= 1 << MIN_SHIFT;
        };
        let count = |_: &Coordinates, parts: &mut Parts| parts.1[1] += 1;
        let right = drawn.projection(candidate, &|_, _| {}).unwrap();
        let changes: [&Change<'_>; 4] = [&nearer, &farther, &line, &count];
        for (number, change) in changes.into_iter().enumerate() {
            let wrong = drawn.projection(candidate, change).unwrap();
            let is_changed = wrong.table.data() != right.table.data() || number == 3;
            let found = prove(&drawn.tree(&wrong), u64::MAX, Budget::default());
            assert_eq!(found.is_err(), is_changed, "{number}: {found:?}");
        }
    });
}

/// A tenth of the entries is wrong, as if the builder had missed a case.
#[test]
fn samples_find_tables_that_were_built_wrong() {
    let mut found = 0;
    each(|drawn, candidate, random| {
        let seed = random.below(1 << 32);
        let changes: [&dyn Fn(u64) -> u64; 2] =
            [&|code| code.saturating_sub(1), &|code| (code + 1).min(3)];
        for change in changes {
            let change = |coordinates: &Coordinates, parts: &mut Parts| {
                let mut random = Random::new(seed);
                for row in 0..coordinates.rows() {
                    for place in 0..coordinates.row_length {
                        if random.place(10) == 0 {
                            let entry = PatternEntry { row, place };
                            recode(&mut parts.0, row_words(coordinates), entry, change);
                        }
                    }
                }
            };
            let wrong = drawn.projection(candidate, &change).unwrap();
            let proofs = both(&drawn.tree(&wrong));
            assert!(proofs[0].is_err() == proofs[1].is_err(), "{proofs:?}");
            found += usize::from(proofs[1].is_err());
        }
        // The least distances of lines are too large.
        let lines = |_: &Coordinates, parts: &mut Parts| {
            for line in parts.0.chunks_exact_mut(LINE_WORDS) {
                if line[LINE_WORDS - 1] >> MIN_SHIFT < 15 {
                    line[LINE_WORDS - 1] += 1 << MIN_SHIFT;
                }
            }
        };
        let wrong = drawn.projection(candidate, &lines).unwrap();
        assert!(both(&drawn.tree(&wrong)).iter().all(Result::is_err));
    });
    assert!(found > 10, "{found}");
}

#[test]
fn a_separate_search_finds_a_wrong_entry() {
    let mut searched = 0;
    each(|drawn, candidate, random| {
        for _ in 0..20 {
            let seed = random.below(1 << 32);
            let entry = |coordinates: &Coordinates| drawn_entry(coordinates, seed);
            for change in [0, 1, 2, 3] {
                let wrong = |coordinates: &Coordinates, parts: &mut Parts| {
                    let row_words = row_words(coordinates);
                    recode(&mut parts.0, row_words, entry(coordinates), |code| {
                        code ^ change
                    });
                };
                let wrong = drawn.projection(candidate, &wrong).unwrap();
                let right = drawn.projection(candidate, &|_, _| {}).unwrap();
                let is_changed = wrong.table.data() != right.table.data();
                let found = drawn.proving(&wrong, |proving| {
                    let ball: PatternBall = proving.ball(80 * 100).unwrap();
                    proving.search(entry(&wrong.coordinates), &ball, &drawn.pruning)
                });
                assert_eq!(found.is_err(), is_changed, "{change}: {found:?}");
                searched += usize::from(is_changed);
            }
        }
    });
    assert!(searched > 100, "{searched}");
}

/// Each part of the proof of a large table finds mistakes, even if no other part does.
#[test]
fn each_part_of_a_proof_finds_mistakes() {
    let mut found = [0; 6];
    each(|drawn, candidate, _| {
        let right = drawn.projection(candidate, &|_, _| {}).unwrap();
        let (solved, low) = drawn.proving(&right, |proving| {
            let shown = proving.shown;
            let ball = proving.ball(80 * 100).unwrap();
            let solved =
                shown.entry_of(&shown.states(shown.solved(), &mut PatternNumbers::default()));
            // An entry near the goal, in a line without the solved pattern.
            let mut entries = (0..shown.entries()).map(|number| shown.entry(number));
            let low = entries.find(|entry| {
                let mut patterns = shown.states_of(*entry);
                let is_near = patterns.any(|states| ball.distance(shown.index(&states)).is_some());
                is_near && proving.table.least(entry.row, entry.place) > 0
            });
            (solved, low)
        });
        let line = |coordinates: &Coordinates, entry: PatternEntry| {
            let first = entry.row * row_words(coordinates) + entry.place / LINE * LINE_WORDS;
            first + LINE_WORDS - 1
        };
        let code = |coordinates: &Coordinates, parts: &mut Parts| {
            recode(&mut parts.0, row_words(coordinates), solved, |_| 3);
        };
        let low_line = |coordinates: &Coordinates, parts: &mut Parts| {
            if let Some(low) = low {
                parts.0[line(coordinates, low)] -= 1 << MIN_SHIFT;
            }
        };
        let high_line = |coordinates: &Coordinates, parts: &mut Parts| {
            parts.0[line(coordinates, solved)] |= u64::MAX << MIN_SHIFT;
        };
        let count = |_: &Coordinates, parts: &mut Parts| {
            *parts.1.last_mut().unwrap() += 1 << 20;
        };
        let ball = |proving: &Proving<'_>| {
            let ball = proving.ball(80 * 100).unwrap();
            proving.check_ball(&ball).map(|_| ())
        };
        let read = |proving: &Proving<'_>| proving.read();
        let compare = |proving: &Proving<'_>| proving.compare(&[proving.shown.number(solved)]);
        let parts: [(&Change<'_>, &Part<'_>); 5] = [
            (&code, &ball),
            (&low_line, &ball),
            (&high_line, &read),
            (&count, &read),
            (&code, &compare),
        ];
        for ((change, part), found) in parts.into_iter().zip(&mut found) {
            assert_eq!(drawn.proving(&right, part), Ok(()));
            let wrong = drawn.projection(candidate, change).unwrap();
            *found += usize::from(drawn.proving(&wrong, part).is_err());
        }
        let near = |projection: &Projection| {
            let shown = ShownPatterns::new(&drawn.pieces, projection);
            near::prove(&drawn.tree(projection), &shown, false, Budget::default())
        };
        assert!(near(&right).unwrap() > 40_000);
        found[5] += usize::from(near(&drawn.projection(candidate, &code).unwrap()).is_err());
    });
    assert!(found.iter().all(|&found| found > 3), "{found:?}");
}

/// A file changed anywhere is rejected. A file written with a mistake is read, then refuted.
#[test]
fn files() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let mut random = Random::new(3);
    let mut drawn = (0..).find_map(|number| drawn(number, &mut random)).unwrap();
    let search = &mut drawn.search;
    assert!(search.build(10_000, Budget::default()).unwrap());
    let (path, bytes) = search.save("drawn", &store).unwrap().unwrap();
    let good = fs::read(&path).unwrap();
    assert_eq!(good.len() as u64, bytes);
    let identity = store
        .list(None)
        .unwrap()
        .remove(0)
        .contents
        .unwrap()
        .identity;
    let (levels, data) = (search.levels().to_vec(), good[4096..].to_vec());
    let fresh = |search: &mut PieceSearch| search.load(10_000, "drawn", &store);
    search.projection = None;
    assert_eq!(fresh(search).unwrap(), Some(path.clone()));
    assert!(search.verify(Budget::default()).unwrap().is_some());
    for place in [0, 9, 40, 32 + identity.len(), 4095, 4096, good.len() - 1] {
        let mut bad = good.clone();
        bad[place] ^= 4;
        fs::write(&path, bad).unwrap();
        search.projection = None;
        assert!(fresh(search).is_err(), "{place}");
    }
    fs::write(&path, &good[..good.len() - 1]).unwrap();
    let error = fresh(search).unwrap_err();
    assert!(
        matches!(error.problem, StoreProblem::Length { .. }),
        "{error}"
    );
    let mut wrong = data;
    wrong[0] ^= 1;
    store.save_bytes(&identity, &levels, &wrong).unwrap();
    assert!(fresh(search).unwrap().is_some());
    assert!(matches!(
        search.verify(Budget::default()),
        Err(Unfinished::Failed(Refuted::Pattern { .. }))
    ));
}

#[test]
fn a_proof_is_cancelled() {
    each(|drawn, candidate, _| {
        let projection = drawn.projection(candidate, &|_, _| {}).unwrap();
        let cancel = true.into();
        for small in [0, u64::MAX] {
            let found = prove(&drawn.tree(&projection), small, Budget::from(&cancel));
            assert_eq!(found, Err(Unfinished::Cancelled));
        }
    });
}
