//! Whether all hosts are to do the same.

use std::io;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};

use fewest::Unfinished;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::connect::tell;
use crate::{Cluster, ClusterError};

impl Cluster {
    /// Sees that it has this host.
    pub(crate) const fn check(&self) -> Result<(), ClusterError> {
        if self.host < self.hosts.len() {
            Ok(())
        } else {
            Err(ClusterError::NoHost(self.host, self.hosts.len()))
        }
    }

    /// A host by number and address, for people.
    pub(crate) fn name(&self, host: usize) -> String {
        format!("host {host} ({})", self.hosts.address(host))
    }

    pub(crate) fn lost(&self, host: usize, error: &io::Error) -> ClusterError {
        let why = match error.kind() {
            io::ErrorKind::UnexpectedEof => "it has ended".to_owned(),
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                "nothing comes any more".to_owned()
            }
            _ => error.to_string(),
        };
        ClusterError::Lost(self.name(host), why)
    }

    /// Tells all other hosts something, and hears what each of them says.
    pub(crate) fn tell<T: Serialize + DeserializeOwned>(
        &self,
        streams: &mut [Option<TcpStream>],
        words: T,
        cancel: &AtomicBool,
    ) -> Result<Vec<T>, Unfinished<ClusterError>> {
        let heard = tell(streams, words, self.connect_timeout, cancel);
        heard.map_err(|(host, error)| {
            if cancel.load(Ordering::Relaxed) {
                return Unfinished::Cancelled;
            }
            self.lost(host, &error).into()
        })
    }

    /// Sees that all hosts run the same program and have the same job, in sentences.
    pub(crate) fn agree(
        &self,
        streams: &mut [Option<TcpStream>],
        mut job: Vec<String>,
        cancel: &AtomicBool,
    ) -> Result<(), Unfinished<ClusterError>> {
        job.insert(0, format!("runs fewest {}", env!("CARGO_PKG_VERSION")));
        let heard = self.tell(streams, job, cancel)?;
        for (host, job) in heard.iter().enumerate() {
            let sentences = heard.first().into_iter().flatten().zip(job);
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
