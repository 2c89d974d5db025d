//! Arguments of `fewest validate`.

use std::path::PathBuf;

use clap::Args;

use super::values::size;

const EXAMPLES: &str = "Examples:
  fewest validate rotation --from poj2286 boards.txt
  fewest generate eight --random --to p1379 | fewest validate eight --from p1379

What is checked: that every board can be read and has the right pieces, that a
stated number of boards is kept and what must end them is there, the judge's own
limits as far as its statement gives them, and the layout, byte for byte: single
blanks between words, none at the ends of lines, no tabs, no carriage returns,
no empty lines, no byte order mark, every line ended. Programs of contestants
may rely on it, and validators made with testlib insist on it.

Files in circulation are often untidy (archives from Windows have carriage
returns, the last line end gets lost): --lax takes them as `solve` does. The
files of princeton, npuzzle42, korf, plain and drawn are laid out in many ways,
so only --strict looks at that: then they must be what `generate` writes.

Exit status:
  0    every input is legal
  1    one is not (3 with --testlib)
  2    bad usage, or a file that can't be read (3 with --testlib)
  130  interrupted";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Validate {
    /// A name that `fewest puzzles` lists, like eight, sliding:WxH or cube2, or the path of a definition
    pub puzzle: String,

    /// Files of boards, `-` for standard input, which is also read if there are none
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The format (see `fewest formats`); recognised where it is certain
    #[arg(
        long,
        visible_alias = "format",
        value_name = "FORMAT",
        help_heading = "Formats"
    )]
    pub from: Option<String>,

    /// Insist on one layout in every format: what `generate` writes
    #[arg(long, help_heading = "Formats")]
    pub strict: bool,

    /// Take any white space, as `solve` does
    #[arg(long, conflicts_with = "strict", help_heading = "Formats")]
    pub lax: bool,

    /// Exit as validators made with testlib do, with what is wrong on standard error
    #[arg(long, help_heading = "Formats")]
    pub testlib: bool,

    #[command(flatten)]
    pub testing: Testing,

    /// The most memory for tables, like 500M or 2G; a quarter of the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,
}

/// What judges name to programs made with testlib. It is taken and not looked at.
#[derive(Debug, Args)]
pub struct Testing {
    /// The set of tests that the input belongs to
    #[arg(long, value_name = "NAME", hide = true)]
    pub testset: Option<String>,

    /// The group of tests that the input belongs to
    #[arg(long, value_name = "NAME", hide = true)]
    pub group: Option<String>,
}
