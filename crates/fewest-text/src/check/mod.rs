//! Checking of other programs' answers: reads them in step with the boards, replays their moves,
//! and compares them with the solver's.

mod reading;

use std::io::Read;
use std::sync::Arc;

use fewest::Puzzle;
use fewest::model::Case;
use fewest::model::Model;
use fewest::search::Limits;
use fewest::solver::{Answer, Batches, Goal, Options, Tie, Verdict, answer_batch};
use fewest::support::parallel;
use fewest::support::place::Place;

use self::reading::{Batch, BatchEnd, Reading};
use super::hint::reader;
use super::judgement::{CheckedAnswers, Judgement, Mistake};
use super::recognise::recognise_for_rules;
use super::{Notes, TextError, TextOptions, check_goal, goal_for, traffic};
use crate::formats::{Format, MistakeKind, Policy, Source, StatedAnswer, in_words};

/// The most bytes of an answer that a message shows.
const BYTES_SHOWN: usize = 60;

type UnnamedMistake = (Place, Option<u64>, MistakeKind, String);

struct Check<'a> {
    model: Arc<Model>,
    format: &'static Format,
    /// True to read the next answers while some are judged.
    reads_ahead: bool,
    policy: Policy,
    /// The goal of boards without one, unless it is the puzzle's own.
    goal: Option<Vec<u8>>,
    solver: Box<dyn Batches>,
    /// The options of the solver.
    asked: Options,
    options: &'a Options,
    /// True if every answer is judged, false if the first mistake ends the check.
    is_complete: bool,
}

/// Checks that an output answers the boards of an input correctly; both have a name for messages.
/// Without a policy, the judge's applies; without a format, the input's is recognised.
///
/// # Errors
/// If the input is invalid, either can't be read, the options can't be satisfied, or the job was
/// cancelled.
///
/// ```
/// use fewest_text::{Judgement, TextOptions};
/// use fewest::{Options, Puzzle};
///
/// let rotation = Puzzle::open("rotation")?;
/// let boards = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n0\n";
/// let check = |output: &str| {
///     let boards = ("boards", &mut boards.as_bytes() as &mut (dyn std::io::Read + Send));
///     let output = ("output", &mut output.as_bytes() as &mut (dyn std::io::Read + Send));
///     fewest_text::check(&rotation, &Options::default(), &TextOptions::default(), None, boards, output)
/// };
/// assert_eq!(check("AC\n2\n")?, Judgement::Right(1));
/// let Judgement::Wrong(mistake) = check("AD\n2\n")? else { panic!("AD does not solve it") };
/// assert_eq!((mistake.board, mistake.place.line), (Some(1), 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(
    puzzle: &Puzzle,
    options: &Options,
    text: &TextOptions,
    policy: Option<Policy>,
    input: (&str, &mut (dyn Read + Send)),
    output: (&str, &mut (dyn Read + Send)),
) -> Result<Judgement, TextError> {
    let checked = checked(puzzle, options, text, policy, input, output, false)?;
    let mistake = checked.mistakes.into_iter().next();
    Ok(mistake.map_or(Judgement::Right(checked.judged), Judgement::Wrong))
}

/// Checks every answer of an output, like [`check`] but past the first mistake.
///
/// # Errors
/// As for [`check`].
///
/// ```
/// use fewest_text::TextOptions;
/// use fewest::{Options, Puzzle};
///
/// let rotation = Puzzle::open("rotation")?;
/// let boards = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n".repeat(3) + "0\n";
/// let boards = ("boards", &mut boards.as_bytes() as &mut (dyn std::io::Read + Send));
/// let output = ("output", &mut "AD\n2\nAC\n2\nA\n2\n".as_bytes() as &mut (dyn std::io::Read + Send));
/// let options = (Options::default(), TextOptions::default());
/// let checked = fewest_text::check_all(&rotation, &options.0, &options.1, None, boards, output)?;
/// let wrong: Vec<Option<u64>> = checked.mistakes.iter().map(|mistake| mistake.board).collect();
/// assert_eq!((checked.judged, wrong), (3, vec![Some(1), Some(3)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_all(
    puzzle: &Puzzle,
    options: &Options,
    text: &TextOptions,
    policy: Option<Policy>,
    input: (&str, &mut (dyn Read + Send)),
    output: (&str, &mut (dyn Read + Send)),
) -> Result<CheckedAnswers, TextError> {
    checked(puzzle, options, text, policy, input, output, true)
}

