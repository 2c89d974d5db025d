//! Optimal answers for puzzles of pieces.

use std::cell::RefCell;
use std::convert::Infallible;
use std::fmt::Debug;
use std::path::PathBuf;

use serde::Serialize;

use super::build::build;
use super::candidate::{Candidate, candidates};
use super::colouring::Colouring;
use super::coordinates::Coordinates;
use super::search::{End, Tally, Tree};
use super::table::Table;
use super::{Projection, identity};
use crate::budget::Budget;
use crate::group::{Chain, Permutation};
use crate::kernel::pieces::{Flaw, Misfit, PieceOrbit, PieceSymmetry, Pieces};
use crate::model::fingerprint;
use crate::progress::Unfinished;
use crate::pruning::{Effort, MovePruning};
use crate::puzzle::Move;
use crate::search::ida_star::Cores;
use crate::search::run::Run;
use crate::search::{Control, Outcome, Stop};
use crate::structure::Structure;
use crate::table::store::{Store, StoreError};

/// The share of the bytes that a table may take which it uses at least.
const LEAST_SHARE: u64 = 8;

/// What a projection shows of a board, and what its table takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProjectionPlan {
    /// What it shows of each orbit of pieces.
    pub orbits: Vec<OrbitPlan>,
    /// How many symmetries make the table smaller.
    pub symmetries: usize,
    /// How many bounds are looked up for a board.
    pub bounds: usize,
    /// About how many bytes the table takes.
    pub bytes: u64,
}

/// What a projection shows of an orbit of pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrbitPlan {
    /// How many pieces there are.
    pub pieces: usize,
    /// In how many ways each sits in a place.
    pub turns: usize,
    /// In how many ways the pieces may lie, as far as it tells them apart.
    pub patterns: u64,
    /// Whether it tells how pieces are turned.
    pub tells_turns: bool,
}

/// Searches boards of a puzzle of pieces, guided by a projection.
///
/// ```
/// use fewest::projection::PieceSearch;
/// use fewest::search::ida_star::Cores;
/// use fewest::search::Control;
/// use fewest::{Budget, Options, Puzzle};
///
/// let corners = Puzzle::open("corners")?;
/// let mut search = PieceSearch::of(&corners.model().structure).expect("a puzzle of pieces");
/// // A table of at most 100 kB.
/// assert!(search.build(100_000, Budget::default())?);
/// let solved = corners.solved_board(&Options::default())?;
/// let turned = corners.legal_moves(&solved)[..1].iter().try_fold(solved, |board, &m| corners.after(&board, m));
/// let start = search.read(turned.expect("a legal move").symbols()).expect("its pieces");
/// let outcome = search.search(&start, &mut Control::default(), Cores::One);
/// assert_eq!(outcome.moves.map(|moves| moves.len()), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PieceSearch {
    pieces: Pieces,
    symmetries: Vec<PieceSymmetry>,
    pruning: MovePruning,
    /// The elements that moves make, as permutations of spots.
    chain: Chain,
    /// Orbits of pieces of which each move makes an odd permutation of the places, together.
    odd: Option<Vec<usize>>,
    projection: Option<Projection>,
    fingerprint: u128,
}

impl Debug for PieceSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PieceSearch")
            .field("pieces", &self.pieces)
            .finish_non_exhaustive()
    }
}

impl PieceSearch {
    /// For a puzzle of pieces all of whose moves can be taken back by one; `None` for another.
    #[must_use]
    pub fn of(structure: &Structure) -> Option<Self> {
        let pieces = Pieces::of(structure)?;
        pieces.inverses()?;
        let points = pieces.moves().first()?.len();
        let generators: Option<Vec<Permutation>> = pieces
            .moves()
            .iter()
            .map(|spots| Permutation::new(spots))
            .collect();
        Some(Self {
            symmetries: pieces.symmetries(),
            pruning: MovePruning::find(structure, Effort::QUICK),
            chain: Chain::new(points, &generators?).ok()?,
            odd: odd_orbits(&pieces),
            pieces,
            projection: None,
            fingerprint: fingerprint::of(structure),
        })
    }

    /// What the most promising table of at most so many bytes shows; `None` if there is none.
    #[must_use]
    pub fn plan(&self, most_bytes: u64) -> Option<ProjectionPlan> {
        let candidate = self.candidates(most_bytes).into_iter().next()?;
        let orbits = self.pieces.orbits().iter().zip(&candidate.colourings);
        let orbit = |(orbit, colouring): (&PieceOrbit, &Colouring)| OrbitPlan {
            pieces: orbit.places,
            turns: orbit.turns,
            patterns: colouring.patterns(),
            tells_turns: colouring.turned.is_some(),
        };
        Some(ProjectionPlan {
            orbits: orbits.map(orbit).collect(),
            symmetries: candidate.kept.len(),
            bounds: 2 * candidate.images.len(),
            bytes: candidate.bytes,
        })
    }

