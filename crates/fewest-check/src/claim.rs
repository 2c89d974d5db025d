//! The claim of a certificate, compared with its bounds.

use std::collections::HashSet;

use crate::invariant::separates;
use crate::parse::{Bound, Certificate, Claim};
use crate::puzzle::{Row, Turn};
use crate::search::{Case, UNREACHABLE, layers};
use crate::table::{Entries, Left};
use crate::{Read, Result, are_enough, counted, ensure, grouped};

pub(crate) fn verify(certificate: &Certificate, read: &mut Read<'_>) -> Result<String> {
    let puzzle = &certificate.puzzle;
    // The quickest check comes first.
    if let Claim::Solved(board, moves, _) = &certificate.claim {
        let mut moves = moves.iter();
        let end = moves.try_fold(board.clone(), |board, by| puzzle.after(&board, *by));
        let is_solved = end.is_some_and(|end| puzzle.meets_any(&end, &puzzle.all_goals()));
        ensure(is_solved, || "the moves do not solve the board")?;
    }
    for orbit in &certificate.orbits {
        let mut turns = puzzle.turns.iter();
        turns.try_for_each(|turn| orbit.carried(turn).map(drop))?;
    }
    let orbits = &certificate.orbits;
    // Together with the text, a puzzle and its moves, the words take less than 1 GiB.
    let mut left = Left {
        entries: 1 << 32,
        words: 5 << 24,
    };
    let tables = certificate
        .tables
        .iter()
        .map(|table| Entries::of(puzzle, table, orbits, &mut left, read));
    let tables = &tables.collect::<Result<Vec<_>>>()?;
    let images = certificate
        .images
        .iter()
        .map(|image| Ok((image, image.turns(puzzle)?)));
    let images = &images.collect::<Result<Vec<_>>>()?;
    let case = Case {
        certificate,
        puzzle,
        tables,
        images,
        bounds: vec![],
        within: None,
        words: left.words,
    };
    match &certificate.claim {
        Claim::Counts(None, counts) => case.counts(counts),
        Claim::Counts(Some(home), counts) => case.counts_from(home, counts),
        Claim::Unsolvable(board) => {
            case.is_far(board, None)?;
            Ok("no moves solve the board".to_owned())
        }
        Claim::Solved(board, moves, solutions) => {
            let mut text = match moves.len() {
                0 => "the board is solved".to_owned(),
                n => format!("{}, and {} are not", are_enough(n), grouped(n as u128 - 1)),
            };
            if !moves.is_empty() {
                case.is_far(board, Some(moves.len()))?;
            }
            if let Some(solutions) = solutions {
                let found = case.solutions(board, moves.len())?;
                let problem = || format!("shortest solutions: {}", grouped(found));
                ensure(found == *solutions && found < u128::MAX, problem)?;
                text = format!("{text}; shortest solutions: {}", grouped(*solutions));
            }
            Ok(text)
        }
    }
}

/// Verifies that numbers of boards by distance are those claimed, and puts them in words.
fn same_counts(found: &[u128], claimed: &[u128], which: &str) -> Result<String> {
    ensure(found == claimed, || {
        let found: Vec<String> = found.iter().copied().map(grouped).collect();
        format!("the numbers of boards are {}", found.join("; "))
    })?;
    let boards = counted(found.iter().sum(), "board");
    let farthest = counted(found.len() as u128 - 1, "move");
    Ok(format!(
        "{boards}{which}, none more than {farthest} from a goal"
    ))
}

