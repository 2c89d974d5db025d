//! Traffic jams: each line of an input is a board with cars of its own, as in databases of Rush Hour
//! boards. Numbers around the board are claims: the fewest moves before it, and the boards that
//! moves connect with it after it.

use std::io::{BufRead, BufReader, Read, Write};

use fewest::Puzzle;
use fewest::model::{Held, Model};
use fewest::solver::{Options, Verdict};
use fewest::support::place::{InputError, Place};
use fewest::survey::Listing;

use super::judgement::{CheckedAnswers, Mistake};
use super::pipeline::Summary;
use super::{Session, TextError};
use crate::formats::MistakeKind;

/// The longest line, in bytes.
const LONGEST: u64 = 1 << 14;

/// Returns true if each board of a puzzle's inputs has blocks of its own, unless their format is
/// named.
#[must_use]
pub fn has_own_boards(puzzle: &Puzzle) -> bool {
    puzzle.name() == "traffic" && puzzle.model().blocks.is_some()
}

/// Returns true if a text is a board with blocks of its own, for a puzzle whose boards have them.
#[must_use]
pub fn is_own_board(puzzle: &Puzzle, text: &str) -> bool {
    has_own_boards(puzzle) && Jams::jam(text.trim()).is_ok()
}

/// The lines of an input.
struct Jams<'s> {
    name: &'s str,
    input: BufReader<&'s mut (dyn Read + Send)>,
    line: u64,
}

impl<'s> Jams<'s> {
    fn of(name: &'s str, input: &'s mut (dyn Read + Send)) -> Self {
        Self {
            name,
            input: BufReader::new(input),
            line: 0,
        }
    }

    fn error(&self, at: usize, problem: String) -> InputError {
        InputError {
            input: self.name.to_owned(),
            place: Place {
                line: self.line,
                column: at as u64 + 1,
            },
            board: None,
            problem,
            is_final: false,
            names_puzzle: false,
        }
    }

    /// The next line that is not empty or a comment, and its column; `None` at the end.
    fn next_line(&mut self) -> Result<Option<(String, usize)>, InputError> {
        loop {
            let mut bytes = Vec::new();
            self.line += 1;
            let read = self
                .input
                .by_ref()
                .take(LONGEST)
                .read_until(b'\n', &mut bytes);
            let problem = match read {
                Ok(0) => return Ok(None),
                Ok(read) if read as u64 == LONGEST => {
                    format!("a line has fewer than {LONGEST} bytes")
                }
                Ok(_) => {
                    let text = String::from_utf8_lossy(&bytes);
                    let line = text.trim_start_matches('\u{feff}').trim();
                    if line.is_empty() || line.starts_with("//") || line.starts_with("# ") {
                        continue;
                    }
                    let column = line.as_ptr() as usize - text.as_ptr() as usize;
                    return Ok(Some((line.to_owned(), column)));
                }
                Err(problem) => format!("can't read on: {problem}"),
            };
            return Err(InputError {
                is_final: true,
                ..self.error(0, problem)
            });
        }
    }

    /// The puzzle of a line.
    fn jam(line: &str) -> Result<Puzzle, (usize, String)> {
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let mut words = line.split_whitespace().peekable();
        let at = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
        words.next_if(is_number);
        let start = words.peek().map_or(0, |word| at(word));
        let mut board = String::new();
        while let Some(word) = words.next_if(|word| !is_number(word)) {
            board += word;
        }
        words.next();
        if let Some(word) = words.next() {
            return Err((at(word), "a line has one board".to_owned()));
        }
        let model = Model::traffic(&board).map_err(|(at, problem)| (start + at, problem))?;
        Puzzle::from_model(model).map_err(|error| (start, error.to_string()))
    }
}

impl Session {
    /// Answers each line of an input as the board of its own puzzle.
    pub(super) fn run_jams(
        &mut self,
        name: &str,
        input: &mut (dyn Read + Send),
        output: &mut dyn Write,
        keep_going: bool,
    ) -> Result<Summary, TextError> {
        let mut jams = Jams::of(name, input);
        let mut summary = Summary::default();
        while let Some((line, column)) = jams.next_line()? {
            match Jams::jam(&line) {
                Ok(jam) => {
                    let start = jam.model().home.clone().unwrap_or_default();
                    let board = jam.model().board_text(&start);
                    self.turn_to(&jam, summary.boards)?;
                    summary = summary.plus(self.run_one(name, &mut board.as_bytes(), output)?);
                }
                Err((at, problem)) => {
                    let error = jams.error(column + at, problem);
                    if !keep_going {
                        return Err(error.into());
                    }
                    self.write_error(name, &error, output)?;
                    summary.errors += 1;
                }
            }
        }
        Ok(summary)
    }
}

