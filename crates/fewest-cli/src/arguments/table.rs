//! Arguments of `fewest table`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::Shape;
#[cfg(feature = "cluster")]
use super::hosts::{Together, alone};
use super::values::{size, time_limit, whole};

const EXAMPLES: &str = "Examples:
  fewest table build knights     build and store the table of 67,603,900 boards
  fewest table verify knights    prove it right, board by board
  fewest table clear knights     remove it";

const MORE: &str = "\
Exit status:
  0    success
  1    the time limit stopped a build, a table is wrong, or its file is damaged
  2    bad usage or bad input, or a file can't be written
  130  interrupted";

const BUILD: &str = "Examples:
  fewest table build knights                    a table of 67,603,900 boards
  fewest table build sliding:4x3 --memory 200M  level by level: at once, 330 MB
  fewest table build fifteen --partition 7-8    pattern databases";

const MORE_BUILD: &str = "\
If --memory allows it, a table is built at once, with a little more than a byte
per board. Otherwise it is built level by level: two bits per board, and the
last levels. With --checkpoint all levels are kept in files, at most a byte per
board. With --hosts, several machines build a table together.";

const VERIFY: &str = "Examples:
  fewest table verify knights
  fewest table verify fifteen --partition 7-8";

const LIST: &str = "Examples:
  fewest table list
  fewest table list eight --to json";

const CLEAR: &str = "Examples:
  fewest table clear knights
  fewest table clear --everything";

/// Where tables are stored.
#[derive(Clone, Debug, Args)]
pub struct TableDir {
    /// The folder for large tables, which later runs read. Empty: none. Default:
    /// `FEWEST_TABLE_DIR`, otherwise the user's cache folder
    #[arg(
        hide_short_help = true,
        long,
        value_name = "DIR",
        help_heading = "Tables"
    )]
    pub table_dir: Option<OsString>,
}

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{MORE}"))]
pub struct Table {
    #[command(subcommand)]
    pub command: TableCommand,
}

#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Build a table and store it, replacing an older one
    #[command(after_help = BUILD, after_long_help = format!("{BUILD}\n\n{MORE_BUILD}"))]
    Build(Build),
    /// Prove a table right, board by board
    ///
    /// The table is the stored one, or one built for the proof. A large table of lower bounds (a
    /// projection) is proved near the goal, and by samples
    #[command(after_help = VERIFY)]
    Verify(OneTable),
    /// List the stored tables, and check that they are intact
    #[command(after_help = LIST)]
    List {
        /// Only the tables of this puzzle, for any goal
        puzzle: Option<String>,

        /// The output's format: text or json
        #[arg(long, hide_possible_values = true, value_name = "FORMAT", value_enum, default_value_t = Shape::Text)]
        to: Shape,

        #[command(flatten)]
        dir: TableDir,
    },
    /// Remove the stored tables of one puzzle or of all
    ///
    /// The remains of killed builds are removed as well
    #[command(after_help = CLEAR)]
    Clear {
        /// The puzzle whose tables to remove, for any goal
        #[arg(conflicts_with = "everything")]
        puzzle: Option<String>,

        /// Remove the tables of all puzzles
        #[arg(long)]
        everything: bool,

        #[command(flatten)]
        dir: TableDir,
    },
}

/// Options that exclude several hosts.
#[cfg(feature = "cluster")]
const ALONE: [&str; 3] = ["partition", "dry_run", "max_time"];

#[derive(Debug, Args)]
#[cfg_attr(
    feature = "cluster",
    command(mut_args(|arg| alone(arg, &ALONE)))
)]
pub struct Build {
    #[command(flatten)]
    pub table: OneTable,

    /// Build level by level in this folder, and resume
    ///
    /// The folder keeps all levels. The same command resumes
    #[arg(long, value_name = "DIR", conflicts_with = "partition")]
    pub checkpoint: Option<PathBuf>,

    /// Time limit for all tables, like 90s, 5m or 2h
    ///
    /// Of a build that is stopped, tables that were stored and the finished levels in the folder of
    /// --checkpoint stay
    #[arg(hide_short_help = true, long, value_name = "TIME", value_parser = time_limit, conflicts_with = "dry_run")]
    pub max_time: Option<Duration>,

    /// Print what the build would take, and stop
    #[arg(long)]
    pub dry_run: bool,

    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub cluster: Together,
}

#[derive(Debug, Args)]
pub struct OneTable {
    /// The puzzle: a name from `fewest puzzles`, or a definition's path
    ///
    /// Names are like eight, sliding:WxH or cube2
    pub puzzle: String,

    /// Pattern databases for these groups of tiles instead
    ///
    /// A name like 7-8, or tiles of the goal like 1,4,5/2,3,6/7,8
    #[arg(long, value_name = "GROUPS")]
    pub partition: Option<String>,

    /// The goal: blank-last, blank-first, snail, or a file
    #[arg(long, value_name = "NAME|FILE")]
    pub goal: Option<String>,

    /// The format whose goal to use
    ///
    /// `fewest formats` lists them. Default: the puzzle's usual format
    #[arg(long, value_name = "FORMAT", conflicts_with = "goal")]
    pub from: Option<String>,

    /// CPU cores to use. Default: all
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = whole(1, u16::MAX))]
    pub threads: Option<u16>,

    /// Memory limit, like 500M or 2G
    ///
    /// Default: a quarter of the machine's memory
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,

    #[command(flatten)]
    pub dir: TableDir,
}

#[cfg(feature = "cluster")]
impl Build {
    pub const fn is_shared(&self) -> bool {
        self.cluster.hosts.is_some()
    }

    /// Returns true on every host but the first.
    pub fn is_helper(&self) -> bool {
        self.cluster.host.is_some_and(|host| host > 0)
    }
}

#[cfg(not(feature = "cluster"))]
impl Build {
    #[expect(clippy::unused_self, reason = "as with the feature")]
    pub const fn is_shared(&self) -> bool {
        false
    }

    #[expect(clippy::unused_self, reason = "as with the feature")]
    pub const fn is_helper(&self) -> bool {
        false
    }
}
