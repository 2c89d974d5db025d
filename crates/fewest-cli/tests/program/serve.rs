//! The page's server, over real sockets.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{fewest, fewest_on, wait};

/// A time longer than any response takes.
const SOON: Duration = Duration::from_secs(30);

/// A running server, which ends with the test.
pub struct Page {
    child: Child,
    port: u16,
}

impl Page {
    #[track_caller]
    pub fn open(arguments: &str) -> Self {
        Self::start(fewest().arg("serve").args(arguments.split_whitespace()))
    }

    #[track_caller]
    fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let stdout = child.stdout.as_mut().expect("piped");
        BufReader::new(stdout)
            .read_line(&mut line)
            .expect("readable");
        let port = line.strip_prefix("http://127.0.0.1:");
        let port = port.and_then(|rest| rest.strip_suffix("/\n")?.parse().ok());
        Self {
            child,
            port: port.unwrap_or_else(|| panic!("no address: {line:?}")),
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(SOON)).expect("a time limit");
        stream
    }

    /// The server's response to these bytes.
    #[track_caller]
    fn send(&self, bytes: impl AsRef<[u8]>) -> Response {
        let mut stream = self.connect();
        // It may reject the input before reading all of it.
        let _ = stream.write_all(bytes.as_ref());
        Response::read(stream)
    }

    /// The server's response to a request with these additional header fields.
    #[track_caller]
    pub fn ask(&self, method: &str, path: &str, fields: &str) -> Response {
        let port = self.port;
        self.send(format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{fields}\r\n"
        ))
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> Response {
        self.ask("GET", path, "")
    }

    /// Its standard error until this signal, and its exit code.
    #[track_caller]
    fn end(mut self, signal: &str) -> (String, i32) {
        let status = Command::new("kill")
            .args([signal, &self.child.id().to_string()])
            .status();
        assert!(status.is_ok_and(|status| status.success()));
        let code = wait(&mut self.child);
        let mut stderr = String::new();
        let from = self.child.stderr.as_mut().expect("piped");
        from.read_to_string(&mut stderr).expect("readable");
        (stderr, code)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Debug)]
pub struct Response {
    status: String,
    fields: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    #[track_caller]
    fn read(mut stream: TcpStream) -> Self {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("a response");
        let end = bytes.windows(4).position(|end| end == b"\r\n\r\n");
        let (head, body) = bytes.split_at(end.expect("a head") + 4);
        let head = String::from_utf8(head.to_vec()).expect("UTF-8");
        let mut lines = head.trim_end().split("\r\n");
        let status = lines.next().and_then(|line| line.strip_prefix("HTTP/1.1 "));
        let fields = lines.map(|line| line.split_once(": ").expect("a field"));
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self {
            status: status.expect("a status").to_owned(),
            fields: fields.collect(),
            body: body.to_vec(),
        }
    }

    pub fn field(&self, name: &str) -> Option<&str> {
        let mut named = self.fields.iter().filter(|(other, _)| other == name);
        let value = named.next().map(|(_, value)| value.as_str());
        assert!(named.next().is_none(), "{name} twice: {self:?}");
        value
    }

    /// The headers that every response has.
    #[track_caller]
    pub fn is_safe(&self) {
        let policy = self.field("Content-Security-Policy").expect("a policy");
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-")
        );
        assert!(!policy.contains("http") && !policy.contains("'unsafe"));
        for (name, value) in [
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Connection", "close"),
        ] {
            assert_eq!(self.field(name), Some(value));
        }
    }

    /// A refusal with this status and a sentence.
    #[track_caller]
    fn refuses(&self, status: &str) {
        self.is_safe();
        assert!(self.status.starts_with(status), "{self:?}");
        let text = String::from_utf8(self.body.clone()).expect("UTF-8");
        assert!(text.ends_with(".\n") && text.len() > 10, "{text:?}");
        let length = self.field("Content-Length").map(str::to_owned);
        assert_eq!(length, Some(text.len().to_string()));
    }
}

#[test]
fn the_page() {
    let page = Page::open("");
    let index = page.get("/");
    index.is_safe();
    assert_eq!(index.status, "200 OK");
    assert_eq!(
        index.field("Content-Type"),
        Some("text/html; charset=utf-8")
    );
    assert!(index.body.starts_with(b"<!doctype html>"));
    for path in ["/index.html", "/?a=b", "/?../../etc/passwd"] {
        assert_eq!(page.get(path).body, index.body, "{path}");
    }
}

#[test]
fn only_the_head() {
    let page = Page::open("");
    for fields in ["", "Accept-Encoding: gzip\r\n"] {
        let (head, whole) = (page.ask("HEAD", "/", fields), page.ask("GET", "/", fields));
        assert_eq!(head.status, "200 OK");
        assert_eq!((head.body.len(), head.fields), (0, whole.fields));
    }
    let head = page.ask("HEAD", "/nothing", "");
    assert_eq!(
        (head.status.as_str(), head.body.len()),
        ("404 Not Found", 0)
    );
}

