//! The tiers of a puzzle: their costs and their preparation.

use std::time::Duration;

use super::GoalSolver;
use crate::pruning::Effort;
use crate::search::Algorithm;
use crate::solver::costs::{
    BALL, BALL_COSTS, DATABASE_LEVELS, FEW_BOARDS, IN_REACH, LARGER_BALL, PIECES_BALL_COSTS,
    PROJECTION_LEVELS, QUICK_TABLE, SETTLED_LEVEL, TABLE_SHARE,
};
use crate::solver::ladder::{Ladder, Rung, Tier};
use crate::solver::pruned::Pruned;
use crate::solver::registry::HeuristicKernel;
use crate::solver::{Call, SolverError};
use crate::support::budget::Budget;
use crate::support::optimisation::Optimisation;
use crate::support::progress::Unfinished;
use crate::table::ball::Ball;

impl<K: HeuristicKernel> GoalSolver<K> {
    /// Prepares what is worth it for this many boards.
    ///
    /// # Errors
    /// If a table or heuristic that was named can't be built, or the run was cancelled.
    pub(in crate::solver) fn prepare(
        &mut self,
        boards: usize,
        call: Call<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        if boards == 0 {
            return Ok(());
        }
        self.renew(call);
        self.is_ready = false;
        if !self.views.are_filled() {
            let given = call.budget.left();
            if self.ladder.tier().is_none() {
                let near = self.may_be_near(boards, call).then(|| self.near());
                match near.flatten() {
                    Some(near) => self.ladder = near,
                    None => self.begin(call.budget)?,
                }
            }
            // Tiers that cost nothing are due at once.
            while self.ladder.is_due()
                || self.ladder.is_free(call.max_nodes)
                || self.is_past_near(boards, call)
            {
                self.climb(call.budget)?;
            }
            self.ladder.begin(boards);
            self.make_ready(call);
            self.note(given, call.budget);
        }
        if self.options.must_be_reproducible {
            call.agree(&self.guided_by())?;
        }
        self.is_ready = true;
        Ok(())
    }

    /// Returns true if preparation was cut short in a call with less time than this.
    pub(super) fn has_more_time(&self, left: Option<Duration>) -> bool {
        let is_less = |given: Duration| left.is_none_or(|left| left / 2 >= given);
        self.cut_short.is_some_and(is_less)
    }

    /// Lists the tiers again for a call that has more time than an earlier one, so that what
    /// did not fit into that call's time is not left out forever.
    pub(super) fn renew(&mut self, call: Call<'_>) {
        if self.has_more_time(call.budget.left()) {
            self.cut_short = None;
            self.are_tables_refused = false;
            self.ladder = Ladder::default();
            self.pruned = Pruned::default();
            if self.solvable.get().is_some_and(Result::is_err) {
                self.solvable.take();
            }
        }
    }

    /// Notes that preparation may have been cut short, if the time `given` for it is up.
    pub(super) fn note(&mut self, given: Option<Duration>, budget: Budget<'_>) {
        if budget.left() == Some(Duration::ZERO) {
            self.cut_short = self.cut_short.max(given);
        }
    }

    /// Gives deferred boards larger shares, or prepares the next tier for them.
    ///
    /// # Errors
    /// If a table or heuristic that was named can't be built, or the run was cancelled.
    pub(in crate::solver) fn escalate(
        &mut self,
        call: Call<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        if self.ladder.next().is_none() {
            return Ok(());
        }
        let given = call.budget.left();
        self.skip_useless();
        if !self.ladder.raise() {
            self.climb(call.budget)?;
            self.ladder.take_over();
        }
        self.make_ready(call);
        self.note(given, call.budget);
        Ok(())
    }

    /// The tiers for a single board that is first searched for near the goals, if it is. The sizes of
    /// tables and the choice of projections take longer than such a search.
    pub(super) fn near(&mut self) -> Option<Ladder> {
        let is_open = self.options.is_method_open() && !self.options.must_be_reproducible;
        // Listing boards to number them would take longer than a search.
        let are_few = || self.views.are_of_at_most(FEW_BOARDS);
        if !is_open || !self.puzzle.has_conditions() && are_few() {
            return None;
        }
        self.views.seek(&self.options);
        // Boards that meet goals with open cells are not few.
        if self.puzzle.has_conditions() {
            return Some(Ladder::breadth_first());
        }
        let has_ball = !K::SEARCHES_FIRST && self.has_whole_goals() && self.begin_ball();
        (!self.views.are_filled()).then(|| Ladder::near(has_ball))
    }

    /// Returns true if the other tiers are not listed yet, but these boards need them.
    pub(super) fn is_past_near(&self, boards: usize, call: Call<'_>) -> bool {
        self.ladder.is_near() && !self.may_be_near(boards, call)
    }

