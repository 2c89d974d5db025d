//! A connection as Timely uses it, which tells a host that is done from one that is lost.
//!
//! Timely panics where a connection fails, and waits for ever where a host is silent. Here
//! what goes over a connection is cut into frames: an end is a frame of its own, and a host that has
//! nothing to say says so now and then. Timely would also believe whatever a network garbles, so
//! it only gets whole frames whose checksums are right. If a connection fails, that is noted, and
//! the thread that used it sleeps: the process ends without it.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::frame::{END, HEAD, Head};

/// The longest frame: as much as Timely writes at once.
const LONGEST: u32 = 1 << 20;
/// How often a host says that it is there, and how long nobody waits for one that does not.
const PULSE: Duration = Duration::from_secs(5);
const SILENCE: Duration = Duration::from_mins(1);

/// What became of the connections of a process.
#[derive(Debug, Default)]
pub(crate) struct Loss {
    /// The first host that was lost, and how.
    first: OnceLock<(usize, io::Error)>,
    is_done: AtomicBool,
}

impl Loss {
    /// The host that was lost, if one was.
    pub fn host(&self) -> Option<&(usize, io::Error)> {
        self.first.get()
    }
}

/// A connection to a host.
pub(crate) struct Wire {
    host: usize,
    reading: TcpStream,
    writing: Arc<Mutex<TcpStream>>,
    /// The last bytes of the frame at hand, `left` in number, were not passed on yet.
    frame: Vec<u8>,
    left: usize,
    has_ended: bool,
    loss: Arc<Loss>,
}

impl Wire {
    pub fn new(host: usize, stream: TcpStream, loss: &Arc<Loss>) -> io::Result<Self> {
        stream.set_read_timeout(Some(SILENCE))?;
        stream.set_write_timeout(None)?;
        Ok(Self {
            host,
            writing: Arc::new(Mutex::new(stream.try_clone()?)),
            reading: stream,
            frame: Vec::new(),
            left: 0,
            has_ended: false,
            loss: Arc::clone(loss),
        })
    }

    /// Notes that the host is lost, and sleeps.
    fn lose(&self, error: io::Error) -> ! {
        drop(self.loss.first.set((self.host, error)));
        loop {
            thread::park();
        }
    }

    /// Reads the next frame, all of it.
    fn next(&mut self) -> io::Result<()> {
        let mut head = [0; HEAD];
        self.reading.read_exact(&mut head)?;
        let head = Head::read(head, LONGEST)?;
        self.has_ended = head.length == END;
        let length = if self.has_ended { 0 } else { head.length };
        self.frame.resize(length as usize, 0);
        self.reading.read_exact(&mut self.frame)?;
        self.left = self.frame.len();
        head.check(&self.frame)
    }

    fn write_frame(&self, length: u32, bytes: &[u8]) -> io::Result<()> {
        let mut stream = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        stream.write_all(&Head::new(length, bytes).bytes())?;
        stream.write_all(bytes)
    }
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.left == 0 && !self.has_ended {
            if let Err(error) = self.next() {
                self.lose(error);
            }
        }
        let mut rest = &self.frame[self.frame.len() - self.left..];
        let read = rest.read(buffer)?;
        self.left -= read;
        Ok(read)
    }
}

impl Write for Wire {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let bytes = &buffer[..buffer.len().min(LONGEST as usize)];
        #[expect(clippy::cast_possible_truncation, reason = "no longer than LONGEST")]
        match self.write_frame(bytes.len() as u32, bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(error) => self.lose(error),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self {
            host: self.host,
            reading: self.reading.try_clone()?,
            writing: Arc::clone(&self.writing),
            frame: self.frame.clone(),
            left: self.left,
            has_ended: self.has_ended,
            loss: Arc::clone(&self.loss),
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.reading.set_nonblocking(nonblocking)
    }

    /// Timely calls it when all was sent.
    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        if let Err(error) = self.write_frame(END, &[]) {
            self.lose(error);
        }
        self.reading.shutdown(how)
    }
}

/// Says to all other hosts that this one is there, until it is done.
pub(crate) struct Pulse {
    loss: Arc<Loss>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Pulse {
    pub fn start(wires: &[Option<Wire>], loss: &Arc<Loss>) -> Self {
        let streams = wires.iter().flatten().map(|wire| Arc::clone(&wire.writing));
        let streams: Vec<_> = streams.collect();
        let own = Arc::clone(loss);
        let beat = move || {
            while !own.is_done.load(Ordering::Relaxed) {
                thread::park_timeout(PULSE);
                // Whoever is being written to needs no sign; failures are noted by who reads.
                for stream in streams.iter().filter_map(|stream| stream.try_lock().ok()) {
                    let mut stream = &*stream;
                    drop(stream.write_all(&Head::new(0, &[]).bytes()));
                }
            }
        };
        Self {
            loss: Arc::clone(loss),
            thread: thread::Builder::new().spawn(beat).ok(),
        }
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.loss.is_done.store(true, Ordering::Relaxed);
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }
}
