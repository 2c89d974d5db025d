//! The program `fewest-check`: checks a certificate.

use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::ExitCode;

use fewest_check::{Failure, counted};

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
/// The longest certificate that is read, in bytes.
const LONGEST: u64 = 1 << 24;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (text, status) = match (arguments.next(), arguments.next()) {
        (Some(word), None) if word == "-h" || word == "--help" => (HELP.to_owned(), 0),
        (Some(word), None) if word == "-V" || word == "--version" => (VERSION.to_owned(), 0),
        (Some(file), None) => match check(Path::new(&file)) {
            Ok(verified) => (format!("{verified}\n"), 0),
            Err(Failure::Refuted(problem)) => (format!("not verified: {problem}\n"), 1),
            Err(Failure::Malformed(problem)) => {
                (format!("error: {}: {problem}\n", shown(&file)), 2)
            }
            Err(Failure::Unread(problem)) => (format!("error: {problem}\n"), 2),
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

fn check(path: &Path) -> Result<String, Failure> {
    let unread = |problem| Failure::Unread(format!("{}: {problem}", shown(path)));
    let text = read(path, 0..=LONGEST).map_err(unread)?;
    fewest_check::check(&text, &mut |name, length| {
        let path = path.with_file_name(name);
        read(&path, length..=length).map_err(|problem| format!("{}: {problem}", shown(&path)))
    })
}

/// A path that can't mess up a terminal.
fn shown(path: impl AsRef<Path>) -> String {
    let path = path.as_ref().to_string_lossy();
    path.replace(char::is_control, "?")
}

/// Reads a regular file with a number of bytes.
fn read(path: &Path, sizes: RangeInclusive<u64>) -> Result<Vec<u8>, String> {
    let in_words = |error: io::Error| {
        let text = error.to_string();
        let number = text.find(" (os error ").unwrap_or(text.len());
        text[..number].to_owned()
    };
    let data = std::fs::metadata(path).map_err(in_words)?;
    if !data.is_file() || !sizes.contains(&data.len()) {
        let (least, most) = sizes.into_inner();
        let size = if least == most { "" } else { "at most " };
        let most = counted(most.into(), "byte");
        return Err(format!("expected a regular file of {size}{most}"));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(data.len()).unwrap_or(0));
    let mut file = File::open(path).map_err(in_words)?.take(data.len());
    file.read_to_end(&mut bytes).map_err(in_words)?;
    Ok(bytes)
}
