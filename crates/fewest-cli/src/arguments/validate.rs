//! Arguments of `fewest validate`.

use std::path::PathBuf;

use clap::Args;

use super::values::size;

const EXAMPLES: &str = "Examples:
  fewest validate rotation --from poj2286 boards.txt
  fewest generate eight --random --to p1379 | fewest validate eight --from p1379";

const MORE: &str = "\
What is checked:
  boards  Every board can be read and has the right pieces. If the input states
          a number of boards or has an end mark, it is right. An input without
          boards is only a warning.
  limits  The judge's own limits, as far as its statement gives them.
  layout  Byte for byte: single spaces between words, none at the ends of lines,
          no tabs, no carriage returns, no empty lines, no byte order mark, and
          a newline after every line. Contestants' programs may rely on it, and
          testlib validators require it.

Files in circulation are often untidy: archives from Windows have carriage
returns, and the last newline gets lost. --lax accepts them, as `solve` does.
Files of princeton, npuzzle42, korf, plain and drawn have many layouts, so only
--strict checks it: then they must be exactly what `generate` writes.

Exit status:
  0    every input is valid
  1    an input is not valid (3 with --testlib)
  2    bad usage, or a file that can't be read (3 with --testlib)
  130  interrupted";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{MORE}"))]
pub struct Validate {
    /// The puzzle: a name from `fewest puzzles`, or a definition's path
    ///
    /// Names are like eight, sliding:WxH or cube2
    pub puzzle: String,

    /// Board files. Default, and for `-`: standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The input's format. Default: detected
    ///
    /// `fewest formats` lists them. If the input does not make it clear, the format must be given
    #[arg(long, value_name = "FORMAT", help_heading = "Formats")]
    pub from: Option<String>,

    /// Require the layout that `generate` writes
    ///
    /// Without it, formats with many layouts accept any of them
    #[arg(long, help_heading = "Formats")]
    pub strict: bool,

    /// Accept any white space, as `solve` does
    #[arg(long, conflicts_with = "strict", help_heading = "Formats")]
    pub lax: bool,

    /// Use the exit codes of testlib validators
    ///
    /// Mistakes are written to standard error
    #[arg(long, help_heading = "Formats")]
    pub testlib: bool,

    #[command(flatten)]
    pub testing: Testing,

    /// Memory limit for tables, like 500M or 2G. Default: a quarter of the machine's memory
    #[arg(hide_short_help = true, long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,
}

/// Arguments that are accepted for compatibility with testlib, and ignored.
#[derive(Debug, Args)]
pub struct Testing {
    /// The set of tests that the input belongs to
    #[arg(long, value_name = "NAME", hide = true, requires = "testlib")]
    pub testset: Option<String>,

    /// The group of tests that the input belongs to
    #[arg(long, value_name = "NAME", hide = true, requires = "testlib")]
    pub group: Option<String>,
}
