//! Letters between the threads that search and the thread that carries them.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};

use fewest::Unfinished;
use timely::worker::Worker;

use crate::ClusterError;
use crate::channel::Channel;
use crate::letters::{Letter, Words};
use crate::run::{NAP, Shared};

/// What a host has written and was not carried yet.
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

    /// Nothing more is written.
    pub fn close(&self) {
        let letters = &mut *self.letters();
        letters.is_closed = true;
        letters.wake();
    }

    /// Carries letters until the outbox is closed.
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
                // What was sent leaves with a new time.
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
