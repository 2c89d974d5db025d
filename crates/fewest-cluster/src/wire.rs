//! Connections for Timely that distinguish a finished host from a lost one.
//!
//! Timely panics if a connection fails, and waits forever if a host is silent. This layer therefore
//! splits the data into frames: the end has its own frame, and an idle host sends a sign of life
//! now and then. Timely would also accept corrupted data, so it only gets whole frames that are
//! authentic. If a connection fails, the failure is recorded and the thread that used the
//! connection sleeps; the process ends without it.

use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::frame::{END, HEAD, LOST, Link, Seal};
use crate::network::Socket;
use crate::patience::fill;
use crate::report::{REPORTING, Report};

/// The longest frame: the most that Timely writes at once.
const LONGEST: u32 = 1 << 20;
/// Tests wait this much less for hosts that are silent.
const HASTE: u64 = if cfg!(test) { 20 } else { 1 };
/// The interval between a host's signs of life, and the time limit for each frame of another host.
const PULSE: Duration = Duration::from_millis(5000 / HASTE);
const SILENCE: Duration = Duration::from_millis(60_000 / HASTE);
/// The longest wait of one read.
const GLANCE: Duration = Duration::from_millis(500 / HASTE);

/// The failure of a process's connections, if any.
#[derive(Debug, Default)]
pub(crate) struct Loss {
    /// The number of this host.
    local: usize,
    /// The first lost host, and the error.
    first: OnceLock<(usize, io::Error)>,
    is_done: AtomicBool,
}

impl Loss {
    pub fn new(local: usize) -> Self {
        Self {
            local,
            ..Self::default()
        }
    }

    pub fn host(&self) -> Option<&(usize, io::Error)> {
        self.first.get()
    }
}

/// The sending side of a connection.
#[derive(Clone)]
pub(crate) struct Sender(Arc<Mutex<(Socket, Seal)>>);

impl Sender {
    /// Sends a report, unless another write to the host lasts until then.
    pub fn report(&self, report: Report, until: Instant) {
        loop {
            if let Ok(mut sender) = self.0.try_lock() {
                let (stream, seal) = &mut *sender;
                return report.send(stream, seal);
            }
            if Instant::now() > until {
                return;
            }
            thread::sleep(REPORTING / 100);
        }
    }
}

/// Writes the next frame.
fn write_frame((stream, seal): &mut (Socket, Seal), length: u32, bytes: &[u8]) -> io::Result<()> {
    stream.write_all(&seal.head(length, bytes))?;
    stream.write_all(bytes)
}

pub(crate) struct Wire {
    host: usize,
    reading: Socket,
    read_seal: Seal,
    writing: Sender,
    /// The current frame. Its last `left` bytes were not passed on yet.
    frame: Vec<u8>,
    left: usize,
    has_ended: bool,
    silence: Duration,
    loss: Arc<Loss>,
}

impl Wire {
    /// The other host may begin this much later than this one.
    pub fn new(host: usize, link: Link, loss: &Arc<Loss>, later: Duration) -> io::Result<Self> {
        let Link {
            stream,
            writing,
            reading,
        } = link;
        stream.set_read_timeout(Some(GLANCE))?;
        stream.set_write_timeout(None)?;
        Ok(Self {
            host,
            writing: Sender(Arc::new(Mutex::new((stream.try_clone()?, writing)))),
            reading: stream,
            read_seal: reading,
            frame: Vec::new(),
            left: 0,
            has_ended: false,
            silence: SILENCE + later,
            loss: Arc::clone(loss),
        })
    }

    /// Records that the host is lost, and sleeps.
    fn lose(&self, error: io::Error) -> ! {
        let host = Report::lost_host(self.loss.local, self.host, &error);
        drop(self.loss.first.set((host, error)));
        loop {
            thread::park();
        }
    }

    /// Records that a write to the host failed, unless the thread that reads from it soon finds the reason: the host's
    /// last frame may be a report.
    fn lose_unless_reported(&self, error: io::Error) -> ! {
        let until = Instant::now() + REPORTING;
        while self.loss.host().is_none() && Instant::now() < until {
            thread::sleep(REPORTING / 100);
        }
        self.lose(error)
    }

    /// Reads the next frame, all of which has to arrive in time.
    fn next(&mut self) -> io::Result<()> {
        let (mut left, mut last) = (self.silence, Instant::now());
        let mut is_left = || {
            let now = Instant::now();
            // Time while the process was suspended does not count.
            left = left.saturating_sub((now - last).min(GLANCE));
            last = now;
            !left.is_zero()
        };
        let mut head = [0; HEAD];
        fill(&mut self.reading, &mut head, &mut is_left)?;
        let is_possible = |length| length <= LONGEST || length == END || length == LOST;
        let head = self.read_seal.read(&head, is_possible)?;
        self.has_ended = head.length == END;
        let length = match head.length {
            END => 0,
            LOST => Report::LENGTH,
            length => length,
        };
        self.frame.resize(length as usize, 0);
        fill(&mut self.reading, &mut self.frame, &mut is_left)?;
        self.read_seal.check(head, &self.frame)?;
        if head.length == LOST {
            return Err(Report::received(&self.frame));
        }
        self.silence = self.silence.min(SILENCE);
        self.left = self.frame.len();
        Ok(())
    }

