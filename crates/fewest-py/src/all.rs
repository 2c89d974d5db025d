//! The distances of all boards of a puzzle, in memory or written to a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use fewest::{Numbering, Options, PuzzleError, Unfinished};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::control::Control;
use crate::job;
use crate::limits::check_room;
use crate::puzzle::Puzzle;

/// The number of boards looked up between two writes: a tenth of a second, and tens of megabytes.
const PART: u64 = 1 << 20;
/// The number of files begun by this process, because several threads may write at once.
static BEGUN: AtomicU32 = AtomicU32::new(0);

pub struct AllDistances<'a> {
    pub puzzle: &'a Puzzle,
    pub numbering: &'a Numbering,
    /// True to look each board up in tables that are smaller than one of all boards, one per goal;
    /// false to build the table of all boards.
    pub from_views: bool,
}

impl AllDistances<'_> {
    pub fn in_memory(&self, py: Python<'_>, control: Control<'_, '_>) -> PyResult<Vec<u8>> {
        let options = self.puzzle.options();
        if !self.from_views {
            return job::long(py, &options, control, |options| {
                self.numbering.distances(options)
            });
        }
        let boards = self.numbering.boards();
        let allowed = options.limits.memory.unwrap_or(u64::MAX);
        let room = usize::try_from(boards).ok().filter(|_| boards <= allowed).ok_or_else(|| {
            PyValueError::new_err(format!(
                "the distances of all boards take {boards} bytes, {allowed} are allowed: table(folder) keeps them in a file, and distances() does not need them"
            ))
        })?;
        check_room(room, 1)?;
        let mut distances = Vec::with_capacity(room);
        self.look_up(py, control, &mut distances)?;
        Ok(distances)
    }

    /// Writes the distances to a file that is complete as soon as it exists.
    pub fn save(&self, py: Python<'_>, path: &Path, control: Control<'_, '_>) -> PyResult<()> {
        let boards = self.numbering.boards();
        let usage = py.import("shutil")?.getattr("disk_usage")?;
        let free: u64 = usage.call1((path.parent(),))?.getattr("free")?.extract()?;
        if free <= boards {
            return Err(PyOSError::new_err(format!(
                "the distances of all boards take {boards} bytes, but only {free} are free in that folder"
            )));
        }
        let number = BEGUN.fetch_add(1, Ordering::Relaxed);
        let part = path.with_extension(format!("{}-{number}.part", std::process::id()));
        let no_file = |error| job::no_file(py, &part, error);
        let file = File::create(&part).map_err(no_file);
        let written = file.and_then(|file| self.write(py, file, control));
        let done = written.and_then(|()| std::fs::rename(&part, path).map_err(no_file));
        if done.is_err() {
            // The earlier error is the one to report.
            let _ = std::fs::remove_file(&part);
        }
        done
    }

    fn write(&self, py: Python<'_>, mut file: File, control: Control<'_, '_>) -> PyResult<()> {
        file.write_all(&header(py, self.numbering.boards())?)?;
        if self.from_views {
            self.look_up(py, control, &mut file)
        } else {
            let distances = self.in_memory(py, control)?;
            Ok(py.detach(|| file.write_all(&distances))?)
        }
    }

    fn look_up(
        &self,
        py: Python<'_>,
        control: Control<'_, '_>,
        out: &mut (impl Write + Send),
    ) -> PyResult<()> {
        let (handle, boards) = (&self.puzzle.handle, self.numbering.boards());
        let work = |options: &Options| -> Result<io::Result<()>, Unfinished<PuzzleError>> {
            handle.prepare(usize::MAX, options)?;
            let progress = &options.progress;
            progress.begin("looking boards up", "boards", Some(boards));
            // Without this, every part would restart the progress.
            let quiet = Options {
                progress: Arc::default(),
                ..options.clone()
            };
            let mut first = 0;
            while first < boards {
                let next = boards.min(first + PART);
                let ranks: Vec<u64> = (first..next).collect();
                let rows = self.numbering.rows(&ranks, &quiet)?;
                let distances = handle.distances_of_rows(&rows, &quiet)?;
                if let Err(error) = out.write_all(&distances) {
                    return Ok(Err(error));
                }
                progress.add(next - first);
                first = next;
            }
            Ok(Ok(()))
        };
        Ok(job::long(py, &self.puzzle.options(), control, work)??)
    }
}

/// The header of a NumPy file with this many bytes.
fn header(py: Python<'_>, boards: u64) -> PyResult<Vec<u8>> {
    let words = PyDict::new(py);
    words.set_item("descr", "|u1")?;
    words.set_item("fortran_order", false)?;
    words.set_item("shape", (boards,))?;
    let file = py.import("io")?.call_method0("BytesIO")?;
    let format = py.import("numpy.lib.format")?;
    format.call_method1("write_array_header_1_0", (&file, words))?;
    file.call_method0("getvalue")?.extract()
}
