//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use fewest::catalogue::Tie;
use fewest::solver::{Guide, Road};

const EXIT_CODES: &str = "Exit status:
  0    done
  1    a limit of moves, nodes, time or memory left a board without its answer
  2    bad usage or bad input
  130  interrupted; the answers found so far were written";

const SOLVE_EXAMPLES: &str = "Examples:
  fewest solve rotation boards.txt            answers in the judge's own format
  fewest solve eight --to text --steps 8.txt  draw every board on the way
  fewest solve knights --to json < boards     one JSON object a line, no limit of moves
  fewest solve sliding:4x3 --goal goal.txt -  a goal of your own, boards from standard input

Exit status:
  0    done
  1    a limit of moves, nodes, time or memory left a board without its answer
  2    bad usage or bad input
  130  interrupted; the answers found so far were written";

/// Finds the fewest moves that solve a puzzle, and proves it.
#[derive(Debug, Parser)]
#[command(name = "fewest", version, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Answers boards: the fewest moves, proven
    Solve(Box<Solve>),
    /// Lists the puzzles
    Puzzles,
    /// Lists the formats of boards and answers
    Formats {
        /// Those of one puzzle
        puzzle: Option<String>,
    },
}

#[derive(Debug, Args)]
#[command(after_help = SOLVE_EXAMPLES)]
pub struct Solve {
    /// rotation, knights, eight, fifteen, twentyfour or sliding:WxH
    pub puzzle: String,

    /// Files of boards, `-` for standard input, which is also read if there are none
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The input's format (see `fewest formats`); recognised where it is certain
    #[arg(long, value_name = "FORMAT", help_heading = "Formats")]
    pub from: Option<String>,

    /// The output's format, or json or text; the input's own if not given
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
          value_parser = PossibleValuesParser::new(Road::ALL.map(Road::name)))]
    pub method: String,

    /// What guides a search; the puzzle's best if not given
    #[arg(long, value_name = "HEURISTIC", help_heading = "Method",
          value_parser = PossibleValuesParser::new(Guide::ALL.map(Guide::name)))]
    pub heuristic: Option<String>,

    /// Cores to use; all if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Method")]
    pub threads: Option<u16>,

    /// The most moves that an answer may have
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_moves: Option<u32>,

    /// The most boards that a search may generate for one board
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_nodes: Option<u64>,

    /// The longest time for one board, like 500ms, 10s or 2m
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    pub max_time: Option<Duration>,

    /// The most memory for tables and searches, like 500M or 2G; a quarter of the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,
}

fn tie(word: &str) -> Result<Tie, String> {
    match word {
        "least" => Ok(Tie::Least),
        "any" => Ok(Tie::Any),
        _ if !word.is_empty()
            && word.len() <= 8
            && word.chars().all(|c| c.is_ascii_lowercase()) =>
        {
            Ok(Tie::Order(word.to_owned()))
        }
        _ => Err("expected least, any, or an order of letters like udlr".to_owned()),
    }
}

/// A number and the unit behind it.
fn split(word: &str) -> Option<(u64, &str)> {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = word.split_at(digits);
    Some((number.parse().ok()?, unit))
}

fn time(word: &str) -> Result<Duration, String> {
    let time = split(word).and_then(|(number, unit)| match unit {
        "ms" => Some(Duration::from_millis(number)),
        "s" | "" => Some(Duration::from_secs(number)),
        "m" => Some(Duration::from_secs(number.checked_mul(60)?)),
        "h" => Some(Duration::from_secs(number.checked_mul(3600)?)),
        _ => None,
    });
    time.ok_or_else(|| "expected a whole number and ms, s, m or h".to_owned())
}

fn size(word: &str) -> Result<u64, String> {
    let size = split(word).and_then(|(number, unit)| {
        let shift = match unit.trim_end_matches(['B', 'b', 'i']) {
            "" => 0,
            "K" | "k" => 10,
            "M" | "m" => 20,
            "G" | "g" => 30,
            "T" | "t" => 40,
            _ => return None,
        };
        number.checked_mul(1 << shift)
    });
    size.ok_or_else(|| "expected a whole number of bytes and K, M, G or T".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }

    #[test]
    fn times_and_sizes() {
        assert_eq!(time("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(time("3"), Ok(Duration::from_secs(3)));
        assert_eq!(time("2m"), Ok(Duration::from_mins(2)));
        assert!(
            [
                "",
                "s",
                "-1s",
                "1.5s",
                "99999999999999999999s",
                "18446744073709551615h"
            ]
            .iter()
            .all(|word| time(word).is_err())
        );
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("2G"), Ok(2 << 30));
        assert_eq!(size("10MiB"), Ok(10 << 20));
        assert!(
            ["", "G", "2X", "99999999999T"]
                .iter()
                .all(|word| size(word).is_err())
        );
    }

    #[test]
    fn ties() {
        assert_eq!(tie("udlr"), Ok(Tie::Order("udlr".to_owned())));
        assert!(
            ["", "UDLR", "u d", "toolongtobeone"]
                .iter()
                .all(|word| tie(word).is_err())
        );
    }
}
