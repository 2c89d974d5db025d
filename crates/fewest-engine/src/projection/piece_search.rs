//! Optimal answers for puzzles of pieces.

use std::cell::RefCell;
use std::convert::Infallible;
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::OnceLock;

use super::build::build;
use super::candidate::{Candidate, Choices};
use super::coordinates::Coordinates;
use super::list::List;
use super::parity::Parity;
use super::subtrees::{BelowList, CUT};
use super::table::BoundTable;
use super::tree::ListTree;
use super::unfinished::Kept;
use super::{MAX_MOVES, Projection, identity, shared};
use crate::group::{Chain, Permutation};
use crate::kernel::pieces::{Misfit, PieceOrbit, PieceSymmetry, Pieces};
use crate::pruning::{Effort, MovePruning};
use crate::search::AnswerChoice;
use crate::search::ida_star::resume::Checkpoint;
use crate::search::ida_star::{self, Cores};
use crate::search::run::Run;
use crate::search::{Control, Outcome, Stop};
use crate::space::structure::Structure;
use crate::space::{Move, MoveSet, fingerprint};
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::store::{Store, StoreError};

/// The least share of the allowed bytes that a table should use, as a divisor.
const MIN_SHARE: u64 = 8;

/// Searches boards of a puzzle of pieces, guided by a projection.
pub struct PieceSearch {
    pub(super) pieces: Pieces,
    symmetries: Vec<PieceSymmetry>,
    pub(super) pruning: MovePruning,
    /// The possible colourings of orbits, once needed: by moves, and with coarser ones.
    by_moves: OnceLock<Choices>,
    with_coarse: OnceLock<Choices>,
    /// The group that moves generate, as permutations of spots.
    pub(super) chain: Chain,
    /// Its action on orbits whose pieces all look different, if there are other orbits.
    distinct_chain: Option<Chain>,
    /// The parity of distances, if boards show it.
    parity: Option<Parity>,
    pub(super) projection: Option<Projection>,
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
    /// Returns the search for a puzzle of pieces, if every move has an inverse.
    #[must_use]
    pub fn of(structure: &Structure) -> Option<Self> {
        let pieces = Pieces::with_identical(structure)?;
        pieces.inverses()?;
        let points = pieces.moves().first()?.len();
        let generators: Option<Vec<Permutation>> = pieces
            .order()
            .map(|m| Permutation::new(&pieces.moves()[m]))
            .collect();
        let generators = generators?;
        let distinct_chain = pieces.has_identical().then(|| {
            let actions: Vec<Permutation> = generators
                .iter()
                .map(|generator| action_on_distinct(&pieces, generator))
                .collect();
            Chain::new(points, &actions)
        });
        Some(Self {
            symmetries: pieces.symmetries(),
            pruning: MovePruning::find(structure, Effort::QUICK),
            by_moves: OnceLock::new(),
            with_coarse: OnceLock::new(),
            chain: Chain::new(points, &generators).ok()?,
            distinct_chain: distinct_chain.transpose().ok()?,
            parity: Parity::of(&pieces),
            pieces,
            projection: None,
            fingerprint: fingerprint::of(structure),
        })
    }

    /// The pieces.
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Builds the most promising table of at most `max_bytes` bytes, if it is larger than the
    /// present one. Returns true if it was built.
    ///
    /// # Errors
    /// If it was cancelled or the time is up.
    pub fn build(
        &mut self,
        max_bytes: u64,
        budget: Budget<'_>,
    ) -> Result<bool, Unfinished<Infallible>> {
        self.build_or_resume(max_bytes, None, budget)
    }

    /// Does the same. If its patterns share entries, an interrupted build is kept in the store, and
    /// the next call resumes it: those tables take half an hour. `name` is the name of the puzzle's
    /// tables in the store.
    ///
    /// # Errors
    /// If it was cancelled or the time is up.
    pub fn build_in(
        &mut self,
        max_bytes: u64,
        name: &str,
        store: &Store,
        budget: Budget<'_>,
    ) -> Result<bool, Unfinished<Infallible>> {
        self.build_or_resume(max_bytes, Some((name, store)), budget)
    }

