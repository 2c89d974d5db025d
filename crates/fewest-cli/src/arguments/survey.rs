//! Arguments of `fewest survey`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::TableDir;
use super::values::size;

/// The most boards that are listed.
const MOST: i64 = 1_000_000;

const MORE: &str = "\
JSON is one object (counts above 2^53 are strings):
  puzzle, title, goal           the goal is null if there are several
  boards, unsolvable            numbers of solvable and unsolvable boards
  gods_number, mean, median     of the distances, in moves
  several_goals                 boards with more than one nearest goal
  symmetries                    count, cells, symbols, complete
  hardest                       boards, classes, fewest_answers, most_answers
  distances                     a list of moves, boards, several_goals
  hardest_boards                with --hardest, a list of board, moves, class,
                                answer, answers
CSV has a header: moves,boards,several_goals, or with --hardest
  board,moves,class,answers,answer

`class` is the number of boards that are this one turned, mirrored or with its
symbols renamed. `answers` is the number of shortest answers. Sequences of moves
are counted, not the boards along the way: two moves with the same effect make
two answers. If moves have the same effect on some boards only, boards of one
class may have different numbers of answers.

Stored tables hold distances modulo three. That is enough to solve boards, but
not for a survey: a survey builds its own table, and stores a large one for
other commands.

Examples:
  fewest survey eight                       a chart of all boards, and figures
  fewest survey rotation --hardest 5        five of the hardest boards
  fewest survey knights --plot knights.svg  a chart to print
  fewest survey eight --to csv > eight.csv  a table for other programs

Exit status:
  0    success
  2    bad usage, or the puzzle has too many boards
  130  interrupted";

#[derive(Debug, Args)]
#[command(after_help = MORE)]
pub struct Survey {
    /// The puzzle: a name that `fewest puzzles` lists, like eight, sliding:WxH (at most 13 cells)
    /// or cube2, or the path of a definition
    pub puzzle: String,

    /// The goal: blank-last, blank-first, snail, or a file with a board. Default: the usual
    /// format's goal
    #[arg(long, value_name = "NAME|FILE")]
    pub goal: Option<String>,

    /// List the N hardest boards, each with an answer. Of symmetric boards, only one is listed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST))]
    pub hardest: Option<u32>,

    /// List all symmetric boards
    #[arg(long, requires = "hardest")]
    pub all: bool,

    /// How to write the report
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Report::Text)]
    pub to: Report,

    /// Also draw the chart, as an SVG file
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,

    /// Memory limit for the table and the boards, like 500M or 2G. Default: a quarter of the
    /// machine's memory
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,

    #[command(flatten)]
    pub dir: TableDir,

    /// CPU cores to use. Default: all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
}

/// How a survey is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Report {
    Text,
    Json,
    Csv,
}
