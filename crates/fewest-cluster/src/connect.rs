//! Connections between all hosts. Before anything else is read from one, both sides prove that they
//! have the same list of hosts; strangers are not let in and can't keep others out.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use fewest::Unfinished;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ClusterError;
use crate::hosts::Hosts;

/// What every connection begins with; the number changes with anything that hosts tell each other.
const MAGIC: &[u8; 8] = b"fewestC2";
/// How often a host is tried that does not answer, and a listener asked whether somebody came.
const PAUSE: Duration = Duration::from_millis(20);
/// How long a stranger may take to introduce itself.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many strangers may be introducing themselves at once.
const STRANGERS: usize = 64;
/// The most bytes of a message about what a host is to do.
const MOST: u32 = 1 << 26;

type Nonce = [u8; 16];

/// A proof that somebody has the list of hosts: of a role, from one host to another, for this
/// connection.
fn proof(hosts: &Hosts, role: &[u8], hosts_of: [u32; 2], nonces: [Nonce; 2]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new_keyed(&hosts.key);
    hasher.update(role);
    for host in hosts_of {
        hasher.update(&host.to_le_bytes());
    }
    for nonce in nonces {
        hasher.update(&nonce);
    }
    hasher.finalize()
}

fn nonce() -> io::Result<Nonce> {
    let mut nonce = [0; 16];
    getrandom::fill(&mut nonce).map_err(io::Error::other)?;
    Ok(nonce)
}

fn number(host: usize) -> u32 {
    u32::try_from(host).unwrap_or(u32::MAX)
}

fn refused(words: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, words)
}

/// Introduces host `own` to the host that listens.
fn introduce(stream: &mut TcpStream, hosts: &Hosts, own: usize, to: usize) -> io::Result<()> {
    let ends = [number(own), number(to)];
    let mine = nonce()?;
    let mut message = MAGIC.to_vec();
    message.extend(ends.iter().flat_map(|host| host.to_le_bytes()));
    message.extend(mine);
    stream.write_all(&message)?;
    let mut answer = [0; 8 + 16 + 32];
    stream.read_exact(&mut answer)?;
    let (magic, rest) = answer.split_at(8);
    let (theirs, tag) = rest.split_at(16);
    if magic != MAGIC {
        return Err(refused("it is no host of this job, or another version"));
    }
    let nonces = [mine, theirs.try_into().unwrap_or_default()];
    let is_known = |tag: &[u8]| {
        let tag = <[u8; 32]>::try_from(tag).unwrap_or_default();
        proof(hosts, b"listens", ends, nonces) == tag
    };
    if !is_known(tag) {
        return Err(refused("it has another list of hosts"));
    }
    stream.write_all(proof(hosts, b"dials", ends, nonces).as_bytes())
}

/// Lets in whoever has the same list of hosts, and says which host it is.
fn receive(stream: &mut TcpStream, hosts: &Hosts, own: usize) -> io::Result<usize> {
    let mut message = [0; 8 + 4 + 4 + 16];
    stream.read_exact(&mut message)?;
    let (magic, rest) = message.split_at(8);
    if magic != MAGIC {
        return Err(refused("a stranger"));
    }
    let (words, theirs) = rest.split_at(8);
    let host = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap_or_default());
    let ends = [host(&words[..4]), host(&words[4..])];
    let nonces = [theirs.try_into().unwrap_or_default(), nonce()?];
    let mut answer = MAGIC.to_vec();
    answer.extend(nonces[1]);
    answer.extend(proof(hosts, b"listens", ends, nonces).as_bytes());
    stream.write_all(&answer)?;
    let mut tag = [0; 32];
    stream.read_exact(&mut tag)?;
    let from = ends[0] as usize;
    if proof(hosts, b"dials", ends, nonces) != tag || ends[1] != number(own) {
        return Err(refused("a stranger"));
    }
    if from <= own || from >= hosts.len() {
        return Err(refused("no host that dials this one"));
    }
    Ok(from)
}

/// Whether it makes sense to go on.
struct Patience<'a> {
    until: Instant,
    cancel: &'a AtomicBool,
    /// Somebody else has failed.
    is_over: AtomicBool,
}

impl Patience<'_> {
    fn is_left(&self) -> bool {
        !self.cancel.load(Ordering::Relaxed)
            && !self.is_over.load(Ordering::Relaxed)
            && Instant::now() < self.until
    }
}

/// Dials a host until it answers.
fn dial(hosts: &Hosts, own: usize, to: usize, patience: &Patience<'_>) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::TimedOut);
    while patience.is_left() {
        let addresses = hosts.address(to).to_socket_addrs();
        for address in addresses.into_iter().flatten() {
            let stream = TcpStream::connect_timeout(&address, PATIENCE).and_then(|mut stream| {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(PATIENCE))?;
                stream.set_write_timeout(Some(PATIENCE))?;
                introduce(&mut stream, hosts, own, to)?;
                Ok(stream)
            });
            match stream {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
            if last.kind() == io::ErrorKind::PermissionDenied {
                return Err(last);
            }
        }
        thread::sleep(PAUSE);
    }
    Err(last)
}

