//! Arguments of `fewest validate`.

use std::path::PathBuf;

use clap::Args;

use super::values::size;

const EXAMPLES: &str = "Examples:
  fewest validate rotation --format poj2286 boards.txt
  fewest generate eight --random --to p1379 | fewest validate eight --format p1379

What is checked: that every board can be read and has the right pieces, that a
stated number of boards is kept and what must end them is there, and the judge's
own limits as far as its statement gives them.

Exit status:
  0    every input is legal
  1    one is not (3 with --testlib)
  2    bad usage, or a file that can't be read
  130  interrupted";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Validate {
    /// rotation, knights, eight, fifteen, twentyfour, sliding:WxH or the file of a definition
    pub puzzle: String,

    /// Files of boards, `-` for standard input, which is also read if there are none
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The format (see `fewest formats`)
    #[arg(long, value_name = "FORMAT", help_heading = "Formats")]
    pub format: String,

    /// Exit as validators made with testlib do, with what is wrong on standard error
    #[arg(long, help_heading = "Formats")]
    pub testlib: bool,

    /// The most memory for tables, like 500M or 2G; a quarter of the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,
}