    /// Builds the most promising table of at most so many bytes, if it is larger than the one there
    /// is; whether it did.
    ///
    /// # Errors
    /// If it was cancelled or the time is up.
    pub fn build(
        &mut self,
        most_bytes: u64,
        budget: Budget<'_>,
    ) -> Result<bool, Unfinished<Infallible>> {
        let most = budget
            .memory
            .map_or(most_bytes, |memory| memory.min(most_bytes));
        let must_stop = || budget.is_over();
        let larger = self.larger(most, &|coordinates| build(coordinates, &must_stop));
        budget.check()?;
        Ok(self.take(larger))
    }

    /// Takes the most promising stored table of at most so many bytes, if it is larger than the one
    /// there is; whether it did. `name` is what the puzzle's tables are filed under.
    ///
    /// # Errors
    /// If its file can't be read or is damaged.
    pub fn load(&mut self, most_bytes: u64, name: &str, store: &Store) -> Result<bool, StoreError> {
        let failed = RefCell::new(None);
        for candidate in self.candidates(most_bytes) {
            let identity = self.identity(name, identity(&candidate, &self.symmetries));
            if !store.has(&identity) {
                continue;
            }
            let stored = self.projection(candidate, most_bytes, &|coordinates| {
                let (rows, row_length) = (coordinates.rows(), coordinates.row_length);
                let (_, words) = Table::sizes(rows, row_length);
                let contents = store.load_counted(&identity, words as u64 * 8);
                let contents = contents.map_err(|error| drop(failed.replace(Some(error))));
                let (contents, levels) = contents.ok().flatten()?;
                Table::stored(contents, rows, row_length, levels)
            });
            if self.take(stored) {
                return Ok(true);
            }
        }
        failed.into_inner().map_or(Ok(false), Err)
    }

