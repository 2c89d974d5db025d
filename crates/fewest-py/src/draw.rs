//! Random boards and random walks.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::{Mutex, PoisonError};

use fewest::Options;
use fewest::table::NO_DISTANCE;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::{self, Boards, shaped, whole};
use crate::control::Control;
use crate::job;
use crate::limits::check_room;
use crate::many::{Rowed, Rows};
use crate::puzzle::Puzzle;

impl Puzzle {
    /// Draws boards with the stored sampler, or with one that `draw` creates to be stored.
    fn drawn<S: Clone + Send>(
        &self,
        py: Python<'_>,
        n: usize,
        kept: &Mutex<Option<S>>,
        control: Control<'_, '_>,
        draw: impl FnOnce(Option<S>, &Options) -> Rowed<(Vec<u8>, S)> + Send,
    ) -> PyResult<Vec<u8>> {
        let lock = || kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().clone();
        let asked = Rows {
            count: n,
            bytes: 2 * self.width(),
            is_ready: known.is_some(),
        };
        let (rows, sampler) = self.on_boards(py, asked, control, |options| draw(known, options))?;
        *lock() = Some(sampler);
        Ok(rows)
    }
}

fn number(name: &str, given: &Bound<'_, PyAny>) -> PyResult<usize> {
    let number = whole(name, given, isize::MAX as u64)?;
    Ok(usize::try_from(number).unwrap_or(usize::MAX))
}

/// The seed of the user, the next one from a NumPy generator, or a random one.
fn seed_of(
    py: Python<'_>,
    seed: Option<&Bound<'_, PyAny>>,
    rng: Option<&Bound<'_, PyAny>>,
) -> PyResult<u64> {
    match (seed, rng) {
        (Some(_), Some(_)) => Err(PyValueError::new_err("give seed or rng, not both")),
        (Some(seed), None) => whole("seed", seed, u64::MAX),
        (None, Some(rng)) => {
            let kind = py.import("numpy.random")?.getattr("Generator")?;
            if !rng.is_instance(&kind)? {
                let problem = format!("rng must be a numpy.random.Generator, not {rng}");
                return Err(PyTypeError::new_err(problem));
            }
            rng.call_method1("integers", (1u64 << 63,))?.extract()
        }
        (None, None) => Ok(RandomState::new().hash_one(0)),
    }
}

#[pymethods]
impl Puzzle {
    /// Random boards: ``uint8[n, cells]``. Each draw is equally likely to be any of the selected
    /// boards.
    ///
    /// ``distance`` selects the boards at that distance, or between two distances (an inclusive
    /// pair); without it, all boards that can be solved are selected. The same ``seed``, from 0 to
    /// 2**64 - 1, gives the same boards on every machine; ``rng``, a
    /// :class:`numpy.random.Generator`, gives different boards each time.
    ///
    /// Raises :exc:`ValueError` if there is no such board, or there are too many for the memory
    /// allowed, and :exc:`MemoryError` if the result is larger than the machine's memory.
    ///
    /// >>> import fewest, numpy
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> boards = eight.sample(1000, distance=20, seed=7)
    /// >>> boards.shape, set(eight.distances(boards).tolist())
    /// ((1000, 9), {20})
    /// >>> rng = numpy.random.default_rng(7)
    /// >>> bool((eight.sample(9, rng=rng) == eight.sample(9, rng=rng)).all())
    /// False
    #[pyo3(signature = (n, *, distance=None, seed=None, rng=None, max_time=None, progress=None, cancel=None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'py, PyAny>,
        distance: Option<&Bound<'py, PyAny>>,
        seed: Option<&Bound<'py, PyAny>>,
        rng: Option<&Bound<'py, PyAny>>,
        max_time: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
        cancel: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let control = Control::of(progress, cancel).within(max_time)?;
        let n = number("n", n)?;
        let byte = |given: &Bound<'_, PyAny>| -> PyResult<u8> {
            let distance = whole("distance", given, u64::from(NO_DISTANCE) - 1)?;
            Ok(u8::try_from(distance).unwrap_or(NO_DISTANCE))
        };
        let distances = match distance {
            Some(given) => Some(match given.extract::<(Bound<'_, _>, Bound<'_, _>)>() {
                Ok((first, last)) => byte(&first)?..=byte(&last)?,
                Err(_) => byte(given)?..=byte(given)?,
            }),
            None => None,
        };
        let seed = seed_of(py, seed, rng)?;
        let Some(distances) = distances else {
            let rows = self.drawn(py, n, &self.solvable, control, |known, options| {
                let sampler = match known {
                    Some(sampler) => sampler,
                    None => self.handle.solvable_sampler(options)?,
                };
                let rows = sampler.draw_rows(n, seed, options)?;
                Ok((rows, sampler))
            })?;
            return arrays::boards(py, rows, self.width());
        };
        let farthest = *distances.end();
        let mut kept = self.sampler.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.as_ref().is_some_and(|kept| !kept.reaches(farthest)) {
            *kept = None;
        }
        drop(kept);
        let rows = self.drawn(py, n, &self.sampler, control, |known, options| {
            // Another thread may have stored a different one meanwhile.
            let sampler = match known.filter(|known| known.reaches(farthest)) {
                Some(sampler) => sampler,
                None => self.handle.sampler(farthest, options)?,
            };
            let rows = sampler.draw_rows(distances, n, seed, options)?;
            Ok((rows, sampler))
        })?;
        arrays::boards(py, rows, self.width())
    }

    /// Random walks of ``length`` moves, with each legal move equally likely at each step. Returns
    /// all boards of each walk: ``uint8[n, length + 1, cells]``.
    ///
    /// ``start`` has the boards where the walks begin, ``[n, cells]``; without it, all begin at
    /// :attr:`solved`. ``seed`` and ``rng`` are as for :meth:`sample`.
    ///
    /// Raises the same as :meth:`distances`, and :exc:`MemoryError` if the result is larger than
    /// the machine's memory.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> walks = eight.random_walks(100, 50, seed=7)
    /// >>> walks.shape, bool(eight.distances(walks[:, 30]).max() <= 30)
    /// ((100, 51, 9), True)
    #[pyo3(signature = (n, length, *, start=None, seed=None, rng=None))]
    fn random_walks<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'py, PyAny>,
        length: &Bound<'py, PyAny>,
        start: Option<&Bound<'py, PyAny>>,
        seed: Option<&Bound<'py, PyAny>>,
        rng: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (n, length) = (number("n", n)?, number("length", length)?);
        let seed = seed_of(py, seed, rng)?;
        check_room(n, self.width().saturating_mul(length + 2))?;
        let given = start
            .map(|start| Boards::of(&self.handle, start))
            .transpose()?;
        let solved = match &given {
            Some(boards) if boards.count != n => {
                let problem = format!("start has {} boards, not {n}", boards.count);
                return Err(PyValueError::new_err(problem));
            }
            Some(_) => Vec::new(),
            None => self.solved()?.symbols().repeat(n),
        };
        let starts = given.as_ref().map_or(&solved[..], Boards::slice);
        let walks = job::long(py, &self.options(), Control::default(), |options| {
            self.handle.random_walks(starts, length, seed, options)
        })?;
        shaped(py, walks, &[n, length + 1, self.width()])
    }
}
