//! Statistics of all boards of a puzzle: the number at each distance, the hardest boards, their
//! number up to [symmetry](crate::symmetry), and their numbers of shortest answers.

mod classes;
pub(crate) mod descent;
mod error;
mod hardest;
mod ranked_ways;
mod ways;

use std::ops::ControlFlow;

use serde::Serialize;

pub use error::SurveyError;
pub use ways::ways;

use crate::population::Population;
use crate::space::Move;
use crate::space::structure::Structured;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::progress::Unfinished;
pub(crate) use classes::BoardClasses;
pub(crate) use hardest::Hardest;

/// Boards between two checks of the cancel flag.
const BOARDS_PER_CHECK: u64 = 1 << 10;

/// Options for listing the hardest boards of a survey, or the [shortest
/// answers](crate::Puzzle::all_answers) of a board.
///
/// ```
/// use fewest::{Listing, Options, Puzzle};
///
/// let eight = Puzzle::open("eight")?;
/// let survey = eight.survey(Listing { limit: 1, every: false }, &Options::default())?;
/// // Two boards take 31 moves; they are mirror images, so one of them stands for both.
/// assert_eq!((survey.figures.peak.boards, survey.figures.peak.classes), (2, 1));
/// assert_eq!((survey.hardest[0].distance, survey.hardest[0].class), (31, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The most items to list.
    pub limit: u64,
    /// True to list every item, not only the least of each class of symmetric items.
    pub every: bool,
}

/// The optional parts of a survey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The hardest boards to list, each with an answer and their number.
    pub hardest: Listing,
    /// True to count the shortest answers of all boards at the greatest distance, which may take as
    /// long as counting the boards.
    pub answers: bool,
}

impl Listing {
    /// This list, and the number of answers of all boards at the greatest distance.
    #[must_use]
    pub const fn with_answers(self) -> Details {
        Details {
            hardest: self,
            answers: true,
        }
    }
}

impl From<Listing> for Details {
    fn from(hardest: Listing) -> Self {
        Self {
            hardest,
            answers: false,
        }
    }
}

/// The result of a survey.
///
/// ```
/// use fewest::{Listing, Options, Puzzle};
///
/// let survey = Puzzle::open("sliding:3x2")?.survey(Listing::default(), &Options::default())?;
/// let figures = survey.figures;
/// assert_eq!((figures.boards, figures.unsolvable, figures.farthest), (360, Some(360), 21));
/// assert_eq!((figures.counts[0], figures.counts[1], figures.peak.boards), (1, 2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Survey<B> {
    /// The figures.
    pub figures: Figures,
    /// The solved board in the population's form, if there is only one.
    pub goal: Option<B>,
    /// The hardest boards in the population's form: by falling distance, then by symbols.
    pub hardest: Vec<HardBoard<B>>,
}

impl<B> Survey<B> {
    /// Converts the boards to another form.
    pub(crate) fn map<A>(self, board: impl Fn(B) -> A) -> Survey<A> {
        let hardest = self.hardest.into_iter().map(|hard| HardBoard {
            board: board(hard.board),
            distance: hard.distance,
            class: hard.class,
            answer: hard.answer,
            answers: hard.answers,
        });
        Survey {
            figures: self.figures,
            hardest: hardest.collect(),
            goal: self.goal.map(board),
        }
    }
}

/// Statistics of all boards of a puzzle, or of a set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// The number of boards that can be solved. Of a puzzle with a [home](crate::Model::home) board,
    /// only those to which moves lead from it count.
    pub boards: u64,
    /// The number of boards that can be solved, also if no moves lead to them from home. `None` if it
    /// is not known, or exceeds 64 bits.
    pub solvable: Option<u64>,
    /// The number of unsolvable boards: others with the same pieces (and in the set). `None` if it
    /// is not known, exceeds 64 bits, or if the set's patterns overlap in too many ways.
    pub unsolvable: Option<u64>,
    /// The number of boards at each distance 0, 1, 2, ...
    pub counts: Vec<u64>,
    /// The number of these boards with several goals at that distance; empty for a set.
    pub several_goals: Vec<u64>,
    /// God's number: the greatest distance, in moves.
    pub farthest: u8,
    /// The mean distance, in moves; 0 if there are no boards.
    pub mean: f64,
    /// The least distance that at least half of the boards do not exceed, in moves.
    pub median: u8,
    /// The puzzle's symmetries.
    pub symmetries: SymmetryCount,
    /// The boards at the greatest distance.
    pub peak: Peak,
}