/// The number of boards of an input, if each line is the board of its own puzzle.
pub(super) fn count(name: &str, input: &mut (dyn Read + Send)) -> Result<u64, InputError> {
    let mut jams = Jams::of(name, input);
    let mut boards = 0;
    while let Some((line, column)) = jams.next_line()? {
        Jams::jam(&line).map_err(|(at, problem)| jams.error(column + at, problem))?;
        boards += 1;
    }
    Ok(boards)
}

/// The claims of an output's line about a board.
struct Claim {
    moves: Option<u32>,
    boards: Option<u64>,
    /// The words of a solution.
    words: Vec<String>,
}

impl Claim {
    fn of(line: &str) -> Self {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let moves = words.first().and_then(|word| word.parse().ok());
        let boards = words.last().and_then(|word| word.parse().ok());
        if moves.is_some() {
            words.remove(0);
        }
        // A database repeats the board.
        let is_board = words
            .first()
            .is_some_and(|word| Model::traffic(word).is_ok());
        Self {
            moves,
            boards: boards.filter(|_| is_board),
            words: if is_board || words == ["unsolvable"] {
                Vec::new()
            } else {
                words.into_iter().map(str::to_owned).collect()
            },
        }
    }

    /// The mistake in it, if any.
    fn flaw(
        &self,
        puzzle: &Puzzle,
        options: &Options,
    ) -> Result<Option<(MistakeKind, String)>, TextError> {
        let model = puzzle.model();
        let mut board = model.home.clone().unwrap_or_default();
        let start = puzzle.board_of(&board);
        let verdict = match &start {
            Some(start) => {
                puzzle
                    .solve(start, options)
                    .map_err(TextError::from)?
                    .verdict
            }
            None => Verdict::Unsolvable,
        };
        let fewest = match verdict {
            Verdict::Solved(fewest) => Some(fewest),
            _ => None,
        };
        if self.moves != fewest {
            let says = |moves: Option<u32>| {
                moves.map_or("no solution".to_owned(), |moves| moves.to_string())
            };
            let problem = format!(
                "the fewest moves are {}, not {}",
                says(fewest),
                says(self.moves)
            );
            return Ok(Some((MistakeKind::Wrong, problem)));
        }
        let (mut held, mut moves) = (Held::default(), Vec::new());
        for word in &self.words {
            if model
                .spelt_out(&mut board, &mut held, word, &mut moves)
                .is_err()
            {
                let problem = format!("`{word}` is not a legal move here");
                return Ok(Some((MistakeKind::Wrong, problem)));
            }
        }
        let is_right = u32::try_from(moves.len()) == Ok(fewest.unwrap_or(0))
            && model.solved_goal(&board).is_some();
        if !self.words.is_empty() && !is_right {
            let problem = format!("{} moves that do not solve the board", moves.len());
            return Ok(Some((MistakeKind::Wrong, problem)));
        }
        let Some(claimed) = self.boards else {
            return Ok(None);
        };
        let survey = puzzle
            .survey(Listing::default(), options)
            .map_err(TextError::from)?;
        let found = survey.figures.boards;
        Ok((found != claimed).then(|| {
            let problem = format!("moves connect {found} boards, not {claimed}");
            (MistakeKind::Wrong, problem)
        }))
    }
}

/// Checks what the lines of an output say about the boards of an input's lines. If both are the same
/// file, a database is checked.
pub(super) fn check(
    options: &Options,
    (name, input): (&str, &mut (dyn Read + Send)),
    (output_name, output): (&str, &mut (dyn Read + Send)),
    is_complete: bool,
) -> Result<CheckedAnswers, TextError> {
    let mut jams = Jams::of(name, input);
    let mut claims = Jams::of(output_name, output);
    let (mut judged, mut mistakes) = (0, Vec::new());
    while let Some((line, column)) = jams.next_line()? {
        let jam = Jams::jam(&line).map_err(|(at, problem)| jams.error(column + at, problem))?;
        judged += 1;
        let claim = claims.next_line()?;
        let flaw = if let Some((line, _)) = &claim {
            Claim::of(line).flaw(&jam, options)?
        } else {
            let problem = format!("the output ends after {} boards", judged - 1);
            Some((MistakeKind::Presentation, problem))
        };
        mistakes.extend(flaw.map(|(kind, problem)| Mistake {
            output: output_name.to_owned(),
            place: Place {
                line: claims.line,
                column: 1,
            },
            board: Some(judged),
            kind,
            problem,
        }));
        if claim.is_none() || !mistakes.is_empty() && !is_complete {
            break;
        }
    }
    Ok(CheckedAnswers { judged, mistakes })
}
