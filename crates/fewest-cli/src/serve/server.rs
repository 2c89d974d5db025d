//! Connections, limited in number and time.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::request::{LARGEST_HEAD, NOT_FOUND, Refusal, Request, TOO_SLOW, parse};
use super::response::{send_file, send_refusal};
use super::site::{self, File};

/// The most simultaneous connections. Browsers open six, some of them in advance.
const CONNECTIONS: usize = 128;
/// Time limit for a browser to send a request, or to accept the next part of a response.
const PATIENCE: Duration = Duration::from_secs(5);
/// Time limit for a browser to close a connection.
const FAREWELL: Duration = Duration::from_secs(1);

pub struct Server {
    port: u16,
    files: Vec<File>,
    open: Mutex<Open>,
    /// Signalled when a connection was closed.
    closed: Condvar,
}

#[derive(Default)]
struct Open {
    count: usize,
    /// Connections whose request has not arrived yet, oldest first.
    silent: VecDeque<Arc<TcpStream>>,
}

impl Server {
    /// Serves requests in the background until the program ends.
    pub fn start(listener: TcpListener) -> io::Result<()> {
        let server = Arc::new(Self {
            port: listener.local_addr()?.port(),
            files: site::files()?,
            open: Mutex::default(),
            closed: Condvar::new(),
        });
        thread::Builder::new().spawn(move || server.run(&listener))?;
        Ok(())
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(self: &Arc<Self>, listener: &TcpListener) {
        loop {
            let started = listener.accept().and_then(|(stream, _)| {
                let stream = Arc::new(stream);
                self.enter(&stream);
                let (server, connection) = (Arc::clone(self), Arc::clone(&stream));
                let serve = move || {
                    // A browser may close its connection at any time.
                    drop(server.serve(&connection));
                    server.leave(&connection);
                };
                let thread = thread::Builder::new().spawn(serve);
                thread.inspect_err(|_| self.leave(&stream))
            });
            if started.is_err() {
                // Possibly too many open files: try again later.
                thread::sleep(Duration::from_millis(100));
            }
        }
    }

    /// Counts a connection once there is room. If there is none, closes the longest-silent one.
    fn enter(&self, stream: &Arc<TcpStream>) {
        let mut open = self.open();
        while open.count >= CONNECTIONS {
            if let Some(oldest) = open.silent.pop_front() {
                drop(oldest.shutdown(Shutdown::Both));
            }
            let waited = self.closed.wait(open);
            open = waited.unwrap_or_else(PoisonError::into_inner);
        }
        open.count += 1;
        open.silent.push_back(Arc::clone(stream));
    }

    /// Records that a connection's request has arrived.
    fn hear(&self, stream: &Arc<TcpStream>) {
        let silent = &mut self.open().silent;
        silent.retain(|other| !Arc::ptr_eq(other, stream));
    }

    fn leave(&self, stream: &Arc<TcpStream>) {
        self.hear(stream);
        self.open().count -= 1;
        self.closed.notify_one();
    }

    fn serve(&self, connection: &Arc<TcpStream>) -> io::Result<()> {
        let mut stream = &**connection;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let request = self.read(stream)?;
        self.hear(connection);
        let Some(request) = request else {
            return Ok(());
        };
        match request {
            Ok(request) => match site::find(&self.files, &request.path) {
                Some(file) => send_file(&mut stream, &request, file)?,
                None => send_refusal(&mut stream, NOT_FOUND, request.is_head)?,
            },
            Err(refusal) => send_refusal(&mut stream, refusal, false)?,
        }
        close(stream)
    }

    /// The request or the reason for refusing it; `None` if nothing arrived.
    fn read(&self, stream: &TcpStream) -> io::Result<Option<Result<Request, Refusal>>> {
        let deadline = Instant::now() + PATIENCE;
        let mut head = vec![0; LARGEST_HEAD];
        let mut length = 0;
        loop {
            let more = match read_until(deadline, stream, &mut head[length..]) {
                Err(error) if is_late(&error) && length > 0 => return Ok(Some(Err(TOO_SLOW))),
                result => result?,
            };
            if more == 0 {
                return Ok(None);
            }
            length += more;
            match parse(&head[..length], self.port) {
                Ok(None) => {}
                Ok(Some(request)) => return Ok(Some(Ok(request))),
                Err(refusal) => return Ok(Some(Err(refusal))),
            }
        }
    }
}

/// Closes a connection after the other side; an earlier close could discard the response.
fn close(stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let deadline = Instant::now() + FAREWELL;
    let mut rest = [0; 4096];
    while read_until(deadline, stream, &mut rest)? > 0 {}
    Ok(())
}

/// Reads some bytes, or none at the end. If none arrive in time, that is an error.
fn read_until(deadline: Instant, mut stream: &TcpStream, bytes: &mut [u8]) -> io::Result<usize> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(ErrorKind::TimedOut.into());
    }
    stream.set_read_timeout(Some(left))?;
    stream.read(bytes)
}

/// Returns true for a timeout, which systems report differently.
fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock)
}
