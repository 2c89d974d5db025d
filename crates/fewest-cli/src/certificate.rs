//! Certificates of answers and surveys, and the files of their tables.

use std::io::Read;
use std::path::Path;

use anyhow::bail;
use fewest::{AllAnswers, Board, Certificate, Goal, Options, Puzzle, Verdict};
use fewest_text::{Input, TextOptions};

use crate::draft::Draft;
use crate::number::counted;
use crate::plain;

/// A limit larger than any board, in bytes.
const LARGEST_INPUT: u64 = 1 << 20;

/// Reads an input, of which a certificate is planned before its board is solved.
pub fn keep((name, input): Input) -> anyhow::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    input.take(LARGEST_INPUT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_INPUT {
        bail!("the input is too large for one board, and a certificate is about one");
    }
    Ok((name, bytes))
}

/// The certificate of the only board of some inputs, planned before the board is solved.
pub struct Planned<'a> {
    path: &'a Path,
    board: Board,
    options: Options,
    /// The most moves that can be proved, if there is such a limit.
    pub longest: Option<u32>,
}

impl<'a> Planned<'a> {
    /// Plans the certificate.
    ///
    /// # Errors
    /// If these inputs do not have one board.
    pub fn of(
        path: &'a Path,
        puzzle: &Puzzle,
        options: &Options,
        text: &TextOptions,
        inputs: &mut [Input],
    ) -> anyhow::Result<Self> {
        let cases = fewest_text::read_all(puzzle, options, text, inputs)?;
        let [case] = &cases[..] else {
            let boards = counted(cases.len() as u64, "board");
            bail!(
                "a certificate is about one board, and there are {boards}: no certificate is written"
            );
        };
        // A puzzle with several goals has no other.
        let goal = case
            .goal
            .clone()
            .filter(|_| puzzle.model().structure.goals.len() == 1);
        let board = Board::new(case.start.clone());
        let options = Options {
            goal: goal.map(Goal::Board),
            ..options.clone()
        };
        let longest = puzzle.longest_proof(&board, &options)?;
        if let Some(moves) = longest {
            let moves = counted(moves, "move");
            plain::note(format!("answers of at most {moves} can be proved"));
        }
        Ok(Self {
            path,
            board,
            options,
            longest,
        })
    }

    /// Writes the certificate of the answer. A board that needs more moves than the output's format
    /// asks for is solved for it.
    pub fn write(
        &self,
        puzzle: &Puzzle,
        all: Option<&AllAnswers>,
        counts: bool,
    ) -> anyhow::Result<()> {
        let (board, options, name) = (&self.board, &self.options, Certificate::name(self.path)?);
        let known = all.filter(|all| match all.answer.verdict {
            Verdict::Beyond(moves) => self.longest == Some(moves),
            _ => true,
        });
        let certificate = match known {
            Some(all) => {
                puzzle.certificate_of(board, &all.answer, all.count.exact(), name, options)?
            }
            None => puzzle.certificate(board, counts, name, options)?,
        };
        write(self.path, &certificate)
    }
}

/// Writes a certificate after its tables.
pub fn write(path: &Path, certificate: &Certificate) -> anyhow::Result<()> {
    for (table, entries) in &certificate.tables {
        Draft::new(&path.with_file_name(table))?.keep(entries)?;
    }
    Draft::new(path)?.keep(&certificate.text)
}
