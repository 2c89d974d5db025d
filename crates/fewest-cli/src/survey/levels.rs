//! Boards counted level by level, if a table of all of them is too large.

use std::sync::Arc;

use fewest::levels::{FolderProblem, LevelOptions, Levels, LevelsError, Plan};
use fewest::solver::SolverError;
use fewest::table::build::BuildError;
use fewest::{Board, BoardSet, Options, Puzzle, PuzzleError, SurveyError, SurveyPlan, Unfinished};

use super::progress::resumable;
use super::{Sets, Surveyed};
use crate::arguments::Survey;
use crate::bar::Bar;
use crate::number::{counted, enough, grouped, size, span};
use crate::{End, plain, print};

pub struct ByLevels<'a> {
    pub puzzle: &'a Puzzle,
    pub arguments: &'a Survey,
    pub options: &'a Options,
    pub start: Option<Arc<BoardSet>>,
    pub sets: Sets,
}

impl ByLevels<'_> {
    pub fn levels(&self) -> LevelOptions {
        let arguments = self.arguments;
        LevelOptions {
            folder: arguments.checkpoint.clone(),
            max_moves: arguments.max_moves.map(|levels| levels as usize),
            listed: arguments.hardest.unwrap_or(0) as usize,
            every: arguments.symmetric,
            keeps_all: arguments.keep_all,
            from: self.start.clone(),
        }
    }

    /// Proves the levels in the folder.
    pub fn prove(&self) -> anyhow::Result<End> {
        prove(self.puzzle, &self.levels(), self.options)
    }

    /// Counts the boards, alone or with other hosts.
    pub fn run(self) -> anyhow::Result<End> {
        let levels = self.levels();
        let Self {
            puzzle,
            arguments,
            options,
            sets,
            ..
        } = self;
        let counted = if arguments.is_shared() {
            match together(puzzle, arguments, &levels, options)? {
                Some(counted) => counted,
                // The first host writes the result.
                None => return Ok(End::Done),
            }
        } else {
            alone(puzzle, &levels, options)?
        };
        if counted.hardest.len() < levels.listed && counted.first_kept > 0 {
            plain::note(not_listed(&counted));
        }
        Surveyed::by_levels(puzzle, options, sets, counted).write(arguments)?;
        Ok(End::Done)
    }
}

/// The plan of a survey in words.
pub fn planned(puzzle: &Puzzle, plan: &SurveyPlan, options: &Options) -> String {
    let (name, memory) = (puzzle.name(), options.limits.memory);
    match plan {
        SurveyPlan::Table(bytes) => format!("{name}: by a table in memory ({})", size(*bytes)),
        SurveyPlan::Outwards => outwards(puzzle, memory),
        SurveyPlan::ByLevels(plan) => {
            // With a greatest distance, the levels may be smaller than all could be.
            let fits = plan.enough() <= memory || memory.is_none();
            let limit = if plan.enough().is_some() && fits {
                ""
            } else {
                "; levels that do not fit are an error"
            };
            in_words(puzzle, plan) + limit
        }
    }
}

/// The error of a survey that is refused, with the options that help.
pub fn refused(error: SurveyError, options: &Options) -> anyhow::Error {
    let advice = match &error {
        SurveyError::NoRoom { table, levels } => {
            advice("count boards", table, levels, options.limits.memory)
        }
        SurveyError::Levels(LevelsError::TooMany(_))
        | SurveyError::Puzzle(PuzzleError::Solver(SolverError::TooLarge(_))) => {
            Some("--max-moves N counts the boards up to N moves away".to_owned())
        }
        _ => None,
    };
    match advice {
        Some(advice) => anyhow::anyhow!("{error}; {advice}"),
        None => error.into(),
    }
}

#[cfg(feature = "cluster")]
use super::cluster::together;

#[cfg(not(feature = "cluster"))]
fn together(
    _: &Puzzle,
    _: &Survey,
    _: &LevelOptions,
    _: &Options,
) -> anyhow::Result<Option<Levels<Board>>> {
    anyhow::bail!("this program was built without the feature `cluster`");
}

fn alone(
    puzzle: &Puzzle,
    levels: &LevelOptions,
    options: &Options,
) -> anyhow::Result<Levels<Board>> {
    let bar = Bar::watch(&options.progress);
    let counted = puzzle.count_levels(levels, options);
    drop(bar);
    if matches!(counted, Err(Unfinished::Cancelled | Unfinished::Time)) {
        resumable(levels.folder.as_deref(), "the same command again");
    }
    Ok(counted?)
}