impl Case<'_> {
    fn with<'s>(&'s self, bounds: Vec<&'s Bound>) -> Case<'s> {
        let mut case = self.clone();
        case.bounds = bounds;
        case
    }

    /// Verifies that no goal is nearer than a distance, or that none can be reached.
    fn is_far(&self, board: &[usize], distance: Option<usize>) -> Result<()> {
        let bounds = &self.certificate.bounds;
        for goal in self.puzzle.all_goals() {
            let is_bounded = bounds.iter().any(|bound| bound.goals.contains(&goal));
            ensure(is_bounded, || format!("goal {goal} has no bound"))?;
        }
        let mut bounds = bounds.iter();
        bounds.try_for_each(|bound| self.prove(bound, board, distance))
    }

    fn prove(&self, bound: &Bound, board: &[usize], distance: Option<usize>) -> Result<()> {
        match &*bound.kind {
            "search" => {
                let last = distance.map_or(usize::MAX, |distance| distance - 1);
                let start = [board.to_vec()];
                layers(self, &start, last, &mut |moves, board, _| {
                    let is_solved = self.puzzle.meets_any(board, &bound.goals);
                    ensure(!is_solved, || are_enough(moves))
                })
            }
            "tables" => {
                let mut sums = bound.sums.iter();
                sums.try_for_each(|sum| self.is_bound(bound, sum, board))?;
                let case = self.with(vec![bound]);
                if let Some(distance) = distance {
                    return case.exclude(board, bound, distance);
                }
                let is_never = case.of(board) == UNREACHABLE;
                ensure(is_never, || "the tables do not exclude all solutions")
            }
            _ => separates(self.puzzle, &self.certificate.orbits, bound, board),
        }
    }

    /// Verifies that a sum of tables is a lower bound for a board and a bound's goals.
    fn is_bound(&self, bound: &Bound, sum: &[usize], board: &[usize]) -> Result<()> {
        let goal = |goal: &usize| &self.puzzle.goals[*goal];
        let images = bound.images.iter().map(|image| self.images[*image].0);
        for table in sum.iter().map(|table| &self.tables[*table]) {
            let goals = &table.table.goals;
            let mut is_aimed = bound.goals.iter().all(|goal| goals.contains(goal));
            let mut has_entry = table.value(board).is_some();
            for image in images.clone() {
                let is_met =
                    |from: &usize| goals.iter().any(|to| image.carries(goal(from), goal(to)));
                is_aimed &= bound.goals.iter().all(is_met);
                has_entry &= table.value(&image.of(board)).is_some();
            }
            ensure(is_aimed, || "a table is about other goals")?;
            ensure(has_entry, || "a table has no entry for the board")?;
        }
        let is_sum = sum.len() < 2 || self.is_additive(sum);
        ensure(is_sum, || "a sum counts moves more than once")
    }

    /// Returns true if each move exchanges the blank with a piece that counts in at most one table.
    fn is_additive(&self, sum: &[usize]) -> bool {
        let exchanges = self.puzzle.turns.iter().all(|turn| {
            let changed: Row = turn.changed().collect();
            changed.len() == 2 && turn.need.is_some_and(|cell| changed.contains(&cell))
        });
        let orbits = &self.certificate.orbits;
        let mut counted: Row = self.puzzle.blank.into_iter().collect();
        let mut is_new = |table: &usize| {
            let Entries { table, pieces, .. } = &self.tables[*table];
            let Some(charge) = &table.charge else {
                return false;
            };
            let charged: Row = pieces
                .iter()
                .flat_map(|pieces| pieces.like(charge))
                .collect();
            let is_new = charged.iter().all(|symbol| !counted.contains(symbol));
            counted.extend(charged);
            let mut orbits = table.orbits.iter().map(|orbit| &orbits[*orbit]);
            is_new && orbits.all(|orbit| orbit.places[0].len() == 1)
        };
        exchanges && sum.iter().all(&mut is_new)
    }

    /// The number of shortest solutions, given their length.
    fn solutions(&self, board: &[usize], distance: usize) -> Result<u128> {
        let bounds = self.certificate.bounds.iter();
        // By an invariant, the goals of other bounds can't be reached.
        let bounds = bounds.filter(|bound| ["search", "tables"].contains(&&*bound.kind));
        let case = self.with(bounds.collect());
        let goals = self.puzzle.all_goals();
        let mut found = 0u128;
        let start = [board.to_vec()];
        layers(&case, &start, distance, &mut |moves, board, ways| {
            if moves == distance && self.puzzle.meets_any(board, &goals) {
                found = found.saturating_add(ways);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Verifies the numbers of boards by distance.
    fn counts(&self, claimed: &[u128]) -> Result<String> {
        let goals = self.puzzle.all_goals();
        let is_whole =
            |table: &&Entries<'_>| goals.iter().all(|goal| table.table.goals.contains(goal));
        let found = match self.tables.iter().find(is_whole) {
            Some(table) => table.counts(&self.certificate.orbits)?,
            None if self.has_search() => self.search_back()?,
            None => vec![],
        };
        ensure(!found.is_empty(), || "counts need a table for all goals")?;
        same_counts(&found, claimed, "")
    }

    fn has_search(&self) -> bool {
        let mut bounds = self.certificate.bounds.iter();
        bounds.any(|bound| bound.kind == "search")
    }

    /// The number of boards at each distance, by a search from the goals that undoes moves.
    fn search_back(&self) -> Result<Vec<u128>> {
        let mut goals = self.puzzle.goals.iter().flatten();
        let are_whole = goals.all(|set| set.len() == 1);
        ensure(are_whole, || "a goal leaves a cell open")?;
        let mut goals: Vec<Row> = self.puzzle.goals.iter().map(|goal| goal.concat()).collect();
        goals.retain(|goal| self.puzzle.is_board(goal));
        self.undo_from(&goals)
    }

    /// Verifies the numbers of boards by distance, of the boards to which moves lead from one of them:
    /// every board on the way from there to a goal is one.
    fn counts_from(&self, home: &[usize], claimed: &[u128]) -> Result<String> {
        ensure(self.has_search(), || "counts from a board need a search")?;
        let (mut reached, mut solved) = (HashSet::new(), vec![]);
        let mut case = self.clone();
        // Half for the list, and half for the search back.
        case.words /= 2;
        let goals = self.puzzle.all_goals();
        layers(&case, &[home.to_vec()], usize::MAX, &mut |_, board, _| {
            reached.insert(board.to_vec());
            if self.puzzle.meets_any(board, &goals) {
                solved.push(board.to_vec());
            }
            Ok(())
        })?;
        ensure(
            !solved.is_empty(),
            || "moves lead from the board to no goal",
        )?;
        case.within = Some(&reached);
        let found = case.undo_from(&solved)?;
        same_counts(&found, claimed, " to which moves lead from the board")
    }

    /// The number of boards at each distance from some boards, by a search that undoes moves.
    fn undo_from(&self, boards: &[Row]) -> Result<Vec<u128>> {
        let mut puzzle = self.puzzle.clone();
        puzzle.turns.iter_mut().for_each(Turn::undo);
        let mut case = self.clone();
        case.puzzle = &puzzle;
        let mut counts = vec![];
        layers(&case, boards, usize::MAX, &mut |moves, _, _| {
            counts.resize(moves + 1, 0);
            counts[moves] += 1;
            Ok(())
        })?;
        Ok(counts)
    }
}
