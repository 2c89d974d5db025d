//! Arguments of `fewest compare`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use fewest::search::{Algorithm, Weight};
use fewest::solver::HeuristicName;

use super::names::{self, Names};
use super::values::{moves, order, size, time_limit, weight, whole};
use super::{Report, TableDir};

/// Stands for every method, or every heuristic.
pub const ALL: &str = "all";

const EXAMPLES: &str = "Examples:
  fewest compare eight --count 20
  fewest compare eight --method a-star,ida-star --distance 25 --count 10
  fewest compare fifteen --heuristic manhattan,linear-conflict boards.txt";

const MORE: &str = "\
More examples:
  fewest compare fifteen --from korf --max-nodes 10000000 boards.txt
  fewest compare eight --method weighted-a-star --weight 3/2,2,5 \\
      --distance 25 --count 10

Every method runs with every heuristic on every board, one run after another,
each on one core. Methods that use no heuristic run once and show `-`. All share
the puzzle's moves and the heuristics' code, look for any shortest answer, and
count in the same way:
  solved     boards answered. `proven`: answers proven shortest. `longer`:
             answers longer than the shortest that any method found
  moves      total moves of the answers. `at least`: total moves proven
             necessary for the same boards
  expanded   boards whose moves were tried, counted each time
  generated  boards reached by a move, new or not. The move just made is never
             undone
  reopened   boards reached by a shorter way after they were expanded
  memory     peak size of the boards held in memory, in bytes. The heuristics'
             tables are listed separately
  nodes/s    boards generated per second, over all runs
  b*         effective branching factor: b in generated = b + b^2 + ... +
             b^moves, averaged over the answers
A run stopped by a limit is not solved, but its work counts. At most 100,000
boards are compared.

Default methods: breadth-first, bidirectional, a-star, ida-star and table for
sliding tiles of at most 9 cells; a-star, ida-star and pruned-ida-star for other
puzzles. Default heuristics: misplaced and manhattan for sliding tiles of at
most 9 cells, manhattan and pattern for larger ones, centre for rotation,
misplaced for knights, misplaced and pattern for definitions. `all` compares
all that the puzzle has.

depth-first searches to the depth given by --max-moves, or 31. pruned-ida-star
skips redundant sequences of moves. It finds them once, before the first board,
in a few hundredths of a second.

CSV has a row for each board and contender: the board, its fewest moves if a run
proved them, the method with its heuristic, partition, tables and tie order, and
the results of the run. JSON has the same, and more.

Counts depend on the tie order. Korf's published counts for his hundred boards
are those of --tie ulrd; he also counts the start as generated, one more for
each board. The partition of `pattern` depends on --partition and --memory, not
on which tables are stored. Stored tables are read, others are built.

Exit status:
  0    success
  1    because of a limit, no run answered a board that may be solvable
  2    bad usage or bad input
  130  interrupted; results so far were written, with totals over the boards
       that every contender finished";

const PLOT: &str = if cfg!(feature = "plots") {
    "\n  fewest compare eight --distance 10..20 --count 50 --plot nodes.svg"
} else {
    ""
};

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}{PLOT}\n\n{MORE}"))]
pub struct Compare {
    /// The puzzle: a name from `fewest puzzles`, or a definition's path
    ///
    /// Names are like eight, sliding:WxH or cube2
    pub puzzle: String,

    /// Board files. Default, and for `-`: standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["count", "distance", "seed"])]
    pub files: Vec<PathBuf>,

    /// Compare on N random boards instead of files
    #[arg(long, value_name = "N", value_parser = whole(0, u64::MAX), help_heading = "Boards")]
    pub count: Option<u64>,

    /// Draw boards that need N moves, or N to M
    ///
    /// Default: any solvable boards
    #[arg(long, value_name = "N[..M]", value_parser = moves, requires = "count", help_heading = "Boards")]
    pub distance: Option<(u32, u32)>,