fn checked(
    puzzle: &Puzzle,
    options: &Options,
    text: &TextOptions,
    policy: Option<Policy>,
    (name, input): (&str, &mut (dyn Read + Send)),
    (output_name, output): (&str, &mut (dyn Read + Send)),
    is_complete: bool,
) -> Result<CheckedAnswers, TextError> {
    if text.from.is_none() && traffic::has_own_boards(puzzle) {
        return traffic::check(options, (name, input), (output_name, output), is_complete);
    }
    let mut boards = Source::new(name, input);
    let format = match text.format(puzzle)? {
        Some(format) => format,
        None => recognise_for_rules((puzzle, options, text), name, &mut boards)?,
    };
    check_goal(text.uses_goal, format)?;
    let policy = policy.unwrap_or(format.policy);
    let shows = format.shows_moves;
    let valid_will_do = shows && policy == Policy::Valid;
    let goal = puzzle.goal_or(options, format.goal)?;
    let asked = Options {
        goal: goal.map(Goal::Board),
        tie: Some(Tie::Least),
        moves: shows && !valid_will_do,
        limits: Limits {
            // If any answer is accepted, the solver only decides solvability.
            max_moves: if valid_will_do { Some(0) } else { format.limit },
            memory: options.limits.memory,
            ..Limits::default()
        },
        ..options.clone()
    };
    let model = puzzle.model_for(options)?;
    let mut reading = Reading {
        model: Arc::clone(&model),
        format,
        is_complete,
        notes: &text.notes,
        reader: reader(format, text.from.is_some(), &model),
        boards,
        output: Source::new(output_name, output),
    };
    let mut check = Check {
        format,
        reads_ahead: text.reads_ahead,
        policy: if shows { policy } else { Policy::Shortest },
        goal: goal_for(puzzle, options, format)?,
        solver: puzzle.batches(&asked)?,
        asked,
        options,
        is_complete,
        model,
    };
    let (judged, mistakes) = check.run(&mut reading)?;
    let mistakes = mistakes
        .into_iter()
        .map(|(place, board, kind, problem)| Mistake {
            output: output_name.to_owned(),
            place,
            board,
            kind,
            problem,
        });
    Ok(CheckedAnswers {
        judged,
        mistakes: mistakes.collect(),
    })
}

