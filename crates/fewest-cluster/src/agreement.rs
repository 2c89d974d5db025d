//! Agreement of all hosts on the job.

use std::io::{self, Write};
use std::net::Shutdown;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use fewest::Unfinished;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::frame::{HEAD, LOST, Link};
use crate::patience::{PATIENCE, PAUSE, Patience, fill};
use crate::report::{REPORTING, Report};
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
        if host >= self.hosts.len() {
            // A report of a host that does not exist.
            return ClusterError::Impossible;
        }
        let why = match error.kind() {
            io::ErrorKind::UnexpectedEof => "it has ended".to_owned(),
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => "it stopped sending".to_owned(),
            _ => match Report::in_error(error) {
                Some(Report { by, .. }) if by as usize == host => {
                    "it has no connection to this host".to_owned()
                }
                Some(Report { by, .. }) if (by as usize) < self.hosts.len() => {
                    format!("{} has no connection to it", self.name(by as usize))
                }
                _ => error.to_string(),
            },
        };
        ClusterError::Lost(self.name(host), why)
    }

    /// Sends a message to all other hosts and receives theirs. `number` counts the exchanges from 1: a host that waits in
    /// a later one waits longer, so that it hears of a host for which another one waits in an earlier one.
    pub(crate) fn exchange<T: Serialize + DeserializeOwned>(
        &self,
        links: &mut [Option<Link>],
        message: T,
        number: u32,
        cancel: &AtomicBool,
    ) -> Result<Vec<T>, Unfinished<ClusterError>> {
        let patience = Patience {
            until: Instant::now() + self.connect_timeout + number * PATIENCE,
            cancel,
        };
        let messages = exchange(links, self.host, message, patience);
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
        links: &mut [Option<Link>],
        mut job: Vec<String>,
        cancel: &AtomicBool,
    ) -> Result<(), Unfinished<ClusterError>> {
        job.insert(0, format!("runs fewest {}", env!("CARGO_PKG_VERSION")));
        let jobs = self.exchange(links, job, 1, cancel)?;
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
    links: &mut [Option<Link>],
    local: usize,
    message: T,
    patience: Patience<'_>,
) -> Result<Vec<T>, (usize, io::Error)> {
    let text = serde_json::to_vec(&message).unwrap_or_default();
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let mut message = Some(message);
    thread::scope(|scope| {
        let mut writers = Vec::new();
        for (host, link) in links.iter_mut().enumerate() {
            let Some(link) = link else { continue };
            let mut stream = link.stream.try_clone().map_err(|error| (host, error))?;
            let (text, head) = (&text, link.writing.head(length, &text));
            // If the write fails, the host won't answer either.
            let writer = scope.spawn(move || {
                stream
                    .write_all(&head)
                    .and_then(|()| stream.write_all(text))
            });
            writers.push((host, writer));
        }
        let mut messages = Vec::new();
        for host in 0..links.len() {
            let Some(link) = &mut links[host] else {
                messages.extend(message.take());
                continue;
            };
            match read_message(link, patience) {
                Ok(theirs) => messages.push(theirs),
                Err(error) => {
                    let lost = Report::lost_host(local, host, &error);
                    let report = Report::new(local, lost, &error);
                    let until = Instant::now() + REPORTING;
                    for (to, writer) in &writers {
                        while !writer.is_finished() && Instant::now() < until {
                            thread::sleep(PAUSE);
                        }
                        let link = links[*to].as_mut();
                        let is_last =
                            writer.is_finished() && !patience.cancel.load(Ordering::Relaxed);
                        report.send_all(link.filter(|_| is_last));
                    }
                    // Unblock the writes to other hosts, which may not be reading.
                    for link in links.iter().flatten() {
                        drop(link.stream.shutdown(Shutdown::Both));
                    }
                    return Err((lost, error));
                }
            }
        }
        Ok(messages)
    })
}