    fn build_or_resume(
        &mut self,
        max_bytes: u64,
        kept: Option<(&str, &Store)>,
        budget: Budget<'_>,
    ) -> Result<bool, Unfinished<Infallible>> {
        let max_bytes = budget
            .memory
            .map_or(max_bytes, |memory| memory.min(max_bytes));
        let must_stop = || budget.is_over();
        let larger = self.larger(max_bytes, kept, &must_stop);
        budget.check()?;
        Ok(self.take(larger))
    }

    /// Loads the most promising stored table of at most `max_bytes` bytes, if it is larger than
    /// the present one, and returns its path. `name` is the name of the puzzle's tables in the
    /// store.
    ///
    /// # Errors
    /// If its file can't be read or is damaged.
    pub fn load(
        &mut self,
        max_bytes: u64,
        name: &str,
        store: &Store,
    ) -> Result<Option<PathBuf>, StoreError> {
        self.load_or(max_bytes, name, store, Err)
    }

    /// Does the same, but skips bad files, which it reports to the store's listener.
    pub fn load_intact(&mut self, max_bytes: u64, name: &str, store: &Store) -> Option<PathBuf> {
        let pass_over = |error| {
            store.report(&error);
            Ok(())
        };
        let loaded = self.load_or(max_bytes, name, store, pass_over);
        loaded.ok().flatten()
    }

    fn load_or(
        &mut self,
        max_bytes: u64,
        name: &str,
        store: &Store,
        failed_with: impl Fn(StoreError) -> Result<(), StoreError>,
    ) -> Result<Option<PathBuf>, StoreError> {
        for candidate in self.candidates(max_bytes) {
            let identity = self.identity(name, identity(&candidate, &self.symmetries));
            if !store.has(&identity) {
                continue;
            }
            let failed = RefCell::new(None);
            let stored = self.projection(candidate, max_bytes, &|coordinates| {
                let (rows, row_length) = (coordinates.rows(), coordinates.row_length);
                let (_, words) = BoundTable::sizes(rows, row_length);
                let contents = store
                    .load_counted(&identity, words as u64 * 8)
                    .map_err(|error| drop(failed.replace(Some(error))));
                let (contents, levels) = contents.ok().flatten()?;
                BoundTable::stored(contents, rows, row_length, levels)
            });
            if let Some(error) = failed.into_inner() {
                failed_with(error)?;
            }
            if self.take(stored) {
                return Ok(Some(store.path_of(&identity)));
            }
        }
        Ok(None)
    }

