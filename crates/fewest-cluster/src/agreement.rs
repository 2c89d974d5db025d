//! Agreement of all hosts on the job.

use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fewest::Unfinished;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::frame::{HEAD, Head};
use crate::patience::{PATIENCE, Patience, fill};
use crate::{Cluster, ClusterError};

/// The largest message exchanged before the job, in bytes.
const MAX_BYTES: u32 = 1 << 20;

impl Cluster {
    /// Checks that the list contains this host.
    pub(crate) const fn check(&self) -> Result<(), ClusterError> {
        if self.host < self.hosts.len() {
            Ok(())
        } else {
            Err(ClusterError::NoHost(self.host, self.hosts.len()))
        }
    }

    /// A host by number and address, for messages.
    pub(crate) fn name(&self, host: usize) -> String {
        format!("host {host} ({})", self.hosts.address(host))
    }

    pub(crate) fn lost(&self, host: usize, error: &io::Error) -> ClusterError {
        let why = match error.kind() {
            io::ErrorKind::UnexpectedEof => "it has ended".to_owned(),
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => "it stopped sending".to_owned(),
            _ => error.to_string(),
        };
        ClusterError::Lost(self.name(host), why)
    }

    /// Sends a message to all other hosts and receives theirs.
    pub(crate) fn exchange<T: Serialize + DeserializeOwned>(
        &self,
        streams: &mut [Option<TcpStream>],
        message: T,
        cancel: &AtomicBool,
    ) -> Result<Vec<T>, Unfinished<ClusterError>> {
        let messages = exchange(streams, message, self.connect_timeout, cancel);
        messages.map_err(|(host, error)| {
            if cancel.load(Ordering::Relaxed) {
                return Unfinished::Cancelled;
            }
            self.lost(host, &error).into()
        })
    }

    /// Checks that all hosts run the same program and have the same job, described in sentences.
    pub(crate) fn agree(
        &self,
        streams: &mut [Option<TcpStream>],
        mut job: Vec<String>,
        cancel: &AtomicBool,
    ) -> Result<(), Unfinished<ClusterError>> {
        job.insert(0, format!("runs fewest {}", env!("CARGO_PKG_VERSION")));
        let jobs = self.exchange(streams, job, cancel)?;
        for (host, job) in jobs.iter().enumerate() {
            let sentences = jobs.first().into_iter().flatten().zip(job);
            if let Some((one, other)) = sentences.into_iter().find(|(one, other)| one != other) {
                let names = (self.name(0), self.name(host));
                let different =
                    ClusterError::Different(names.0, one.clone(), names.1, other.clone());
                return Err(different.into());
            }
        }
        Ok(())
    }
}

/// Sends a message to all other hosts. Returns all hosts' messages, including this one's.
///
/// # Errors
/// If a host is lost, or its message can't be read.
fn exchange<T: Serialize + DeserializeOwned>(
    streams: &mut [Option<TcpStream>],
    message: T,
    timeout: Duration,
    cancel: &AtomicBool,
) -> Result<Vec<T>, (usize, io::Error)> {
    let text = serde_json::to_vec(&message).unwrap_or_default();
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let head = Head::new(length, &text).bytes();
    let patience = Patience {
        until: Instant::now() + timeout.max(PATIENCE),
        cancel,
    };
    let mut message = Some(message);
    thread::scope(|scope| {
        for (host, stream) in streams.iter().enumerate() {
            let Some(stream) = stream else { continue };
            let mut stream = stream.try_clone().map_err(|error| (host, error))?;
            let (text, head) = (&text, &head);
            // If the write fails, the host won't answer either.
            scope.spawn(move || stream.write_all(head).and_then(|()| stream.write_all(text)));
        }
        let mut messages = Vec::new();
        for host in 0..streams.len() {
            let Some(stream) = &mut streams[host] else {
                messages.extend(message.take());
                continue;
            };
            match read_message(stream, patience) {
                Ok(theirs) => messages.push(theirs),
                Err(error) => {
                    // Unblock the writes to other hosts, which may not be reading.
                    for stream in streams.iter().flatten() {
                        drop(stream.shutdown(Shutdown::Both));
                    }
                    return Err((host, error));
                }
            }
        }
        Ok(messages)
    })
}

fn read_message<T: DeserializeOwned>(
    stream: &mut TcpStream,
    patience: Patience<'_>,
) -> io::Result<T> {
    let mut head = [0; HEAD];
    fill(stream, &mut head, || patience.is_left())?;
    let head = Head::read(head, |length| length <= MAX_BYTES)?;
    let mut text = vec![0; head.length as usize];
    fill(stream, &mut text, || patience.is_left())?;
    head.check(&text)?;
    serde_json::from_slice(&text).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use crate::patience::prepare;

    use super::*;

    /// Messages between hosts have a checksum.
    #[test]
    fn damaged_messages_are_refused() {
        let text = serde_json::to_vec(&[7]).unwrap();
        let head = Head::new(u32::try_from(text.len()).unwrap(), &text).bytes();
        let whole = [&head[..], &text].concat();
        let cancel = AtomicBool::new(false);
        let receive = |bytes: &[u8]| {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let mut end = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let (mut stream, _) = listener.accept().unwrap();
            prepare(&stream).unwrap();
            end.write_all(bytes).unwrap();
            let patience = Patience {
                until: Instant::now() + Duration::from_hours(1),
                cancel: &cancel,
            };
            read_message::<Vec<u64>>(&mut stream, patience)
        };
        assert_eq!(receive(&whole).unwrap(), [7]);
        for bit in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let error = receive(&flipped).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "bit {bit}");
        }
        // An impossible length is rejected before its content arrives.
        for length in [MAX_BYTES + 1, u32::MAX] {
            let absurd = receive(&Head::new(length, &[]).bytes()).unwrap_err();
            assert_eq!(absurd.kind(), io::ErrorKind::InvalidData);
        }
    }
}
