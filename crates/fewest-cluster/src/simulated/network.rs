//! An in-memory network that carries out a plan.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::net::{Ipv6Addr, Shutdown, SocketAddr, SocketAddrV6};
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::plan::{Chunks, Fault, How, Plan, Whose};
use crate::hosts::Hosts;

/// The networks of this process, by number.
static NETWORKS: Mutex<BTreeMap<u16, Arc<Network>>> = Mutex::new(BTreeMap::new());

/// Addresses of this prefix are for documentation; no socket has one (RFC 3849).
const PREFIX: [u16; 2] = [0x2001, 0xdb8];

pub(super) struct Network {
    number: u16,
    plan: Plan,
    state: Mutex<State>,
}

struct State {
    streams: Vec<Stream>,
    /// For each host that listens, the connections that it has not accepted yet.
    waiting: Vec<Option<VecDeque<End>>>,
    /// For each pair of hosts, the connections that the first made to the second.
    attempts: Vec<Vec<usize>>,
    is_gone: Vec<bool>,
    /// For each fault of the plan, true if it has happened.
    have_happened: Vec<bool>,
    /// The flags that cancel the hosts' jobs.
    cancels: Vec<Arc<AtomicBool>>,
}

/// One direction of a connection.
struct Stream {
    from: usize,
    to: usize,
    changed: Arc<Condvar>,
    bytes: VecDeque<u8>,
    /// The bytes that arrive together and the time: the last chunk may still grow.
    arriving: VecDeque<(usize, Instant)>,
    chunks: Chunks,
    /// The room left in the last chunk.
    left: usize,
    written: u64,
    /// Bytes written after it fell silent.
    swallowed: usize,
    end: Option<How>,
    /// The time when its reader learns of the end.
    end_arrives: Instant,
    /// True if its reader reads no more.
    is_closed: bool,
}

impl Network {
    pub fn new(plan: &Plan) -> Arc<Self> {
        static NEXT: AtomicU16 = AtomicU16::new(0);
        let hosts = plan.hosts;
        let network = Arc::new(Self {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            plan: plan.clone(),
            state: Mutex::new(State {
                streams: Vec::new(),
                waiting: (0..hosts).map(|_| None).collect(),
                attempts: vec![vec![0; hosts]; hosts],
                is_gone: vec![false; hosts],
                have_happened: vec![false; plan.faults.len()],
                cancels: (0..hosts).map(|_| Arc::default()).collect(),
            }),
        });
        networks().insert(network.number, Arc::clone(&network));
        network
    }

    /// The list of hosts for one of them. Each address contains the number of the host that dials it.
    pub fn hosts(&self, local: usize) -> Hosts {
        let address = |to| self.address(local, to).to_string();
        Hosts {
            addresses: (0..self.plan.hosts).map(address).collect(),
            key: [7; 32],
        }
    }

    pub fn cancel(&self, host: usize) -> Arc<AtomicBool> {
        Arc::clone(&self.state().cancels[host])
    }

    /// The faults that have happened.
    pub fn faults(&self) -> Vec<Fault> {
        let happened = self.state().have_happened.clone();
        let faults = self.plan.faults.iter().copied().zip(happened);
        faults
            .filter_map(|(fault, has_happened)| has_happened.then_some(fault))
            .collect()
    }

    /// Removes the network from the list, so that its addresses no longer work.
    pub fn remove(&self) {
        networks().remove(&self.number);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn address(&self, from: usize, to: usize) -> SocketAddr {
        let number = |host: usize| u16::try_from(host).unwrap_or(u16::MAX);
        let ends = [number(from), number(to)];
        let address =
            Ipv6Addr::from_segments([PREFIX[0], PREFIX[1], 0, 0, 0, self.number, ends[0], ends[1]]);
        SocketAddrV6::new(address, 1, 0, 0).into()
    }

    /// The network of an address, and who dials whom; `None` for an address of the system.
    fn of(address: &SocketAddr) -> Option<(io::Result<Arc<Self>>, usize, usize)> {
        let SocketAddr::V6(address) = address else {
            return None;
        };
        let [prefix @ .., number, from, to] = address.ip().segments();
        let network = networks()
            .get(&number)
            .cloned()
            .ok_or(io::ErrorKind::NetworkUnreachable.into());
        (prefix[..2] == PREFIX).then_some((network, from.into(), to.into()))
    }
}

fn networks() -> MutexGuard<'static, BTreeMap<u16, Arc<Network>>> {
    NETWORKS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn open(&mut self, plan: &Plan, from: usize, to: usize, attempt: usize) -> usize {
        self.streams.push(Stream {
            from,
            to,
            changed: Arc::default(),
            bytes: VecDeque::new(),
            arriving: VecDeque::new(),
            chunks: plan.chunks(from, to, attempt),
            left: 0,
            written: 0,
            swallowed: 0,
            end: None,
            end_arrives: Instant::now(),
            is_closed: false,
        });
        self.streams.len() - 1
    }