/// The options with which a table that does not fit into the memory allowed, or its levels, would
/// fit; `None` if the levels do. The purpose is a verb and its object.
pub fn advice(
    purpose: &str,
    table: &BuildError,
    plan: &Plan,
    allowed: Option<u64>,
) -> Option<String> {
    let allowed = allowed.unwrap_or(u64::MAX);
    let needed = plan.enough();
    if needed.is_some_and(|needed| needed <= allowed) {
        return None;
    }
    if let BuildError::Memory { needed: table, .. } = table
        && *table <= needed.unwrap_or(u64::MAX)
    {
        return Some(format!("use --memory {}", enough(*table)));
    }
    let in_memory = needed.map(|needed| format!("--memory {} or ", enough(needed)));
    let also = (plan.memory > allowed).then(|| format!(" and --memory {}", enough(plan.memory)));
    Some(format!(
        "to {purpose} level by level, use {}--checkpoint DIR{}",
        in_memory.unwrap_or_default(),
        also.unwrap_or_default()
    ))
}

/// Proves the levels in a folder and reports how much of them was checked.
fn prove(puzzle: &Puzzle, levels: &LevelOptions, options: &Options) -> anyhow::Result<End> {
    let bar = Bar::watch(&options.progress);
    let proof = puzzle.verify_levels(levels, options);
    drop(bar);
    let proof = match proof {
        Err(Unfinished::Failed(
            error @ (LevelsError::Wrong(_)
            | LevelsError::Folder {
                problem: FolderProblem::Damaged,
                ..
            }),
        )) => {
            plain::report(format!("error: {error}"));
            return Ok(End::Refuted);
        }
        proof => proof?,
    };
    let last = proof.counts.len().saturating_sub(1);
    let (name, first) = (puzzle.name(), proof.first);
    let (kept, moves) = (counted(proof.kept, "board"), counted(proof.moves, "move"));
    let mut lines = vec![format!("{name}: levels {first} to {last}, {kept}")];
    let checked = if proof.checked == proof.kept {
        "all".to_owned()
    } else {
        grouped(proof.checked)
    };
    lines.push(format!(
        "checked against their neighbours: {checked}, {moves}"
    ));
    if proof.others > 0 {
        let others = counted(proof.others, "board");
        lines.push(format!(
            "in no level, and no move leads from there to one: {others}"
        ));
    }
    if proof.is_sum_known {
        lines.push("the total is the number of solvable boards".to_owned());
    }
    if first > 0 {
        lines.push(format!(
            "not proved: level {first} and the levels before it, which were not kept (see --keep-all)"
        ));
    } else if proof.is_whole() && proof.is_complete {
        lines.push(format!(
            "proved: all distances, at most {}",
            counted(last as u64, "move")
        ));
    } else if proof.is_whole() {
        lines.push(format!(
            "proved: all distances up to {}",
            counted(last as u64, "move")
        ));
    }
    if proof.is_sample {
        lines.push(
            "not proved: boards outside the sample; with more --memory, all are checked".to_owned(),
        );
    }
    print(&lines.join("\n"))?;
    Ok(if proof.is_whole() {
        End::Done
    } else {
        End::Unproved
    })
}

/// The reason that fewer boards are listed than requested.
fn not_listed(levels: &Levels<Board>) -> String {
    format!(
        "only boards {} or more away are listed, because nearer levels are not kept",
        counted(levels.first_kept as u64, "move")
    )
}

/// The plan of a walk outwards from the goal.
fn outwards(puzzle: &Puzzle, memory: Option<u64>) -> String {
    let limit = memory.map_or_else(String::new, |memory| {
        format!(", in {} at most", size(memory))
    });
    format!("{}: outwards from the goal{limit}", puzzle.name())
}

/// The plan in words: the work, and the memory, disk and time it takes.
pub fn in_words(puzzle: &Puzzle, plan: &Plan) -> String {
    let place = plan.folder.as_ref().map_or_else(
        || "memory".to_owned(),
        |folder| folder.display().to_string(),
    );
    let levels = plan.levels.map_or_else(
        || "all of them, because some moves have no inverse".to_owned(),
        |bytes| format!("up to {}", size(bytes)),
    );
    format!(
        "{}: up to {}; levels in {place}, {levels}; {} of working memory; about {} on {}",
        puzzle.name(),
        counted(plan.boards, "board"),
        size(plan.memory),
        span(plan.time),
        counted(plan.workers as u64, "core")
    )
}
