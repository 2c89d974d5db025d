//! Arguments of `fewest check`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use fewest::codec::Policy;

use super::table::TableDir;
use super::validate::Testing;
use super::values::size;

const EXAMPLES: &str = "Examples:
  fewest check rotation --from poj2286 boards.txt answers.txt
  fewest check eight --from poj1077 --policy shortest in.txt out.txt
  fewest check knights --from scoi2005 --testlib in.txt out.txt ans.txt

Policies: least, the least of the fewest moves in dictionary order; shortest,
any of the fewest; valid, any moves that solve the board. The judge's own holds
if none is given. Where the answer is a number, it must be that of the fewest
moves.

Exit status:
  0    every answer is right
  1    an answer is wrong
  2    bad usage, a bad INPUT, or a file that can't be read
  130  interrupted
with --testlib:
  0    right
  1    an answer is wrong
  2    an answer can't be understood, or the output is too short
  3    no verdict: wrong arguments, a bad INPUT, or a file that can't be read
  4    text after the last answer
and as these checkers do, it takes --testset and --group, and writes its verdict
into REPORT, as XML after -appes.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    /// A name that `fewest puzzles` lists, like eight, sliding:WxH or cube2, or the path of a definition
    pub puzzle: String,

    /// The boards; `-` for standard input
    pub input: PathBuf,

    /// The answers to check; `-` for standard input
    pub output: PathBuf,

    /// The judge's own answers, which are not needed
    #[arg(requires = "testlib")]
    pub answer: Option<PathBuf>,

    /// Where to write the verdict
    #[arg(requires = "testlib")]
    pub report: Option<PathBuf>,

    /// The format of both (see `fewest formats`); recognised by INPUT where it is certain
    #[arg(
        long,
        visible_alias = "format",
        value_name = "FORMAT",
        help_heading = "Formats"
    )]
    pub from: Option<String>,

    /// Which answers are right; those that the judge takes if not given
    #[arg(long, value_name = "POLICY", help_heading = "Question",
          value_parser = PossibleValuesParser::new(Policy::ALL.map(Policy::name)))]
    pub policy: Option<String>,

    /// The goal: blank-last, blank-first, snail, or a file with a board; the format's if not given
    #[arg(long, value_name = "NAME|FILE", help_heading = "Question")]
    pub goal: Option<String>,

    /// Exit as checkers made with testlib do, with the verdict on standard error
    #[arg(long, help_heading = "Formats")]
    pub testlib: bool,

    /// Write REPORT as XML; also -appes
    #[arg(long, requires = "report", help_heading = "Formats")]
    pub appes: bool,

    #[command(flatten)]
    pub testing: Testing,

    /// Cores to use; all if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Limits")]
    pub threads: Option<u16>,

    /// The most memory for tables, like 500M or 2G; a quarter of the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,

    #[command(flatten)]
    pub dir: TableDir,
}