    fn end(&mut self, stream: usize, how: How) {
        let stream = &mut self.streams[stream];
        // A stream that is silent stays silent.
        if stream.end.is_none() || (stream.end, how) == (Some(How::End), How::Reset) {
            stream.end = Some(how);
            let (_, delay) = stream.chunks.next().unwrap_or_default();
            stream.end_arrives = Instant::now() + delay;
        }
        if how == How::Reset {
            stream.bytes.clear();
            stream.arriving.clear();
        }
        stream.changed.notify_all();
    }

    /// The next fault that bytes of this stream lead to: the bytes left before it, and its number.
    fn next_fault(&self, plan: &Plan, stream: usize) -> Option<(usize, usize)> {
        let left = |fault: Fault| {
            let is_counted = |of: &&Stream| match fault.whose {
                Whose::Link(from, to) => (of.from, of.to) == (from, to),
                Whose::Host(host) => of.from == host,
            };
            Some(&self.streams[stream]).filter(is_counted)?;
            let counted = self.streams.iter().filter(is_counted);
            let sent: u64 = counted.map(|stream| stream.written).sum();
            usize::try_from(fault.after.saturating_sub(sent)).ok()
        };
        let faults = plan.faults.iter().enumerate();
        let open = faults.filter(|&(number, _)| !self.have_happened[number]);
        let left = open.filter_map(|(number, &fault)| Some((left(fault)?, number)));
        left.min()
    }

    /// Lets a fault happen, to the connection of these streams if it is one of a link.
    fn fail(&mut self, fault: Fault, ends: [usize; 2]) {
        let Fault { whose, how, .. } = fault;
        match whose {
            Whose::Link(..) => {
                for stream in ends {
                    self.end(stream, how);
                }
            }
            Whose::Host(host) => {
                // An interrupted or crashed host ends at once. A silent host must notice it.
                if how != How::Silence {
                    self.cancels[host].store(true, Ordering::Relaxed);
                }
                if how == How::Interrupt {
                    return;
                }
                self.is_gone[host] = true;
                for stream in 0..self.streams.len() {
                    let Stream { from, to, .. } = self.streams[stream];
                    if from == host || to == host {
                        self.end(stream, how);
                    }
                }
            }
        }
    }
}

/// A host that listens.
pub(crate) struct Door {
    network: Arc<Network>,
    host: usize,
}

impl Door {
    /// `None` for an address of the system.
    pub fn open(address: &SocketAddr) -> Option<io::Result<Self>> {
        let (network, _, host) = Network::of(address)?;
        Some(network.map(|network| {
            network.state().waiting[host] = Some(VecDeque::new());
            Self { network, host }
        }))
    }

    pub fn accept(&self) -> io::Result<(End, SocketAddr)> {
        let waiting = &mut self.network.state().waiting[self.host];
        let end = waiting
            .as_mut()
            .and_then(VecDeque::pop_front)
            .ok_or(io::Error::from(io::ErrorKind::WouldBlock))?;
        Ok((end, self.network.address(self.host, self.host)))
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        let waiting = self.network.state().waiting[self.host].take();
        // Their ends lock the state.
        drop(waiting);
    }
}

/// An end of a connection. It closes with its last clone, as a socket of the system does.
#[derive(Clone)]
pub(crate) struct End(Arc<Ends>);

struct Ends {
    network: Arc<Network>,
    incoming: usize,
    outgoing: usize,
    read_timeout: Mutex<Option<Duration>>,
    write_timeout: Mutex<Option<Duration>>,
}

impl End {
    fn new(network: &Arc<Network>, incoming: usize, outgoing: usize) -> Self {
        Self(Arc::new(Ends {
            network: Arc::clone(network),
            incoming,
            outgoing,
            read_timeout: Mutex::default(),
            write_timeout: Mutex::default(),
        }))
    }

    /// Connects to a host; `None` for an address of the system.
    pub fn dial(address: &SocketAddr) -> Option<io::Result<Self>> {
        let (network, from, to) = Network::of(address)?;
        Some(network.and_then(|network| {
            let state = &mut *network.state();
            if state.is_gone[from] || state.is_gone[to] || state.waiting[to].is_none() {
                return Err(io::ErrorKind::ConnectionRefused.into());
            }
            let attempt = state.attempts[from][to];
            state.attempts[from][to] += 1;
            let there = state.open(&network.plan, from, to, attempt);
            let back = state.open(&network.plan, to, from, attempt);
            if let Some(waiting) = &mut state.waiting[to] {
                waiting.push_back(Self::new(&network, there, back));
            }
            Ok(Self::new(&network, back, there))
        }))
    }

    pub fn set_read_timeout(&self, timeout: Option<Duration>) {
        *(self.0.read_timeout.lock()).unwrap_or_else(PoisonError::into_inner) = timeout;
    }

    pub fn set_write_timeout(&self, timeout: Option<Duration>) {
        *(self.0.write_timeout.lock()).unwrap_or_else(PoisonError::into_inner) = timeout;
    }

    pub fn shutdown(&self, how: Shutdown) {
        self.0.shutdown(how);
    }