#[test]
fn what_the_browser_has_is_not_sent_again() {
    let page = Page::open("");
    let index = page.get("/");
    let tag = index.field("ETag").expect("a tag");
    for known in [tag, "*", &format!("\"a\", W/{tag}")] {
        let response = page.ask("GET", "/", &format!("If-None-Match: {known}\r\n"));
        response.is_safe();
        assert_eq!(response.status, "304 Not Modified");
        assert_eq!(response.field("ETag"), Some(tag));
        assert_eq!(response.field("Cache-Control"), Some("no-cache"));
        assert_eq!(
            (response.body.len(), response.field("Content-Length")),
            (0, None)
        );
    }
    let fields = format!("If-None-Match: {tag}\r\nAccept-Encoding: gzip\r\n");
    assert_eq!(page.ask("GET", "/", &fields).status, "200 OK");
    let other = page.ask("GET", "/", "If-None-Match: \"0\", junk\r\n");
    assert_eq!(other.body, index.body);
}

#[test]
fn nothing_else_can_be_read() {
    let page = Page::open("");
    for path in [
        "/nothing",
        "/../Cargo.toml",
        "/../../../../../../etc/passwd",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/..\\Cargo.toml",
        "/./index.html",
        "//index.html",
        "//etc/passwd",
        "/index.html/",
        "/index.html%00",
        "/INDEX.HTML",
        "/module",
        "/module/",
        "/#",
    ] {
        page.get(path).refuses("404 Not Found");
    }
    for target in [
        "*",
        "index.html",
        "../Cargo.toml",
        "https://127.0.0.1/",
        "file:///etc/passwd",
    ] {
        page.get(target).refuses("400 ");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "X"] {
        let response = page.ask(method, "/", "");
        response.refuses("405 ");
        assert_eq!(response.field("Allow"), Some("GET, HEAD"));
    }
}

