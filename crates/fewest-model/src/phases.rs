//! Quick answers in two phases, which need not be shortest.
//!
//! A definition may name moves for a second phase. The first phase leads to a board that these moves
//! can solve: it solves a puzzle in which stickers are alike if these moves exchange them. For the
//! 3x3x3 cube and the moves U, D, R2, F2, L2 and B2, this is the algorithm of H. Kociemba
//! ("Close to God's Algorithm", Cubism For Fun 28, 1992).

use toml::Spanned;

use super::names::{Mapping, after};
use super::problem::{Findings, like};
use super::{Model, powers, words};
use fewest_base::group::{Permutation, orbits};
use fewest_base::space::Move;
use fewest_base::space::structure::{Structure, Turn, inverse};

/// The puzzles of two phases. Both have the cells of the puzzle itself.
#[derive(Clone, Debug)]
pub struct Phases {
    /// The puzzle of the first phase, with all moves.
    pub first: Model,
    /// The puzzle of the second phase, with all pieces.
    pub second: Model,
    /// The moves of both, by name.
    known: Vec<(String, Mapping)>,
}

/// Reads the moves of the second phase; see [`Model::second_phase`].
pub(super) fn read(
    phase: Option<&Spanned<String>>,
    moves: &[String],
    findings: &mut Findings<'_>,
) -> Vec<String> {
    let mut found = Vec::new();
    for (place, word) in phase.iter().flat_map(|phase| words(phase.as_ref())) {
        found.push(word.to_owned());
        let is_move = |stem: &str| moves.iter().any(|name| name == stem);
        if let Some(phase) = phase
            && powers::parts(word, is_move).is_none()
        {
            let place = findings.within(&phase.span(), phase.as_ref(), place);
            let problem = format!("no move is called `{word}`");
            findings.add_with_help(place, problem, like(word, moves));
        }
    }
    found
}

impl Model {
    /// The puzzles of two phases that solve boards quickly; `None` if the definition names no moves
    /// for the second, the goal is not one whole board, or a move can't be undone.
    ///
    /// ```
    /// use fewest_model::Model;
    ///
    /// let cube = Model::named("cube3")?;
    /// let phases = cube.phases().expect("moves for the second");
    /// assert_eq!((phases.first.moves.len(), phases.second.moves.len()), (18, 10));
    /// # Ok::<(), fewest_model::NameError>(())
    /// ```
    #[must_use]
    pub fn phases(&self) -> Option<Phases> {
        let home = self.whole_goal()?;
        let mut names = Vec::new();
        let mut effects: Vec<Mapping> = Vec::new();
        for word in &self.second_phase {
            let base = self.power(word)?;
            let order = powers::order(&base, Move::LIMIT)?;
            let mut power = base.clone();
            for count in 1..order {
                if !effects.contains(&power) {
                    names.push(powers::name(word, count, order));
                    effects.push(power.clone());
                }
                power = after(&power, &base);
            }
        }
        if effects.is_empty() || effects.len() > Move::LIMIT {
            return None;
        }
        let turns = |effects: &[Mapping]| -> Vec<Turn> {
            let turn = |(number, from): (u8, &Mapping)| Turn {
                by: Move::new(number),
                needs: Vec::new(),
                from: from.clone(),
            };
            (0..=u8::MAX).zip(effects).map(turn).collect()
        };
        let all = (0..=u8::MAX).take(self.moves.len()).map(Move::new);
        let own: Option<Vec<Mapping>> = all.map(|m| self.always(m).cloned()).collect();
        let own = own?;
        let known = self.moves.iter().chain(&names).cloned();
        let known = known.zip(own.iter().chain(&effects).cloned()).collect();
        let generators: Vec<Permutation> = effects
            .iter()
            .map(|from| Permutation::new(&inverse(from)?))
            .collect::<Option<_>>()?;
        let alike = orbits(home.len(), &generators);
        let mut goal = vec![None; home.len()];
        for (symbol, cells) in (0..=u8::MAX).zip(&alike) {
            for &cell in cells {
                *goal.get_mut(usize::from(cell))? = Some(symbol);
            }
        }
        let counts = alike.iter().map(|cells| u32::try_from(cells.len()));
        let first = Self::of(Structure {
            pieces: counts.collect::<Result<_, _>>().ok()?,
            turns: turns(&own),
            goals: vec![goal],
        });
        let second = Self {
            moves: names,
            structure: Structure {
                turns: turns(&effects),
                ..self.structure.clone()
            },
            ..self.clone()
        };
        Some(Phases {
            first,
            second,
            known,
        })
    }
}

impl Phases {
    /// The names of moves from the goal to a board, given its answers in both phases: their inverse,
    /// without moves that others undo or continue.
    #[must_use]
    pub fn way_there(&self, first: &[Move], second: &[Move]) -> Option<Vec<&str>> {
        let effect = |model: &Model, m: &Move| model.always(*m).cloned();
        let first = first.iter().map(|m| effect(&self.first, m));
        let second = second.iter().map(|m| effect(&self.second, m));
        let mut way = Vec::new();
        for effect in first.chain(second) {
            self.append(&mut way, effect?);
        }
        let name = |effect: &Mapping| {
            let back = inverse(effect)?;
            let mut known = self.known.iter();
            known
                .find(|(_, effect)| *effect == back)
                .map(|(name, _)| name.as_str())
        };
        way.iter().rev().map(name).collect()
    }

    /// Appends a move, or joins it with an earlier move that it can follow directly.
    fn append(&self, way: &mut Vec<Mapping>, next: Mapping) {
        for place in (0..way.len()).rev() {
            let Some(earlier) = way.get(place) else {
                break;
            };
            let both = after(earlier, &next);
            if (0..=u8::MAX).zip(&both).all(|(to, &from)| to == from) {
                way.remove(place);
                return;
            }
            if self.known.iter().any(|(_, effect)| *effect == both) {
                way[place] = both;
                return;
            }
            if after(&next, earlier) != both {
                break;
            }
        }
        way.push(next);
    }
}