    /// Stores its table, if it was built here, under the name of the puzzle's tables.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn save(&self, name: &str, store: &Store) -> Result<Option<(PathBuf, u64)>, StoreError> {
        let Some(projection) = self
            .projection
            .as_ref()
            .filter(|own| !own.table.is_stored())
        else {
            return Ok(None);
        };
        let identity = self.identity(name, projection.identity);
        let (levels, data) = (&projection.table.levels, projection.table.data());
        store.save_bytes(&identity, levels, data).map(Some)
    }

    /// What a projection's table is filed under.
    fn identity(&self, name: &str, projection: u128) -> String {
        format!(
            "{name} pattern, {:032x}, projection {projection:032x}, lines 1",
            self.fingerprint
        )
    }

    /// Takes a projection if its table is larger than the one there is.
    fn take(&mut self, projection: Option<Projection>) -> bool {
        let larger = projection.filter(|own| own.table.data().len() as u64 > self.bytes());
        let is_larger = larger.is_some();
        self.projection = larger.or(self.projection.take());
        is_larger
    }

    /// Projections with tables of about so many bytes at most. Coarser ones than moves make are
    /// looked at where those use too little of that.
    fn candidates(&self, most: u64) -> Vec<Candidate> {
        let all = |with_coarse| candidates(&self.pieces, &self.symmetries, most, with_coarse);
        let whole = self.chain.order() / (4 * self.symmetries.len().max(1));
        let least = u64::try_from(whole).map_or(most, |whole| whole.min(most)) / LEAST_SHARE;
        let fills = |candidate: &Candidate| candidate.bytes >= least;
        let found = all(false);
        if found.iter().any(fills) {
            return found;
        }
        let mut found = all(true);
        if found.iter().any(fills) {
            found.retain(fills);
        }
        found
    }

    /// The most promising projection with a larger table than the one there is.
    fn larger(
        &self,
        most: u64,
        table: &dyn Fn(&Coordinates) -> Option<Table>,
    ) -> Option<Projection> {
        let found = self.candidates(most).into_iter();
        let mut larger = found.filter(|candidate| candidate.bytes > self.bytes());
        larger.find_map(|candidate| self.projection(candidate, most, table))
    }

    fn projection(
        &self,
        candidate: Candidate,
        most: u64,
        table: &dyn Fn(&Coordinates) -> Option<Table>,
    ) -> Option<Projection> {
        Projection::new(&self.pieces, &self.symmetries, candidate, most, table)
    }

    /// How many boards its table tells apart at each distance 0, 1, 2, ..., as far as it does.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        self.projection
            .as_ref()
            .map_or(&[], |projection| &projection.table.levels)
    }

    /// Whether its table came from a store.
    #[must_use]
    pub fn is_stored(&self) -> bool {
        self.projection
            .as_ref()
            .is_some_and(|projection| projection.table.is_stored())
    }

    /// The bytes of its table; 0 if there is none.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.projection
            .as_ref()
            .map_or(0, |own| own.table.data().len() as u64)
    }

    /// By piece: the spot of its lead on the board with these symbols.
    ///
    /// # Errors
    /// If these are not its pieces.
    pub fn read(&self, symbols: &[u8]) -> Result<Vec<u8>, Misfit> {
        self.pieces.read(symbols)
    }

    /// Whether moves make this board, of whose pieces the leads are on these spots.
    #[must_use]
    pub fn can_be_solved(&self, leads: &[u8]) -> bool {
        let element = self.pieces.element(leads);
        element.is_some_and(|element| self.chain.contains(&element))
    }

    /// What is wrong with a board that can't be solved, where its pieces tell.
    #[must_use]
    pub fn flaw(&self, symbols: &[u8]) -> Option<Flaw> {
        match self.read(symbols) {
            Ok(leads) => self.pieces.flaw(&leads),
            Err(misfit) => Some(Flaw::Misfit(misfit)),
        }
    }

    /// The least of the fewest moves in tie order, for a board whose leads are on these spots.
    ///
    /// A board that can't be solved is exhausted at once.
    pub fn search(&self, leads: &[u8], control: &mut Control<'_>, cores: Cores) -> Outcome {
        let mut run = Run::new(control);
        let answer = self.answer(leads, &mut run, cores == Cores::All);
        run.finish(answer)
    }

    fn answer(
        &self,
        leads: &[u8],
        run: &mut Run<'_, '_>,
        on_all_cores: bool,
    ) -> Result<Vec<Move>, Stop> {
        let projection = self.projection.as_ref().ok_or(Stop::Memory)?;
        if !self.can_be_solved(leads) {
            return Err(Stop::Exhausted);
        }
        let tree = Tree {
            pieces: &self.pieces,
            projection,
            pruning: &self.pruning,
        };
        let root = tree.root(leads).ok_or(Stop::Exhausted)?;
        let node = root.get(0);
        let bounds = node.direct.iter().chain(node.inverse);
        let mut moves = bounds.copied().max().map_or(0, u32::from);
        let step = self.odd.as_ref().map_or(1, |orbits| {
            moves += u32::from(self.is_odd(orbits, leads) != (moves % 2 == 1));
            2
        });
        let mut tally = Tally::default();
        loop {
            run.prove(moves);
            if run.is_beyond(moves) {
                return Err(Stop::Moves);
            }
            run.iteration(moves);
            let mut stopped = None;
            let end = tree.iterate(&root, moves, on_all_cores, &mut tally, &mut |tally| {
                run.statistics.expanded = tally.expanded;
                run.statistics.generated = tally.generated;
                stopped = run.check().err();
                stopped.is_some()
            });
            run.statistics.expanded = tally.expanded;
            run.statistics.generated = tally.generated;
            match end {
                End::Answer(way) => return Ok(way.into_iter().map(Move::new).collect()),
                End::None => moves += step,
                End::Stopped => return Err(stopped.unwrap_or(Stop::Cancelled)),
            }
        }
    }

    fn is_odd(&self, orbits: &[usize], leads: &[u8]) -> bool {
        orbits.iter().fold(false, |is_odd, &orbit| {
            is_odd
                != self
                    .pieces
                    .orbits()
                    .get(orbit)
                    .is_some_and(|own| own.is_odd(leads))
        })
    }
}

/// Orbits of whose places, together, every move makes an odd permutation; `None` if there are none.
fn odd_orbits(pieces: &Pieces) -> Option<Vec<usize>> {
    let odd: Vec<Vec<bool>> = pieces
        .orbits()
        .iter()
        .map(|orbit| pieces.are_odd(orbit))
        .collect();
    let orbits = odd.len().min(16);
    let sets = (1u32..1 << orbits).map(|set| {
        (0..orbits)
            .filter(move |orbit| set >> orbit & 1 == 1)
            .collect::<Vec<_>>()
    });
    sets.into_iter().find(|set| {
        (0..pieces.moves().len()).all(|m| {
            set.iter()
                .fold(false, |is_odd, &orbit| is_odd != odd[orbit][m])
        })
    })
}