/// The number of a puzzle's symmetries: `cells * symbols`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SymmetryCount {
    /// The number of different effects on cells.
    pub cells: u64,
    /// The number of renamings of symbols for each effect on cells.
    pub symbols: u64,
    /// True if these are all symmetries. If not, boards that count as different may be symmetric.
    pub is_complete: bool,
}

/// Statistics of the boards at the greatest distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Peak {
    /// The number of boards.
    pub boards: u64,
    /// The number of boards up to symmetry.
    pub classes: u64,
    /// The smallest and the largest number of shortest answers of any of them, if they were
    /// [counted](Details::answers); see [`ways`].
    pub answers: Option<(u128, u128)>,
}

/// One of the hardest boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HardBoard<B> {
    /// The board.
    pub board: B,
    /// Its distance, in moves.
    pub distance: u8,
    /// The number of boards in its class of symmetric boards, itself included.
    pub class: u64,
    /// Its lexicographically first shortest answer, in the puzzle's tie order.
    pub answer: Vec<Move>,
    /// The number of its shortest answers, at most [`u128::MAX`]; see [`ways`].
    pub answers: u128,
}

/// Surveys a population. `budget.memory` limits the listed boards and the boards on their answers.
///
/// # Errors
/// If it takes more memory than allowed, or is cancelled.
///
/// ```
/// use fewest::support::budget::Budget;
/// use fewest::kernel::tiles::{Nibbles, Order, Size, Tiles};
/// use fewest::population::ByTable;
/// use fewest::survey::{Listing, survey};
/// use fewest::table::build::build;
///
/// let size = Size::new(2, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 3, Order::default()).expect("16 cells at most");
/// let table = build(&puzzle, Budget::default())?;
/// let population = ByTable::new(puzzle, table);
/// let survey = survey(&population, Listing { limit: 1, every: true }, Budget::default())?;
/// // The hardest board of the twelve can be solved one way round and the other.
/// assert_eq!((survey.figures.boards, survey.figures.farthest), (12, 6));
/// assert_eq!(survey.hardest[0].answers, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn survey<P: Structured>(
    population: &dyn Population<Puzzle = P>,
    details: impl Into<Details>,
    budget: Budget<'_>,
) -> Result<Survey<P::Board>, Unfinished<SurveyError>> {
    let Details {
        hardest: listing,
        answers: counts_answers,
    } = details.into();
    let counts = population.counts();
    let total: u64 = counts.iter().sum();
    let set = population.set().map(|set| &**set);
    let mut surveyor = Surveyor {
        population,
        classes: BoardClasses::of(population),
        budget,
    };
    let farthest = farthest(counts);
    // Boards that look alike have equally many answers, and so do symmetric boards: one of them is
    // enough. The first look-alike of a board is not greater than the board, nor is the least of
    // its symmetric images, so some board is both.
    let is_reduced = population.is_reduced();
    let mut classes = 0;
    let mut peak = Vec::new();
    surveyor.at(farthest, |board_classes, board| {
        classes += u64::from(board_classes.leads(board));
        if counts_answers
            && population.representative(board) == *board
            && (is_reduced || board_classes.leads_in_answers(board))
        {
            peak.push(*board);
        }
        size_of_val(&peak[..]) as u64
    })?;
    let mut listed = Vec::new();
    for distance in (0..=farthest).rev() {
        let remaining = listing.limit - listed.len() as u64;
        if remaining == 0 {
            break;
        }
        let mut hardest = Hardest::new(Listing {
            limit: remaining,
            ..listing
        });
        surveyor.at(distance, |board_classes, board| {
            hardest.offer(board_classes, board);
            hardest.bytes()
        })?;
        let boards = hardest.into_boards();
        listed.extend(boards.map(|board| (board, distance)));
    }
    // Counted together, because they share most of the boards on their paths.
    let listed_boards = listed.iter().map(|(board, _)| board);
    let asked: Vec<P::Board> = peak.iter().chain(listed_boards).copied().collect();
    let like = |board: &P::Board| {
        if is_reduced {
            *board
        } else {
            surveyor.classes.like(board)
        }
    };
    let answers = ways(population, &asked, like, &budget)?;
    let (of_peak, of_listed) = answers.split_at(peak.len());
    let structure = population.puzzle().structure();
    let all = match set {
        Some(set) => set.count(&structure),
        None => u64::try_from(structure.arrangements()).ok(),
    };
    let figures = Figures {
        boards: total,
        solvable: Some(total),
        unsolvable: all.and_then(|all| all.checked_sub(total)),
        counts: counts.to_vec(),
        several_goals: population.tying(),
        farthest,
        mean: mean(counts),
        median: u8::try_from(median(counts)).debug_unwrap_or(u8::MAX),
        peak: Peak {
            boards: counts.get(usize::from(farthest)).copied().unwrap_or(0),
            classes,
            answers: of_peak
                .iter()
                .copied()
                .min()
                .zip(of_peak.iter().copied().max()),
        },
        symmetries: surveyor.classes.symmetries(),
    };
    let hardest = listed
        .into_iter()
        .zip(of_listed)
        .map(|((board, distance), &answers)| HardBoard {
            board,
            distance,
            class: surveyor.classes.size(&board),
            answer: least(population, board, distance),
            answers,
        });
    let goal = structure.whole_goal();
    Ok(Survey {
        goal: goal.and_then(|goal| population.puzzle().board(&goal)),
        figures,
        hardest: hardest.collect(),
    })
}

