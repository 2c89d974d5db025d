//! Arguments of `fewest generate`.

use std::time::Duration;

use clap::{ArgGroup, Args};
use fewest::catalogue::Wanted;

use super::values::{moves, size, time};

const EXAMPLES: &str = "Examples:
  fewest generate rotation --moves 9 --count 30 --seed 7
  fewest generate knights --moves 12..15 --to scoi2005
  fewest generate eight --random --count 100 --to hdu3567
  fewest generate fifteen --unsolvable --goal snail
  fewest generate sliding:4x3 --moves 30 --to json --distinct

Boards are drawn from all that are asked for, each of them equally likely (a
board may come again, except with --distinct). A seed gives the same boards for
ever, on every machine. Distances are to the goal of the format that is written;
with hdu3567 all pairs of a start and a goal are equally likely. Judges that
take one board a file need --count 1 (see `fewest validate`).

Where a puzzle is too large for a table, boards are found by listing all that
are nearer to the goal; if they do not fit --memory, it says up to which
distance they do.

Exit status:
  0    done
  1    --max-time was up; the boards drawn until then were written
  2    bad usage, no such boards, or they do not fit the memory allowed
  130  interrupted";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES,
          group = ArgGroup::new("which").required(true).args(["moves", "random", "unsolvable"]))]
pub struct Generate {
    /// A name that `fewest puzzles` lists, like eight, sliding:WxH or cube2, or the path of a definition
    pub puzzle: String,

    /// Boards whose fewest moves are N, or from N to M
    #[arg(long, value_name = "N..M", value_parser = moves, help_heading = "Boards")]
    pub moves: Option<(u32, u32)>,

    /// Boards among all that can be solved
    #[arg(long, help_heading = "Boards")]
    pub random: bool,

    /// Boards that no moves solve (sliding tiles)
    #[arg(long, help_heading = "Boards")]
    pub unsolvable: bool,

    /// How many
    #[arg(long, value_name = "K", default_value_t = 1, help_heading = "Boards")]
    pub count: u64,

    /// What the random numbers start from: the same boards for the same seed
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "Boards")]
    pub seed: u64,

    /// No board twice
    #[arg(long, help_heading = "Boards")]
    pub distinct: bool,

    /// The format of the input to write (see `fewest formats`), or json; the puzzle's usual one if not given
    #[arg(long, value_name = "FORMAT", help_heading = "Formats")]
    pub to: Option<String>,

    /// The goal: blank-last, blank-first, snail, or a file with a board; the format's if not given
    #[arg(long, value_name = "NAME|FILE", help_heading = "Boards")]
    pub goal: Option<String>,

    /// Cores to use; all if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Limits")]
    pub threads: Option<u16>,

    /// The most time, like 250ms, 90s or 5m
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    pub max_time: Option<Duration>,

    /// The most memory for tables, like 500M or 2G; a quarter of the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,
}

impl Generate {
    /// Which boards are asked for.
    pub const fn wanted(&self) -> Wanted {
        match self.moves {
            Some((fewest, most)) => Wanted::Moves(fewest, most),
            None if self.unsolvable => Wanted::Unsolvable,
            None => Wanted::Solvable,
        }
    }
}
