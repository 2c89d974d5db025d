//! Arguments of `fewest define`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use fewest::model::{Dialect, Export};

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
  fewest define import cube.json --board pattern.json | fewest solve cube.toml
  fewest define import puzzle_info.csv --puzzle wreath_6/6 \\
    --solution 'C;A;C;A;A;A;B;B;B;B' > wreath.toml";

const EXPORT: &str = "Examples:
  fewest define export cube2 --to kpuzzle > cube2.json
  fewest define export stage.toml --to toml > whole.toml";

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
    /// Convert a puzzle of another program to a definition
    ///
    /// The definition is written to standard output. Files end in .tws (twsearch), .def (ksolve+),
    /// .json (cubing.js) or .gap (GAP, Twizzle); the table of the contest Santa 2023 is
    /// `puzzle_info.csv`
    #[command(after_help = IMPORT)]
    Import(ImportDefinition),
    /// Write a puzzle for another program, or as one definition
    ///
    /// It is written to standard output. twsearch's file can also be read by ksolve+. A definition
    /// (toml) has everything in one file, without `extends`
    #[command(after_help = EXPORT)]
    Export {
        /// The puzzle's name, or the file with its definition
        #[arg(value_name = "PUZZLE")]
        puzzle: String,

        /// The file's format: twsearch, kpuzzle (cubing.js) or toml
        #[arg(long, hide_possible_values = true, value_name = "FORMAT", value_parser = export())]
        to: Export,
    },
}

#[derive(Debug, Args)]
pub struct ImportDefinition {
    /// The file to convert, or `-` for standard input
    pub file: PathBuf,

    /// Its format: twsearch, ksolve, kpuzzle, santa or gap
    ///
    /// kpuzzle is the format of cubing.js. Default: by the end of the file's name, `.tws`, `.def`,
    /// `.json`, `.csv` or `.gap`; otherwise by its text
    #[arg(long, hide_possible_values = true, value_name = "FORMAT", value_parser = dialect())]
    pub from: Option<Dialect>,

    /// Add the goals after turns of the whole puzzle
    ///
    /// The file must have such turns, like `x` or `Rv`: the puzzle is then solved in any orientation
    #[arg(long)]
    pub any_orientation: bool,

    /// A file with another goal
    ///
    /// A pattern of cubing.js (JSON) or a scramble of twsearch. Pieces with the same number are
    /// identical, so it may be a mask
    #[arg(long, value_name = "FILE")]
    pub goal: Option<PathBuf>,

    /// Convert the boards in this file instead
    ///
    /// A pattern of cubing.js (JSON) or scrambles of twsearch. They are written as the definition's
    /// boards, one per line
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,

    /// The puzzle of a table, by its `puzzle_type`
    ///
    /// Default: the only one
    #[arg(long, value_name = "ROW")]
    pub puzzle: Option<String>,

    /// The solved colours of that puzzle, like `A;A;B`
    ///
    /// Default: all stickers have different colours
    #[arg(long, value_name = "COLOURS")]
    pub solution: Option<String>,
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
    /// The canonical form is the puzzle as certificates state it
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

fn export() -> impl TypedValueParser<Value = Export> {
    // `tws` is what twsearch's files are called.
    let names = Export::ALL.map(|export| {
        let name = PossibleValue::new(export.name());
        match export {
            Export::Twsearch => name.alias("tws"),
            _ => name,
        }
    });
    PossibleValuesParser::new(names).map(|name| {
        let mut known = Export::ALL.into_iter();
        known
            .find(|export| export.name() == name)
            .unwrap_or(Export::Twsearch)
    })
}
