//! The ball around the goals: how far it grows, and which boards are searched for towards it.

use super::Lookup;
use crate::solver::costs::{BALLS, MANY_BOARDS, NEAR_BALL};
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
        let memory = self.options.limits.memory.unwrap_or(u64::MAX);
        let room = memory / Ball::<K::Board>::BOARD_BYTES as u64;
        let most = most.min(usize::try_from(room).unwrap_or(usize::MAX));
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

    /// The ball, if all that is asked is near enough to it.
    pub(super) fn near_ball(&self) -> Option<&Ball<K::Board>> {
        let ball = self.ball.as_ref().filter(|_| !self.views.are_filled())?;
        let most = self.options.limits.moves?;
        let beyond = most.saturating_sub(ball.radius().into());
        let is_near = ball.is_complete() || ball.around(beyond) <= NEAR_BALL.into();
        is_near.then_some(ball)
    }

    /// The ball that light searches meet: all that is asked is near, or tables or databases take
    /// over.
    pub(super) fn light_ball(&self) -> Option<&Ball<K::Board>> {
        let is_ahead = || self.picks_tables() || self.tries_ball();
        let ahead = || self.ball.as_ref().filter(|_| is_ahead());
        self.near_ball().or_else(ahead)
    }

    /// Whether a few boards are searched for towards a ball before databases are built for them.
    pub(super) fn tries_ball(&self) -> bool {
        self.options.is_chosen()
            && !self.is_ball_refused
            && self.asked < MANY_BOARDS
            && self.databases.is_to_come(&*self.puzzle)
            && self.wants_databases()
    }
}
