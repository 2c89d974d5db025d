//! Sockets of tests: the system's, or ends of a simulated link.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use super::network::{Door, End};

pub(crate) enum Socket {
    System(TcpStream),
    Simulated(End),
}

impl From<TcpStream> for Socket {
    fn from(stream: TcpStream) -> Self {
        Self::System(stream)
    }
}

impl std::fmt::Debug for Socket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Socket")
    }
}

impl Socket {
    pub fn connect_timeout(address: &SocketAddr, timeout: Duration) -> io::Result<Self> {
        match End::dial(address) {
            Some(dialled) => dialled.map(Self::Simulated),
            None => TcpStream::connect_timeout(address, timeout).map(Self::System),
        }
    }

    pub fn set_nonblocking(&self, is_nonblocking: bool) -> io::Result<()> {
        match self {
            Self::System(stream) => stream.set_nonblocking(is_nonblocking),
            Self::Simulated(_) if is_nonblocking => Err(io::ErrorKind::Unsupported.into()),
            Self::Simulated(_) => Ok(()),
        }
    }

    pub fn set_nodelay(&self, has_no_delay: bool) -> io::Result<()> {
        match self {
            Self::System(stream) => stream.set_nodelay(has_no_delay),
            Self::Simulated(_) => Ok(()),
        }
    }

    pub fn set_read_timeout(&self, timeout: Option<Duration>) -> io::Result<()> {
        match self {
            Self::System(stream) => stream.set_read_timeout(timeout),
            Self::Simulated(end) => {
                end.set_read_timeout(timeout);
                Ok(())
            }
        }
    }

    pub fn set_write_timeout(&self, timeout: Option<Duration>) -> io::Result<()> {
        match self {
            Self::System(stream) => stream.set_write_timeout(timeout),
            Self::Simulated(end) => {
                end.set_write_timeout(timeout);
                Ok(())
            }
        }
    }

    pub fn try_clone(&self) -> io::Result<Self> {
        match self {
            Self::System(stream) => stream.try_clone().map(Self::System),
            Self::Simulated(end) => Ok(Self::Simulated(end.clone())),
        }
    }

    pub fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        match self {
            Self::System(stream) => stream.shutdown(how),
            Self::Simulated(end) => {
                end.shutdown(how);
                Ok(())
            }
        }
    }
}

impl Read for Socket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::System(stream) => stream.read(buffer),
            Self::Simulated(end) => end.read(buffer),
        }
    }
}

impl Write for Socket {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Self::System(stream) => stream.write(buffer),
            Self::Simulated(end) => end.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) enum Listener {
    System(TcpListener),
    Simulated(Door),
}

impl Listener {
    pub fn bind(address: &str) -> io::Result<Self> {
        match address.parse().ok().as_ref().and_then(Door::open) {
            Some(door) => door.map(Self::Simulated),
            None => TcpListener::bind(address).map(Self::System),
        }
    }

    pub fn set_nonblocking(&self, is_nonblocking: bool) -> io::Result<()> {
        match self {
            Self::System(listener) => listener.set_nonblocking(is_nonblocking),
            Self::Simulated(_) => Ok(()),
        }
    }

    /// Accepts a connection. A simulated listener never blocks.
    pub fn accept(&self) -> io::Result<(Socket, SocketAddr)> {
        match self {
            Self::System(listener) => {
                let (stream, address) = listener.accept()?;
                Ok((stream.into(), address))
            }
            Self::Simulated(door) => {
                let (end, address) = door.accept()?;
                Ok((Socket::Simulated(end), address))
            }
        }
    }
}
