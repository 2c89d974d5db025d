//! Connections between all hosts. On each one, both sides first prove that they have the same list
//! of hosts. Strangers are rejected and can't keep hosts out.

use std::io::{self, Write};
use std::net::ToSocketAddrs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use fewest::Unfinished;

use crate::ClusterError;
use crate::frame::{Link, Seal};
use crate::hosts::Hosts;
use crate::network::{Listener, Socket};
use crate::patience::{PATIENCE, PAUSE, Patience, fill, prepare};
use crate::report::Report;
use crate::strangers::Strangers;

/// The first bytes of every connection. The number changes with every change to the protocol.
const MAGIC: &[u8; 8] = b"fewestC5";

type Nonce = [u8; 16];

/// A proof of having the list: for a role, a pair of hosts and this connection only.
fn proof(hosts: &Hosts, role: &[u8], ends: [u32; 2], nonces: [Nonce; 2]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new_keyed(&hosts.key);
    hasher.update(role);
    for host in ends {
        hasher.update(&host.to_le_bytes());
    }
    for nonce in nonces {
        hasher.update(&nonce);
    }
    hasher.finalize()
}

/// The dialling and the listening host's directions of a connection.
fn seals(hosts: &Hosts, ends: [u32; 2], nonces: [Nonce; 2]) -> [Seal; 2] {
    let roles: [&[u8]; 2] = [
        b"frames of the host that dials",
        b"frames of the host that listens",
    ];
    roles.map(|role| Seal::new(proof(hosts, role, ends, nonces)))
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

/// Introduces this host to a listening host. Returns the directions of both.
fn introduce(
    stream: &mut Socket,
    hosts: &Hosts,
    ends: [usize; 2],
    patience: Patience<'_>,
) -> io::Result<[Seal; 2]> {
    let ends = ends.map(number);
    let mine = nonce()?;
    let mut message = MAGIC.to_vec();
    message.extend(ends.iter().flat_map(|host| host.to_le_bytes()));
    message.extend(mine);
    stream.write_all(&message)?;
    let mut answer = [0; 8 + 16 + 32];
    fill(stream, &mut answer, || patience.is_left())?;
    let (magic, rest) = answer.split_at(8);
    let (theirs, tag) = rest.split_at(16);
    if magic != MAGIC {
        return Err(refused(
            "it is not a host of this job, or runs another version",
        ));
    }
    let nonces = [mine, theirs.try_into().unwrap_or_default()];
    let is_known = |tag: &[u8]| {
        let tag = <[u8; 32]>::try_from(tag).unwrap_or_default();
        proof(hosts, b"listens", ends, nonces) == tag
    };
    if !is_known(tag) {
        return Err(refused("its list of hosts differs"));
    }
    stream.write_all(proof(hosts, b"dials", ends, nonces).as_bytes())?;
    Ok(seals(hosts, ends, nonces))
}

/// Admits a host with the same list, and returns its number and the directions of both.
fn receive(
    stream: &mut Socket,
    hosts: &Hosts,
    local: usize,
    patience: Patience<'_>,
) -> io::Result<(usize, [Seal; 2])> {
    let mut message = [0; 8 + 4 + 4 + 16];
    fill(stream, &mut message, || patience.is_left())?;
    let (magic, rest) = message.split_at(8);
    if magic != MAGIC {
        return Err(refused("an unknown program"));
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
    fill(stream, &mut tag, || patience.is_left())?;
    let from = ends[0] as usize;
    if proof(hosts, b"dials", ends, nonces) != tag || ends[1] != number(local) {
        return Err(refused("an unknown program"));
    }
    if from <= local || from >= hosts.len() {
        return Err(refused("a host that should not connect here"));
    }
    Ok((from, seals(hosts, ends, nonces)))
}

/// Dials a host until it answers.
fn dial(hosts: &Hosts, local: usize, to: usize, patience: Patience<'_>) -> io::Result<Link> {
    let mut last = io::Error::from(io::ErrorKind::TimedOut);
    while patience.is_left() {
        let addresses = hosts.address(to).to_socket_addrs();
        for address in addresses.into_iter().flatten() {
            let link = Socket::connect_timeout(&address, PATIENCE).and_then(|mut stream| {
                prepare(&stream)?;
                let ends = [local, to];
                let [writing, reading] =
                    introduce(&mut stream, hosts, ends, patience.introduction())?;
                Ok(Link {
                    stream,
                    writing,
                    reading,
                })
            });
            match link {
                Ok(link) => return Ok(link),
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

/// The state of the connecting threads, which end soon after `is_over` is set.
struct Door {
    hosts: Hosts,
    local: usize,
    until: Instant,
    is_over: AtomicBool,
    strangers: Strangers,
    /// Receives connections to hosts, and the errors of failed ones.
    sender: Sender<(usize, io::Result<Link>)>,
}

impl Door {
    fn patience(&self) -> Patience<'_> {
        Patience {
            until: self.until,
            cancel: &self.is_over,
        }
    }

    fn spawn(self: &Arc<Self>, run: impl FnOnce(&Self) + Send + 'static) -> io::Result<()> {
        let door = Arc::clone(self);
        thread::Builder::new().spawn(move || run(&door)).map(drop)
    }

    fn pass(&self, host: usize, link: io::Result<Link>) {
        // The receiver is gone once connecting is over.
        drop(self.sender.send((host, link)));
    }

    /// Lets an incoming connection introduce itself.
    fn answer(self: &Arc<Self>, mut stream: Socket) -> io::Result<()> {
        prepare(&stream)?;
        let number = self.strangers.enter(&stream)?;
        self.spawn(move |door| {
            let patience = door.patience().introduction();
            let received = receive(&mut stream, &door.hosts, door.local, patience);
            let is_here = door.strangers.leave(number);
            if let (Ok((host, [reading, writing])), true) = (received, is_here) {
                let link = Link {
                    stream,
                    writing,
                    reading,
                };
                door.pass(host, Ok(link));
            }
        })
    }

    /// Waits until all hosts are connected. Returns a host that was rejected, if any.
    fn open(
        self: &Arc<Self>,
        listener: &Listener,
        links: &mut [Option<Link>],
        connections: &Receiver<(usize, io::Result<Link>)>,
        cancel: &AtomicBool,
    ) -> io::Result<Option<(usize, io::Error)>> {
        for to in 0..self.local {
            self.spawn(move |door| {
                let link = dial(&door.hosts, door.local, to, door.patience());
                door.pass(to, link);
            })?;
        }
        let patience = Patience {
            cancel,
            ..self.patience()
        };
        while patience.is_left() {
            for (host, link) in connections.try_iter() {
                match link {
                    Ok(link) => links[host] = Some(link),
                    Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                        return Ok(Some((host, error)));
                    }
                    Err(_) => {}
                }
            }
            if links.iter().filter(|link| link.is_none()).count() == 1 {
                break;
            }
            match listener.accept() {
                // A host that gets no answer may try again.
                Ok((stream, _)) => drop(self.answer(stream)),
                Err(_) => thread::sleep(PAUSE),
            }
        }
        Ok(None)
    }
}

/// Connects a host to all others; its own entry is `None`. Hosts dial hosts with lower numbers.
///
/// # Errors
/// If its address can't be used, or some hosts did not connect in time.
pub(crate) fn connect(
    hosts: &Hosts,
    local: usize,
    timeout: Duration,
    cancel: &AtomicBool,
) -> Result<Vec<Option<Link>>, Unfinished<ClusterError>> {
    let mut links: Vec<Option<Link>> = (0..hosts.len()).map(|_| None).collect();
    let unusable = |error| ClusterError::Address(hosts.address(local).to_owned(), error);
    let listener = Listener::bind(hosts.address(local)).map_err(unusable)?;
    listener.set_nonblocking(true).map_err(unusable)?;
    let (sender, connections) = mpsc::channel();
    let door = Arc::new(Door {
        hosts: hosts.clone(),
        local,
        until: Instant::now() + timeout,
        is_over: AtomicBool::new(false),
        strangers: Strangers::default(),
        sender,
    });
    let refused = door.open(&listener, &mut links, &connections, cancel);
    door.is_over.store(true, Ordering::Relaxed);
    door.strangers.close();
    let refused = refused.map_err(ClusterError::Workers)?;
    if cancel.load(Ordering::Relaxed) {
        return Err(Unfinished::Cancelled);
    }
    let name = |host| format!("host {host} ({})", hosts.address(host));
    let is_missing = |&host: &usize| host != local && links[host].is_none();
    let missing: Vec<usize> = (0..hosts.len()).filter(is_missing).collect();
    let error = match (refused, missing.first()) {
        (None, None) => return Ok(links),
        (Some((host, error)), _) => (host, ClusterError::Refused(name(host), error)),
        (None, Some(&first)) => {
            let names: Vec<String> = missing.iter().copied().map(name).collect();
            (first, ClusterError::Missing(names.join(", "), timeout))
        }
    };
    let (host, error) = error;
    let report = Report::new(local, host, &io::ErrorKind::TimedOut.into());
    report.send_all(links.iter_mut().flatten());
    Err(error.into())
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::Read;
    use std::net::{TcpListener, TcpStream};
    use std::sync::atomic::AtomicUsize;

    use super::*;
    use crate::frame::{HEAD, LOST};

    /// The bytes that a stranger must send before it is identified as one.
    const MESSAGE: usize = 32;

    pub(crate) fn address(listener: &TcpListener) -> String {
        listener.local_addr().unwrap().to_string()
    }

    /// Hosts on otherwise unused ports. Systems assign larger ports to outgoing connections, so no
    /// connection of another test takes such a port before its host listens.
    pub(crate) fn hosts(hosts: usize) -> Hosts {
        static TRIED: AtomicUsize = AtomicUsize::new(0);
        // Tests may run concurrently in separate processes.
        let first = std::process::id() as usize * 101;
        let free = || {
            let port = 10_000 + (first + TRIED.fetch_add(1, Ordering::Relaxed)) % 20_000;
            let address = format!("127.0.0.1:{port}");
            TcpListener::bind(&address).is_ok().then_some(address)
        };
        let addresses = std::iter::repeat_with(free).flatten().take(hosts);
        Hosts::parse(&addresses.collect::<Vec<_>>().join("\n")).unwrap()
    }

    fn stranger(hosts: &Hosts) -> TcpStream {
        loop {
            match TcpStream::connect(hosts.address(0)) {
                Ok(stream) => return stream,
                Err(_) => thread::sleep(PAUSE),
            }
        }
    }

    /// Lets the first host wait for the second while strangers send one byte per second; only their
    /// last byte would identify them. `then` runs after their first byte.
    fn among_strangers<T>(
        number: usize,
        then: impl FnOnce(&Hosts, &AtomicBool) -> T,
    ) -> (Result<usize, Unfinished<ClusterError>>, T) {
        let hosts = &hosts(2);
        let (cancel, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
        let sent = AtomicUsize::new(0);
        thread::scope(|scope| {
            let one = scope.spawn(|| connect(hosts, 0, Duration::from_hours(1), &cancel));
            let mut strangers: Vec<TcpStream> = (0..number).map(|_| stranger(hosts)).collect();
            let (sent, is_over) = (&sent, &is_over);
            let drip = move || {
                while !is_over.load(Ordering::Relaxed) && sent.load(Ordering::Relaxed) < MESSAGE {
                    for stranger in &mut strangers {
                        // It may have been disconnected.
                        drop(stranger.write_all(b"f"));
                    }
                    sent.fetch_add(1, Ordering::Relaxed);
                    thread::park_timeout(Duration::from_secs(1));
                }
            };
            let dripping = scope.spawn(drip);
            while sent.load(Ordering::Relaxed) == 0 {
                thread::sleep(PAUSE);
            }
            let then = then(hosts, &cancel);
            let one = one.join().unwrap();
            // Nothing has waited for them.
            assert!(sent.load(Ordering::Relaxed) < MESSAGE);
            is_over.store(true, Ordering::Relaxed);
            dripping.thread().unpark();
            (one.map(|links| links.iter().flatten().count()), then)
        })
    }

    #[test]
    fn strangers_that_drip_bytes_neither_delay_a_job_nor_keep_hosts_out() {
        for number in [1, 70] {
            let (one, other) = among_strangers(number, |hosts, cancel| {
                connect(hosts, 1, Duration::from_hours(1), cancel).is_ok()
            });
            assert!(matches!(one, Ok(1)) && other, "{number}: {one:?}");
        }
    }

    #[test]
    fn a_cancelled_host_does_not_wait_for_a_stranger() {
        let (one, ()) = among_strangers(1, |_, cancel| cancel.store(true, Ordering::Relaxed));
        assert!(matches!(one, Err(Unfinished::Cancelled)), "{one:?}");
    }

    #[test]
    fn an_introduction_has_one_deadline() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut stranger = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let mut stream = Socket::from(listener.accept().unwrap().0);
        prepare(&stream).unwrap();
        let cancel = AtomicBool::new(false);
        let patience = Patience {
            until: Instant::now() + 5 * PAUSE,
            cancel: &cancel,
        };
        let hosts = hosts(2);
        let received = thread::scope(|scope| {
            let receiving = scope.spawn(|| receive(&mut stream, &hosts, 0, patience));
            // Each byte arrives soon, but not all of them do.
            while !receiving.is_finished() {
                drop(stranger.write_all(&MAGIC[..1]));
                thread::sleep(PAUSE);
            }
            receiving.join().unwrap()
        });
        assert_eq!(received.err().unwrap().kind(), io::ErrorKind::TimedOut);
    }

    /// A host that had connected to all others only saw this one end.
    #[test]
    fn a_host_that_misses_another_says_so_to_the_rest() {
        let (hosts, cancel) = (hosts(3), AtomicBool::new(false));
        let (missing, mut link) = thread::scope(|scope| {
            let first = scope.spawn(|| connect(&hosts, 0, 10 * PAUSE, &cancel));
            let patience = Patience {
                until: Instant::now() + Duration::from_hours(1),
                cancel: &cancel,
            };
            let link = dial(&hosts, 1, 0, patience).unwrap();
            (first.join().unwrap().err(), link)
        });
        let Some(Unfinished::Failed(ClusterError::Missing(name, _))) = missing else {
            panic!("{missing:?}");
        };
        assert!(name.starts_with("host 2 "), "{name}");
        let mut head = [0; HEAD];
        link.stream.read_exact(&mut head).unwrap();
        assert_eq!(link.reading.read(&head, |_| true).unwrap().length, LOST);
        let mut content = [9; Report::LENGTH as usize];
        link.stream.read_exact(&mut content).unwrap();
        let report = Report { by: 0, lost: 2 };
        assert_eq!(Report::in_error(&Report::received(&content)), Some(report));
    }
}
