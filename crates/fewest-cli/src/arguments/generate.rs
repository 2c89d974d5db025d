//! Arguments of `fewest generate`.

use std::time::Duration;

use clap::{ArgGroup, Args};
use fewest::Pool;

use super::TableDir;
use super::values::{moves, size, time_limit, whole};

const EXAMPLES: &str = "Examples:
  fewest generate rotation --distance 9 --count 30 --seed 7
  fewest generate knights --distance 12..15 --to scoi2005
  fewest generate eight --random --count 100 --to hdu3567";

const MORE: &str = "\
All boards that fit the request are equally likely. A board may be drawn again,
except with --distinct. A seed gives the same boards forever, on every machine.
Distances are to the goal of the output format; with hdu3567, all pairs of start
and goal are equally likely. Judges that take one board per file need --count 1
(see `fewest validate`).

If a puzzle is too large for a table, boards are found by listing all boards
nearer to the goal. If those do not fit in --memory, the error says up to which
distance they do.

Exit status:
  0    success
  1    --max-time ran out; the boards drawn so far were written
  2    bad usage, no such boards, or not enough memory
  130  interrupted";

/// The usage that clap makes is wider than a terminal.
const USAGE: &str = "fewest generate <PUZZLE> --distance N..M|--random|--unsolvable [OPTIONS]";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{MORE}"), override_usage = USAGE,
          group = ArgGroup::new("which").required(true).args(["distance", "random", "unsolvable"]))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct Generate {
    /// The puzzle: a name from `fewest puzzles`, or a definition's path
    ///
    /// Names are like eight, sliding:WxH or cube2
    pub puzzle: String,

    /// Boards that need N moves, or N to M
    #[arg(long, value_name = "N..M", value_parser = moves, help_heading = "Boards")]
    pub distance: Option<(u32, u32)>,

    /// Any solvable boards
    #[arg(long, help_heading = "Boards")]
    pub random: bool,

    /// Boards that can't be solved
    #[arg(long, help_heading = "Boards")]
    pub unsolvable: bool,

    /// Number of boards
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0, u64::MAX), help_heading = "Boards")]
    pub count: u64,

    /// Random seed. The same seed gives the same boards
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(0, u64::MAX), help_heading = "Boards")]
    pub seed: u64,

    /// Never draw a board twice
    #[arg(long, help_heading = "Boards")]
    pub distinct: bool,

    /// The output's format, or json
    ///
    /// `fewest formats` lists them. Default: the puzzle's usual format
    #[arg(long, value_name = "FORMAT", help_heading = "Formats")]
    pub to: Option<String>,

    /// The goal: blank-last, blank-first, snail, or a file
    ///
    /// The file has a board. Default: the format's goal
    #[arg(long, value_name = "NAME|FILE", help_heading = "Boards")]
    pub goal: Option<String>,

    /// Print how the boards would be drawn, and stop
    #[arg(hide_short_help = true, long, help_heading = "Boards")]
    pub dry_run: bool,

    /// CPU cores to use. Default: all
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = whole(1, u16::MAX), help_heading = "Limits")]
    pub threads: Option<u16>,

    /// Time limit, like 500ms, 10s or 2m
    #[arg(hide_short_help = true, long, value_name = "TIME", value_parser = time_limit, help_heading = "Limits")]
    pub max_time: Option<Duration>,

    /// Memory limit for tables, like 500M or 2G. Default: a quarter of the machine's memory
    #[arg(hide_short_help = true, long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,

    #[command(flatten)]
    pub dir: TableDir,
}

impl Generate {
    /// The requested kind of boards.
    pub const fn pool(&self) -> Pool {
        match self.distance {
            Some((min, max)) => Pool::Moves(min, max),
            None if self.unsolvable => Pool::Unsolvable,
            None => Pool::Solvable,
        }
    }
}
