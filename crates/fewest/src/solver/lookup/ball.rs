//! The ball around the goals: how far it grows, and which boards are searched for towards it.

use super::Lookup;
use crate::solver::costs::{
    BALL_IN_REACH, BALLS, BEFORE_PROJECTION, FIRST_SEARCH, LEAST_SEARCH, MANY_BOARDS, NEAR_BALL,
    WITHIN_REACH,
};
use crate::solver::registry::HeuristicKernel;
use crate::table::ball::Ball;

impl<K: HeuristicKernel> Lookup<K> {
    /// Grows the ball as far as the boards asked for make it worth, if searches may use one.
    pub(super) fn grow_ball(&mut self) {
        let is_free = self.options.is_chosen() && !self.views.are_filled() && !self.is_ball_refused;
        if !is_free || self.ball.is_none() && self.asked == 0 {
            return;
        }
        let puzzle = &*self.puzzle;
        let sizes = BALLS.iter().filter(|(asked, _)| self.asked >= *asked);
        let most = sizes.map(|(_, most)| *most).max().unwrap_or(0);
        let most = self.in_memory(most);
        if self.ball.is_none() {
            let solved = puzzle.solved_boards();
            let solved = solved.filter(|solved| solved.len() <= most);
            self.ball = solved.map(Ball::new);
        }
        let limit = self.options.limits.moves.unwrap_or(u32::MAX);
        if let Some(ball) = &mut self.ball {
            while u32::from(ball.radius()) < limit && ball.grow_within(puzzle, most) {}
        }
    }

    /// So many boards of a ball, or as many as memory has room for.
    fn in_memory(&self, boards: usize) -> usize {
        let memory = self.options.limits.memory.unwrap_or(u64::MAX);
        let room = memory / Ball::<K::Board>::BOARD_BYTES as u64;
        boards.min(usize::try_from(room).unwrap_or(usize::MAX))
    }

    /// The ball, if all that is asked is near enough to it.
    pub(super) fn near_ball(&self) -> Option<&Ball<K::Board>> {
        let ball = self.ball.as_ref().filter(|_| !self.views.are_filled())?;
        let most = self.options.limits.moves?;
        let beyond = most.saturating_sub(ball.radius().into());
        let is_near = ball.is_complete() || ball.around(beyond) <= NEAR_BALL.into();
        is_near.then_some(ball)
    }

    /// The ball that light searches meet: all that is asked is near or may be, or tables, projections
    /// or databases take over.
    pub(super) fn light_ball(&self) -> Option<&Ball<K::Board>> {
        let is_ahead = || self.is_ball_in_reach || self.tries_ball() || self.picks_tables();
        let ahead = || self.ball.as_ref().filter(|_| is_ahead());
        self.near_ball().or_else(ahead)
    }

    /// Whether a few boards are searched for towards a ball before a projection or databases are
    /// built for them.
    pub(super) fn tries_ball(&self) -> bool {
        let comes_first = || {
            if self.projected.is_to_come() {
                return self.options.allows_nodes(BEFORE_PROJECTION);
            }
            self.databases.is_to_come(&*self.puzzle) && self.wants_databases()
        };
        self.options.is_chosen()
            && !self.is_ball_refused
            && self.asked < MANY_BOARDS
            && comes_first()
    }

    /// Whether the ball, grown a little, is to be met half-way from the nearest of the boards that
    /// searches with a projection have deferred, before a larger table is built. Where a puzzle has
    /// many moves, that reaches farther than a small projection.
    pub(super) fn reaches_deferred(&mut self) -> bool {
        let nearest = self.projected.nearest_deferred();
        let was_tried = std::mem::replace(&mut self.is_ball_in_reach, false);
        let most = self.in_memory(BALL_IN_REACH);
        let is_ruled_out = was_tried || !self.options.allows_nodes(WITHIN_REACH);
        let (Some(nearest), Some(ball), false) = (nearest, &mut self.ball, is_ruled_out) else {
            return false;
        };
        #[expect(clippy::cast_precision_loss, reason = "a small power of two")]
        let is_near = |ball: &Ball<K::Board>, more: u32| {
            let radius = u32::from(ball.radius()) + more;
            ball.around(nearest.saturating_sub(radius)) <= WITHIN_REACH as f64
        };
        while is_near(ball, 1) && ball.grow_within(&*self.puzzle, most) {}
        self.is_ball_in_reach = is_near(ball, 0);
        self.is_ball_in_reach
    }

    /// What the search for one of these boards towards the ball may generate.
    pub(super) fn first_search(&self) -> u64 {
        if self.projected.is_to_come() {
            return BEFORE_PROJECTION;
        }
        (FIRST_SEARCH / self.asked.max(1) as u64).max(LEAST_SEARCH)
    }
}
