//! Work on all cores; on one without the feature `rayon`.
//!
//! Work is passed by reference, so that this code is compiled once, not for each puzzle.

use std::sync::{Mutex, PoisonError};

/// The number of threads that work at once.
#[must_use]
pub fn cores() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    1
}

/// Calls `work` with each number below `count`, in no order.
pub fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        // One thread of the pool would only take the place, and the cache, of this one.
        if count > 1 && cores() > 1 {
            return (0..count).into_par_iter().with_max_len(1).for_each(work);
        }
    }
    (0..count).for_each(work);
}

/// Calls `work` with each item and returns the results in order. An item must be worth the transfer
/// to another core: thousands of boards, not one.
pub fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let items = items.into_iter();
    let slots: Vec<Mutex<(Option<T>, Option<R>)>> =
        items.map(|item| Mutex::new((Some(item), None))).collect();
    each(slots.len(), &|place| {
        // Each place is visited once, so there is no contention.
        if let Some(slot) = slots.get(place)
            && let Ok(mut slot) = slot.lock()
            && let Some(item) = slot.0.take()
        {
            slot.1 = Some(work(item));
        }
    });
    let slots = slots.into_iter().map(Mutex::into_inner);
    slots
        .filter_map(|slot| slot.unwrap_or_else(PoisonError::into_inner).1)
        .collect()
}

/// Calls `here` on this thread while a thread of the pool calls `beside`; on one core, `here` comes
/// first.
pub fn with_beside<R>(here: impl FnOnce() -> R, beside: &mut (dyn FnMut() + Send)) -> R {
    #[cfg(feature = "rayon")]
    if cores() > 1 {
        return rayon::in_place_scope(|scope| {
            scope.spawn(|_| beside());
            here()
        });
    }
    let result = here();
    beside();
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_item_order() {
        for count in [0, 1, 2, 1000] {
            let squares: Vec<usize> = (0..count).map(|i| i * i).collect();
            assert_eq!(map(0..count, |i| i * i), squares);
        }
    }

    /// A search in a thread of the pool takes one core, so the one beside which files are read must not
    /// be there.
    #[test]
    fn work_with_other_work_beside_it_stays_on_its_thread() {
        let mut beside = None;
        let here = with_beside(|| std::thread::current().id(), &mut || {
            beside = Some(std::thread::current().id());
        });
        assert_eq!(here, std::thread::current().id());
        assert_eq!(beside == Some(here), cores() == 1);
    }

    #[test]
    fn items_can_be_mutable_slices() {
        let mut cells = vec![0; 10];
        let lengths = map(cells.chunks_mut(3).enumerate(), |(i, part)| {
            part.fill(i);
            part.len()
        });
        assert_eq!(lengths, [3, 3, 3, 1]);
        assert_eq!(cells, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3]);
    }
}