    /// Random seed. The same seed always gives the same boards
    #[arg(
        hide_short_help = true,
        long,
        value_name = "S",
        default_value_t = 1,
        value_parser = whole(0, u64::MAX),
        requires = "count",
        help_heading = "Boards"
    )]
    pub seed: u64,

    /// The input's format. Default: detected
    ///
    /// `fewest formats` lists them. If the input does not make it clear, the format must be given
    #[arg(
        hide_short_help = true,
        long,
        value_name = "FORMAT",
        conflicts_with_all = ["count", "distance", "seed"],
        help_heading = "Boards"
    )]
    pub from: Option<String>,

    /// The goal: blank-last, blank-first, snail, or a file
    ///
    /// The file has a board. Default: the input format's goal
    #[arg(
        hide_short_help = true,
        long,
        value_name = "NAME|FILE",
        help_heading = "Boards"
    )]
    pub goal: Option<String>,

    /// Methods to compare, comma-separated, or all
    #[arg(long, value_name = "METHOD", value_delimiter = ',', help_heading = "Contenders",
          value_parser = Names::new(compared().chain([ALL]), names::compared_algorithm))]
    pub method: Vec<String>,

    /// Heuristics to compare, comma-separated, or all
    #[arg(long, value_name = "HEURISTIC", value_delimiter = ',', help_heading = "Contenders",
          value_parser = Names::new(HeuristicName::ALL.into_iter().map(HeuristicName::name).chain([ALL]), names::heuristic))]
    pub heuristic: Vec<String>,

    /// The groups of tiles for pattern databases: a name like 7-8, or tiles of the goal like
    /// 1,4,5/2,3,6/7,8. Default: chosen to fit --memory
    #[arg(
        hide_short_help = true,
        long,
        value_name = "GROUPS",
        help_heading = "Contenders"
    )]
    pub partition: Option<String>,

    /// The order in which moves are tried, like ulrd. Default: dlru
    #[arg(hide_short_help = true, long, value_name = "ORDER", value_parser = order, help_heading = "Contenders")]
    pub tie: Option<String>,

    /// Weights of the heuristic in weighted methods, like 2 or 3/2, comma-separated. Each is
    /// compared. Default: 3/2
    #[arg(hide_short_help = true, long, value_name = "W", value_delimiter = ',', value_parser = weight, help_heading = "Contenders")]
    pub weight: Vec<Weight>,

    /// The report's format: text, json or csv
    #[arg(long, hide_possible_values = true, value_name = "FORMAT", value_enum, default_value_t = Report::Text, help_heading = "Report")]
    pub to: Report,

    /// Also report each board
    #[arg(long, help_heading = "Report")]
    pub per_board: bool,

    /// Also draw an SVG chart
    ///
    /// It shows boards generated by fewest moves
    #[cfg(feature = "plots")]
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "trace",
        help_heading = "Report"
    )]
    pub plot: Option<PathBuf>,

    /// Show every expansion of one search
    ///
    /// It needs one method, one heuristic and one board. Boards are shown on a line, or as pictures
    #[arg(long, value_name = "HOW", value_enum, num_args = 0..=1, require_equals = true,
          default_missing_value = "line", conflicts_with_all = ["per_board", "to"], help_heading = "Report")]
    pub trace: Option<Show>,

    /// Print what would be compared and the tables that it takes, and stop
    #[arg(hide_short_help = true, long, conflicts_with_all = ["to", "per_board", "trace"], help_heading = "Report")]
    pub dry_run: bool,

    /// The most moves an answer may have
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = whole(0, u32::MAX),
          help_heading = "Limits")]
    pub max_moves: Option<u32>,

    /// The most boards a run may generate
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = whole(0, u64::MAX),
          help_heading = "Limits")]
    pub max_nodes: Option<u64>,

    /// Time limit for each run, like 500ms, 10s or 2m
    #[arg(hide_short_help = true, long, value_name = "TIME", value_parser = time_limit, help_heading = "Limits")]
    pub max_time: Option<Duration>,

    /// Memory limit for tables and for each run, like 500M or 2G. Default: a quarter of the
    /// machine's memory
    #[arg(hide_short_help = true, long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,

    /// CPU cores for building tables. Default: all
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = whole(1, u16::MAX), help_heading = "Limits")]
    pub threads: Option<u16>,

    #[command(flatten)]
    pub dir: TableDir,
}

/// The form of step-by-step output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Show {
    Line,
    Picture,
}

fn compared() -> impl Iterator<Item = &'static str> {
    let all = Algorithm::all(&[Weight::ONE]).into_iter();
    all.map(Algorithm::name)
}