impl Check<'_> {
    /// Checks the answers, all of them or up to the first mistake. Returns the number of boards
    /// judged, and the mistakes.
    fn run(&mut self, reading: &mut Reading<'_>) -> Result<(u64, Vec<UnnamedMistake>), TextError> {
        let (mut checked, mut mistakes) = (0, Vec::new());
        let (mut batch, mut next) = (Batch::default(), Batch::default());
        let mut answers = Vec::new();
        let mut end = reading.read(&mut batch);
        loop {
            let mut read_end = None;
            let reads_ahead = self.reads_ahead && matches!(end, BatchEnd::Full);
            let mut judge = || self.judge(&batch.cases, &batch.claims, &mut answers);
            let judged = if reads_ahead {
                parallel::with_beside(judge, &mut || read_end = Some(reading.read(&mut next)))
            } else {
                judge()
            };
            let known = mistakes.len();
            checked += batch.flawed.len() as u64;
            mistakes.append(&mut batch.flawed);
            mistakes.extend(judged?);
            mistakes[known..].sort_by_key(|&(_, board, ..)| board);
            if !self.is_complete && !mistakes.is_empty() {
                if let BatchEnd::Bad(error) = read_end.unwrap_or(end) {
                    return Err(error.into());
                }
                reading.finish()?;
                return Ok((checked, mistakes));
            }
            checked += batch.cases.len() as u64;
            let progress = &self.options.progress;
            progress.reach("checking answers", "boards", checked);
            match end {
                BatchEnd::Full => {
                    end = if let Some(end) = read_end {
                        std::mem::swap(&mut batch, &mut next);
                        end
                    } else {
                        reading.read(&mut batch)
                    };
                    continue;
                }
                BatchEnd::Bad(error) | BatchEnd::Unreadable(error) => return Err(error.into()),
                BatchEnd::Mistake(mistake) => {
                    reading.finish()?;
                    mistakes.push(mistake);
                }
                BatchEnd::Output(place, board) => {
                    let count = board + reading.finish()?;
                    let problem = format!(
                        "the output ends after {} of {count} boards",
                        board.saturating_sub(1)
                    );
                    mistakes.push((place, None, MistakeKind::Presentation, problem));
                }
                BatchEnd::Boards => {
                    if let Some(place) = reading.surplus()? {
                        let problem = "more output than boards".to_owned();
                        mistakes.push((place, None, MistakeKind::Surplus, problem));
                    }
                }
            }
            return Ok((checked, mistakes));
        }
    }

    /// The mistakes in a batch of answers, or the first one.
    fn judge(
        &mut self,
        cases: &[Case],
        claims: &[StatedAnswer],
        answers: &mut Vec<Answer>,
    ) -> Result<Vec<UnnamedMistake>, TextError> {
        let mut problems = Vec::new();
        let mut asked = Vec::with_capacity(cases.len());
        for (place, (case, claim)) in cases.iter().zip(claims).enumerate() {
            if let Some(problem) = self.unsolved(case, claim) {
                problems.push((place, problem));
                if !self.is_complete {
                    break;
                }
            } else if self.policy != Policy::Valid || claim.stated.is_none() {
                // Otherwise, its moves prove that the board is solvable.
                asked.push(place);
            }
        }
        let boards: Vec<Case> = asked.iter().map(|&place| cases[place].clone()).collect();
        answers.resize_with(answers.len().max(boards.len()), Answer::default);
        answer_batch(&mut *self.solver, &boards, answers, self.asked.call())?;
        if self.options.watch().is_cancelled() {
            return Err(TextError::Cancelled);
        }
        for (place, answer) in asked.into_iter().zip(&*answers) {
            if let Some(problem) = self.wrong(&cases[place], &claims[place], answer) {
                problems.push((place, problem));
                if !self.is_complete {
                    break;
                }
            }
        }
        problems.sort_by_key(|(place, _)| *place);
        if !self.is_complete {
            problems.truncate(1);
        }
        let mistakes = problems.into_iter().map(|(place, problem)| {
            let number = Some(cases[place].number);
            (claims[place].place, number, MistakeKind::Wrong, problem)
        });
        Ok(mistakes.collect())
    }

    /// The problem with moves that don't solve their board, or whose number is misstated.
    fn unsolved(&self, case: &Case, claim: &StatedAnswer) -> Option<String> {
        let stated = claim.stated.filter(|_| self.format.shows_moves)?;
        let count = claim.moves.len() as u64;
        if stated != count {
            return Some(format!(
                "claims {}, shows {count}",
                in_words(Verdict::Solved(u32::try_from(stated).unwrap_or(u32::MAX)))
            ));
        }
        let is_solved = match case.goal.as_ref().or(self.goal.as_ref()) {
            Some(goal) => claim.end == *goal,
            None => self.model.solved_goal(&claim.end).is_some(),
        };
        if is_solved {
            None
        } else if claim.moves.is_empty() {
            Some("no moves, but the board is not solved".to_owned())
        } else {
            let moves = self.shown(case, &claim.moves);
            Some(format!(
                "{moves} leaves {}",
                self.model.unsolved(&claim.end)
            ))
        }
    }

    /// The problem with a claim, given the solver's answer. Its moves, if any, solve the board.
    fn wrong(&mut self, case: &Case, claim: &StatedAnswer, answer: &Answer) -> Option<String> {
        let Verdict::Solved(fewest) = answer.verdict else {
            let is_right = claim.stated.is_none() && answer.verdict == Verdict::Unsolvable
                || !self.format.shows_moves && claim.stated.is_none();
            return match answer.verdict {
                _ if is_right || self.format.shows_moves && claim.stated.is_some() => None,
                Verdict::Beyond(_) if self.format.shows_moves => {
                    Some("claims that the board can't be solved, but it can".to_owned())
                }
                verdict => Some(self.expected(case, claim, verdict)),
            };
        };
        if !self.format.shows_moves {
            let is_right = claim.stated == Some(fewest.into());
            return (!is_right).then(|| self.expected(case, claim, answer.verdict));
        }
        let suffice = |moves: &str| match fewest {
            0 => "the board is already solved".to_owned(),
            1 => format!("{moves} suffices: {}", self.shown(case, &answer.moves)),
            _ => format!("{moves} suffice: {}", self.shown(case, &answer.moves)),
        };
        match claim.stated {
            None if self.policy == Policy::Valid => {
                Some("claims that the board can't be solved, but it is already solved".to_owned())
            }
            None => Some(format!(
                "claims that the board can't be solved, but {}",
                suffice(&in_words(answer.verdict))
            )),
            Some(stated) if stated > fewest.into() => {
                let stated = if stated == 1 {
                    "1 move".to_owned()
                } else {
                    format!("{stated} moves")
                };
                Some(format!("{stated}, but {}", suffice(&fewest.to_string())))
            }
            Some(_) if self.policy == Policy::Least && claim.moves != answer.moves => {
                Some(format!(
                    "right length, but not first in dictionary order: expected {}, found {}",
                    self.shown(case, &answer.moves),
                    self.shown(case, &claim.moves)
                ))
            }
            Some(_) => None,
        }
    }

    /// The expected and the stated answer, for a judge that reads numbers.
    fn expected(&mut self, case: &Case, claim: &StatedAnswer, verdict: Verdict) -> String {
        let beyond = self
            .format
            .limit
            .map_or(Verdict::Unsolvable, Verdict::Beyond);
        let found = claim.stated.map_or(beyond, |stated| {
            Verdict::Solved(u32::try_from(stated).unwrap_or(u32::MAX))
        });
        let [expected, found] = [verdict, found].map(|verdict| {
            let answer = Answer {
                verdict,
                ..Answer::default()
            };
            let mut text = Vec::new();
            if let Some(write) = self.format.write_answer {
                write(&self.model, case, &answer, &mut text);
            }
            String::from_utf8_lossy(&text).trim_end().to_owned()
        });
        format!("expected `{expected}`, found `{found}`")
    }

    /// The names of moves, truncated if there are many.
    fn shown(&self, case: &Case, moves: &[fewest::space::Move]) -> String {
        if moves.is_empty() {
            return "no moves".to_owned();
        }
        let mut names = Vec::new();
        let few = moves.get(..BYTES_SHOWN).unwrap_or(moves);
        self.model.write_solution(case, few, &mut names);
        let dots = if few.len() < moves.len() { "..." } else { "" };
        String::from_utf8_lossy(&names).into_owned() + dots
    }
}
