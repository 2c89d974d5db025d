//! A file that appears as a whole or not at all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use tempfile::NamedTempFile;

/// A file under a temporary name, until it is kept.
pub struct Draft {
    path: PathBuf,
    /// `None` if the path is not a regular file, such as a pipe, which is written directly.
    file: Option<NamedTempFile>,
}

impl Draft {
    /// Begins a chart. All charts are SVG: other file extensions are rejected.
    #[cfg(feature = "plots")]
    pub fn chart(path: &Path) -> anyhow::Result<Self> {
        if let Some(ending) = path.extension()
            && !ending.eq_ignore_ascii_case("svg")
        {
            bail!(
                "can't write {}: charts are SVG files; choose a name that ends in .svg",
                path.display()
            );
        }
        Self::new(path)
    }

    /// Begins a new file or the replacement of an existing one.
    pub fn new(path: &Path) -> anyhow::Result<Self> {
        let problem = || format!("can't write {}", path.display());
        // Replace the target of a link, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let metadata = fs::metadata(&path).ok();
        if metadata.as_ref().is_some_and(fs::Metadata::is_dir) {
            bail!("{}: this is a folder", problem());
        }
        if metadata.is_some_and(|metadata| !metadata.is_file()) {
            return Ok(Self { path, file: None });
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let file = builder().tempfile_in(folder).map_err(|error| {
            // The temporary name means nothing to the user.
            let text = error.to_string();
            let cause = text.split(" at path ").next().unwrap_or_default();
            anyhow!("{}: {cause}", problem())
        })?;
        Ok(Self {
            path,
            file: Some(file),
        })
    }

    /// Writes the contents and gives the file its name.
    pub fn keep(self, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
        let problem = || format!("can't write {}", self.path.display());
        match self.file {
            None => fs::write(&self.path, bytes).with_context(problem)?,
            Some(mut file) => {
                // Errors of `NamedTempFile` name the temporary file.
                let written = file.as_file_mut().write_all(bytes.as_ref());
                written.with_context(problem)?;
                let kept = file.persist(&self.path).map_err(|error| error.error);
                kept.with_context(problem)?;
            }
        }
        Ok(())
    }
}

/// Creates files with the usual permissions.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fewest-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}