    /// Returns true if a call has a single board, which may be near the goals. A call that limits its
    /// search gets the best method at once, which may prove that a board can't be solved.
    pub(super) fn may_be_near(&self, boards: usize, call: Call<'_>) -> bool {
        let is_numbered = || self.views.are_of_at_most(u64::MAX);
        let is_limited = |moves| moves == 0 || !self.has_whole_goals() || !is_numbered();
        boards == 1
            && self.commuting.is_none()
            && call.max_nodes.is_none()
            && !call.max_moves.is_some_and(is_limited)
    }

    fn has_whole_goals(&self) -> bool {
        let mut goals = self.puzzle.model().structure.goals.iter().flatten();
        goals.all(Option::is_some)
    }

    /// Lists the tiers, and enters the tiers that cost nothing. If searches must be reproducible, the
    /// first tier that can be prepared is the only one.
    fn begin(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        self.ladder = self.listed();
        if self.ladder.tier() == Some(Tier::Table) {
            if self.enter(Tier::Table, budget)? {
                return Ok(());
            }
            self.ladder = self.listed();
        }
        if self.options.must_be_reproducible {
            self.climb(budget)?;
            self.ladder.stay();
        }
        Ok(())
    }

    /// The tiers. If a linear system gives all answers, or tables cost nothing, they are the only one.
    pub(super) fn listed(&mut self) -> Ladder {
        let rung = |tier| Rung { tier, cost: 0 };
        if self.commuting.is_some() {
            return Ladder::new(vec![rung(Tier::Linear)]);
        }
        let table_cost = self.table_cost();
        if table_cost == Some(0) {
            return Ladder::new(vec![rung(Tier::Table)]);
        }
        if self.options.heuristics.is_empty() && !self.is_blind() {
            self.puzzle.sharpen(&mut self.heuristics);
        }
        let mut rungs = vec![rung(Tier::Search)];
        if self.options.algorithm == Some(Algorithm::Table) {
            rungs.push(rung(Tier::Table));
        } else if self.options.must_be_reproducible {
            rungs.extend(self.settled(table_cost).into_iter().map(rung));
        } else {
            rungs.extend(self.rungs(table_cost));
        }
        Ladder::new(rungs)
    }

    fn climb(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        self.skip_useless();
        while let Some(tier) = self.ladder.next() {
            if tier == Tier::Rest {
                self.begin(budget)?;
                while self.ladder.is_due() {
                    self.climb(budget)?;
                }
                return Ok(());
            }
            if self.enter(tier, budget)? {
                self.ladder.climb();
                if tier == Tier::Table {
                    self.ladder.stay();
                }
                break;
            }
            self.ladder.skip_next();
        }
        self.skip_useless();
        Ok(())
    }

    fn skip_useless(&mut self) {
        while let Some(next) = self.ladder.next()
            && !self.is_useful(next)
        {
            self.ladder.skip_next();
        }
    }

    fn rungs(&mut self, table_cost: Option<u64>) -> Vec<Rung> {
        let Some(cost) = table_cost else {
            return self.searches(0);
        };
        let tier = Tier::Table;
        let mut rungs = self.searches(cost);
        // Tiers that cost as much as tables are tried only if tables can't be built in time.
        let place = rungs.iter().position(|rung| rung.cost >= cost);
        rungs.insert(place.unwrap_or(rungs.len()), Rung { tier, cost });
        rungs
    }

    /// The cost of tables: 0 if stored or built in milliseconds; `None` if only built on request.
    fn table_cost(&mut self) -> Option<u64> {
        if !self.picks_tables() {
            return None;
        }
        let boards = self.views.boards();
        if boards > QUICK_TABLE {
            self.views.seek(&self.options);
        }
        let is_quick = boards <= QUICK_TABLE || self.views.are_filled();
        Some(if is_quick { 0 } else { boards / TABLE_SHARE })
    }

