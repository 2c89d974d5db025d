//! Arguments of `fewest table`.

use std::ffi::OsString;

use clap::{Args, Subcommand};

use super::Shape;
use super::values::size;

const EXAMPLES: &str = "Examples:
  fewest table build knights     build and keep the table of 67,603,900 boards
  fewest table verify knights    prove it, board by board
  fewest table list knights      where it is kept, and whether it is intact
  fewest table clear knights     remove it
  fewest table clear --all       remove the tables of all puzzles
  fewest table build fifteen --partition 7-8 --from korf
                                 build and keep pattern databases for boards
                                 of the format korf

Exit status:
  0    done
  1    a table is wrong or its file is damaged
  2    bad usage or bad input, or a file can't be written
  130  interrupted";

/// Where tables are kept.
#[derive(Debug, Args)]
pub struct TableDir {
    /// Where large tables are kept from one run to the next; nowhere if empty. `FEWEST_TABLE_DIR` and then the user's cache
    /// folder if not given
    #[arg(long, value_name = "DIR", help_heading = "Tables")]
    pub table_dir: Option<OsString>,
}

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Table {
    #[command(subcommand)]
    pub command: TableCommand,
}

#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Builds a table and keeps it, in place of an older one
    Build(OneTable),
    /// Proves a table board by board: the one that is kept, or else one built for it
    Verify(OneTable),
    /// Lists the tables that are kept, and whether they are intact
    List {
        /// Those of one puzzle, whatever their goals
        puzzle: Option<String>,

        /// How to write the list
        #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Shape::Text)]
        to: Shape,

        #[command(flatten)]
        dir: TableDir,
    },
    /// Removes the tables of a puzzle or of all, and what killed builds have left
    Clear {
        /// The puzzle whose tables go, whatever their goals
        #[arg(conflicts_with = "all")]
        puzzle: Option<String>,

        /// The tables of all puzzles go
        #[arg(long)]
        all: bool,

        #[command(flatten)]
        dir: TableDir,
    },
}

#[derive(Debug, Args)]
pub struct OneTable {
    /// A name that `fewest puzzles` lists, like eight, sliding:WxH or cube2, or the path of a definition
    pub puzzle: String,

    /// The pattern databases of these groups of tiles instead: a name like 7-8, or tiles of the goal like 1,4,5/2,3,6/7,8
    #[arg(long, value_name = "NAME|GROUPS")]
    pub partition: Option<String>,

    /// The goal: blank-last, blank-first, snail, or a file with a board
    #[arg(long, value_name = "NAME|FILE")]
    pub goal: Option<String>,

    /// The format whose goal is meant (see `fewest formats`); the puzzle's usual one if not given
    #[arg(long, value_name = "FORMAT", conflicts_with = "goal")]
    pub from: Option<String>,

    /// Cores to use; all if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    /// The most memory for building, like 500M or 2G; a quarter of the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,

    #[command(flatten)]
    pub dir: TableDir,
}
