//! Arguments of `fewest define`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use fewest::model::Dialect;

use super::values::size;

const EXAMPLES: &str = "Examples:
  fewest define check puzzle.toml
  fewest define check cube2
  fewest define check puzzle.toml --to json --memory 2G

Exit status:
  0    the definition is good; warnings are told on standard error
  2    it has mistakes, or can't be read";

#[derive(Debug, Args)]
pub struct Define {
    #[command(subcommand)]
    pub command: DefineCommand,
}

#[derive(Debug, Subcommand)]
pub enum DefineCommand {
    /// Finds mistakes in a definition, or reports what it is: boards, symmetries, what each goal takes
    Check(CheckDefinition),
    /// Turns a puzzle of twsearch (.tws) or ksolve+ (.def) into a definition, on standard output
    Import {
        /// The file, `-` for standard input
        file: PathBuf,

        /// Whose file it is; ksolve's if its name ends in `.def`, else twsearch's
        #[arg(long, value_name = "PROGRAM", value_parser = dialect())]
        from: Option<Dialect>,
    },
}

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckDefinition {
    /// The definition's file, `-` for standard input, or a name like cube2 of one that comes with the program
    pub file: PathBuf,

    /// How to write the report
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Shape::Text)]
    pub to: Shape,

    /// The most memory for tables, like 500M or 2G; a quarter of the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub memory: Option<u64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Shape {
    /// For people
    Text,
    /// One JSON object
    Json,
}

fn dialect() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::name)).map(|name| {
        let mut known = Dialect::ALL.into_iter();
        known
            .find(|dialect| dialect.name() == name)
            .unwrap_or_default()
    })
}
