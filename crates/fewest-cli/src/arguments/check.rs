//! Arguments of `fewest check`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use fewest_text::formats::Policy;

use super::table::TableDir;
use super::validate::Testing;
use super::values::{size, whole};

const EXAMPLES: &str = "Examples:
  fewest check rotation --from poj2286 boards.txt answers.txt
  fewest check eight --from poj1077 --policy shortest in.txt out.txt
  fewest check knights --from scoi2005 --testlib in.txt out.txt ans.txt";

const MORE: &str = "\
Policies: `least` accepts only the shortest answer that comes first in
dictionary order, `shortest` any shortest answer, `valid` any moves that solve
the board. Default: what the judge accepts. An answer that is a number must be
the fewest moves under every policy.

Exit status:
  0    every answer is right
  1    an answer is wrong
  2    bad usage, a bad INPUT, or a file that can't be read
  130  interrupted

Exit status with --testlib:
  0    every answer is right
  1    an answer is wrong
  2    an answer can't be read, or the output ends too early
  3    no verdict: bad usage, a bad INPUT, or a file that can't be read
  4    extra text after the last answer
Like testlib checkers, it accepts --testset and --group and writes its verdict
to REPORT, as XML with -appes.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{MORE}"))]
pub struct Check {
    /// The puzzle: a name from `fewest puzzles`, or a definition's path
    ///
    /// Names are like eight, sliding:WxH or cube2
    pub puzzle: String,

    /// The boards, or `-` for standard input
    pub input: PathBuf,

    /// The answers to check, or `-` for standard input
    pub output: PathBuf,

    /// The judge's own answers (not used)
    #[arg(requires = "testlib")]
    pub answer: Option<PathBuf>,

    /// Write the verdict to this file
    #[arg(requires = "testlib")]
    pub report: Option<PathBuf>,

    /// The format of both files. Default: detected
    ///
    /// `fewest formats` lists them. If INPUT does not make it clear, the format must be given
    #[arg(long, value_name = "FORMAT", help_heading = "Formats")]
    pub from: Option<String>,

    /// Answers to accept: least, shortest or valid
    ///
    /// Default: what the judge accepts
    #[arg(long, hide_possible_values = true, value_name = "POLICY", help_heading = "What to accept",
          value_parser = PossibleValuesParser::new(Policy::ALL.map(Policy::name)))]
    pub policy: Option<String>,

    /// The goal: blank-last, blank-first, snail, or a file
    ///
    /// The file has a board. Default: the format's goal
    #[arg(long, value_name = "NAME|FILE", help_heading = "What to accept")]
    pub goal: Option<String>,

    /// Use the exit codes of testlib checkers
    ///
    /// The verdict is written to standard error
    #[arg(long, help_heading = "Formats")]
    pub testlib: bool,

    /// Write REPORT as XML. Also accepted as -appes
    #[arg(
        hide_short_help = true,
        long,
        requires = "report",
        help_heading = "Formats"
    )]
    pub appes: bool,

    /// Print how the boards would be solved and what that takes, and stop
    #[arg(
        hide_short_help = true,
        long,
        conflicts_with_all = ["testlib", "answer", "report", "appes", "testset", "group"],
        help_heading = "What to accept"
    )]
    pub dry_run: bool,

    #[command(flatten)]
    pub testing: Testing,

    /// CPU cores to use. Default: all
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = whole(1, u16::MAX), help_heading = "Limits")]
    pub threads: Option<u16>,

    /// Memory limit for tables, like 500M or 2G. Default: a quarter of the machine's memory
    #[arg(hide_short_help = true, long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,

    #[command(flatten)]
    pub dir: TableDir,
}