/// Connects a host to all others; its own place is empty. Hosts dial those with lower numbers.
///
/// # Errors
/// If its address can't be used, or some have not come in time.
pub(crate) fn connect(
    hosts: &Hosts,
    own: usize,
    timeout: Duration,
    cancel: &AtomicBool,
) -> Result<Vec<Option<TcpStream>>, Unfinished<ClusterError>> {
    let mut streams: Vec<Option<TcpStream>> = (0..hosts.len()).map(|_| None).collect();
    let unusable = |error| ClusterError::Address(hosts.address(own).to_owned(), error);
    let listener = TcpListener::bind(hosts.address(own)).map_err(unusable)?;
    listener.set_nonblocking(true).map_err(unusable)?;
    let patience = Patience {
        until: Instant::now() + timeout,
        cancel,
        is_over: AtomicBool::new(false),
    };
    let strangers = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let refused = thread::scope(|scope| {
        for to in 0..own {
            let (sender, patience) = (sender.clone(), &patience);
            scope.spawn(move || sender.send((to, dial(hosts, own, to, patience))));
        }
        while patience.is_left() {
            while let Ok((host, stream)) = receiver.try_recv() {
                match stream {
                    Ok(stream) => streams[host] = Some(stream),
                    Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                        patience.is_over.store(true, Ordering::Relaxed);
                        return Some((host, error));
                    }
                    Err(_) => {}
                }
            }
            let missing = streams.iter().filter(|stream| stream.is_none()).count();
            if missing == 1 {
                return None;
            }
            let Ok((mut stream, _)) = listener.accept() else {
                thread::sleep(PAUSE);
                continue;
            };
            if strangers.fetch_add(1, Ordering::Relaxed) >= STRANGERS {
                strangers.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let (sender, strangers) = (sender.clone(), &strangers);
            scope.spawn(move || {
                let known = stream
                    .set_nonblocking(false)
                    .and_then(|()| stream.set_nodelay(true))
                    .and_then(|()| stream.set_read_timeout(Some(PATIENCE)))
                    .and_then(|()| stream.set_write_timeout(Some(PATIENCE)))
                    .and_then(|()| receive(&mut stream, hosts, own));
                strangers.fetch_sub(1, Ordering::Relaxed);
                if let Ok(host) = known {
                    drop(sender.send((host, Ok(stream))));
                }
            });
        }
        None
    });
    if cancel.load(Ordering::Relaxed) {
        return Err(Unfinished::Cancelled);
    }
    let name = |host| format!("host {host} ({})", hosts.address(host));
    if let Some((host, error)) = refused {
        return Err(ClusterError::Refused(name(host), error).into());
    }
    let missing = |&host: &usize| host != own && streams[host].is_none();
    let missing: Vec<String> = (0..hosts.len()).filter(missing).map(name).collect();
    if !missing.is_empty() {
        return Err(ClusterError::Missing(missing.join(", "), timeout.as_secs()).into());
    }
    Ok(streams)
}

/// Tells all other hosts something, and hears what each of them says; by host, its own included.
///
/// # Errors
/// If a host is gone, or says what nobody understands.
pub(crate) fn tell<T: Serialize + DeserializeOwned>(
    streams: &mut [Option<TcpStream>],
    words: T,
    timeout: Duration,
    cancel: &AtomicBool,
) -> Result<Vec<T>, (usize, io::Error)> {
    let text = serde_json::to_vec(&words).unwrap_or_default();
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes();
    let patience = Patience {
        until: Instant::now() + timeout.max(PATIENCE),
        cancel,
        is_over: AtomicBool::new(false),
    };
    let mut words = Some(words);
    thread::scope(|scope| {
        for (host, stream) in streams.iter().enumerate() {
            let Some(stream) = stream else { continue };
            let mut stream = stream.try_clone().map_err(|error| (host, error))?;
            let (text, length) = (&text, &length);
            // Whoever does not get it will not be heard either.
            scope.spawn(move || {
                stream
                    .write_all(length)
                    .and_then(|()| stream.write_all(text))
            });
        }
        let mut heard = Vec::new();
        for (host, stream) in streams.iter_mut().enumerate() {
            let Some(stream) = stream else {
                heard.extend(words.take());
                continue;
            };
            let theirs = hear(stream, &patience).map_err(|error| (host, error))?;
            heard.push(theirs);
        }
        Ok(heard)
    })
}

fn hear<T: DeserializeOwned>(stream: &mut TcpStream, patience: &Patience<'_>) -> io::Result<T> {
    stream.set_read_timeout(Some(PAUSE))?;
    let mut length = [0; 4];
    fill(stream, &mut length, patience)?;
    let length = u32::from_le_bytes(length);
    if length > MOST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut text = vec![0; length as usize];
    fill(stream, &mut text, patience)?;
    serde_json::from_slice(&text).map_err(io::Error::other)
}

/// Reads as much as there is room for, as long as that makes sense.
fn fill(stream: &mut TcpStream, room: &mut [u8], patience: &Patience<'_>) -> io::Result<()> {
    let mut filled = 0;
    while filled < room.len() {
        match stream.read(&mut room[filled..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => filled += read,
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted => {}
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut if patience.is_left() => {}
                _ => return Err(error),
            },
        }
    }
    Ok(())
}
