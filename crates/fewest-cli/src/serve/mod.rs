//! `fewest serve`: the page, served to a browser on this machine or written to a folder.

mod export;
mod request;
mod response;
mod server;
mod site;

use std::io::{self, ErrorKind, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::thread;

use anyhow::{Context, bail};

use crate::arguments::Serve;
use crate::{End, interrupt, plain};
use server::Server;

pub fn run(arguments: &Serve) -> anyhow::Result<End> {
    if let Some(folder) = &arguments.export {
        return export::run(folder, arguments.address.as_deref());
    }
    let pressed = interrupt::message()?;
    let listener = listen(arguments.port)?;
    let address = listener.local_addr().context("can't find the address")?;
    let address = format!("http://{address}/");
    Server::start(listener).context("can't start the server")?;
    let mut out = io::stdout().lock();
    writeln!(out, "{address}")?;
    out.flush()?;
    drop(out);
    plain::note("serving the page to this machine; press Ctrl-C to end");
    if arguments.open {
        // Some browsers return only when they are closed.
        thread::spawn(move || {
            // The reason would be the state of a process in the words of the language.
            if open::that(&address).is_err() {
                plain::report(format!(
                    "warning: can't open a browser; open {address} in one"
                ));
            }
        });
    }
    // The sender lives as long as the program.
    pressed.recv().context("can't wait for Ctrl-C")?;
    Ok(End::Done)
}

/// A socket that accepts only local connections.
fn listen(port: Option<u16>) -> anyhow::Result<TcpListener> {
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port.unwrap_or(0))) {
        Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
            "port {} is in use; choose another, or leave out --port for a free one",
            port.unwrap_or(0)
        ),
        result => result.with_context(|| match port {
            Some(port) => format!("can't listen on port {port}"),
            None => "can't listen on any port".to_owned(),
        }),
    }
}
