//! Arguments of `fewest solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use fewest::Listing;
use fewest::search::Algorithm;
use fewest::solver::HeuristicName;

use super::TableDir;
#[cfg(feature = "cluster")]
use super::Together;
use super::names::{self, Names};
use super::values::{Tie, size, tie, time_limit, whole};

const MAX_LISTED: u64 = 100_000;
/// The answers listed by default.
const LISTED: u64 = 20;

const EXAMPLES: &str = "Examples:
  fewest solve rotation boards.txt            answers in the judge's own format
  fewest solve eight --to text --steps 8.txt  draw every board along the way
  fewest solve cube2 --scramble \"R U R' F2\"   the board after these moves";

const MORE: &str = "\
More examples:
  fewest solve knights --to json < boards     one JSON object per line
  fewest solve sliding:4x3 --goal goal.txt -  your own goal, standard input
  fewest solve eight --all --most 5 8.txt     count all, list five

With --hosts, several machines share the search of a hard board.

Exit status:
  0    success
  1    a limit on moves, nodes, time or memory left a board unanswered
  2    bad usage or bad input
  130  interrupted; answers found so far were written, and what is proven about
       the unfinished boards is on standard error";

#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{MORE}"))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct Solve {
    /// The puzzle: a name from `fewest puzzles`, or a definition's path
    ///
    /// Names are like eight, sliding:WxH or cube2
    pub puzzle: String,

    /// Files, one board or moves. Default, and for `-`: standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Solve the board reached from the goal by these moves
    ///
    /// Like "R U R' F2"
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["files", "from"],
          allow_hyphen_values = true, help_heading = "What to solve")]
    pub scramble: Option<String>,

    /// The input's format. Default: detected
    ///
    /// `fewest formats` lists them. If the input does not make it clear, the format must be given
    #[arg(long, value_name = "FORMAT", help_heading = "Formats")]
    pub from: Option<String>,

    /// The output's format, or json, csv or text
    ///
    /// Default: the input's format; text with --all
    #[arg(long, value_name = "FORMAT", help_heading = "Formats")]
    pub to: Option<String>,

    /// Show every board along the way
    ///
    /// For text and json output only
    #[arg(long, help_heading = "Formats")]
    pub steps: bool,

    #[command(flatten)]
    pub answers: Answers,

    /// Answer at once with a solution not proven shortest
    ///
    /// The output also has the moves that are proven necessary. With --max-time, the solution is
    /// made shorter until that time is up
    #[arg(long, conflicts_with_all = ["checkpoint", "method", "heuristic", "partition", "tie", "max_moves", "max_nodes"],
          help_heading = "What to solve")]
    pub quick: bool,

    /// Also write a proof of the answer to one board, for the program fewest-check
    ///
    /// Tables of the proof are written beside FILE, as FILE.0, FILE.1, ...
    #[arg(long, hide_short_help = true, value_name = "FILE", conflicts_with_all = ["keep_going", "checkpoint"], help_heading = "What to solve")]
    pub certificate: Option<PathBuf>,

    /// Write an error line in place of a bad board's answer, and continue
    #[arg(hide_short_help = true, long, help_heading = "Formats")]
    pub keep_going: bool,

    /// The goal: blank-last, blank-first, snail, or a file
    ///
    /// The file has a board. Default: the input format's goal
    #[arg(long, value_name = "NAME|FILE", help_heading = "What to solve")]
    pub goal: Option<String>,

    /// Which shortest answer to give: least (first in dictionary order), any, or the first by an
    /// order of the moves' letters, like udlr. Default: what the judge expects
    #[arg(hide_short_help = true, long, value_name = "least|any|ORDER", value_parser = tie, help_heading = "What to solve")]
    pub tie: Option<Tie>,

    /// The algorithm to use
    #[arg(hide_short_help = true, long, value_name = "METHOD", default_value = "auto", help_heading = "Method",
          value_parser = Names::new(["auto"].into_iter().chain(Algorithm::PROVING.map(Algorithm::name)), names::proving_algorithm))]
    pub method: String,

    /// Heuristics, comma-separated; their maximum is used. Default: the puzzle's best
    #[arg(hide_short_help = true, long, value_name = "HEURISTIC", help_heading = "Method", value_delimiter = ',',
          value_parser = Names::new(HeuristicName::ALL.map(HeuristicName::name), names::heuristic))]
    pub heuristic: Vec<String>,

    /// The groups of tiles for pattern databases: a name like 7-8, or tiles of the goal like
    /// 1,4,5/2,3,6/7,8. Default: chosen automatically
    #[arg(
        hide_short_help = true,
        long,
        value_name = "GROUPS",
        help_heading = "Method"
    )]
    pub partition: Option<String>,

    /// CPU cores to use. Default: all
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = whole(1, u16::MAX), help_heading = "Method")]
    pub threads: Option<u16>,

    /// Print how the boards would be solved and what that takes, and stop
    #[arg(hide_short_help = true, long, conflicts_with_all = ["quick", "all", "most", "classes", "certificate", "checkpoint", "to", "steps"], help_heading = "Method")]
    pub dry_run: bool,

    /// Save progress in FILE, and resume from it
    ///
    /// Answers and unfinished searches are saved; FILE need not exist. After a Ctrl-C, a kill or a
    /// power cut, the same command loses at most a minute of work. ida-star and pruned-ida-star
    /// resume in the middle of a search; other methods restart the board. FILE may grow to 268 MB
    #[arg(
        hide_short_help = true,
        long,
        value_name = "FILE",
        help_heading = "Method"
    )]
    pub checkpoint: Option<PathBuf>,

    /// The most moves an answer may have
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = whole(0, u32::MAX),
          help_heading = "Limits")]
    pub max_moves: Option<u32>,

    /// The most boards a search may generate for one board
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = whole(0, u64::MAX),
          help_heading = "Limits")]
    pub max_nodes: Option<u64>,

    /// Time limit for each board, like 500ms, 10s or 2m
    ///
    /// It includes the board's share of building tables. An automatically chosen table that takes
    /// longer is skipped
    #[arg(long, value_name = "TIME", value_parser = time_limit, help_heading = "Limits")]
    pub max_time: Option<Duration>,

    /// Memory limit for tables and searches, like 500M or 2G. Default: a quarter of the machine's
    /// memory
    #[arg(hide_short_help = true, long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,

    #[command(flatten)]
    pub dir: TableDir,

    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub cluster: Together,
}