    /// Stores the table under this name, unless it came from a store. Returns the path of the file
    /// and its size in bytes.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn save(&self, name: &str, store: &Store) -> Result<Option<(PathBuf, u64)>, StoreError> {
        let Some(projection) = self
            .projection
            .as_ref()
            .filter(|projection| !projection.table.is_stored())
        else {
            return Ok(None);
        };
        let identity = self.identity(name, projection.identity);
        let (levels, data) = (&projection.table.levels, projection.table.data());
        store.save_bytes(&identity, levels, data).map(Some)
    }

    fn identity(&self, name: &str, projection: u128) -> String {
        format!(
            "{name} pattern, {:032x}, projection {projection:032x}, lines 1",
            self.fingerprint
        )
    }

    /// The identity of a candidate's table before it is complete.
    fn unfinished(&self, name: &str, candidate: &Candidate) -> String {
        Kept::identity(&self.identity(name, identity(candidate, &self.symmetries)))
    }

    /// Returns true if the store has an interrupted build of a table of at most `max_bytes` bytes,
    /// which [`build_in`](Self::build_in) resumes.
    #[must_use]
    pub fn is_unfinished(&self, max_bytes: u64, name: &str, store: &Store) -> bool {
        let mut candidates = self.candidates(max_bytes).into_iter();
        candidates.any(|candidate| store.has(&self.unfinished(name, &candidate)))
    }

    /// Takes a projection if its table is larger than the present one.
    pub(super) fn take(&mut self, projection: Option<Projection>) -> bool {
        let larger = projection.filter(|projection| projection.bytes() > self.bytes());
        let is_larger = larger.is_some();
        self.projection = larger.or(self.projection.take());
        is_larger
    }

    /// Projections with tables of at most about `max_bytes` bytes. Coarser colourings are added
    /// only if those by moves use too little of that. None if there are too many moves.
    pub(super) fn candidates(&self, max_bytes: u64) -> Vec<Candidate> {
        if self.pieces.moves().len() > MAX_MOVES {
            return Vec::new();
        }
        let (pieces, symmetries) = (&self.pieces, &self.symmetries[..]);
        let all = |choices: &OnceLock<Choices>, with_coarse| {
            let choices = choices.get_or_init(|| Choices::new(pieces, symmetries, with_coarse));
            choices.candidates(pieces, symmetries, max_bytes)
        };
        let whole = self.chain.order() / (4 * self.symmetries.len().max(1));
        let least =
            u64::try_from(whole).map_or(max_bytes, |whole| whole.min(max_bytes)) / MIN_SHARE;
        let fills = |candidate: &Candidate| candidate.bytes >= least;
        let found = all(&self.by_moves, false);
        if found.iter().any(fills) {
            return found;
        }
        let mut found = all(&self.with_coarse, true);
        if found.iter().any(fills) {
            found.retain(fills);
        }
        found
    }

    /// The most promising projection with a larger table than the present one; `None` if stopped.
    fn larger(
        &self,
        max_bytes: u64,
        kept: Option<(&str, &Store)>,
        must_stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Projection> {
        let present = self.bytes();
        let table = |kept: Option<&Kept<'_>>, coordinates: &Coordinates| {
            let is_larger = BoundTable::bytes_of(coordinates) > present;
            is_larger
                .then(|| match coordinates.per_entry {
                    1 => build(coordinates, must_stop),
                    _ => shared::build(coordinates, &self.pruning, kept, must_stop),
                })
                .flatten()
        };
        let larger = self.larger_than(present, max_bytes);
        // A stopped build gives no table; without this check, the next one would begin.
        let mut larger = larger.take_while(|_| !must_stop());
        larger.find_map(|candidate| {
            let kept = kept.map(|(name, store)| Kept {
                store,
                identity: self.unfinished(name, &candidate),
            });
            let table = |coordinates: &Coordinates| table(kept.as_ref(), coordinates);
            self.projection(candidate, max_bytes, &table)
        })
    }

    /// The candidates whose tables are probably larger than one of `present` bytes, the most
    /// promising first.
    pub(super) fn larger_than(
        &self,
        present: u64,
        max_bytes: u64,
    ) -> impl Iterator<Item = Candidate> {
        let found = self.candidates(max_bytes).into_iter();
        found.filter(move |candidate| candidate.bytes > present)
    }

    /// About the bytes of the most promising table of at most `max_bytes` bytes.
    #[must_use]
    pub fn about(&self, max_bytes: u64) -> Option<u64> {
        Some(self.candidates(max_bytes).first()?.bytes)
    }

    pub(super) fn symmetries(&self) -> &[PieceSymmetry] {
        &self.symmetries
    }

    pub(super) fn projection(
        &self,
        candidate: Candidate,
        max_bytes: u64,
        table: &dyn Fn(&Coordinates) -> Option<BoundTable>,
    ) -> Option<Projection> {
        Projection::new(&self.pieces, &self.symmetries, candidate, max_bytes, table)
    }

    /// The number of boards that the table counts at each distance 0, 1, 2, ...
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        self.projection
            .as_ref()
            .map_or(&[], |projection| &projection.table.levels)
    }

    /// Returns true if the table came from a store.
    #[must_use]
    pub fn is_stored(&self) -> bool {
        self.projection
            .as_ref()
            .is_some_and(|projection| projection.table.is_stored())
    }

    /// A text that identifies the projection and the version of the subtrees.
    #[must_use]
    pub fn words(&self) -> String {
        let identity = self
            .projection
            .as_ref()
            .map_or(0, |projection| projection.identity);
        format!("projection {identity:032x}, {CUT}")
    }

    /// The size of the table in bytes; 0 if there is none.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.projection.as_ref().map_or(0, Projection::bytes)
    }

    /// Returns the spot of each piece's lead on the board with these symbols.
    ///
    /// # Errors
    /// If the symbols do not match the puzzle's pieces.
    pub fn read(&self, symbols: &[u8]) -> Result<Vec<u8>, Misfit> {
        self.pieces.read(symbols)
    }

    /// Returns true if the board with leads on these spots can be solved. If some pieces look
    /// alike, the others must be reachable, and the sums of turns right.
    #[must_use]
    pub fn can_be_solved(&self, leads: &[u8]) -> bool {
        let element = self.pieces.element(leads);
        element.is_some_and(|element| match &self.distinct_chain {
            Some(chain) => {
                let action = action_on_distinct(&self.pieces, &element);
                chain.contains(&action) && self.pieces.flaw(leads).is_none()
            }
            None => self.chain.contains(&element),
        })
    }

    /// Searches for a shortest answer to the board with leads on these spots. Resumes from the
    /// checkpoint's record, if there is one, and keeps it up to date. For any answer, subtrees with
    /// low bounds are searched first. A board that can't be solved is exhausted at once.
    ///
    /// A record is dropped if it is not [sound](crate::search::ida_star::resume::Record::is_sound),
    /// or begins with another threshold than this board. A record of another board or of [another
    /// table](Self::words) is not always detected; the outcome is then meaningless.
    pub fn run(
        &self,
        leads: &[u8],
        choice: AnswerChoice,
        control: &mut Control<'_>,
        cores: Cores,
        checkpoint: Option<&mut Checkpoint<'_>>,
    ) -> Outcome {
        match self.below(leads, choice, checkpoint.is_some()) {
            Ok(below) => ida_star::search_below(&below, control, cores, checkpoint),
            Err(stop) => Run::new(control).finish(Err(stop)),
        }
    }

    fn below(
        &self,
        leads: &[u8],
        choice: AnswerChoice,
        is_kept: bool,
    ) -> Result<BelowList<'_>, Stop> {
        let tree = self.tree().ok_or(Stop::Memory)?;
        if !self.can_be_solved(leads) {
            return Err(Stop::Exhausted);
        }
        let root = tree
            .root(leads, self.first_moves(leads))
            .ok_or(Stop::Exhausted)?;
        let parity = self.parity.as_ref();
        let is_odd = parity.map(|parity| parity.is_odd(&self.pieces, leads));
        let tree = ListTree { choice, ..tree };
        Ok(BelowList::new(tree, root, is_odd, is_kept))
    }

    /// First moves to try, as bits: of moves that the board's symmetries exchange, the least. A
    /// symmetry that maps the board to itself maps answers to answers, so the least answer begins
    /// with one of these.
    pub(super) fn first_moves(&self, leads: &[u8]) -> u64 {
        let Some(element) = self.pieces.element(leads) else {
            return u64::MAX;
        };
        let contents = element.inverse();
        let symmetries = self.symmetries.iter();
        let keeping = symmetries.filter(|symmetry| self.pieces.keeps(symmetry, contents.images()));
        let moves = keeping.flat_map(|symmetry| (0..=u8::MAX).zip(&symmetry.moves));
        let greater = moves
            .filter(|(m, image)| *image < m)
            .map(|(m, _)| Move::new(m));
        let greater = greater.fold(MoveSet::<1>::EMPTY, MoveSet::with);
        !greater.words()[0]
    }

    pub(super) fn tree(&self) -> Option<ListTree<'_>> {
        self.projection
            .as_ref()
            .map(|projection| self.tree_of(projection))
    }

    pub(super) const fn tree_of<'s>(&'s self, projection: &'s Projection) -> ListTree<'s> {
        ListTree {
            pieces: &self.pieces,
            projection,
            pruning: &self.pruning,
            choice: AnswerChoice::Least,
        }
    }
}

/// The action of an element on the orbits whose pieces all look different; others are fixed.
fn action_on_distinct(pieces: &Pieces, element: &Permutation) -> Permutation {
    let orbits = pieces.orbits().iter();
    let with_identical = orbits.filter(|orbit| pieces.has_identical_in(orbit));
    let mut images = element.images().to_vec();
    for spot in with_identical.flat_map(PieceOrbit::spots) {
        images[spot] = u8::try_from(spot).unwrap_or(u8::MAX);
    }
    Permutation::new(&images).unwrap_or_else(|| Permutation::identity(images.len()))
}

impl ListTree<'_> {
    /// The largest bound of a list's first board.
    pub(super) fn bound(root: &List) -> u8 {
        root.get(0).bounds.iter().copied().max().unwrap_or(0)
    }
}
