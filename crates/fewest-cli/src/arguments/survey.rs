//! Arguments of `fewest survey`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::TableDir;
use super::values::size;

/// The most boards that are listed.
const MOST: i64 = 1_000_000;

const MORE: &str = "\
JSON is one object (counts above 2^53 are strings):
  puzzle, title, goal           the goal is null where there are many
  boards, unsolvable            how many boards moves can solve, and how many
                                not
  gods_number, mean, median     of their distances, in moves
  several_goals                 boards that several goals solve in equally few
                                moves
  symmetries                    count, cells, symbols, complete
  hardest                       boards, classes, fewest_answers, most_answers
  distances                     a list of moves, boards, several_goals
  hardest_boards                with --hardest a list of board, moves, class,
                                answer, answers
CSV has a header:
  moves,boards,several_goals or with --hardest board,moves,class,answers,answer
The class of a board is how many boards are the same one turned, mirrored or
with other names; its answers are all sequences of as few moves as possible that
solve it. Sequences are counted, not the boards on their way: two moves that do
the same make two answers. Where moves coincide on some boards only, boards of
one class may have different numbers of answers.

A stored table keeps distances modulo three, which is enough to solve boards,
not to survey them: a survey builds its table, and stores a large one for other
commands.

Examples:
  fewest survey eight                       a chart of all boards, and figures
  fewest survey rotation --hardest 5        five boards that need the most
  fewest survey knights --plot knights.svg  a chart to print
  fewest survey eight --to csv > eight.csv  a table for other programs

Exit status:
  0    done
  2    bad usage, or a puzzle with too many boards
  130  interrupted";

#[derive(Debug, Args)]
#[command(after_help = MORE)]
pub struct Survey {
    /// A name that `fewest puzzles` lists, like eight, sliding:WxH (of at most 13 cells) or cube2, or the path of a definition
    pub puzzle: String,

    /// The goal: blank-last, blank-first, snail, or a file with a board; the usual format's if not given
    #[arg(long, value_name = "NAME|FILE")]
    pub goal: Option<String>,

    /// List the N hardest boards, each with an answer: one of each class of symmetric boards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST))]
    pub hardest: Option<u32>,

    /// List symmetric boards one by one
    #[arg(long, requires = "hardest")]
    pub all: bool,

    /// How to write what was found
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Report::Text)]
    pub to: Report,

    /// Draw the chart into an SVG file, too
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,

    /// The most memory for the table and the boards, like 500M or 2G; a quarter of the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,

    #[command(flatten)]
    pub dir: TableDir,

    /// Cores to use; all if not given
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
