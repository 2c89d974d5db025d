//! `fewest solve`.

#[cfg(feature = "cluster")]
mod cluster;

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use fewest::solver::HeuristicName;
use fewest::{Algorithm, Certificate, Limits, Options, Puzzle};
use fewest_text::{Input, Notes, Session, Summary, TextError, TextOptions};

use crate::arguments::{Solve, Tie};
use crate::bar::Bar;
use crate::certificate::Planned;
use crate::job::Job;
use crate::number::counted;
use crate::watched::Watched;
use crate::{End, certificate, input, plain, plan, puzzle, store};

/// The format of boards given as moves.
const SCRAMBLES: &str = "moves";
/// The solved board in that format, unless a move has this name.
const NO_MOVES: &str = "-";

pub fn run(arguments: &Solve) -> anyhow::Result<End> {
    let algorithm = algorithm(arguments);
    check(arguments, algorithm)?;
    #[cfg(feature = "cluster")]
    if let Some(cluster) = arguments.cluster.cluster(arguments.threads)? {
        if arguments.quick {
            bail!("--hosts shares long searches; --quick has none");
        }
        if arguments.dry_run {
            bail!("--dry-run plans for one machine: leave out --hosts");
        }
        return cluster::run(arguments, algorithm, &cluster);
    }
    let job = Job::start(arguments.threads)?;
    let mut puzzle = find(arguments)?;
    if arguments.checkpoint.is_some() && has_own_boards(arguments, &puzzle) {
        bail!("--checkpoint keeps the answers to boards of one puzzle, and each jam is its own");
    }
    let options = options(arguments, algorithm, &mut puzzle, &job)?;
    if arguments.dry_run {
        return plan(arguments, &puzzle, &options);
    }
    answer(arguments, &puzzle, &options, &job)
}

/// Returns true if each board has a puzzle of its own.
fn has_own_boards(arguments: &Solve, puzzle: &Puzzle) -> bool {
    let is_read = arguments.from.is_none() && arguments.scramble.is_none();
    is_read && fewest_text::has_own_boards(puzzle)
}

fn find(arguments: &Solve) -> anyhow::Result<Puzzle> {
    let mut puzzle = puzzle::find(&arguments.puzzle)?;
    if let Some(Tie::Order(order)) = &arguments.tie {
        puzzle = puzzle.with_tie_order(order)?;
    }
    if arguments.scramble.is_some() && fewest_text::format(&puzzle, SCRAMBLES).is_err() {
        bail!(
            "--scramble: {} has no complete goal board to apply moves to",
            puzzle.name()
        );
    }
    Ok(puzzle)
}

fn answer(arguments: &Solve, puzzle: &Puzzle, options: &Options, job: &Job) -> anyhow::Result<End> {
    let files = files(arguments);
    let opened = files.iter().map(|file| open(arguments, puzzle, file));
    let mut inputs = Box::new(opened) as Box<dyn Iterator<Item = anyhow::Result<Input>>>;
    let mut options = options.clone();
    let mut certificate = None;
    if let Some(path) = &arguments.certificate {
        let (planned, kept) = plan_certificate(arguments, puzzle, &options, path, inputs)?;
        let longest = options.limits.max_moves.into_iter().chain(planned.longest);
        options.limits.max_moves = longest.min();
        certificate = Some(planned);
        inputs = Box::new(kept.into_iter().map(Ok));
    }
    let mut session = Session::new(puzzle, options.clone(), text(arguments))?;
    let bar = Bar::watch(&job.progress);
    let (total, end) = run_all(inputs, &mut session, &bar, arguments.keep_going)?;
    if matches!(end, End::Interrupted) {
        return Ok(end);
    }
    // The certificate reports its own limit.
    let max_moves = (arguments.max_moves).filter(|max| options.limits.max_moves == Some(*max));
    let limits = limits_hit(&total, max_moves);
    report(arguments, &total, &limits, &bar);
    if total.errors > 0 || matches!(end, End::BadInput) {
        return Ok(End::BadInput);
    }
    if !limits.is_empty() {
        return Ok(End::Limited);
    }
    if let Some(certificate) = certificate {
        let counts = arguments.answers.listing().is_some();
        certificate.write(puzzle, session.last(), counts)?;
    }
    Ok(End::Done)
}

/// The files to read; standard input if none is named.
fn files(arguments: &Solve) -> Vec<PathBuf> {
    if arguments.files.is_empty() {
        vec![PathBuf::from("-")]
    } else {
        arguments.files.clone()
    }
}

