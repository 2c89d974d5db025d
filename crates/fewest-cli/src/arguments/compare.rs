//! Arguments of `fewest compare`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use fewest::search::{Algorithm, Weight};
use fewest::solver::Guide;

use super::names::{self, Names};
use super::values::{limit, most_moves, moves, order, size, time, weight};
use super::{Report, TableDir};

/// Stands for every method, or every heuristic.
pub const ALL: &str = "all";

const MORE: &str = "\
Every method runs with every heuristic on every board, one run after another,
each on one core; methods that use no heuristic run once and show `-`. All share
the puzzle's moves and the heuristics' code, look for any shortest answer, and
count alike:
  solved     boards answered; `proven`: answers proven shortest; `longer`:
             answers longer than the shortest that any of the methods found
  moves      of all answers together; `bound`: the fewest moves proven for the
             boards answered
  expanded   boards whose moves were tried, as often as they were tried
  generated  boards that a move led to, known or not; the move before is never
             taken straight back
  reopened   boards reached on a shorter way after they were expanded
  memory     the most bytes that boards kept for later took; tables of
             heuristics are told apart
  nodes/s    generated boards a second of the time of all runs
  b*         the effective branching factor, b in generated = b + b^2 + ... +
             b^moves; the mean over answers
A run that a limit stopped is not solved, but what it did counts. At most
100,000 boards are compared.

Methods if none is named: breadth-first, bidirectional, a-star, ida-star and
table on sliding tiles of at most 9 cells, elsewhere a-star, ida-star and
pruned-ida-star. Heuristics if none is named: misplaced and manhattan on sliding
tiles of at most 9 cells, manhattan and pattern on larger ones, centre on
rotation, misplaced on knights, misplaced and pattern on definitions. `all`
compares all that there are.

depth-first looks as deep as --max-moves says, or 31 moves. pruned-ida-star
leaves out what redundant sequences of moves lead to: they are found before,
once, in some hundredths of a second.

CSV has a line for each board and contender: the board, its fewest moves if some
run proved them, the method with its heuristic, partition, tables and tie order,
and what the run came to. JSON is one object:
puzzle, title, tie_order, asked, left_out, preparations, contenders (the sums),
boards (with runs and their iterations); docs/json.md has its fields.

Counts depend on the tie order: Korf's published ones for his hundred boards are
those of --tie ulrd. He counts the start as generated, which is one more for
each board. Which partition `pattern` has does not depend on what is stored,
only on --partition and --memory; tables that are stored are read instead of
built.

Examples:
  fewest compare eight --random 20
  fewest compare fifteen --from korf --heuristic manhattan,linear-conflict \\
      --max-nodes 10000000 boards.txt
  fewest compare eight --method weighted-a-star --weight 3/2,2,5 \\
      --distance 25 --random 10 --plot nodes.svg
  echo '1 2 3 4 5 6 x 7 8' | fewest compare eight --step --method a-star \\
      --heuristic manhattan

Exit status:
  0    done
  1    nobody answered some board that may be solvable, because of a limit
  2    bad usage or bad input
  130  interrupted; what was done is written, the sums are of the boards that
       all have run on";

#[derive(Debug, Args)]
#[command(after_help = MORE)]
pub struct Compare {
    /// A name that `fewest puzzles` lists, like eight, sliding:WxH or cube2, or the path of a definition
    pub puzzle: String,

    /// Files of boards, `-` for standard input, which is also read if there are none
    #[arg(value_name = "FILE", conflicts_with = "random")]
    pub files: Vec<PathBuf>,

    /// N boards drawn at random instead
    #[arg(long, value_name = "N", help_heading = "Boards")]
    pub random: Option<u64>,

    /// Draw boards whose fewest moves are N, or from N to M; any that can be solved if not given
    #[arg(long, value_name = "N[..M]", value_parser = moves, requires = "random", help_heading = "Boards")]
    pub distance: Option<(u32, u32)>,

    /// What the random numbers start from: the same boards for the same seed
    #[arg(
        long,
        value_name = "S",
        default_value_t = 1,
        requires = "random",
        help_heading = "Boards"
    )]
    pub seed: u64,

    /// The input's format (see `fewest formats`); recognised where it is certain
    #[arg(
        long,
        value_name = "FORMAT",
        conflicts_with = "random",
        help_heading = "Boards"
    )]
    pub from: Option<String>,

    /// The goal: blank-last, blank-first, snail, or a file with a board; the input format's if not given
    #[arg(long, value_name = "NAME|FILE", help_heading = "Boards")]
    pub goal: Option<String>,

    /// The methods to compare, or all
    #[arg(long, value_name = "METHOD", value_delimiter = ',', help_heading = "Contenders",
          value_parser = Names::new(compared().chain([ALL]), names::compared_algorithm))]
    pub method: Vec<String>,

    /// The heuristics to compare, or all that the puzzle has
    #[arg(long, value_name = "HEURISTIC", value_delimiter = ',', help_heading = "Contenders",
          value_parser = Names::new(Guide::ALL.into_iter().map(Guide::name).chain([ALL]), names::heuristic))]
    pub heuristic: Vec<String>,

    /// The groups of tiles of the pattern databases: a name like 7-8, or tiles of the goal like 1,4,5/2,3,6/7,8; stored ones where
    /// there are some
    #[arg(long, value_name = "NAME|GROUPS", help_heading = "Contenders")]
    pub partition: Option<String>,

    /// The order in which moves are tried, like ulrd; dlru if not given
    #[arg(long, value_name = "ORDER", value_parser = order, help_heading = "Contenders")]
    pub tie: Option<String>,

    /// How many times weighted methods count the heuristic, like 2 or 3/2, which it is if not given: each weight is a contender
    #[arg(long, value_name = "W", value_delimiter = ',', value_parser = weight, help_heading = "Contenders")]
    pub weight: Vec<Weight>,

    /// How to write what was found
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Report::Text, help_heading = "Report")]
    pub to: Report,

    /// Tell of each board, too
    #[arg(long, help_heading = "Report")]
    pub per_board: bool,

    /// Draw generated boards by fewest moves into an SVG file, too
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub plot: Option<PathBuf>,

    /// Show each expansion of one method with one heuristic on one board, in order, boards on a line or drawn
    #[arg(long, value_name = "HOW", value_enum, num_args = 0..=1, require_equals = true,
          default_missing_value = "line", conflicts_with_all = ["per_board", "plot", "to"], help_heading = "Report")]
    pub step: Option<Show>,

    /// The most moves that an answer may have
    #[arg(long, value_name = "N", value_parser = most_moves, allow_negative_numbers = true,
          help_heading = "Limits")]
    pub max_moves: Option<u32>,

    /// The most boards that a run may generate
    #[arg(long, value_name = "N", value_parser = limit, allow_negative_numbers = true,
          help_heading = "Limits")]
    pub max_nodes: Option<u64>,

    /// The longest time for a run, like 500ms, 10s or 2m
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    pub max_time: Option<Duration>,

    /// The most memory for tables and for each run, like 500M or 2G; a quarter of the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,

    /// Cores for building tables; all if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Limits")]
    pub threads: Option<u16>,

    #[command(flatten)]
    pub dir: TableDir,
}

/// How boards are shown step by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Show {
    Line,
    Picture,
}

/// The names of all algorithms.
fn compared() -> impl Iterator<Item = &'static str> {
    let all = Algorithm::all(&[Weight::ONE]).into_iter();
    all.map(Algorithm::name)
}
