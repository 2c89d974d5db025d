//! Readers of other people's answers.

use fewest::Options;
use fewest::model::Case;
use fewest::space::Move;
use fewest_text::Judgement;

use crate::{Target, check_message};

/// Checks `data` as the answers to two boards in the format that its first byte names, and panics
/// if that does anything but judge them, in a good message.
///
/// # Panics
///
/// If the reader panics, the boards are bad, or the message is long or would mess up a terminal.
pub fn check_answers(data: &[u8]) {
    let Some((target, mut data)) = Target::of(data) else {
        return;
    };
    let boards = target.boards();
    let input: (&str, &mut (dyn std::io::Read + Send)) = ("boards", &mut &*boards);
    let output: (&str, &mut (dyn std::io::Read + Send)) = ("fuzz", &mut data);
    let (options, text) = (Options::default(), target.text_options());
    let judgement = fewest_text::check(&(target.puzzle()), &options, &text, None, input, output);
    match judgement.expect("the target has good boards") {
        Judgement::Right(_) => {}
        Judgement::Wrong(mistake) => check_message(&mistake.to_string()),
    }
}

impl Target {
    /// A board a few moves from a solved one, and a solved one, as an input.
    fn boards(&self) -> Vec<u8> {
        let (model, format) = (&self.model, self.format);
        let solved = self.solved();
        let mut moved = solved.clone();
        for m in (0..4).map(Move::new) {
            model.apply(&mut moved, m);
        }
        let mut text = Vec::new();
        format.write_header(model, 2, &mut text);
        for (number, start) in [(1, moved), (2, solved.clone())] {
            let goal = format.brings_goals.then(|| solved.clone());
            let case = Case {
                goal,
                ..Case::new(number, start)
            };
            (format.write_board)(model, &case, &mut text);
        }
        format.write_footer(model, &mut text);
        text
    }

    /// A board that meets the goal.
    fn solved(&self) -> Vec<u8> {
        if let Some(size) = self.model.size {
            return self.format.goal.tiles(size);
        }
        let structure = &self.model.structure;
        let mut left = structure.pieces.clone();
        for symbol in structure.goals[0].iter().flatten() {
            left[usize::from(*symbol)] -= 1;
        }
        // Pieces for the cells that the goal leaves open.
        let mut take = || {
            let symbol = left.iter().position(|count| *count > 0).expect("a piece");
            left[symbol] -= 1;
            u8::try_from(symbol).expect("at most 255 symbols")
        };
        let goal = structure.goals[0].iter();
        goal.map(|symbol| symbol.unwrap_or_else(&mut take))
            .collect()
    }
}