    pub fn sender(&self) -> Sender {
        self.writing.clone()
    }

    fn write_frame(&self, length: u32, bytes: &[u8]) -> io::Result<()> {
        let mut sender = (self.writing.0.lock()).unwrap_or_else(PoisonError::into_inner);
        write_frame(&mut sender, length, bytes)
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
            Err(error) => self.lose_unless_reported(error),
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
            read_seal: self.read_seal.clone(),
            writing: self.writing.clone(),
            frame: self.frame.clone(),
            left: self.left,
            has_ended: self.has_ended,
            silence: self.silence,
            loss: Arc::clone(&self.loss),
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.reading.set_nonblocking(nonblocking)
    }

    /// Called by Timely when everything was sent.
    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        if let Err(error) = self.write_frame(END, &[]) {
            self.lose_unless_reported(error);
        }
        self.reading.shutdown(how)
    }
}

/// Sends signs of life to all other hosts until this one is done.
pub(crate) struct Pulse {
    loss: Arc<Loss>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Pulse {
    /// Each host has its own thread: a write to a host that reads nothing may not end.
    pub fn start(senders: &[Sender], loss: &Arc<Loss>) -> Self {
        let beat = |sender: Sender, loss: Arc<Loss>| {
            while !loss.is_done.load(Ordering::Relaxed) {
                thread::park_timeout(PULSE);
                // A stream in use needs no sign of life; its reader detects failures.
                if let Ok(mut sender) = sender.0.try_lock() {
                    drop(write_frame(&mut sender, 0, &[]));
                }
            }
        };
        let start = |sender: &Sender| {
            let (sender, loss) = (sender.clone(), Arc::clone(loss));
            thread::Builder::new().spawn(move || beat(sender, loss))
        };
        Self {
            loss: Arc::clone(loss),
            threads: senders.iter().map(start).filter_map(Result::ok).collect(),
        }
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.loss.is_done.store(true, Ordering::Relaxed);
        for thread in &self.threads {
            thread.thread().unpark();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;
    use crate::frame::tests::seal;
    use crate::simulated;

    fn link(stream: impl Into<Socket>) -> Link {
        Link {
            stream: stream.into(),
            writing: seal(),
            reading: seal(),
        }
    }

    /// Both ends of a connection, the host's first.
    fn pair(loss: &Arc<Loss>) -> (Wire, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let peer = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        (
            Wire::new(7, link(stream), loss, Duration::ZERO).unwrap(),
            peer,
        )
    }

    /// The time that a host waits for a frame with a limit of 200 ms, and its error.
    fn waits(
        send: impl FnOnce(TcpStream, &AtomicBool) + Send,
    ) -> (Duration, Result<(), io::ErrorKind>) {
        let (mut wire, peer) = pair(&Arc::default());
        wire.silence = Duration::from_millis(200);
        let is_over = &AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(move || send(peer, is_over));
            let start = Instant::now();
            let read = wire.next();
            is_over.store(true, Ordering::Relaxed);
            (start.elapsed(), read.map_err(|error| error.kind()))
        })
    }

    fn wait_for(is_over: &AtomicBool) {
        while !is_over.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// A host waited a minute for content that would never arrive.
    #[test]
    fn impossible_lengths_are_refused_at_once() {
        let read = |length: u32| {
            let send = move |mut peer: TcpStream, _: &AtomicBool| {
                peer.write_all(&seal().head(length, &[])).unwrap();
            };
            waits(send).1
        };
        assert_eq!([0, END].map(read), [Ok(()); 2]);
        let impossible = [LONGEST + 1, 1 << 31, LOST - 1].map(read);
        assert_eq!(impossible, [Err(io::ErrorKind::InvalidData); 3]);
    }

    /// A host waited for the rest of a frame as long as one byte arrived per minute, such as a byte
    /// of its peer's signs of life.
    #[test]
    fn unfinished_frames_time_out() {
        let head = seal().head(LONGEST, &[]);
        let silent = waits(|mut peer, is_over| {
            peer.write_all(&head).unwrap();
            wait_for(is_over);
        });
        let dripping = waits(|mut peer, is_over| {
            peer.write_all(&head).unwrap();
            while !is_over.load(Ordering::Relaxed) {
                drop(peer.write_all(&seal().head(0, &[])));
                thread::sleep(Duration::from_millis(5));
            }
        });
        let nothing = waits(|_peer, is_over| wait_for(is_over));
        for (waited, read) in [silent, dripping, nothing] {
            assert_eq!(read, Err(io::ErrorKind::TimedOut));
            assert!(waited < Duration::from_secs(20), "{waited:?}");
        }
        let (_, read) = waits(|peer, _| drop(peer));
        assert_eq!(read, Err(io::ErrorKind::UnexpectedEof));
    }

    #[test]
    fn bytes_arrive_as_they_were_written() {
        // More than one frame, after signs of life.
        let bytes: Vec<u8> = (0..3 * LONGEST / 2).map(|i| (i % 251) as u8).collect();
        let loss = Arc::default();
        let (mut reading, peer) = pair(&loss);
        let mut peer = link(peer);
        for _ in 0..3 {
            let head = peer.writing.head(0, &[]);
            peer.stream.write_all(&head).unwrap();
        }
        let mut writing = Wire::new(1, peer, &loss, Duration::ZERO).unwrap();
        let received = thread::scope(|scope| {
            let bytes = &bytes;
            scope.spawn(move || {
                // No frame is longer than the longest.
                assert_eq!(writing.write(bytes).unwrap(), LONGEST as usize);
                writing.write_all(&bytes[LONGEST as usize..]).unwrap();
                writing.shutdown(Shutdown::Write).unwrap();
            });
            let mut received = Vec::new();
            reading.read_to_end(&mut received).unwrap();
            received
        });
        assert!(received == bytes);
        // After the end, every read returns no bytes.
        assert_eq!(reading.read(&mut [0; 8]).unwrap(), 0);
        assert!(loss.host().is_none());
    }

    #[test]
    fn frames_that_are_cut_or_damaged_are_errors() {
        let content = b"boards";
        let whole = [&seal().head(6, content)[..], content].concat();
        let next = |bytes: &[u8]| {
            let (mut wire, mut peer) = pair(&Arc::default());
            peer.write_all(bytes).unwrap();
            drop(peer);
            wire.next().map_err(|error| error.kind())
        };
        assert_eq!(next(&whole), Ok(()));
        for cut in 0..whole.len() {
            assert_eq!(
                next(&whole[..cut]),
                Err(io::ErrorKind::UnexpectedEof),
                "{cut}"
            );
        }
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 0x40;
            assert_eq!(next(&damaged), Err(io::ErrorKind::InvalidData), "{place}");
        }
    }

    /// The reading thread would sleep forever after a loss.
    #[test]
    fn the_first_loss_is_recorded_with_its_host() {
        let loss = Arc::default();
        let (mut wire, peer) = pair(&loss);
        let reading = thread::spawn(move || wire.read(&mut [0]));
        assert!(loss.host().is_none());
        drop(peer);
        while loss.host().is_none() {
            assert!(!reading.is_finished());
            thread::yield_now();
        }
        let (host, error) = loss.host().unwrap();
        assert_eq!((*host, error.kind()), (7, io::ErrorKind::UnexpectedEof));
        let later = io::Error::from(io::ErrorKind::TimedOut);
        assert!(loss.first.set((8, later)).is_err());
    }

    /// A host named the one whose connection ended first, though that one had only ended because it had lost another.
    #[test]
    fn a_host_that_ended_because_of_another_is_not_blamed() {
        let loss = Arc::new(Loss::new(1));
        let (mut wire, peer) = pair(&loss);
        thread::spawn(move || wire.read(&mut [0]));
        let mut peer = link(peer);
        let report = Report { by: 7, lost: 2 };
        report.send(&mut peer.stream, &mut peer.writing);
        drop(peer);
        while loss.host().is_none() {
            thread::yield_now();
        }
        let (host, error) = loss.host().unwrap();
        assert_eq!((*host, Report::in_error(error)), (2, Some(report)));
    }

    /// A host was writing to another that ended, and found the connection closed before it had read the report.
    #[test]
    fn a_report_counts_more_than_a_failed_write() {
        let loss = Arc::new(Loss::new(1));
        let [stream, mut peer] = simulated::pair().map(link);
        let mut wire = Wire::new(7, stream, &loss, Duration::ZERO).unwrap();
        let mut writing = wire.try_clone().unwrap();
        let report = Report { by: 7, lost: 2 };
        report.send(&mut peer.stream, &mut peer.writing);
        peer.stream.shutdown(Shutdown::Both).unwrap();
        let failing = writing.sender();
        thread::spawn(move || while writing.write(b"boards").is_ok() {});
        while write_frame(&mut failing.0.lock().unwrap(), 0, &[]).is_ok() {}
        assert!(loss.host().is_none());
        thread::spawn(move || wire.read(&mut [0]));
        while loss.host().is_none() {
            thread::yield_now();
        }
        assert_eq!(loss.host().unwrap().0, 2);
    }

    /// All hosts got their signs of life from one thread, which waited for a host that read nothing. So the others lost a
    /// healthy host.
    #[test]
    fn a_host_that_reads_nothing_does_not_hold_back_signs_of_life() {
        let loss = Arc::default();
        let ([mut full, _unread], [stream, peer]) = (simulated::pair(), simulated::pair());
        full.set_write_timeout(Some(Duration::from_millis(1)))
            .unwrap();
        while full.write(&[0; 100]).is_ok() {}
        let wire = |socket| Wire::new(7, link(socket), &loss, Duration::ZERO).unwrap();
        let (full, wire, mut other) = (wire(full), wire(stream), wire(peer));
        let _pulse = Pulse::start(&[full.sender(), wire.sender()], &loss);
        for _ in 0..3 {
            other.next().unwrap();
        }
    }
}