/// Plans a certificate before the work, which a bad name or a proof that is too large would waste.
/// Also returns the inputs, from their beginning.
fn plan_certificate<'p>(
    arguments: &Solve,
    puzzle: &Puzzle,
    options: &Options,
    path: &'p Path,
    inputs: impl Iterator<Item = anyhow::Result<Input>>,
) -> anyhow::Result<(Planned<'p>, Vec<Input>)> {
    Certificate::name(path)?;
    let kept = inputs
        .map(|input| certificate::keep(input?))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let read = |(name, bytes): (String, Vec<u8>)| {
        let bytes = Box::new(Cursor::new(bytes)) as Box<dyn Read + Send>;
        (name, bytes)
    };
    // Assumptions are reported when the board is solved.
    let reading = TextOptions {
        notes: Notes::default(),
        ..text(arguments)
    };
    let mut inputs: Vec<Input> = kept.iter().cloned().map(read).collect();
    let planned = Planned::of(path, puzzle, options, &reading, &mut inputs)?;
    Ok((planned, kept.into_iter().map(read).collect()))
}

/// Answers the boards of all inputs. With `keep_going`, inputs that can't be read are reported, and
/// the end is [`End::BadInput`].
fn run_all(
    inputs: impl Iterator<Item = anyhow::Result<Input>>,
    session: &mut Session,
    bar: &Bar,
    keep_going: bool,
) -> anyhow::Result<(Summary, End)> {
    let mut output = Watched::new(bar.output());
    let (mut total, mut end) = (Summary::default(), End::Done);
    for opened in inputs {
        let result = opened.and_then(|(name, mut input)| {
            let summary = session.run(&name, &mut input, &mut output)?;
            if summary.boards + summary.errors == 0 {
                bar.warn_of_no_boards(&name);
            }
            Ok(summary)
        });
        match result {
            Ok(summary) => total = total.plus(summary),
            Err(error) => match error.downcast_ref::<TextError>() {
                Some(TextError::Cancelled) => {
                    bar.note(output.interrupted("answers"));
                    for line in String::from_utf8_lossy(session.left_open()).lines() {
                        bar.report(line);
                    }
                    return Ok((total, End::Interrupted));
                }
                None | Some(TextError::Input(_)) if keep_going => {
                    bar.report(format!("error: {}", crate::message(&error)));
                    end = End::BadInput;
                }
                _ => return Err(error),
            },
        }
    }
    Ok((total, end))
}

/// Reports bad boards, options without effect, and limits.
fn report(arguments: &Solve, total: &Summary, limits: &[String], bar: &Bar) {
    if total.errors > 0 {
        let boards = counted(total.errors, "bad board");
        let s = if total.errors == 1 { "" } else { "s" };
        bar.report(format!(
            "error: {boards}; see the error line{s} among the answers"
        ));
    }
    if total.boards > 0
        && total.guided == 0
        && let Some(option) = guide_option(arguments)
    {
        bar.report(format!(
            "warning: {option} had no effect: no board was searched (--method ida-star searches)"
        ));
    }
    for line in limits {
        bar.note(line);
    }
}

/// Prints how the boards would be solved. Standard input is read only if it is named.
fn plan(arguments: &Solve, puzzle: &Puzzle, options: &Options) -> anyhow::Result<End> {
    let scramble = arguments.scramble.iter().map(PathBuf::from);
    let files: Vec<PathBuf> = arguments.files.iter().cloned().chain(scramble).collect();
    let mut inputs = files
        .iter()
        .map(|file| open(arguments, puzzle, file))
        .collect::<anyhow::Result<Vec<Input>>>()?;
    plan::solve(puzzle, options, &text(arguments), &mut inputs)
}

/// Opens a file, or the moves of `--scramble` instead.
fn open(arguments: &Solve, puzzle: &Puzzle, file: &Path) -> anyhow::Result<Input> {
    let Some(moves) = &arguments.scramble else {
        return input::boards(puzzle, file, arguments.from.as_deref());
    };
    let is_empty = moves.trim().is_empty();
    let is_solved = is_empty && puzzle.model().find_move(NO_MOVES).is_none();
    let moves = if is_solved { NO_MOVES } else { moves };
    let input = Box::new(Cursor::new(moves.to_owned())) as Box<dyn Read + Send>;
    Ok(("--scramble".to_owned(), input))
}

fn algorithm(arguments: &Solve) -> Option<Algorithm> {
    let mut algorithms = Algorithm::PROVING.into_iter();
    algorithms.find(|algorithm| algorithm.name() == arguments.method)
}

/// The first given option that only searches with a heuristic use.
fn guide_option(arguments: &Solve) -> Option<&'static str> {
    match &arguments.partition {
        _ if !arguments.heuristic.is_empty() => Some("--heuristic"),
        Some(_) => Some("--partition"),
        None => None,
    }
}

