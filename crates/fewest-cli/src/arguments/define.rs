//! Arguments of `fewest define`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use fewest::model::Dialect;

use super::values::size;

const EXAMPLES: &str = "Examples:
  fewest define check cube2
  fewest define check cube3 --measure
  fewest define check puzzle.toml --to json --memory 2G";

const MORE: &str = "\
Exit status:
  0    the definition is valid; warnings are written to standard error
  2    it has mistakes, or can't be read";

const IMPORT: &str = "Examples:
  fewest define import cube.tws > cube.toml
  fewest define import --from ksolve cube.txt > cube.toml";

#[derive(Debug, Args)]
pub struct Define {
    #[command(subcommand)]
    pub command: DefineCommand,
}

#[derive(Debug, Subcommand)]
pub enum DefineCommand {
    /// Find mistakes in a definition, or describe the puzzle
    ///
    /// The report has its boards, its symmetries, and the cost of each goal
    Check(CheckDefinition),
    /// Convert a puzzle of twsearch or ksolve+ to a definition
    ///
    /// It is written to standard output. Files are called .tws and .def
    #[command(after_help = IMPORT)]
    Import {
        /// The file to convert, or `-` for standard input
        file: PathBuf,

        /// The file's format: twsearch or ksolve
        ///
        /// Default: ksolve if its name ends in `.def`, otherwise twsearch
        #[arg(long, hide_possible_values = true, value_name = "FORMAT", value_parser = dialect())]
        from: Option<Dialect>,
    },
}

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{MORE}"))]
pub struct CheckDefinition {
    /// The definition's file, or a name like cube2
    ///
    /// `-` is standard input. A name is one of a built-in definition
    pub file: PathBuf,

    /// The report's format: text, json or canonical
    ///
    /// The canonical form is the puzzle as certificates state it (docs/certificate.md)
    #[arg(long, hide_possible_values = true, value_name = "FORMAT", value_enum, default_value_t = Form::Text)]
    pub to: Form,

    /// Also build the smaller tables, and measure them
    ///
    /// These tables guide searches. The report has their build times and their mean bounds on
    /// random boards
    #[arg(long)]
    pub measure: bool,

    /// Memory limit, like 500M or 2G
    ///
    /// Default: a quarter of the machine's memory
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Shape {
    /// Readable text
    Text,
    /// One JSON object
    Json,
}

/// The output format of `define check`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Form {
    Text,
    Json,
    Canonical,
}

fn dialect() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::name)).map(|name| {
        let mut known = Dialect::ALL.into_iter();
        known
            .find(|dialect| dialect.name() == name)
            .unwrap_or_default()
    })
}