    pub fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        let Ends { network, .. } = &*self.0;
        let until = deadline(&self.0.read_timeout);
        let mut state = network.state();
        loop {
            let now = Instant::now();
            let stream = &mut state.streams[self.0.incoming];
            if stream.is_closed {
                return Ok(0);
            }
            let has_ended = stream.end.is_some() && stream.end_arrives <= now;
            if has_ended && stream.end == Some(How::Reset) {
                return Err(io::ErrorKind::ConnectionReset.into());
            }
            let next = stream.arriving.front().copied();
            if let Some((length, _)) = next.filter(|&(_, time)| time <= now) {
                let read = length.min(buffer.len());
                for (room, byte) in buffer.iter_mut().zip(stream.bytes.drain(..read)) {
                    *room = byte;
                }
                match stream.arriving.front_mut() {
                    Some((left, _)) if *left > read => *left -= read,
                    _ => drop(stream.arriving.pop_front()),
                }
                stream.changed.notify_all();
                return Ok(read);
            }
            if has_ended && next.is_none() && stream.end == Some(How::End) {
                return Ok(0);
            }
            let end = stream
                .end
                .filter(|_| !has_ended)
                .map(|_| stream.end_arrives);
            if until.is_some_and(|until| until <= now) {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let times = [until, next.map(|(_, time)| time), end];
            let until = times.into_iter().flatten().min();
            state = wait(state, self.0.incoming, until);
        }
    }

    pub fn write(&self, buffer: &[u8]) -> io::Result<usize> {
        let Ends {
            network, outgoing, ..
        } = &*self.0;
        let until = deadline(&self.0.write_timeout);
        let mut state = network.state();
        loop {
            let now = Instant::now();
            let next = state.next_fault(&network.plan, *outgoing);
            let stream = &mut state.streams[*outgoing];
            match stream.end {
                Some(How::Reset) => return Err(io::ErrorKind::ConnectionReset.into()),
                Some(_) if stream.end != Some(How::Silence) => {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
                // Nobody reads them.
                None if stream.is_closed => return Err(io::ErrorKind::BrokenPipe.into()),
                None | Some(_) => {}
            }
            let taken = stream.bytes.len() + stream.swallowed;
            let room = network.plan.room.saturating_sub(taken);
            if room > 0 && stream.end == Some(How::Silence) {
                let written = buffer.len().min(room);
                stream.swallowed += written;
                return Ok(written);
            }
            if room > 0 {
                if stream.left == 0 {
                    let (length, delay) = stream.chunks.next().unwrap_or_default();
                    let last = stream.arriving.back().map_or(now, |&(_, time)| time);
                    stream.arriving.push_back((0, last.max(now + delay)));
                    stream.left = length;
                }
                let written = buffer.len().min(room).min(stream.left);
                let Some((left, number)) = next.filter(|&(left, _)| left < written) else {
                    stream.push(&buffer[..written], now);
                    return Ok(written);
                };
                stream.push(&buffer[..left], now);
                let fault = network.plan.faults[number];
                state.have_happened[number] = true;
                state.fail(fault, [*outgoing, self.0.incoming]);
                if fault.how == How::Interrupt {
                    // The host may end slowly, and write more.
                    let stream = &mut state.streams[*outgoing];
                    stream.push(&buffer[left..written], now);
                }
                return Ok(written);
            }
            if until.is_some_and(|until| until <= now) {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            state = wait(state, *outgoing, until);
        }
    }
}

impl Stream {
    /// Adds bytes to the last chunk.
    fn push(&mut self, bytes: &[u8], now: Instant) {
        self.written += bytes.len() as u64;
        self.left -= bytes.len().min(self.left);
        self.bytes.extend(bytes);
        match self.arriving.back_mut() {
            Some((length, _)) => *length += bytes.len(),
            None => self.arriving.push_back((bytes.len(), now)),
        }
        self.arriving.retain(|&(length, _)| length > 0);
        self.changed.notify_all();
    }
}

impl Ends {
    fn shutdown(&self, how: Shutdown) {
        let state = &mut *self.network.state();
        if how != Shutdown::Read {
            state.end(self.outgoing, How::End);
        }
        if how != Shutdown::Write {
            let stream = &mut state.streams[self.incoming];
            stream.is_closed = true;
            stream.changed.notify_all();
        }
    }
}

impl Drop for Ends {
    fn drop(&mut self) {
        self.shutdown(Shutdown::Both);
    }
}

fn deadline(timeout: &Mutex<Option<Duration>>) -> Option<Instant> {
    let timeout = *timeout.lock().unwrap_or_else(PoisonError::into_inner);
    timeout.map(|timeout| Instant::now() + timeout)
}

/// Waits until a stream may have changed, at most until this time.
fn wait(
    state: MutexGuard<'_, State>,
    stream: usize,
    until: Option<Instant>,
) -> MutexGuard<'_, State> {
    let changed = Arc::clone(&state.streams[stream].changed);
    match until {
        None => changed.wait(state).unwrap_or_else(PoisonError::into_inner),
        Some(until) => {
            let left = until.saturating_duration_since(Instant::now());
            let waited = changed.wait_timeout(state, left);
            waited.unwrap_or_else(PoisonError::into_inner).0
        }
    }
}
