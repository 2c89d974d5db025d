//! Arguments of `fewest solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use fewest::catalogue::Tie;
use fewest::search::Algorithm;
use fewest::solver::Guide;

use super::TableDir;
use super::names::{self, Names};
use super::values::{limit, most_moves, size, tie, time};

const EXAMPLES: &str = "Examples:
  fewest solve rotation boards.txt            answers in the judge's own format
  fewest solve eight --to text --steps 8.txt  draw every board on the way
  fewest solve knights --to json < boards     an object a line, without a limit
  fewest solve sliding:4x3 --goal goal.txt -  a goal of your own, standard input

Exit status:
  0    done
  1    a limit of moves, nodes, time or memory left a board without its answer
  2    bad usage or bad input
  130  interrupted; the answers found so far were written, and what is proven of
       the boards under way is on standard error";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Solve {
    /// A name that `fewest puzzles` lists, like eight, sliding:WxH or cube2, or the path of a definition
    pub puzzle: String,

    /// Files of boards, `-` for standard input, which is also read if there are none
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The input's format (see `fewest formats`); recognised where it is certain
    #[arg(long, value_name = "FORMAT", help_heading = "Formats")]
    pub from: Option<String>,

    /// The output's format, or json, csv or text; the input's own if not given
    #[arg(long, value_name = "FORMAT", help_heading = "Formats")]
    pub to: Option<String>,

    /// Show every board on the way (to text, or to json)
    #[arg(long, help_heading = "Formats")]
    pub steps: bool,

    /// Put an error line in the place of a bad board's answer and go on
    #[arg(long, help_heading = "Formats")]
    pub keep_going: bool,

    /// The goal: blank-last, blank-first, snail, or a file with a board; the input format's if not given
    #[arg(long, value_name = "NAME|FILE", help_heading = "Question")]
    pub goal: Option<String>,

    /// Which of the shortest answers: least (in dictionary order), any, or the least by an order of the letters like udlr;
    /// what the judge wants if not given
    #[arg(long, value_name = "least|any|ORDER", value_parser = tie, help_heading = "Question")]
    pub tie: Option<Tie>,

    /// How to answer
    #[arg(long, value_name = "METHOD", default_value = "auto", help_heading = "Method",
          value_parser = Names::new(["auto"].into_iter().chain(Algorithm::PROVING.map(Algorithm::name)), names::proving_algorithm))]
    pub method: String,

    /// What guides a search, or several with commas between them: then the largest of their bounds does; the puzzle's best if
    /// not given
    #[arg(long, value_name = "HEURISTIC", help_heading = "Method", value_delimiter = ',',
          value_parser = Names::new(Guide::ALL.map(Guide::name), names::heuristic))]
    pub heuristic: Vec<String>,

    /// The groups of tiles of the pattern databases: a name like 7-8, or tiles of the goal like 1,4,5/2,3,6/7,8; what pays if not
    /// given
    #[arg(long, value_name = "NAME|GROUPS", help_heading = "Method")]
    pub partition: Option<String>,

    /// Cores to use; all if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Method")]
    pub threads: Option<u16>,

    /// Keep answers and searches under way in FILE, which may grow to 256 MiB, and go on from there if it is there: the same command after a Ctrl-C, a
    /// kill or a power cut loses a minute at most. Searches by ida-star and pruned-ida-star go on in the middle, those by other
    /// methods begin their board again
    #[arg(long, value_name = "FILE", help_heading = "Method")]
    pub checkpoint: Option<PathBuf>,

    /// The most moves that an answer may have
    #[arg(long, value_name = "N", value_parser = most_moves, allow_negative_numbers = true,
          help_heading = "Limits")]
    pub max_moves: Option<u32>,

    /// The most boards that a search may generate for one board
    #[arg(long, value_name = "N", value_parser = limit, allow_negative_numbers = true,
          help_heading = "Limits")]
    pub max_nodes: Option<u64>,

    /// The longest time for one board, like 500ms, 10s or 2m. It includes the board's share of building tables; an automatically
    /// chosen table that takes longer is skipped
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    pub max_time: Option<Duration>,

    /// The most memory for tables and searches, like 500M or 2G; a quarter of the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,

    #[command(flatten)]
    pub dir: TableDir,
}