/// Rejects options that would have no effect.
fn check(arguments: &Solve, algorithm: Option<Algorithm>) -> anyhow::Result<()> {
    if let Some(option) = guide_option(arguments)
        && algorithm.is_some_and(Algorithm::is_blind)
    {
        bail!(
            "--method {} uses no heuristic: {option} would have no effect",
            arguments.method
        );
    }
    let has_patterns = || {
        let pattern = HeuristicName::Pattern.name();
        arguments.heuristic.is_empty() || arguments.heuristic.iter().any(|name| name == pattern)
    };
    if arguments.partition.is_some() && !has_patterns() {
        bail!("--partition needs --heuristic pattern, which is not used");
    }
    if arguments.quick && arguments.answers.listing().is_some() {
        bail!("--all counts the shortest answers; --quick need not find any of them");
    }
    if arguments.quick && arguments.certificate.is_some() {
        bail!("--certificate proves a shortest answer; the solution of --quick need not be one");
    }
    if arguments.answers.most.is_some() && arguments.to.as_deref() == Some("csv") {
        bail!("--to csv lists no answers: --most would have no effect");
    }
    Ok(())
}

/// A line for each kind of limit that left boards unanswered.
fn limits_hit(total: &Summary, max_moves: Option<u32>) -> Vec<String> {
    let need = |boards: u64| {
        let verb = if boards == 1 { "needs" } else { "need" };
        format!("{} {verb}", counted(boards, "board"))
    };
    let mut lines = Vec::new();
    if let (1.., Some(max)) = (total.cut_off, max_moves) {
        lines.push(format!(
            "{} more than {}, the most that --max-moves allows",
            need(total.cut_off),
            counted(max, "move")
        ));
    }
    // The answer in this format is not the requested one.
    if total.beyond > 0 && max_moves.is_some() {
        lines.push(format!(
            "{} more moves than the format covers; --to json has no such limit",
            need(total.beyond)
        ));
    }
    if total.stopped > 0 {
        let verb = if total.stopped == 1 { "was" } else { "were" };
        lines.push(format!(
            "{} {verb} not solved within the limits of nodes, time and memory",
            counted(total.stopped, "board")
        ));
    }
    if total.uncounted > 0 {
        lines.push(format!(
            "the shortest answers of {} were not all counted within the limits of nodes, time and memory",
            counted(total.uncounted, "board")
        ));
    }
    lines
}

fn options(
    arguments: &Solve,
    algorithm: Option<Algorithm>,
    puzzle: &mut Puzzle,
    job: &Job,
) -> anyhow::Result<Options> {
    Ok(Options {
        goal: input::goal(puzzle, arguments.goal.as_deref())?,
        ..method(arguments, algorithm, job)
    })
}

/// All options but the goal.
fn method(arguments: &Solve, algorithm: Option<Algorithm>, job: &Job) -> Options {
    let base = job.options(arguments.memory);
    let heuristic_name = |name: &String| {
        HeuristicName::ALL
            .into_iter()
            .find(|heuristic_name| heuristic_name.name() == name)
    };
    Options {
        tie: match &arguments.tie {
            _ if arguments.quick => Some(fewest::Tie::Any),
            Some(Tie::Any) => Some(fewest::Tie::Any),
            Some(Tie::Least | Tie::Order(_)) => Some(fewest::Tie::Least),
            None => None,
        },
        algorithm,
        heuristics: arguments
            .heuristic
            .iter()
            .filter_map(heuristic_name)
            .collect(),
        partition: arguments.partition.clone(),
        limits: Limits {
            max_moves: arguments.max_moves,
            max_nodes: arguments.max_nodes,
            max_time: arguments.max_time,
            ..base.limits
        },
        store: store::open(&arguments.dir).map(Arc::new),
        ..base
    }
}

fn text(arguments: &Solve) -> TextOptions {
    TextOptions {
        from: match arguments.scramble {
            Some(_) => Some(SCRAMBLES.to_owned()),
            None => arguments.from.clone(),
        },
        to: arguments.to.clone(),
        uses_goal: arguments.goal.is_some(),
        steps: arguments.steps,
        all: arguments.answers.listing(),
        quick: arguments.quick,
        keeps_moves: arguments.certificate.is_some(),
        names_inputs: arguments.files.len() > 1,
        keep_going: arguments.keep_going,
        reads_ahead: files(arguments).iter().all(|file| input::never_waits(file)),
        checkpoint: arguments.checkpoint.clone(),
        // Assumptions are reported before the answers.
        notes: Notes::with_listener(|note| plain::note(note)),
        ..TextOptions::default()
    }
}
