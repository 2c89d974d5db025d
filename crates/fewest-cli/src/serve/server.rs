//! Connections: some at a time, none for long.

use std::io::{self, ErrorKind, Read};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::request::{LARGEST_HEAD, NOT_FOUND, Refusal, Request, TOO_SLOW, parse};
use super::response::{send_file, send_refusal};
use super::site::{self, File};

/// How many connections are served at a time; others wait. Browsers open six, some of them in
/// advance.
const CONNECTIONS: usize = 32;
/// How long a browser may take to send a request, or to take the next part of a response.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a browser may take to close a connection.
const FAREWELL: Duration = Duration::from_secs(1);

/// The page behind a socket.
pub struct Server {
    listener: TcpListener,
    port: u16,
    files: Vec<File>,
}

impl Server {
    /// Answers from now on, until the program ends.
    pub fn start(listener: TcpListener) -> io::Result<()> {
        let port = listener.local_addr()?.port();
        let files = site::files()?;
        let server = Arc::new(Self {
            listener,
            port,
            files,
        });
        for _ in 0..CONNECTIONS {
            let server = Arc::clone(&server);
            thread::Builder::new().spawn(move || server.run())?;
        }
        Ok(())
    }

    /// One connection after the other.
    fn run(&self) {
        loop {
            match self.listener.accept() {
                // A browser that goes away is no matter.
                Ok((stream, _)) => drop(self.serve(stream)),
                // Too many files are open, say: that may change.
                Err(_) => thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let request = self.read(&mut stream)?;
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
        close(&mut stream)
    }

    /// The request, or why it is refused; `None` if nothing came.
    fn read(&self, stream: &mut TcpStream) -> io::Result<Option<Result<Request, Refusal>>> {
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

/// Closes a connection when the other side does. Before, what was not read of its request would
/// take the response with it.
fn close(stream: &mut TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let deadline = Instant::now() + FAREWELL;
    let mut rest = [0; 4096];
    while read_until(deadline, stream, &mut rest)? > 0 {}
    Ok(())
}

/// Reads some bytes, none at the end; an error if none come in time.
fn read_until(deadline: Instant, stream: &mut TcpStream, bytes: &mut [u8]) -> io::Result<usize> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(ErrorKind::TimedOut.into());
    }
    stream.set_read_timeout(Some(left))?;
    stream.read(bytes)
}

/// Systems differ in what they call it.
fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock)
}
