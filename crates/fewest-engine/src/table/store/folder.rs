//! The files of a store by name: tables, and temporary files that become tables.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{StoreError, StoreProblem};

/// The ending of table names.
const EXTENSION: &str = ".fewest";
/// The ending of temporary names.
const TEMPORARY: &str = ".tmp";
/// Digits of the hash in a name.
const HASH: usize = 8;
/// The age of a temporary file that a killed build must have left.
const OLD: Duration = Duration::from_hours(1);

/// The part of a file's name that names the puzzle.
pub(crate) fn stem_of(identity: &str) -> String {
    let name = identity.split(',').next().unwrap_or_default();
    name.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect()
}

pub(crate) fn file_name(identity: &str) -> String {
    let hash = crc32fast::hash(identity.as_bytes());
    format!("{}-{hash:08x}{EXTENSION}", stem_of(identity))
}

/// The part of a table's path that names the puzzle; `None` for other paths.
pub(crate) fn stem(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?.strip_suffix(EXTENSION)?;
    let (stem, hash) = name.rsplit_once('-')?;
    let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    let is_ours = hash.len() == HASH && hash.chars().all(is_digit) && !stem.starts_with('.');
    is_ours.then_some(stem)
}

/// Returns true if a path is a temporary file's.
pub(crate) fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.and_then(|name| name.strip_prefix('.')?.strip_suffix(TEMPORARY));
    let table = name.and_then(|name| name.rsplitn(3, '.').nth(2));
    table.is_some_and(|table| stem(Path::new(table)).is_some())
}

/// All paths in a folder, sorted; none if there is no such folder.
pub(crate) fn paths(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries,
    };
    let mut paths = entries
        .and_then(|entries| {
            entries
                .map(|entry| Ok(entry?.path()))
                .collect::<io::Result<Vec<_>>>()
        })
        .map_err(|error| StoreError {
            path: folder.to_owned(),
            problem: StoreProblem::Unreadable(error),
        })?;
    paths.sort_unstable();
    Ok(paths)
}

/// Removes old temporary files of killed builds. Failures are ignored.
pub(crate) fn sweep(folder: &Path) {
    for path in paths(folder).unwrap_or_default() {
        let is_old = || {
            let written = fs::metadata(&path).and_then(|data| data.modified()).ok()?;
            Some(written.elapsed().ok()? > OLD)
        };
        if is_temporary(&path) && is_old() == Some(true) {
            let _ = fs::remove_file(&path);
        }
    }
}

/// A new file that is removed unless it becomes a table.
pub struct Temporary {
    file: File,
    path: PathBuf,
    is_done: bool,
}

impl Temporary {
    /// Creates a file with a unique name next to the file that it is to become.
    ///
    /// # Errors
    /// If it can't be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut number = 0u64;
        loop {
            let process = std::process::id();
            let path = path.with_file_name(format!(".{name}.{process}.{number}{TEMPORARY}"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                file => {
                    return Ok(Self {
                        file: file?,
                        path,
                        is_done: false,
                    });
                }
            }
        }
    }

    /// Writes all parts, syncs them to the disk, and renames the file.
    ///
    /// # Errors
    /// If it can't be written or renamed.
    pub fn write(mut self, parts: &[&[u8]], name: &Path) -> io::Result<()> {
        for part in parts {
            self.file.write_all(part)?;
        }
        self.file.sync_all()?;
        fs::rename(&self.path, name)?;
        self.is_done = true;
        // Sync the name too, if the system can. A table lost with its name is built again.
        #[cfg(unix)]
        if let Some(folder) = name.parent() {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_done {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_others_were_taken_for_tables() {
        for (name, expected) in [
            ("fifteen-0123abcd.fewest", Some("fifteen")),
            ("my-own-01234567.fewest", Some("my-own")),
            ("notes-2026.fewest", None),
            ("notes-012345678.fewest", None),
            ("notes-0123abcg.fewest", None),
            ("notes-0123ABCD.fewest", None),
            ("notes.fewest", None),
            ("fifteen-0123abcd.txt", None),
            (".fifteen-0123abcd.fewest", None),
        ] {
            assert_eq!(stem(Path::new(name)), expected, "{name}");
        }
    }

    #[test]
    fn a_second_temporary_file_for_a_table_waits_for_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("fifteen-0123abcd.fewest");
        let both = [(); 2].map(|()| Temporary::create(&table).unwrap());
        let found = paths(folder.path()).unwrap();
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|path| is_temporary(path)));
        drop(both);
        assert!(paths(folder.path()).unwrap().is_empty());
    }
}
