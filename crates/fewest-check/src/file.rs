//! Certificates in files, with their tables beside them.

use std::fs::File;
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::Path;

use crate::parse::LONGEST;
use crate::{Failure, counted};

/// Checks a certificate in a file, and its tables, which are in the same folder. Returns the puzzle's
/// name and the verified claim, in words.
///
/// # Errors
/// If the file or a table can't be read, the text is malformed, or the claim is not proved.
///
/// ```
/// let refused = fewest_check::check_file("none.cert".as_ref());
/// assert!(matches!(refused, Err(fewest_check::Failure::Unread(_))));
/// ```
pub fn check_file(path: &Path) -> Result<String, Failure> {
    let unread = |problem| Failure::Unread(format!("{}: {problem}", shown(path)));
    let text = read(path, 0..=LONGEST as u64).map_err(unread)?;
    let verified = crate::check(&text, &mut |name, length| {
        let path = path.with_file_name(name);
        read(&path, length..=length).map_err(|problem| format!("{}: {problem}", shown(&path)))
    });
    verified.map_err(|failure| match failure {
        Failure::Malformed(problem) => Failure::Malformed(format!("{}: {problem}", shown(path))),
        other => other,
    })
}

/// A path that can't mess up a terminal.
fn shown(path: &Path) -> String {
    let path = path.to_string_lossy();
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
