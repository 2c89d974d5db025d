//! Responses to a browser.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::request::{METHOD, Refusal, Request};
use super::site::File;

/// Headers of every response: no external resources, framing or type sniffing, and no inline script
/// except the first of index.html. `cargo xtask page --scripts` writes its hash into the policy.
const ALWAYS: &str = concat!(
    "Connection: close\r\n",
    "Content-Security-Policy: ",
    include_str!("../../page/served/policy"),
    "\r\n",
    "Cross-Origin-Resource-Policy: same-origin\r\n",
    "Referrer-Policy: no-referrer\r\n",
    "X-Content-Type-Options: nosniff\r\n",
);

/// Sends a file, or a 304 if the browser has it already.
pub fn send_file(to: &mut impl Write, request: &Request, file: &File) -> io::Result<()> {
    let (body, is_gzip) = file.body(request.takes_gzip);
    let is_known = is_known(&request.known, &body.tag);
    let mut head = String::from(if is_known {
        "304 Not Modified\r\n"
    } else {
        "200 OK\r\n"
    });
    // A newer program may serve another page at this address, so browsers must revalidate.
    let _ = write!(head, "Cache-Control: no-cache\r\nETag: {}\r\n", body.tag);
    if file.varies() {
        head.push_str("Vary: Accept-Encoding\r\n");
    }
    if is_known {
        return send(to, &head, b"");
    }
    let _ = write!(
        head,
        "Content-Type: {}\r\nContent-Length: {}\r\n",
        file.kind,
        body.bytes.len()
    );
    if is_gzip {
        head.push_str("Content-Encoding: gzip\r\n");
    }
    send(to, &head, if request.is_head { b"" } else { &body.bytes })
}

pub fn send_refusal(to: &mut impl Write, refusal: Refusal, is_head: bool) -> io::Result<()> {
    let text = format!("{}\n", refusal.reason);
    let mut head = format!(
        "{}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n",
        refusal.status,
        text.len()
    );
    if refusal == METHOD {
        head.push_str("Allow: GET, HEAD\r\n");
    }
    send(to, &head, if is_head { b"" } else { text.as_bytes() })
}

/// Sends a small response in a single write, so that the browser need not wait for a second packet.
fn send(to: &mut impl Write, head: &str, body: &[u8]) -> io::Result<()> {
    let head = format!("HTTP/1.1 {head}{ALWAYS}\r\n");
    to.write_all(&[head.as_bytes(), body].concat())?;
    to.flush()
}

/// Returns true if an entity tag is in a list, ignoring `W/`: weak comparison is enough.
fn is_known(list: &str, tag: &str) -> bool {
    let mut tags = list.split(',').map(str::trim);
    tags.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}
