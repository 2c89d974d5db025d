//! A plain web host for a folder, with the faults that a test chooses.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// What a host does instead of sending a file.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    Missing,
    BadGateway,
    /// Nothing is sent, and the connection stays open.
    Silent,
    /// The connection ends after this many bytes.
    CutAt(usize),
    /// This many bytes are sent every tenth of a second.
    Slow(usize),
}

/// The faults of a host, each with the end of the names that it is about.
type Faults = Arc<Mutex<Vec<(String, Fault)>>>;

pub struct Host {
    pub address: String,
    faults: Faults,
}

impl Host {
    /// Serves a folder to this machine, as plainly as any host, until the test ends.
    pub fn start(folder: PathBuf) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let faults = Faults::default();
        let known = Arc::clone(&faults);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (folder, faults) = (folder.clone(), Arc::clone(&known));
                thread::spawn(move || send(&folder, &faults, stream));
            }
        });
        Self {
            address: format!("http://{address}/"),
            faults,
        }
    }

    /// Replaces the faults.
    pub fn has(&self, faults: &[(&str, Fault)]) {
        let faults = faults
            .iter()
            .map(|(name, fault)| ((*name).to_owned(), *fault));
        *self.faults.lock().unwrap_or_else(PoisonError::into_inner) = faults.collect();
    }
}

/// Writes the page's files to a folder.
pub fn export(site: &Path) {
    let status = Command::new(env!("CARGO_BIN_EXE_fewest"))
        .args(["serve", "--export"])
        .arg(site)
        .stdout(Stdio::null())
        .status();
    assert!(status.is_ok_and(|status| status.success()));
}

fn send(folder: &Path, faults: &Faults, mut stream: TcpStream) -> io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    // The rest of the head.
    while lines
        .next()
        .transpose()?
        .is_some_and(|line| !line.is_empty())
    {}
    let path = first.split([' ', '?']).nth(1).unwrap_or_default();
    let name = path.trim_start_matches('/');
    let name = if name.is_empty() || name.ends_with('/') {
        format!("{name}index.html")
    } else {
        name.to_owned()
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let faults = faults
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    let fault = faults.iter().find(|(end, _)| name.ends_with(end));
    let fault = fault.map(|(_, fault)| *fault);
    let (status, bytes) = match (fault, fs::read(folder.join(&name))) {
        (Some(Fault::BadGateway), _) => ("502 Bad Gateway", b"bad gateway".to_vec()),
        (Some(Fault::Missing), _) | (_, Err(_)) => ("404 Not Found", Vec::new()),
        (_, Ok(bytes)) => ("200 OK", bytes),
    };
    if let Some(Fault::Silent) = fault {
        thread::sleep(Duration::from_mins(5));
    }
    let length = bytes.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-store\r\n\
         Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n"
    )?;
    match fault {
        Some(Fault::CutAt(end)) => stream.write_all(&bytes[..end]),
        Some(Fault::Slow(part)) => bytes.chunks(part).try_for_each(|chunk| {
            thread::sleep(Duration::from_millis(100));
            stream.write_all(chunk)
        }),
        _ => stream.write_all(&bytes),
    }
}
