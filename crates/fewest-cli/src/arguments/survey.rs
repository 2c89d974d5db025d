//! Arguments of `fewest survey`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::TableDir;
#[cfg(feature = "cluster")]
use super::hosts::{TOGETHER, Together, alone};
use super::values::{size, time_limit, whole};

const MAX_HARDEST: u32 = 1_000_000;

const EXAMPLES: &str = "Examples:
  fewest survey eight                       a chart of all boards, and figures
  fewest survey rotation --hardest 5        five of the hardest boards
  fewest survey eight --start '????x????'   boards with the blank in the centre";

const MORE: &str = "\
More examples:
  fewest survey eight --to csv > eight.csv  a table for other programs
  fewest survey eight --target '????x????'  distances to this set
  fewest survey sliding:7x2 --checkpoint levels
                                            43,589,145,600 boards, in files
  fewest survey --status levels             its progress
  fewest survey sliding:7x2 --checkpoint levels --verify
                                            proof of the levels in the folder

A set is a pattern (a board as the puzzle's own format has it, with `?` for any
symbol), a file of boards or patterns, or a goal's name.

Of symmetric boards, --hardest lists one: boards are symmetric if one is the
other turned, mirrored or with its symbols renamed.

If a table of all boards does not fit in --memory, boards are counted level by
level, in memory or with --checkpoint in files. Counts are the same, but there
are no answers, classes and ties. With --hosts, several machines count together.

Exit status:
  0    success
  1    the time limit stopped the survey, or the levels that were to be proved are
       wrong or damaged
  2    bad usage, the puzzle has too many boards, or a host was lost
  3    the levels have no mistake, but not every distance is proved: some levels
       were not kept, or only a sample was checked
  130  interrupted";

const PLOT: &str = if cfg!(feature = "plots") {
    "\n  fewest survey knights --plot knights.svg  a chart to print"
} else {
    ""
};

/// Options that exclude several hosts.
#[cfg(feature = "cluster")]
const ALONE: [&str; 6] = [
    "dry_run",
    "start",
    "verify",
    "certificate",
    "answers",
    "max_time",
];

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}{PLOT}\n\n{MORE}"))]
#[cfg_attr(
    feature = "cluster",
    command(mut_args(|arg| alone(arg, &ALONE)))
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct Survey {
    /// The puzzle: a name from `fewest puzzles`, or a definition's path
    ///
    /// Names are like eight, sliding:WxH (at most 15 cells) or cube2
    #[arg(required_unless_present = "status")]
    pub puzzle: Option<String>,

    /// The goal: blank-last, blank-first, snail, or a file
    ///
    /// The file has a board. Default: the usual format's goal
    #[arg(long, value_name = "NAME|FILE")]
    pub goal: Option<String>,

    /// List the N hardest boards, each with an answer
    ///
    /// Of symmetric boards, only one is listed
    #[arg(long, value_name = "N", value_parser = whole(1, MAX_HARDEST))]
    pub hardest: Option<u32>,

    /// List all symmetric boards
    #[arg(hide_short_help = true, long, requires = "hardest")]
    pub symmetric: bool,

    /// Also count the shortest answers of the boards at the greatest distance
    ///
    /// That may take as long as counting the boards. --hardest also counts them
    #[arg(hide_short_help = true, long, conflicts_with_all = ["checkpoint", "keep_all", "verify", "max_moves", "dry_run"])]
    pub answers: bool,

    /// Count only the boards of this set
    ///
    /// A set is a pattern with `?` for any symbol, a file of boards or patterns,
    /// or a goal's name
    #[arg(long, value_name = "SET")]
    pub start: Option<String>,

    /// Count moves to this set instead of the goal
    #[arg(long, value_name = "SET", conflicts_with = "goal")]
    pub target: Option<String>,

    /// The report's format: text, json or csv
    #[arg(long, hide_possible_values = true, value_name = "FORMAT", value_enum, default_value_t = Report::Text)]
    pub to: Report,

    /// Also draw the chart, as an SVG file
    #[cfg_attr(
        feature = "plots",
        arg(long, value_name = "FILE", conflicts_with_all = ["checkpoint", "keep_all", "verify", "max_moves", "dry_run"])
    )]
    #[cfg_attr(
        all(feature = "plots", feature = "cluster"),
        arg(conflicts_with_all = TOGETHER)
    )]
    #[cfg_attr(not(feature = "plots"), arg(skip))]
    pub plot: Option<PathBuf>,

    /// Also write a proof of the numbers of boards, for the program fewest-check
    ///
    /// The table of the proof is written beside FILE, as FILE.0
    #[arg(long, hide_short_help = true, value_name = "FILE", conflicts_with_all = ["checkpoint", "keep_all", "verify", "max_moves", "dry_run", "start"])]
    pub certificate: Option<PathBuf>,

    /// Count level by level in this folder, and resume
    ///
    /// The folder keeps the last levels. The same command resumes
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,

    /// Keep all levels in the folder, not only the last two, so that --verify proves every distance
    #[arg(hide_short_help = true, long, requires = "checkpoint")]
    pub keep_all: bool,

    /// Prove the levels in the folder by the moves of their boards, and stop. Exit status 1 if they
    /// are wrong, 3 if not all are proved
    #[arg(hide_short_help = true, long, requires = "checkpoint", conflicts_with_all = ["max_moves", "hardest", "symmetric", "dry_run", "keep_all", "to"])]
    pub verify: bool,

    /// Count only boards up to N moves away
    ///
    /// They are counted level by level
    #[arg(long, value_name = "N", value_parser = whole(0, u32::MAX))]
    pub max_moves: Option<u32>,

    /// Print how boards would be counted and what that takes, and stop
    #[arg(hide_short_help = true, long, conflicts_with = "to")]
    pub dry_run: bool,

    /// Print how far the survey in this folder is, and stop
    #[arg(hide_short_help = true, long, value_name = "DIR", exclusive = true)]
    pub status: Option<PathBuf>,

    /// Time limit, like 90s, 5m or 2h
    ///
    /// Of a survey that is stopped, the folder of --checkpoint keeps the finished levels
    #[arg(hide_short_help = true, long, value_name = "TIME", value_parser = time_limit, conflicts_with = "dry_run", help_heading = "Limits")]
    pub max_time: Option<Duration>,

    /// Memory limit for the table and the boards, like 500M or 2G. Default: a quarter of the
    /// machine's memory
    #[arg(hide_short_help = true, long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,

    /// CPU cores to use. Default: all
    #[arg(hide_short_help = true, long, help_heading = "Limits", value_name = "N", value_parser = whole(1, u16::MAX))]
    pub threads: Option<u16>,

    #[command(flatten)]
    pub dir: TableDir,

    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub cluster: Together,
}

#[cfg(feature = "cluster")]
impl Survey {
    pub const fn is_shared(&self) -> bool {
        self.cluster.hosts.is_some()
    }
}

#[cfg(not(feature = "cluster"))]
impl Survey {
    #[expect(clippy::unused_self, reason = "as with the feature")]
    pub const fn is_shared(&self) -> bool {
        false
    }
}

/// The output format of a survey.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Report {
    Text,
    Json,
    Csv,
}
