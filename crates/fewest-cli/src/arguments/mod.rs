//! The command line: a file for each command's arguments, and the values they share.

mod check;
mod compare;
mod define;
mod generate;
#[cfg(feature = "cluster")]
mod hosts;
mod names;
#[cfg(feature = "page")]
mod serve;
mod solve;
mod survey;
mod table;
mod usage;
mod validate;
mod values;

use std::path::PathBuf;

use clap::{ArgAction, Parser, Subcommand};

pub use check::Check;
pub use compare::{ALL, Compare, Show};
pub use define::{CheckDefinition, Define, DefineCommand, Form, ImportDefinition, Shape};
pub use generate::Generate;
#[cfg(feature = "cluster")]
pub use hosts::Together;
#[cfg(feature = "page")]
pub use serve::Serve;
pub use solve::Solve;
pub use survey::{Report, Survey};
pub use table::{Build, OneTable, Table, TableCommand, TableDir};
pub use usage::parse;
pub use validate::Validate;
pub use values::Tie;

/// The heading of the options that every command has: the last.
const GENERAL: &str = "General";

/// The example has no heading, so that `-h` fits on a screen.
const HELP: &str = "\
{about-with-newline}
{usage-heading} {usage}
Example: fewest solve cube2 --scramble \"R U R' F2\"

{all-args}{after-help}";

const PUZZLES: &str = "Examples:
  fewest puzzles
  fewest puzzles --to json";

const FORMATS: &str = "Examples:
  fewest formats
  fewest formats eight";

const EXIT_CODES: &str = "Exit status:
  0    success
  1    a limit left a board unanswered, a table or an answer is wrong, or an
       input breaks its judge's rules
  2    bad usage or bad input
  3    levels have no mistake, but not every distance is proved
  130  interrupted; answers found so far were written";

const COMPLETIONS: &str = "To install it:
  bash  fewest completions bash \\
          > ~/.local/share/bash-completion/completions/fewest
  zsh   fewest completions zsh > _fewest      in a folder of $fpath
  fish  fewest completions fish > ~/.config/fish/completions/fewest.fish";

/// Solve puzzles in the fewest moves, and prove it.
#[derive(Debug, Parser)]
#[command(name = "fewest", version, disable_help_flag = true, disable_version_flag = true, help_template = HELP,
          after_long_help = EXIT_CODES, max_term_width = 80)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,

    /// Don't show notes and progress
    #[arg(short, long, global = true, help_heading = GENERAL, display_order = 1000)]
    pub quiet: bool,

    /// Print help: short with -h, all with --help
    #[arg(short, long, global = true, action = ArgAction::Help, help_heading = GENERAL, display_order = 1001)]
    help: Option<bool>,

    /// Print the version
    #[arg(hide_short_help = true, short = 'V', long, action = ArgAction::Version, help_heading = GENERAL)]
    version: Option<bool>,
}

impl Command {
    /// Returns true if the exit code and standard error are the output.
    pub fn is_testlib(&self) -> bool {
        match self {
            Self::Check(arguments) => arguments.testlib,
            Self::Validate(arguments) => arguments.testlib,
            _ => false,
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve boards in the fewest moves, and prove it
    Solve(Box<Solve>),
    /// Compare methods and heuristics on the same boards
    ///
    /// Or show one search step by step
    Compare(Box<Compare>),
    /// Count all boards of a puzzle by distance, and list the hardest
    Survey(Survey),
    /// Build, verify, list and remove tables of distances
    Table(Table),
    /// Generate random boards as input for a problem
    Generate(Generate),
    /// Check another program's answers, and show the first wrong line
    Check(Check),
    /// Check that an input obeys its judge's rules
    Validate(Validate),
    /// Check, import and export puzzle definitions
    Define(Define),
    /// Open a page to play puzzles in a browser
    ///
    /// It shows the distance of every board
    #[cfg(feature = "page")]
    Serve(Serve),
    /// List the built-in puzzles, with their size and God's number
    #[command(after_help = PUZZLES)]
    Puzzles {
        /// The output's format: text or json
        #[arg(long, hide_possible_values = true, value_name = "FORMAT", value_enum, default_value_t = Shape::Text)]
        to: Shape,
    },
    /// List the formats of boards and answers
    #[command(after_help = FORMATS)]
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
