//! The command line: a file for each command's arguments, and the values they share.

mod check;
mod compare;
mod define;
mod generate;
#[cfg(feature = "cluster")]
mod hosts;
mod names;
mod serve;
mod solve;
mod survey;
mod table;
mod validate;
mod values;

use std::error::Error;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgAction, CommandFactory, Parser, Subcommand};
use fewest::support::names::similar;
use fewest::support::place::escaped;

pub use check::Check;
pub use compare::{ALL, Compare, Show};
pub use define::{CheckDefinition, Define, DefineCommand, Shape};
pub use generate::Generate;
#[cfg(feature = "cluster")]
pub use hosts::Together;
pub use serve::Serve;
pub use solve::Solve;
pub use survey::{Report, Survey};
pub use table::{Build, OneTable, Table, TableCommand, TableDir};
pub use validate::Validate;
pub use values::Tie;

/// The heading of the options that every command has: the last.
const GENERAL: &str = "General";

const EXIT_CODES: &str = "Exit status:
  0    success
  1    a limit left a board unanswered, a table or an answer is wrong, or an
       input breaks its judge's rules
  2    bad usage or bad input
  130  interrupted; answers found so far were written";

const COMPLETIONS: &str = "To install it:
  bash  fewest completions bash \\
          > ~/.local/share/bash-completion/completions/fewest
  zsh   fewest completions zsh > _fewest      in a folder of $fpath
  fish  fewest completions fish > ~/.config/fish/completions/fewest.fish";

/// Solve puzzles in the fewest moves, and prove it.
#[derive(Debug, Parser)]
#[command(name = "fewest", version, disable_help_flag = true, after_help = EXIT_CODES, max_term_width = 80)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,

    /// Don't show progress on standard error
    #[arg(short, long, global = true, help_heading = GENERAL)]
    pub quiet: bool,

    /// Print help: a summary with -h, everything with --help
    #[arg(short, long, global = true, action = ArgAction::Help, help_heading = GENERAL)]
    help: Option<bool>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve boards in the fewest moves, and prove it
    Solve(Box<Solve>),
    /// Compare methods and heuristics on the same boards, or show one search step by step
    Compare(Box<Compare>),
    /// Survey all boards of a puzzle: how many are at each distance, and the hardest ones
    Survey(Survey),
    /// Build, verify, list and remove tables of distances
    Table(Table),
    /// Generate random boards as input for a problem
    Generate(Generate),
    /// Check another program's answers, and show the first wrong line
    Check(Check),
    /// Check that an input obeys its judge's rules
    Validate(Validate),
    /// Check, describe and import puzzle definitions
    Define(Define),
    /// Open a page to play puzzles in a browser, with the distance of every board
    Serve(Serve),
    /// List the built-in puzzles, with their size and God's number
    Puzzles {
        /// Output format
        #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Shape::Text)]
        to: Shape,
    },
    /// List the formats of boards and answers
    Formats {
        /// Only the formats of this puzzle
        puzzle: Option<String>,
    },
    /// Write a shell's completion script
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write the manual page
    Man {
        /// Write to this folder instead, with a page for each command
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

/// Reads a command line, the program's name first.
///
/// # Errors
/// If it is no command line of this program, or asks for help or the version.
pub fn parse(line: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
    Arguments::try_parse_from(line).map_err(|mut error| {
        // `help` has no suggestions of its own.
        if error.kind() == ErrorKind::InvalidSubcommand
            && error.get(ContextKind::SuggestedSubcommand).is_none()
            && let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        {
            let program = Arguments::command();
            let commands = program.get_subcommands().map(clap::Command::get_name);
            if let Some(name) = similar(word, commands) {
                let name = ContextValue::Strings(vec![name.to_owned()]);
                error.insert(ContextKind::SuggestedSubcommand, name);
            }
        }
        plain(error)
    })
}

/// The same error without control characters from the command line, and in words of this program if
/// a number can't be read.
fn plain(mut error: clap::Error) -> clap::Error {
    let escape = |text: &String| escaped(text);
    let context: Vec<_> = error
        .context()
        .filter_map(|(kind, value)| {
            let value = match value {
                ContextValue::String(text) => ContextValue::String(escape(text)),
                ContextValue::Strings(texts) => {
                    ContextValue::Strings(texts.iter().map(escape).collect())
                }
                _ => return None,
            };
            Some((kind, value))
        })
        .collect();
    for (kind, value) in context {
        error.insert(kind, value);
    }
    let cause = error
        .source()
        .and_then(|cause| cause.downcast_ref::<ParseIntError>());
    let problem = match cause.map(ParseIntError::kind) {
        None => return error,
        Some(IntErrorKind::PosOverflow) => "this number is too large",
        Some(_) => "expected a whole number, 0 or more",
    };
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let (argument, value) = (
        text(ContextKind::InvalidArg),
        text(ContextKind::InvalidValue),
    );
    let message = format!(
        "invalid value '{value}' for '{argument}': {problem}\n\nFor more information, try '--help'.\n"
    );
    clap::Error::raw(error.kind(), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
