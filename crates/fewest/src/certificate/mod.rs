//! Certificates: answers with proofs that the program `fewest-check` verifies without this library.
//!
//! `docs/certificate.md` describes the format. The numbering of tables is the certificates' own, so
//! their tables are built again. The checker decides if a certificate proves its claim; nothing here
//! has to be trusted.

mod digit;
mod distances;
mod guided;
mod numbering;
mod reach;
mod tables;
mod unsolvable;

use std::path::Path;

use crate::error::PuzzleError;
use crate::model::Model;
use crate::model::{ascii, line};
use crate::space::Move;
use crate::space::structure::Structure;
use crate::support::budget::Budget;
use crate::support::number::{counted, grouped};
use crate::support::progress::Unfinished;
use distances::NEVER;
use guided::LONGEST;
use numbering::Orbit;
use reach::SEARCHED;
use tables::TablePlan;

/// The checker verifies about this many entries in the time in which its search meets one board.
const ENTRIES: u64 = 32;
/// The most entries of all tables together.
const LARGEST_TABLES: u64 = 1 << 27;

/// The rule for the names of certificate files.
const NAME: &str = "the name must be one word of ASCII characters, without `:` and `\\`";

/// An answer with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The text.
    pub text: String,
    /// The files of its tables: names and contents.
    pub tables: Vec<(String, Vec<u8>)>,
}

/// The claim of a certificate.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Claim<'a> {
    /// These moves are the fewest that solve the board, and there may be a number of solutions.
    Solved(&'a [u8], &'a [Move], Option<u128>),
    Unsolvable(&'a [u8]),
    /// The number of boards at each distance: of all that can be solved or, of these, the ones to which
    /// moves lead from a home board.
    Counts(&'a [u64], Option<&'a [u8]>),
}

impl Certificate {
    /// The name of a certificate's file, with which the names of its tables begin.
    ///
    /// # Errors
    /// If the certificate can't contain this name.
    ///
    /// ```
    /// use fewest::Certificate;
    ///
    /// assert_eq!(Certificate::name("proofs/eight.cert".as_ref()).unwrap(), "eight.cert");
    /// assert!(Certificate::name("two words".as_ref()).is_err());
    /// ```
    pub fn name(path: &Path) -> Result<&str, PuzzleError> {
        let name = path.file_name().and_then(|name| name.to_str());
        name.filter(|name| is_name(name)).ok_or_else(|| {
            let path = path.display();
            PuzzleError::BadName(format!("can't write {path}: {NAME}"))
        })
    }

    /// The certificate of a claim about a model. The names of its tables begin with `name`, and
    /// together they have at most `memory` bytes.
    pub(crate) fn of(
        model: &Model,
        claim: Claim<'_>,
        name: &str,
        memory: Option<u64>,
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<PuzzleError>> {
        if !is_name(name) {
            let problem = format!("no certificate: {NAME}, not `{name}`");
            return Err(PuzzleError::BadName(problem).into());
        }
        let mut text = format!("fewest-certificate 2\n{}", model.canonical());
        let mut proof = ProofBuilder::of(model, name, memory, budget);
        match claim {
            Claim::Solved(board, moves, solutions) => {
                line(&mut text, "board", board);
                let names = moves.iter().filter_map(|by| model.moves.get(by.index()));
                line(&mut text, "moves", names.map(|name| ascii(name)));
                if moves.is_empty() {
                    text += "moves\n";
                }
                line(&mut text, "solutions", solutions);
                if !moves.is_empty() {
                    proof.board(board, Some(moves.len()))?;
                }
            }
            Claim::Unsolvable(board) => {
                line(&mut text, "board", board);
                text += "unsolvable\n";
                proof.board(board, None)?;
            }
            Claim::Counts(counts, home) => {
                // That these are all boards that can be solved says more.
                let are_all = home.is_some() && proof.searched_back()?.as_deref() == Some(counts);
                let home = home.filter(|_| !are_all);
                if let Some(home) = home {
                    line(&mut text, "board", home);
                }
                line(&mut text, "counts", counts);
                proof.counts(counts, home)?;
            }
        }
        for orbit in &proof.orbits {
            let kind = match (orbit.is_marked, orbit.is_sum) {
                (true, _) => "marked",
                (_, true) => "sum",
                _ => "free",
            };
            let key = format!("orbit {} {kind}", orbit.turns);
            line(
                &mut text,
                &key,
                orbit.places.iter().map(|place| joined(place, ".")),
            );
        }
        text += &proof.text;
        text += &proof.bounds;
        Ok(Self {
            text,
            tables: proof.tables,
        })
    }

    /// The most moves of a shortest solution that can be proved, before the board is solved; `None`
    /// if the proof does not depend on their number. No table is built.
    pub(crate) fn longest(
        model: &Model,
        board: &[u8],
        memory: Option<u64>,
        budget: Budget<'_>,
    ) -> Result<Option<usize>, Unfinished<PuzzleError>> {
        ProofBuilder::of(model, "", memory, budget).longest(board)
    }

    /// The refusal of a board that is more than the [most moves](Self::longest) away.
    pub(crate) fn too_far(
        model: &Model,
        moves: u32,
        memory: Option<u64>,
        budget: Budget<'_>,
    ) -> Unfinished<PuzzleError> {
        let proof = ProofBuilder::of(model, "", memory, budget);
        let (moves, why) = (counted(moves, "move"), proof.too_much());
        proof.refusal(&format!(
            "the board is more than {moves} away, and beyond that {why}"
        ))
    }

    /// Checks that a survey can be proved, before its boards are counted: all, or those to which moves
    /// lead from a home board.
    pub(crate) fn check_survey(
        model: &Model,
        home: Option<&[u8]>,
        memory: Option<u64>,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<PuzzleError>> {
        ProofBuilder::of(model, "", memory, budget)
            .survey(None, home)
            .map(drop)
    }
}

/// Returns true if the checker accepts a name of a table's file.
fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_graphic() && !":/\\".contains(c);
    !name.is_empty() && name.chars().all(is_plain)
}

fn joined<T: ToString>(items: &[T], separator: &str) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    items.join(separator)
}

