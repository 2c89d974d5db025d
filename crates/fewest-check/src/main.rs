//! The program `fewest-check`: checks a certificate.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use fewest_check::Failure;

const HELP: &str = "\
Checks a certificate of `fewest solve --certificate` or `fewest survey --certificate`

Usage: fewest-check FILE

Tables that the certificate names are read from the same folder.

Options:
  -h, --help     print this help
  -V, --version  print the version

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
            Err(Failure::Malformed(problem)) => (format!("error: {problem}\n"), 2),
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
    let name = path.to_string_lossy();
    let unread = |problem| Failure::Malformed(format!("{}: {problem}", name.escape_debug()));
    let text = read(path, LONGEST).map_err(unread)?;
    fewest_check::check(&text, &mut |name, length| {
        read(&path.with_file_name(name), length).map_err(|problem| format!("{name}: {problem}"))
    })
}

/// Reads a regular file of at most this many bytes.
fn read(path: &Path, longest: u64) -> Result<Vec<u8>, String> {
    let text = |error: io::Error| error.to_string();
    let data = std::fs::metadata(path).map_err(text)?;
    if !data.is_file() || data.len() > longest {
        return Err(format!(
            "expected a regular file of at most {longest} bytes"
        ));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(data.len()).unwrap_or(0));
    let file = File::open(path).map_err(text)?;
    file.take(longest).read_to_end(&mut bytes).map_err(text)?;
    Ok(bytes)
}
