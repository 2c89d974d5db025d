//! The program `fewest`: proven shortest solutions of puzzles.
//!
//! Kept thin: arguments become calls of [`fewest::Puzzle`], and results become exit codes.

// The macros panic if a stream is closed or full; `plain::line` does not.
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod arguments;
mod bar;
mod certificate;
#[cfg(feature = "plots")]
mod chart;
mod check;
mod closed;
mod compare;
mod define;
mod draft;
mod filled;
mod generate;
mod input;
mod interrupt;
mod job;
mod json;
mod lists;
mod manual;
mod number;
mod plain;
mod plan;
mod puzzle;
#[cfg(feature = "page")]
mod serve;
mod solve;
mod store;
mod survey;
mod table;
mod terminal;
mod testlib;
mod validate;
mod watched;

use std::fmt::{Debug, Display};
use std::io::{self, Write};
use std::process::ExitCode;

use fewest::levels::LevelsError;
use fewest::{PuzzleError, TableError, Unfinished};
use fewest_text::TextError;

use arguments::{Arguments, Command};

enum End {
    /// Done.
    Done,
    /// A limit left something open.
    Limited,
    /// The claim to be checked is false.
    Refuted,
    /// The claim to be checked has no mistake, but is not proved.
    Unproved,
    /// An exit code of testlib's checkers and validators.
    Testlib(u8),
    /// Bad input was skipped.
    BadInput,
    /// Interrupted; results so far were written.
    Interrupted,
}

impl From<End> for ExitCode {
    fn from(end: End) -> Self {
        Self::from(match end {
            End::Done => 0,
            End::Limited | End::Refuted => 1,
            End::Testlib(code) => code,
            End::BadInput => 2,
            End::Unproved => 3,
            End::Interrupted => 130,
        })
    }
}

fn main() -> ExitCode {
    interrupt::outlive_large_files();
    interrupt::report_unreadable_maps();
    let result = match arguments::parse(testlib::arguments()) {
        Err(error) => usage(&error),
        Ok(arguments) => run(arguments),
    };
    match result {
        Ok(end) => end.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let stop = stopped(&error);
            match &stop {
                // No other limit ends a command.
                Some(End::Limited) => plain::note("stopped by --max-time"),
                Some(_) => plain::note(message(&error)),
                None => plain::report(format!("error: {}", message(&error))),
            }
            stop.map_or(ExitCode::from(2), End::into)
        }
    }
}

fn run(arguments: Arguments) -> anyhow::Result<End> {
    if arguments.quiet {
        plain::be_quiet();
    }
    // The verdict of a checker for testlib is not on standard output.
    if !arguments.command.is_testlib() {
        closed::ensure_open()?;
    }
    match arguments.command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Table(arguments) => table::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Validate(arguments) => validate::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Survey(arguments) => survey::run(&arguments),
        Command::Define(arguments) => define::run(&arguments),
        #[cfg(feature = "page")]
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Puzzles { to } => lists::puzzles(to),
        Command::Formats { puzzle } => lists::formats(puzzle.as_deref()),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { dir } => manual::pages(dir.as_deref()),
    }
}

fn usage(error: &clap::Error) -> anyhow::Result<End> {
    if !error.use_stderr() {
        closed::ensure_open()?;
    }
    error.print()?;
    io::stdout().flush()?;
    Ok(End::Testlib(testlib::usage(error)))
}

/// The outcome of a command stopped before it had a result; `None` if it failed.
fn stopped(error: &anyhow::Error) -> Option<End> {
    let of_text = error
        .downcast_ref::<TextError>()
        .and_then(|error| match error {
            TextError::Cancelled => Some(End::Interrupted),
            TextError::Time => Some(End::Limited),
            _ => None,
        });
    of_text
        .or_else(|| stop::<PuzzleError>(error))
        .or_else(|| stop::<TableError>(error))
        .or_else(|| stop::<LevelsError>(error))
        .or_else(|| shared_stopped(error))
}

#[cfg(feature = "cluster")]
fn shared_stopped(error: &anyhow::Error) -> Option<End> {
    stop::<fewest_cluster::ClusterError>(error)
}

#[cfg(not(feature = "cluster"))]
const fn shared_stopped(_: &anyhow::Error) -> Option<End> {
    None
}

fn stop<E: Display + Debug + Send + Sync + 'static>(error: &anyhow::Error) -> Option<End> {
    match error.downcast_ref::<Unfinished<E>>()? {
        Unfinished::Cancelled => Some(End::Interrupted),
        Unfinished::Time => Some(End::Limited),
        Unfinished::Failed(_) => None,
    }
}

fn print(line: &str) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{}", plain::plain(line))
}

/// An error and its causes on one line. Causes that an error already names are not repeated.
fn message(error: &anyhow::Error) -> String {
    // Errors of files include the file's name.
    let is_output = error
        .chain()
        .next()
        .is_some_and(<dyn std::error::Error>::is::<io::Error>);
    let mut message = if is_output {
        "can't write the output".to_owned()
    } else {
        String::new()
    };
    for cause in error.chain().map(|cause| plain::plain(&cause.to_string())) {
        if message.is_empty() {
            message = cause;
        } else if !message.ends_with(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}

/// Returns true if the reader closed the pipe, which is not a failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