fn read_message<T: DeserializeOwned>(link: &mut Link, patience: Patience<'_>) -> io::Result<T> {
    let mut head = [0; HEAD];
    fill(&mut link.stream, &mut head, || patience.is_left())?;
    let head = (link.reading).read(&head, |length| length <= MAX_BYTES || length == LOST)?;
    let is_report = head.length == LOST;
    let length = if is_report {
        Report::LENGTH
    } else {
        head.length
    };
    let mut text = vec![0; length as usize];
    fill(&mut link.stream, &mut text, || patience.is_left())?;
    link.reading.check(head, &text)?;
    if is_report {
        return Err(Report::received(&text));
    }
    serde_json::from_slice(&text).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::{TcpListener, TcpStream};
    use std::time::Duration;

    use crate::Hosts;
    use crate::frame::tests::seal;
    use crate::network::Socket;
    use crate::patience::prepare;

    use super::*;

    /// Both ends of a connection.
    fn pair() -> [Link; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let end = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        [end, listener.accept().unwrap().0].map(|stream| {
            let stream = Socket::from(stream);
            prepare(&stream).unwrap();
            Link {
                stream,
                writing: seal(),
                reading: seal(),
            }
        })
    }

    fn long(cancel: &AtomicBool) -> Patience<'_> {
        Patience {
            until: Instant::now() + Duration::from_hours(1),
            cancel,
        }
    }

    /// Two hosts waited equally long: one for a host that was silent, the other, in the next exchange, for the first. So
    /// the other often named the first.
    #[test]
    fn who_waits_for_a_waiting_host_waits_longer() {
        let cancel = AtomicBool::new(false);
        let ([to_two, _silent], [mut to_one, to_zero]) = (pair(), pair());
        let run = |host: usize, mut links: [Option<Link>; 3], number: u32| {
            let cluster = Cluster {
                hosts: Hosts::parse("a:1\nb:1\nc:1").unwrap(),
                host,
                workers: 1,
                connect_timeout: Duration::ZERO,
            };
            let ended = cluster.exchange(&mut links, 5, number, &cancel);
            let Err(Unfinished::Failed(error)) = ended else {
                panic!("{ended:?}");
            };
            error.to_string()
        };
        let [one, zero] = thread::scope(|scope| {
            let one = scope.spawn(|| run(1, [Some(to_zero), None, Some(to_two)], 1));
            // Host 0 has all messages of the first exchange.
            read_message::<u64>(&mut to_one, long(&cancel)).unwrap();
            let zero = run(0, [None, Some(to_one), None], 2);
            [one.join().unwrap(), zero]
        });
        assert_eq!(one, "host 2 (c:1) was lost: it stopped sending");
        assert_eq!(
            zero,
            "host 2 (c:1) was lost: host 1 (b:1) has no connection to it"
        );
    }

    /// Other hosts only saw this one end, and named it.
    #[test]
    fn the_others_hear_which_host_was_lost() {
        let cancel = AtomicBool::new(false);
        let ([zero, lost], [two, mut other]) = (pair(), pair());
        let mut links = [Some(zero), None, Some(two)];
        drop(lost);
        let patience = long(&cancel);
        let (host, _) = exchange(&mut links, 1, 5, patience).unwrap_err();
        assert_eq!(host, 0);
        assert_eq!(read_message::<u64>(&mut other, patience).unwrap(), 5);
        let error = read_message::<u64>(&mut other, patience).unwrap_err();
        let report = Report { by: 1, lost: 0 };
        assert_eq!(Report::in_error(&error), Some(report));
        // Host 2 passes it on, and names host 0. Host 0 can only know that host 1 was lost.
        assert_eq!(Report::new(2, 1, &error), report);
        assert_eq!(
            [2, 0].map(|local| Report::lost_host(local, 1, &error)),
            [0, 1]
        );
    }

    #[test]
    fn reports_about_hosts_that_do_not_exist_are_errors() {
        let cluster = Cluster {
            hosts: Hosts::parse("a:1\nb:1").unwrap(),
            host: 0,
            workers: 1,
            connect_timeout: Duration::ZERO,
        };
        let lost = |by: u8, lost: u8| {
            let error = Report::received(&[by, 0, 0, 0, lost, 0, 0, 0]);
            cluster.lost(Report::lost_host(0, 1, &error), &error)
        };
        assert!(matches!(lost(1, 2), ClusterError::Impossible));
        assert!(matches!(lost(2, 0), ClusterError::Impossible));
        assert_eq!(
            lost(9, 1).to_string(),
            "host 1 (b:1) was lost: host 9 has no connection to host 1"
        );
    }

    /// A host that is interrupted has not lost another one.
    #[test]
    fn a_cancelled_host_reports_nothing() {
        let cancel = AtomicBool::new(true);
        let ([one, mut other], none) = (pair(), None);
        let ended = exchange(&mut [none, Some(one)], 0, 5, long(&cancel));
        assert!(ended.is_err());
        let mut bytes = Vec::new();
        other.stream.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes.len(), HEAD + 1);
    }

    #[test]
    fn damaged_messages_are_refused() {
        let text = serde_json::to_vec(&[7]).unwrap();
        let head = seal().head(u32::try_from(text.len()).unwrap(), &text);
        let whole = [&head[..], &text].concat();
        let cancel = AtomicBool::new(false);
        let receive = |bytes: &[u8]| {
            let [mut link, mut end] = pair();
            end.stream.write_all(bytes).unwrap();
            read_message::<Vec<u64>>(&mut link, long(&cancel))
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
            let absurd = receive(&seal().head(length, &[])).unwrap_err();
            assert_eq!(absurd.kind(), io::ErrorKind::InvalidData);
        }
    }
}
