//! Connections that have not yet proved to be hosts of this job.

use std::collections::VecDeque;
use std::io;
use std::net::Shutdown;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::network::Socket;

const MAX_STRANGERS: usize = 64;

/// The strangers who are introducing themselves. If there are too many, the oldest is disconnected:
/// a real host proves itself at once.
#[derive(Debug, Default)]
pub(crate) struct Strangers(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    streams: VecDeque<(u64, Socket)>,
    next: u64,
}

impl Strangers {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a stranger, and returns its number.
    pub fn enter(&self, stream: &Socket) -> io::Result<u64> {
        let stream = stream.try_clone()?;
        let waiting = &mut *self.waiting();
        if waiting.streams.len() >= MAX_STRANGERS {
            send_away(waiting.streams.pop_front());
        }
        waiting.next += 1;
        waiting.streams.push_back((waiting.next, stream));
        Ok(waiting.next)
    }

    /// Ends the wait of a stranger. Returns false if it was disconnected before.
    pub fn leave(&self, number: u64) -> bool {
        let streams = &mut self.waiting().streams;
        let place = streams.iter().position(|(stranger, _)| *stranger == number);
        place.and_then(|place| streams.remove(place)).is_some()
    }

    pub fn close(&self) {
        send_away(self.waiting().streams.drain(..));
    }
}

/// Shuts connections down, which their threads notice at once.
fn send_away(streams: impl IntoIterator<Item = (u64, Socket)>) {
    for (_, stream) in streams {
        // It may be gone already.
        drop(stream.shutdown(Shutdown::Both));
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn the_oldest_is_disconnected_first_and_the_rest_at_the_end() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let strangers = Strangers::default();
        let mut ends = Vec::new();
        for number in 1..=MAX_STRANGERS as u64 + 2 {
            let end = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let stream = Socket::from(listener.accept().unwrap().0);
            assert_eq!(strangers.enter(&stream).unwrap(), number);
            ends.push((end, stream));
        }
        let is_at_end = |end: &mut (TcpStream, Socket)| end.0.read(&mut [0]).unwrap() == 0;
        assert!(ends[..2].iter_mut().all(is_at_end));
        assert!(!strangers.leave(1) && !strangers.leave(2));
        assert!(strangers.leave(3) && !strangers.leave(3));
        strangers.close();
        assert!(ends[3..].iter_mut().all(is_at_end));
        assert!(!strangers.leave(4));
        // A stranger that left the list keeps its connection.
        ends[2].0.set_nonblocking(true).unwrap();
        let nothing = ends[2].0.read(&mut [0]).unwrap_err();
        assert_eq!(nothing.kind(), io::ErrorKind::WouldBlock);
    }
}
