//! The program `fewest-check`: checks a certificate.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use fewest_check::{Failure, check_file};

const HELP: &str = "\
Check a certificate of `fewest solve --certificate` or `fewest survey --certificate`

Usage: fewest-check FILE

Tables that the certificate names are read from the same folder.

Options:
  -h, --help     Print this help
  -V, --version  Print the version

Exit status:
  0  the certificate proves its claim, which is printed
  1  the claim does not hold, or the certificate does not prove it
  2  bad usage, or a file is malformed or can't be read
";
const VERSION: &str = concat!("fewest-check ", env!("CARGO_PKG_VERSION"), "\n");

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (text, status) = match (arguments.next(), arguments.next()) {
        (Some(word), None) if word == "-h" || word == "--help" => (HELP.to_owned(), 0),
        (Some(word), None) if word == "-V" || word == "--version" => (VERSION.to_owned(), 0),
        (Some(file), None) => match check_file(Path::new(&file)) {
            Ok(verified) => (format!("{verified}\n"), 0),
            Err(Failure::Refuted(problem)) => (format!("not verified: {problem}\n"), 1),
            Err(Failure::Malformed(problem) | Failure::Unread(problem)) => {
                (format!("error: {problem}\n"), 2)
            }
        },
        _ => (
            "error: expected one file; see `fewest-check --help`\n".to_owned(),
            2,
        ),
    };
    // A closed pipe changes nothing about the certificate.
    drop(match status {
        2 => io::stderr().write_all(text.as_bytes()),
        _ => io::stdout().write_all(text.as_bytes()),
    });
    ExitCode::from(status)
}