    /// The tiers that search, cheapest first. `table` is the cost of tables, or 0 if there are
    /// none. Pattern databases never come before tables, since each of them is a table as well.
    fn searches(&mut self, table: u64) -> Vec<Rung> {
        let is_method_open = self.options.is_method_open();
        if is_method_open {
            self.projected.find(&*self.puzzle, &self.options);
        }
        let is_of_pieces = self.projected.is_found();
        let is_worth_a_ball = (table > 0 || !K::SEARCHES_FIRST) && !self.is_beaten(BALL as u64);
        let mut rungs = Vec::new();
        let mut rung = |tier, cost| rungs.push(Rung { tier, cost });
        if is_method_open && is_worth_a_ball && self.begin_ball() {
            rung(Tier::Ball, 0);
            let cost = if is_of_pieces {
                PIECES_BALL_COSTS
            } else {
                BALL_COSTS
            };
            rung(Tier::LargerBall, cost);
        }
        if is_of_pieces {
            for (level, (bytes, cost)) in PROJECTION_LEVELS.into_iter().enumerate() {
                if self.is_beaten(bytes) {
                    continue;
                }
                rung(Tier::Projection(level), cost);
            }
        }
        if self.uses_databases() {
            let least = if is_method_open { table } else { 0 };
            let costs = (0..).map_while(|level| self.puzzle.database_cost(level));
            for (level, cost) in costs.enumerate() {
                if DATABASE_LEVELS
                    .get(level)
                    .is_some_and(|(boards, _)| self.is_beaten(*boards))
                {
                    continue;
                }
                let is_named = level == 0 && self.options.names_databases();
                let cost = if is_named { 0 } else { cost.max(least) };
                rung(Tier::Databases(level), cost);
            }
        }
        Rung::sort(&mut rungs);
        // If nothing else can be built, searches continue with what is ready.
        let last = rungs.last().map_or(0, |rung| rung.cost);
        rungs.push(Rung {
            tier: Tier::Search,
            cost: last.max(table),
        });
        rungs
    }

    /// The tiers of searches that another run or process may continue, best first. Their heuristic
    /// must never change, so only one tier is used.
    fn settled(&mut self, table_cost: Option<u64>) -> Vec<Tier> {
        let mut tiers = Vec::new();
        tiers.extend(table_cost.map(|_| Tier::Table));
        if self.options.is_method_open() {
            self.projected.find(&*self.puzzle, &self.options);
            if !self.is_beaten(PROJECTION_LEVELS[SETTLED_LEVEL].0) {
                tiers.push(Tier::Projection(SETTLED_LEVEL));
            }
        }
        if self.uses_databases() && !self.is_beaten(DATABASE_LEVELS[0].0) {
            tiers.push(Tier::Databases(0));
        }
        tiers
    }

    fn is_useful(&mut self, tier: Tier) -> bool {
        match tier {
            Tier::Ball | Tier::Linear | Tier::Rest => true,
            Tier::Search => matches!(self.ladder.tier(), Some(Tier::Ball | Tier::LargerBall)),
            Tier::LargerBall => self.ball.as_ref().is_some_and(|ball| {
                let nearest = self.ladder.nearest();
                // The larger ball reaches about one move farther.
                let radius = u32::from(ball.radius()) + 1;
                nearest
                    .is_none_or(|nearest| ball.around(nearest.saturating_sub(radius)) <= IN_REACH)
            }),
            Tier::Projection(level) => self.projected.may_grow(level, self.options.memory),
            Tier::Databases(_) => self.projected.search().is_none(),
            Tier::Table => self.options.algorithm.is_some() || self.picks_tables(),
        }
    }

    /// Prepares a tier. Returns false if that is impossible, or an error if the user named it.
    fn enter(&mut self, tier: Tier, budget: Budget<'_>) -> Result<bool, Unfinished<SolverError>> {
        match tier {
            Tier::Search | Tier::Linear | Tier::Rest => Ok(true),
            Tier::Ball => {
                self.grow_ball(BALL);
                Ok(true)
            }
            Tier::LargerBall => Ok(self.grow_ball(LARGER_BALL)),
            Tier::Projection(level) => {
                let within = self.options.budget(budget);
                let is_built = self.projected.build(level, within)?;
                if is_built && level > 0 {
                    self.ball = None;
                }
                Ok(is_built)
            }
            Tier::Databases(level) => self.build_databases(level, budget),
            Tier::Table => self.build_tables(budget),
        }
    }

    /// Starts a ball with the solved boards, if there is none. Returns false if there are too many.
    fn begin_ball(&mut self) -> bool {
        if self.ball.is_some() {
            return true;
        }
        let max_boards = self.in_memory(BALL);
        let solved = self.puzzle.solved_boards();
        let solved =
            solved.filter(|solved| solved.len() <= max_boards && Optimisation::Balls.is_on());
        self.ball = solved.map(Ball::new);
        self.ball.is_some()
    }

    /// Grows the ball to at most `boards` boards. Returns true if it grew.
    fn grow_ball(&mut self, boards: usize) -> bool {
        let max_boards = self.in_memory(boards);
        let Some(ball) = &mut self.ball else {
            return false;
        };
        let before = ball.radius();
        while ball.grow_within(&*self.puzzle, max_boards) {}
        ball.radius() > before
    }

    /// Caps `boards` by the number of a ball's boards that memory can hold.
    pub(super) fn in_memory(&self, boards: usize) -> usize {
        let memory = self.options.memory.unwrap_or(u64::MAX);
        let room = memory / Ball::<K::Board>::BOARD_BYTES as u64;
        boards.min(usize::try_from(room).unwrap_or(usize::MAX))
    }