/// The second part of a certificate, while it is put together.
struct ProofBuilder<'p> {
    model: &'p Model,
    structure: &'p Structure,
    name: &'p str,
    memory: Option<u64>,
    /// The most entries of all tables together.
    max_entries: u64,
    budget: Budget<'p>,
    /// The goals that no invariant excludes.
    goals: Vec<usize>,
    orbits: Vec<Orbit>,
    /// The tables, and the bounds.
    text: String,
    bounds: String,
    tables: Vec<(String, Vec<u8>)>,
}

/// True if a proof of this kind was written.
type Proved = Result<bool, Unfinished<PuzzleError>>;

/// The proof of a survey.
enum SurveyProof {
    Table(TablePlan),
    /// The number of boards at each distance that a search from the goals met.
    Search(Vec<u64>),
}

impl<'p> ProofBuilder<'p> {
    fn of(model: &'p Model, name: &'p str, memory: Option<u64>, budget: Budget<'p>) -> Self {
        Self {
            model,
            structure: &model.structure,
            name,
            memory,
            max_entries: memory.map_or(LARGEST_TABLES, |memory| memory.min(LARGEST_TABLES)),
            budget,
            goals: (0..model.structure.goals.len()).collect(),
            orbits: Vec::new(),
            text: String::new(),
            bounds: String::new(),
            tables: Vec::new(),
        }
    }

    /// Proves that a board is a number of moves away from the goals, or that it can't be solved. Of
    /// the proofs that are possible, the one that takes the checker least time is tried first.
    fn board(&mut self, board: &[u8], moves: Option<usize>) -> Result<(), Unfinished<PuzzleError>> {
        if self.structure.has_conditions() {
            let is_short = self.searched(board, moves, u64::MAX)?.is_some();
            let is_proved = self.search_if(is_short);
            return is_proved
                .then_some(())
                .ok_or_else(|| self.refusal(&self.too_much()));
        }
        self.goals = self.invariants(board);
        if self.goals.is_empty()
            || self.search_if(self.is_small(moves))
            || self.small_tables(board, moves)?
        {
            return Ok(());
        }
        let few = self.searched(board, moves, SEARCHED)?;
        let guide = moves
            .filter(|_| few.is_none())
            .and_then(|moves| self.guide(moves));
        let guide = guide.as_ref();
        self.limit_entries(guide.map(|guide| guide.effort).or(few.map(u128::from)));
        if self.any_tables(board, moves, few)?
            || self.guided(guide, SEARCHED.into())?
            || self.search_if(few.is_some() || self.searched(board, moves, u64::MAX)?.is_some())
            || self.guided(guide, u128::MAX)?
        {
            return Ok(());
        }
        Err(self.refusal(&self.too_much()))
    }

    /// A search without tables, if it is short enough.
    fn search_if(&mut self, is_short: bool) -> bool {
        if is_short {
            self.search();
        }
        is_short
    }

    /// Tables that the checker verifies in less time than its search takes.
    fn small_tables(&mut self, board: &[u8], moves: Option<usize>) -> Proved {
        let [all, _] = self.sets();
        let plan = self.plan(Some(board), &all);
        let boards = plan.map_or(u64::MAX, |plan| plan.entries / ENTRIES);
        Ok(boards < SEARCHED
            && self.searched(board, moves, boards)?.is_none()
            && self.views(board, moves, &all)?)
    }

    /// Limits tables to the effort of the checker's search, in boards.
    fn limit_entries(&mut self, effort: Option<u128>) {
        let entries = effort.and_then(|effort| u64::try_from(effort).ok()?.checked_mul(ENTRIES));
        self.max_entries = self.max_entries.min(entries.unwrap_or(u64::MAX));
    }

    /// Tables within the limit of entries.
    fn any_tables(&mut self, board: &[u8], moves: Option<usize>, few: Option<u64>) -> Proved {
        let [all, each] = self.sets();
        Ok(self.views(board, moves, &all)?
            || self.views(board, moves, &each)?
            || (few.is_none() && moves.is_some() && self.sums()?))
    }

