//! An outbox of letters from the searching threads to the thread that carries them.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};

use fewest::Unfinished;
use timely::worker::Worker;

use crate::ClusterError;
use crate::channel::Channel;
use crate::letters::{Letter, Words};
use crate::run::{NAP, Shared};

/// The letters of a host that were not carried yet.
#[derive(Debug)]
pub(crate) struct Outbox {
    from: u64,
    letters: Mutex<Letters>,
}

#[derive(Debug, Default)]
struct Letters {
    waiting: Vec<Letter>,
    is_closed: bool,
    carrier: Option<Thread>,
}

impl Outbox {
    pub const fn new(from: usize) -> Self {
        Self {
            from: from as u64,
            letters: Mutex::new(Letters {
                waiting: Vec::new(),
                is_closed: false,
                carrier: None,
            }),
        }
    }

    fn letters(&self) -> MutexGuard<'_, Letters> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn write(&self, to: usize, words: Words) {
        let letters = &mut *self.letters();
        letters.waiting.push(Letter {
            to: to as u64,
            from: self.from,
            words,
        });
        letters.wake();
    }

    /// Takes the letters that were not carried yet.
    #[cfg(test)]
    pub fn take(&self) -> Vec<Letter> {
        std::mem::take(&mut self.letters().waiting)
    }

    pub fn close(&self) {
        let letters = &mut *self.letters();
        letters.is_closed = true;
        letters.wake();
    }

    pub fn carry(
        &self,
        worker: &mut Worker,
        shared: &Shared<'_>,
        read: impl Fn(Letter),
    ) -> Result<(), Unfinished<ClusterError>> {
        let mut channel = Channel::new(worker, |letter: &Letter| letter.to);
        self.letters().carrier = Some(thread::current());
        loop {
            shared.check()?;
            let (waiting, is_closed) = {
                let letters = &mut *self.letters();
                (std::mem::take(&mut letters.waiting), letters.is_closed)
            };
            if !waiting.is_empty() {
                for letter in waiting {
                    channel.input.send(letter);
                }
                // A new time flushes the letters.
                let next = channel.input.time() + 1;
                channel.input.advance_to(next);
            }
            if is_closed {
                return Ok(());
            }
            worker.step_or_park(Some(NAP));
            for letter in channel.inbox.take() {
                read(letter);
            }
        }
    }
}

impl Letters {
    fn wake(&self) {
        if let Some(carrier) = &self.carrier {
            carrier.unpark();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::Cluster;
    use crate::connect::tests::hosts;
    use crate::run::run;

    /// The letters that the only worker of a single host reads while it carries its own outbox.
    fn carried(
        outbox: &Outbox,
        cancel: &AtomicBool,
        read: impl Fn(&Letter) + Sync,
    ) -> Result<Vec<u64>, Unfinished<ClusterError>> {
        let cluster = Cluster {
            hosts: hosts(1),
            host: 0,
            workers: 1,
            connect_timeout: Duration::from_mins(1),
        };
        let numbers = run(&cluster, vec![None], cancel, |worker, shared| {
            let numbers = RefCell::new(Vec::new());
            outbox.carry(worker, shared, |letter| {
                read(&letter);
                if let Words::Over(number) = letter.words {
                    numbers.borrow_mut().push(number);
                }
            })?;
            Ok(numbers.into_inner())
        });
        numbers.map(|numbers| numbers.concat())
    }

    #[test]
    fn letters_arrive_once_and_in_order() {
        const LETTERS: u64 = 10_000;
        let (outbox, cancel) = (Outbox::new(0), AtomicBool::new(false));
        // Some are written before the carrier starts.
        (0..LETTERS / 2).for_each(|number| outbox.write(0, Words::Over(number)));
        let numbers = thread::scope(|scope| {
            let outbox = &outbox;
            scope.spawn(move || {
                (LETTERS / 2..LETTERS).for_each(|number| outbox.write(0, Words::Over(number)));
                outbox.write(0, Words::End);
            });
            carried(outbox, &cancel, |letter| {
                assert_eq!((letter.from, letter.to), (0, 0));
                if matches!(letter.words, Words::End) {
                    outbox.close();
                }
            })
        });
        assert_eq!(numbers.unwrap(), (0..LETTERS).collect::<Vec<_>>());
        assert!(outbox.take().is_empty());
    }

    #[test]
    fn a_closed_outbox_is_carried_to_its_end() {
        let (outbox, cancel) = (Outbox::new(0), AtomicBool::new(false));
        outbox.write(0, Words::End);
        outbox.close();
        carried(&outbox, &cancel, |_| {}).unwrap();
        assert!(outbox.take().is_empty());
    }

    #[test]
    fn carrying_is_cancelled() {
        let (outbox, cancel) = (Outbox::new(0), AtomicBool::new(false));
        outbox.write(0, Words::End);
        let cancelled = carried(&outbox, &cancel, |_| cancel.store(true, Ordering::Relaxed));
        assert!(
            matches!(cancelled, Err(Unfinished::Cancelled)),
            "{cancelled:?}"
        );
    }
}