    /// Builds the pattern databases of a level. Returns false if the present ones are as large.
    fn build_databases(
        &mut self,
        level: usize,
        budget: Budget<'_>,
    ) -> Result<bool, Unfinished<SolverError>> {
        self.ball = None;
        let before = self.databases.as_ref().map(K::bytes);
        match self.puzzle.databases(level, &self.options, budget) {
            Ok(Some(built)) if before.is_none_or(|before| K::bytes(&built) > before) => {
                self.databases = Some(built);
                Ok(true)
            }
            Ok(_) => Ok(false),
            Err(Unfinished::Cancelled) => Err(Unfinished::Cancelled),
            Err(_) if !self.options.names_databases() => Ok(false),
            Err(unfinished) => Err(unfinished),
        }
    }

    /// Builds the tables. Returns false if that takes too long and the user did not name them.
    pub(super) fn build_tables(
        &mut self,
        budget: Budget<'_>,
    ) -> Result<bool, Unfinished<SolverError>> {
        self.views.seek(&self.options);
        if !self.views.are_filled() {
            self.has_room()?;
        }
        // The tables may need its memory.
        self.ball = None;
        match self.views.fill(&self.options, budget) {
            Ok(()) => {
                self.projected.refuse();
                Ok(true)
            }
            Err(Unfinished::Time) if self.options.algorithm.is_none() => {
                self.are_tables_refused = true;
                Ok(false)
            }
            Err(unfinished) => Err(unfinished),
        }
    }

    pub(super) fn has_room(&self) -> Result<(), SolverError> {
        let name = &self.puzzle.model().name;
        self.views.has_room(self.options.memory, name)
    }

    /// Returns true if tables may be chosen without being named.
    pub(super) fn picks_tables(&self) -> bool {
        let is_open = self.options.algorithm.is_none() && !self.are_tables_refused;
        is_open && self.views.may_be_picked(self.options.memory)
    }

    /// Returns true if the method is open and a heuristic without tables beats this many boards.
    fn is_beaten(&self, boards: u64) -> bool {
        self.options.is_method_open() && self.puzzle.beats(&self.heuristics, boards)
    }

    pub(super) fn is_blind(&self) -> bool {
        self.options.algorithm.is_some_and(Algorithm::is_blind)
    }

    /// Returns true if pattern databases may guide searches: the user named them, or named nothing.
    fn uses_databases(&self) -> bool {
        if self.options.heuristics.is_empty() {
            return self.options.algorithm.is_none();
        }
        self.options.names_databases() && !self.is_blind()
    }

    /// Finds redundant move sequences, and solvable boards if a search for others would not end.
    fn make_ready(&mut self, call: Call<'_>) {
        self.paused.forget();
        let tier = self.ladder.tier();
        let is_search = matches!(tier, Some(Tier::Search | Tier::Databases(_)));
        // A search near the goals is shorter than finding redundant moves.
        if is_search && !self.ladder.is_near() {
            let mut effort = K::effort(self.databases.as_ref());
            if self.options.algorithm == Some(Algorithm::PrunedIdaStar) {
                effort = effort.max(Effort::THOROUGH);
            }
            let (puzzle, options) = (&*self.puzzle, &self.options);
            self.pruned.prepare(puzzle, effort, options, call.budget);
        }
        let is_endless = match self.options.algorithm {
            // No larger databases or tables can take over.
            None => {
                let is_last = self.ladder.next().is_none();
                is_search && (is_last || matches!(tier, Some(Tier::Databases(1..))))
            }
            Some(algorithm) => algorithm.is_depth_first(),
        };
        let is_endless = is_endless && tier != Some(Tier::Table);
        if (self.is_never_searched(call) || is_endless) && !self.puzzle.is_parity_exact() {
            self.solvable(call.budget);
        }
    }

    /// Returns true if no search shows that a board can't be solved.
    pub(super) fn is_never_searched(&self, call: Call<'_>) -> bool {
        call.max_moves == Some(0)
            && !matches!(self.ladder.tier(), Some(Tier::Linear | Tier::Table))
            && !self.puzzle.is_parity_exact()
    }

    /// A description that identifies the heuristic.
    fn guided_by(&self) -> String {
        if let Some(search) = self.projected.search() {
            return search.words();
        }
        let asked = self.options.heuristics.iter();
        let mut words: Vec<String> = asked
            .map(|heuristic_name| heuristic_name.name().to_owned())
            .collect();
        words.extend(self.heuristic_names().1.map(K::words));
        if words.is_empty() {
            let usual = K::usual(self.puzzle.model(), &self.heuristics);
            words.push(usual.name().to_owned());
        }
        self.pruned.beside(words.join(", "))
    }
}