/// Whether all shortest answers are asked for, and which of them are listed.
#[derive(Clone, Debug, Args)]
pub struct Answers {
    /// Count all shortest answers, and list the first
    ///
    /// Text and json output list them; csv has their number. Sequences of moves are counted: two
    /// moves with the same effect make two answers
    #[arg(long, conflicts_with_all = ["steps", "checkpoint"], help_heading = "What to solve")]
    all: bool,

    /// The most answers to list; 0 for their number only. Default: 20
    #[arg(hide_short_help = true, long, value_name = "N", requires = "all",
          conflicts_with_all = ["steps", "checkpoint"],
          value_parser = whole(0, MAX_LISTED), help_heading = "What to solve")]
    pub most: Option<u64>,

    /// List one of each class of symmetric answers, with the size of its class. The symmetries
    /// leave the board and the goals unchanged
    #[arg(
        hide_short_help = true,
        long,
        requires = "all",
        conflicts_with_all = ["steps", "checkpoint"],
        help_heading = "What to solve"
    )]
    classes: bool,
}

impl Answers {
    /// The answers to list, if all of them are to be counted.
    pub fn listing(&self) -> Option<Listing> {
        self.all.then_some(Listing {
            limit: self.most.unwrap_or(LISTED),
            every: !self.classes,
        })
    }
}