struct Surveyor<'a, P: Structured> {
    population: &'a dyn Population<Puzzle = P>,
    classes: BoardClasses<'a, P>,
    budget: Budget<'a>,
}

impl<P: Structured> Surveyor<'_, P> {
    /// Visits the boards at a distance. `visit` returns the size in bytes of the boards it keeps.
    fn at(
        &mut self,
        distance: u8,
        mut visit: impl FnMut(&mut BoardClasses<'_, P>, &P::Board) -> u64,
    ) -> Result<(), Unfinished<SurveyError>> {
        let count = self.population.counts().get(usize::from(distance));
        self.budget
            .begin("looking for the hardest boards", "boards", count.copied());
        let allowed = self.budget.memory.unwrap_or(u64::MAX);
        let mut needed = 0;
        let mut seen = 0;
        self.population.each_at(distance, &mut |board| {
            needed = visit(&mut self.classes, &board);
            seen += 1;
            if seen % BOARDS_PER_CHECK == 0 {
                self.budget.advance(BOARDS_PER_CHECK);
                if self.budget.is_over() {
                    return ControlFlow::Break(());
                }
            }
            if needed > allowed {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        self.budget.check()?;
        if needed > allowed {
            return Err(SurveyError::Memory { needed, allowed }.into());
        }
        Ok(())
    }
}

/// The lexicographically first shortest answer of a board at this distance.
fn least<P: Structured>(
    population: &dyn Population<Puzzle = P>,
    mut board: P::Board,
    distance: u8,
) -> Vec<Move> {
    let puzzle = population.puzzle();
    let step = |nearer| {
        let is_nearer = |m: &Move| population.distance(&puzzle.after(&board, *m)) == Some(nearer);
        let m = puzzle.moves(&board).find(is_nearer)?;
        puzzle.apply(&mut board, m);
        Some(m)
    };
    (0..distance).rev().map_while(step).collect()
}

/// The greatest distance of any board; 0 if there are none.
fn farthest(counts: &[u64]) -> u8 {
    let last = counts.iter().rposition(|&count| count > 0);
    last.map_or(0, |last| u8::try_from(last).debug_unwrap_or(0))
}

/// The least distance that at least half of all boards do not exceed.
pub(crate) fn median(counts: &[u64]) -> usize {
    let total: u64 = counts.iter().sum();
    let mut below = 0;
    let reaches_half = |&count: &u64| {
        below += count;
        below >= total.div_ceil(2)
    };
    counts.iter().position(reaches_half).unwrap_or(0)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "rounded once each: 53 bits of a mean are plenty"
)]
pub(crate) fn mean(counts: &[u64]) -> f64 {
    let total: u64 = counts.iter().sum();
    let moves: u128 = (0..).zip(counts).map(|(d, &n)| d * u128::from(n)).sum();
    if total == 0 {
        return 0.0;
    }
    moves as f64 / total as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_counts() {
        // Distances 0 1 1 2 2 2.
        assert_eq!(median(&[1, 2, 3]), 1);
        assert_eq!(median(&[1, 1, 3]), 2);
        assert!((mean(&[1, 2, 3]) - 8.0 / 6.0).abs() < 1e-15);
        assert_eq!((farthest(&[1, 2, 3]), farthest(&[])), (2, 0));
        assert_eq!((median(&[]), mean(&[])), (0, 0.0));
    }
}
