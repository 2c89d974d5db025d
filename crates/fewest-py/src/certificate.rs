//! Certificates of answers and surveys, saved as files.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use fewest::table::store::Temporary;
use fewest::{Certificate, Options, PuzzleError, Unfinished};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::control::Control;
use crate::job;

/// The file of the certificate last saved, if there is one.
#[derive(Default)]
pub struct Saved(Mutex<Option<PathBuf>>);

impl Saved {
    pub fn path(&self) -> Option<PathBuf> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Makes a certificate, whose tables are named like its file, and saves it after its tables.
    pub fn save(
        &self,
        py: Python<'_>,
        path: PathBuf,
        options: &Options,
        control: Control<'_, '_>,
        make: impl FnOnce(&str, &Options) -> Result<Certificate, Unfinished<PuzzleError>> + Send,
    ) -> PyResult<()> {
        let name =
            Certificate::name(&path).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let certificate = job::long(py, options, control, |options| make(name, options))?;
        for (table, entries) in &certificate.tables {
            write(py, &path.with_file_name(table), entries)?;
        }
        write(py, &path, certificate.text.as_bytes())?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(path);
        Ok(())
    }
}

/// Writes a file that appears as a whole or not at all.
fn write(py: Python<'_>, path: &Path, bytes: &[u8]) -> PyResult<()> {
    let written = py.detach(|| Temporary::create(path)?.write(&[bytes], path));
    written.map_err(|error| job::no_file(py, path, error))
}
