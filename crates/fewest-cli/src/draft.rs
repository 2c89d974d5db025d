//! A file that appears as a whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use fewest::table::store::Temporary;

/// The beginning of each message that a file or a folder can't be written.
pub fn unwritable(path: &Path) -> String {
    format!("can't write {}", path.display())
}

/// Creates a folder and those above it, if need be.
pub fn folder(path: &Path) -> anyhow::Result<()> {
    let created = fs::create_dir_all(path);
    if created.is_err() && fs::metadata(path).is_ok_and(|data| !data.is_dir()) {
        bail!("{}: this is not a folder", unwritable(path));
    }
    created.with_context(|| unwritable(path))
}

/// A file under a temporary name, until it is kept.
pub struct Draft {
    path: PathBuf,
    /// `None` if the path is not a regular file, such as a pipe, which is written directly.
    file: Option<Temporary>,
}

impl Draft {
    /// Begins a chart. All charts are SVG: other file extensions are rejected.
    #[cfg(feature = "plots")]
    pub fn chart(path: &Path) -> anyhow::Result<Self> {
        if let Some(ending) = path.extension()
            && !ending.eq_ignore_ascii_case("svg")
        {
            bail!(
                "{}: charts are SVG files; choose a name that ends in .svg",
                unwritable(path)
            );
        }
        Self::new(path)
    }

    /// Begins a new file or the replacement of an existing one.
    pub fn new(path: &Path) -> anyhow::Result<Self> {
        let problem = || unwritable(path);
        // Replace the target of a link, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let metadata = fs::metadata(&path).ok();
        if metadata.as_ref().is_some_and(fs::Metadata::is_dir) {
            bail!("{}: this is a folder", problem());
        }
        if metadata.is_some_and(|metadata| !metadata.is_file()) {
            return Ok(Self { path, file: None });
        }
        let file = Temporary::create(&path).with_context(problem)?;
        Ok(Self {
            path,
            file: Some(file),
        })
    }

    /// Writes the contents and gives the file its name.
    pub fn keep(self, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
        let problem = || unwritable(&self.path);
        let written = match self.file {
            None => fs::write(&self.path, bytes),
            Some(file) => file.write(&[bytes.as_ref()], &self.path),
        };
        written.with_context(problem)
    }
}