    /// The goals together, and one by one.
    fn sets(&self) -> [Vec<Vec<usize>>; 2] {
        let each = self.goals.iter().map(|goal| vec![*goal]);
        [vec![self.goals.clone()], each.collect()]
    }

    /// The most moves with which [`board`](Self::board) finds a proof; `None` if there is no limit.
    fn longest(&mut self, board: &[u8]) -> Result<Option<usize>, Unfinished<PuzzleError>> {
        if self.structure.has_conditions() {
            return self.longest_searched(board);
        }
        self.goals = self.invariants(board);
        let fits = |sets: &Vec<Vec<usize>>| self.plan(Some(board), sets).is_some();
        if self.goals.is_empty()
            || self.is_small(None)
            || self.sets().iter().any(fits)
            || self.parts().is_some()
        {
            return Ok(None);
        }
        let small = (1..=NEVER.into()).take_while(|moves| self.is_small(Some(*moves)));
        let others = small.count().max(self.longest_guided());
        let searched = self.longest_searched(board)?;
        Ok(searched.map(|moves| moves.max(others)))
    }

    fn too_much(&self) -> String {
        format!(
            "its tables would have over {} entries, or the checker's search would meet over {} boards",
            grouped(self.max_entries),
            grouped(LONGEST)
        )
    }

    /// Proves the number of boards at each distance.
    fn counts(
        &mut self,
        counts: &[u64],
        home: Option<&[u8]>,
    ) -> Result<(), Unfinished<PuzzleError>> {
        let found = match self.survey(Some(counts.iter().sum()), home)? {
            SurveyProof::Table(plan) => {
                if !self.build(&plan)? {
                    let why = "a board is over 253 moves away, or too many boards are solved";
                    return Err(self.refusal(why));
                }
                let entries = self.tables.iter().flat_map(|(_, entries)| entries);
                let mut found = vec![0; NEVER.into()];
                for entry in entries.filter(|entry| **entry != NEVER) {
                    found[usize::from(*entry)] += 1;
                }
                found.truncate(1 + found.iter().rposition(|boards| *boards > 0).unwrap_or(0));
                found
            }
            SurveyProof::Search(found) => {
                self.search();
                found
            }
        };
        if found != counts {
            let [counted, found] = [counts, &found].map(|all| grouped(all.iter().sum::<u64>()));
            return Err(self.refusal(&format!(
                "the survey counts {counted} boards, and {found} can be solved"
            )));
        }
        Ok(())
    }

    /// Decides how the numbers of boards are proved, or refuses: before the boards are counted, and
    /// again given the number of all of them. A table has all boards that can be solved.
    fn survey(
        &self,
        boards: Option<u64>,
        home: Option<&[u8]>,
    ) -> Result<SurveyProof, Unfinished<PuzzleError>> {
        if let Some(home) = home {
            let found = self.searched_from(home)?;
            return found.map(SurveyProof::Search).ok_or_else(|| {
                let boards = grouped(self.max_searched());
                self.refusal(&format!(
                    "moves lead from home to over {boards} boards, too many for a search"
                ))
            });
        }
        let plan = self.plan(None, std::slice::from_ref(&self.goals));
        // A table does not see conditions, so it counts boards that can't be reached.
        let plan = plan.filter(|_| !self.structure.has_conditions());
        let few = boards.map_or(u64::MAX, |boards| boards.saturating_mul(ENTRIES));
        match plan {
            Some(plan) if plan.entries <= few.max(SEARCHED) => Ok(SurveyProof::Table(plan)),
            plan => match (self.searched_back()?, plan) {
                (Some(counts), _) => Ok(SurveyProof::Search(counts)),
                (None, Some(plan)) => Ok(SurveyProof::Table(plan)),
                (None, None) => {
                    let is_open = self.structure.goals.iter().flatten().any(Option::is_none);
                    let boards = grouped(self.max_searched());
                    Err(self.refusal(&format!(
                        "its table would have over {} entries, and {}",
                        grouped(self.max_entries),
                        if is_open {
                            "a search does not replace it: a goal leaves cells open".to_owned()
                        } else {
                            format!("over {boards} boards can be solved, too many for a search")
                        }
                    )))
                }
            },
        }
    }

    fn refusal(&self, why: &str) -> Unfinished<PuzzleError> {
        let problem = format!("no certificate for {}: {why}", self.model.name);
        PuzzleError::NoSuchBoards(problem).into()
    }

    fn search(&mut self) {
        self.bound("search", &self.goals.clone());
    }

    fn bound(&mut self, kind: &str, goals: &[usize]) {
        line(&mut self.bounds, "bound", [kind]);
        line(&mut self.bounds, "goals", goals);
    }

    /// The number of an orbit in the certificate.
    fn orbit(&mut self, orbit: &Orbit) -> usize {
        let known = self.orbits.iter().position(|known| known == orbit);
        known.unwrap_or_else(|| {
            self.orbits.push(orbit.clone());
            self.orbits.len() - 1
        })
    }
}
