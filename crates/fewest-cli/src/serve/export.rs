//! The page's files in a folder, for any web server.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, bail};

use super::site::FILES;
use crate::draft::{self, Draft};
use crate::number::counted;
use crate::{End, print};

/// A list of the exported files, one name per line, so that the next export can replace them. Web
/// servers don't serve files with such names.
const LIST: &str = ".fewest-export";

/// Writes the files to a folder. Unrelated files are left alone; if one has the name of a page
/// file, that is an error, reported before anything is written.
pub fn run(folder: &Path) -> anyhow::Result<End> {
    draft::folder(folder)?;
    let exported = read(&folder.join(LIST))?.unwrap_or_default();
    let exported = String::from_utf8_lossy(&exported);
    for (name, bytes) in FILES {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            draft::folder(parent)?;
        }
        if let Some(present) = read(&path)?
            && present != *bytes
            && !exported.lines().any(|line| line == *name)
        {
            bail!(
                "{} exists and is not from an earlier export; remove it or choose another folder",
                path.display()
            );
        }
    }
    // Written first, so that an interrupted export can be repeated.
    let names: String = FILES.iter().flat_map(|(name, _)| [name, "\n"]).collect();
    Draft::new(&folder.join(LIST))?.keep(names)?;
    for (name, bytes) in FILES {
        Draft::new(&folder.join(name))?.keep(bytes)?;
    }
    let bytes: u64 = FILES.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    print(&format!(
        "wrote {}, {}, to {}",
        counted(FILES.len() as u64, "file"),
        counted(bytes, "byte"),
        folder.display()
    ))?;
    Ok(End::Done)
}

/// The contents of a file; `None` if it does not exist.
fn read(path: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    let problem = || path.display().to_string();
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        // Opening a pipe could block forever.
        Ok(data) if !data.is_file() => bail!("{} exists and is not a file", path.display()),
        Ok(_) => Ok(Some(fs::read(path).with_context(problem)?)),
        Err(error) => Err(error).with_context(problem),
    }
}