/// A request with another site's name for this machine is refused.
#[test]
fn other_hosts() {
    let page = Page::open("");
    let port = page.port;
    let of_host = |host: &str| page.send(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    assert_eq!(of_host(&format!("LocalHost:{port}")).status, "200 OK");
    for host in [
        "example.org",
        &format!("example.org:{port}"),
        "127.0.0.1",
        "localhost:1",
        "",
    ] {
        of_host(host).refuses("421 ");
    }
    page.send("GET / HTTP/1.1\r\n\r\n").refuses("400 ");
    let twice = format!("Host: localhost:{port}\r\n").repeat(2);
    page.send(format!("GET / HTTP/1.1\r\n{twice}\r\n"))
        .refuses("400 ");
}

#[test]
fn what_is_no_request() {
    let page = Page::open("");
    let host = format!("Host: localhost:{}\r\n", page.port);
    page.send("\u{16}\u{3}\u{1}\u{2}").refuses("400 ");
    page.send("GET /\r\n\r\n").refuses("400 ");
    page.send("GET / HTTP/9.9\r\n\r\n").refuses("400 ");
    page.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        .refuses("400 ");
    page.send(b"GET / HTTP/1.1\r\n\0: a\r\n\r\n")
        .refuses("400 ");
    page.send(format!(
        "GET /{} HTTP/1.1\r\n{host}\r\n",
        "a".repeat(1 << 20)
    ))
    .refuses("414 ");
    page.send(format!(
        "GET / HTTP/1.1\r\n{host}a: {}\r\n\r\n",
        "a".repeat(1 << 20)
    ))
    .refuses("431 ");
    page.send(format!(
        "GET / HTTP/1.1\r\n{host}{}\r\n",
        "a: a\r\n".repeat(200)
    ))
    .refuses("431 ");
    // A request followed by other bytes, in several pieces.
    let mut stream = page.connect();
    for piece in ["GE", "T / HT", "TP/1.1\r", "\n", &host, "\r\n", "more"] {
        stream.write_all(piece.as_bytes()).expect("it listens");
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(Response::read(stream).status, "200 OK");
    // Half a file, and an empty one.
    for half in ["GET / HTTP/1.1\r\nHost", ""] {
        let mut stream = page.connect();
        stream.write_all(half.as_bytes()).expect("it listens");
        stream.shutdown(Shutdown::Write).expect("it listens");
        let mut response = Vec::new();
        stream.read_to_end(&mut response).expect("it closes");
        assert!(response.is_empty());
    }
}

/// A client that opens many connections and sends nothing, or a byte now and then, is soon
/// disconnected and delays nobody for long.
#[test]
fn slow_requests() {
    let page = Page::open("");
    let mut slow: Vec<TcpStream> = (0..40).map(|_| page.connect()).collect();
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(6) {
        for stream in &mut slow {
            // Closed connections can't be written to.
            let _ = stream.write_all(b"G");
        }
        thread::sleep(Duration::from_millis(500));
    }
    assert_eq!(page.get("/").status, "200 OK");
    let mut text = String::new();
    for mut stream in slow {
        stream.set_nonblocking(true).expect("a socket");
        match stream.read_to_string(&mut text) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            _ => text.push('\n'),
        }
    }
    assert!(text.contains("HTTP/1.1 408 Request Timeout"), "{text}");
}

#[test]
fn many_at_once() {
    let page = Page::open("");
    let index = page.get("/").body;
    thread::scope(|scope| {
        for _ in 0..50 {
            scope.spawn(|| assert_eq!(page.get("/").body, index));
        }
    });
}

/// Regression: each batch of idle connections had to time out before others were served.
#[test]
fn idle_connections_keep_nobody_waiting() {
    let page = Page::open("");
    let mut idle: Vec<TcpStream> = (0..400).map(|_| page.connect()).collect();
    assert_eq!(page.get("/").status, "200 OK");
    // The page did not wait for the last timeout.
    let last = idle.last_mut().expect("one");
    last.set_nonblocking(true).expect("a socket");
    let nothing = last.read(&mut [0]).expect_err("nothing comes");
    assert_eq!(nothing.kind(), ErrorKind::WouldBlock);
    let mut text = String::new();
    idle[0].read_to_string(&mut text).expect("it was closed");
    assert_eq!(text, "");
}

#[test]
fn a_target_in_absolute_form_is_served() {
    let page = Page::open("");
    let target = format!("http://127.0.0.1:{}/", page.port);
    assert_eq!(page.get(&target).body, page.get("/").body);
    page.get("http://127.0.0.1/").refuses("421 ");
}

#[test]
fn signals_end_the_server() {
    for signal in ["-INT", "-TERM"] {
        let page = Page::open("");
        // An idle connection, and one that waits for its response.
        let open = page.connect();
        assert_eq!(page.get("/").status, "200 OK");
        let (stderr, code) = page.end(signal);
        assert_eq!(code, 0, "{signal}");
        let note = "note: serving the page to this machine; press Ctrl-C to end\n";
        assert_eq!(stderr, note);
        drop(open);
    }
}

#[test]
fn ports() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let other = "choose another, or leave out --port for a free one";
    fewest_on(&format!("serve --port {port}"), "")
        .fails("", &format!("port {port} is in use; {other}"));
    drop(taken);
    let page = Page::open(&format!("--port {port}"));
    assert_eq!(page.port, port);
    // Again at once, with open connections of the last run.
    assert_eq!(page.get("/").status, "200 OK");
    page.end("-INT");
    assert_eq!(
        Page::open(&format!("--port {port}")).get("/").status,
        "200 OK"
    );
    for arguments in [
        "--port 0",
        "--port 65536",
        "--port a",
        "--port +8080",
        "--port 0008080",
        "--export a --port 8080",
        "--export a --open",
        "--address https://example.org/",
        "--export a --address example.org",
        "--export a --address https://",
        "--export a --address https://example.org/\"",
        "--export",
        "a",
    ] {
        let run = fewest_on(&format!("serve {arguments}"), "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments}");
        assert!(run.stderr.starts_with("error: "), "{run:?}");
    }
}

/// A stub for the system's command that opens addresses.
#[cfg(target_os = "linux")]
#[test]
fn the_browser() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a folder");
    let called = folder.path().join("address");
    let opener = folder.path().join("xdg-open");
    let script = format!("#!/bin/sh\necho \"$1\" > {}\n", called.display());
    fs::write(&opener, script).expect("writable");
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).expect("executable");
    let mut command = fewest();
    command
        .args(["serve", "--open"])
        .env("PATH", folder.path())
        .env_remove("BROWSER");
    let page = Page::start(&mut command);
    let address = format!("http://127.0.0.1:{}/\n", page.port);
    let start = Instant::now();
    while fs::read_to_string(&called).unwrap_or_default() != address {
        assert!(start.elapsed() < SOON, "no browser was called");
        thread::sleep(Duration::from_millis(10));
    }
    drop(page);
    // Without a browser, the page is still served.
    fs::remove_file(opener).expect("removable");
    let mut page = Page::start(&mut command);
    let mut stderr = BufReader::new(page.child.stderr.take().expect("piped"));
    let mut note = String::new();
    for _ in 0..2 {
        note.clear();
        stderr.read_line(&mut note).expect("a line");
    }
    assert!(
        note.starts_with("warning: can't open a browser; open http://127.0.0.1:"),
        "{note:?}"
    );
    assert_eq!(page.get("/").status, "200 OK");
}
