//! Requests of a browser.

use httparse::{EMPTY_HEADER, Error, Status};

/// The largest head of a request, in bytes.
pub const LARGEST_HEAD: usize = 16 << 10;
const MAX_FIELDS: usize = 100;

#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    /// True if only the head of the response is requested.
    pub is_head: bool,
    /// The path, without a query.
    pub path: String,
    /// True if the response may be compressed.
    pub takes_gzip: bool,
    /// The entity tags of the browser's cached copies, as received.
    pub known: String,
}

/// The reason a request is not answered with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status code and its name.
    pub status: &'static str,
    pub reason: &'static str,
}

const fn refusal(status: &'static str, reason: &'static str) -> Refusal {
    Refusal { status, reason }
}

const NOT_HTTP: Refusal = refusal("400 Bad Request", "This is not an HTTP request.");
const NO_HOST: Refusal = refusal(
    "400 Bad Request",
    "A request must have exactly one Host field.",
);
const NO_PATH: Refusal = refusal("400 Bad Request", "Expected a path that begins with /.");
pub const NOT_FOUND: Refusal = refusal("404 Not Found", "No such file. The page is at /.");
pub const METHOD: Refusal = refusal(
    "405 Method Not Allowed",
    "Files can only be read, with GET or HEAD.",
);
pub const TOO_SLOW: Refusal = refusal("408 Request Timeout", "The request took too long.");
const LONG_ADDRESS: Refusal = refusal("414 URI Too Long", "The address is too long.");
const OTHER_HOST: Refusal = refusal(
    "421 Misdirected Request",
    "This server answers only to 127.0.0.1 and localhost, with its own port.",
);
const LONG_HEAD: Refusal = refusal(
    "431 Request Header Fields Too Large",
    "The request's header is too large.",
);

/// Parses the head of a request; `None` if it is incomplete.
///
/// # Errors
/// If this server, on this port, can't answer the request.
pub fn parse(bytes: &[u8], port: u16) -> Result<Option<Request>, Refusal> {
    let mut fields = [EMPTY_HEADER; MAX_FIELDS];
    let mut head = httparse::Request::new(&mut fields);
    match head.parse(bytes) {
        Ok(Status::Complete(_)) => {}
        Ok(Status::Partial) if bytes.len() < LARGEST_HEAD => return Ok(None),
        Ok(Status::Partial) if bytes.contains(&b'\n') => return Err(LONG_HEAD),
        Ok(Status::Partial) => return Err(LONG_ADDRESS),
        Err(Error::TooManyHeaders) => return Err(LONG_HEAD),
        Err(_) => return Err(NOT_HTTP),
    }
    let (Some(method), Some(target)) = (head.method, head.path) else {
        return Err(NOT_HTTP);
    };
    let mut hosts = values(head.headers, "Host");
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err(NO_HOST);
    };
    let (authority, target) = absolute(target).unwrap_or((&host, target));
    if !is_ours(authority, port) {
        return Err(OTHER_HOST);
    }
    if !matches!(method, "GET" | "HEAD") {
        return Err(METHOD);
    }
    let path = target.split_once('?').map_or(target, |(path, _)| path);
    if !path.starts_with('/') {
        return Err(NO_PATH);
    }
    Ok(Some(Request {
        is_head: method == "HEAD",
        path: path.to_owned(),
        takes_gzip: values(head.headers, "Accept-Encoding").any(|value| takes_gzip(&value)),
        known: values(head.headers, "If-None-Match")
            .collect::<Vec<_>>()
            .join(","),
    }))
}

/// Splits a target in absolute form, which proxies receive, into authority and path. Its authority
/// takes the place of the Host field (RFC 9112, 3.2.2). An empty path is the root.
fn absolute(target: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = target.split_once("://")?;
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let path = if path.starts_with('/') { path } else { "/" };
    scheme
        .eq_ignore_ascii_case("http")
        .then_some((authority, path))
}

fn values<'a>(
    fields: &'a [httparse::Header<'_>],
    name: &'static str,
) -> impl Iterator<Item = String> + 'a {
    let named = fields
        .iter()
        .filter(|field| field.name.eq_ignore_ascii_case(name));
    named.map(|field| String::from_utf8_lossy(field.value).into_owned())
}

/// Returns true if the host is this server. Another name that resolves to this machine is rejected:
/// scripts of that site could read the page.
fn is_ours(host: &str, port: u16) -> bool {
    // Browsers omit HTTP's default port.
    let (name, given) = host.split_once(':').unwrap_or((host, "80"));
    given == port.to_string() && (name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost"))
}

/// Returns true if gzip is among the encodings with a non-zero weight.
fn takes_gzip(encodings: &str) -> bool {
    encodings.split(',').any(|encoding| {
        let mut parts = encoding.split(';').map(str::trim);
        let is_gzip = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        is_gzip && weight.is_none_or(|weight| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORT: u16 = 8080;

    fn parsed(text: &str) -> Result<Option<Request>, Refusal> {
        parse(text.as_bytes(), PORT)
    }

    #[test]
    fn requests() {
        let request = |is_head, path: &str, takes_gzip, known: &str| {
            Ok(Some(Request {
                is_head,
                path: path.to_owned(),
                takes_gzip,
                known: known.to_owned(),
            }))
        };
        assert_eq!(
            parsed("GET /?a=/b HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n"),
            request(false, "/", false, "")
        );
        let more = "HEAD /a/b.js HTTP/1.0\r\nhost: LOCALHOST:8080\r\naccept-encoding: br, gzip;q=0.5\r\n\
                    if-none-match: \"a\"\r\nIf-None-Match: W/\"b\"\r\n\r\n";
        assert_eq!(
            parsed(more),
            request(true, "/a/b.js", true, "\"a\",W/\"b\"")
        );
        for end in 0..more.len() {
            assert_eq!(parsed(&more[..end]), Ok(None), "{end}");
        }
    }

    #[test]
    fn refusals() {
        let of_host = |fields: &str| parsed(&format!("GET / HTTP/1.1\r\n{fields}\r\n"));
        assert_eq!(of_host(""), Err(NO_HOST));
        assert_eq!(
            of_host("Host: localhost:8080\r\nHost: localhost:8080\r\n"),
            Err(NO_HOST)
        );
        for host in [
            "",
            "localhost",
            "localhost:80",
            "localhost:+8080",
            "localhost:08080",
            "example.org:8080",
            "127.0.0.1:8080.example.org",
        ] {
            assert_eq!(
                of_host(&format!("Host: {host}\r\n")),
                Err(OTHER_HOST),
                "{host}"
            );
        }
        let on_line =
            |line: &str| parsed(&format!("{line} HTTP/1.1\r\nHost: localhost:8080\r\n\r\n"));
        assert_eq!(on_line("POST /"), Err(METHOD));
        assert_eq!(on_line("GET https://localhost:8080/"), Err(NO_PATH));
        assert_eq!(on_line("GET http:/"), Err(NO_PATH));
        assert_eq!(on_line("GET *"), Err(NO_PATH));
        assert_eq!(parsed("\u{16}\u{3}\u{1}"), Err(NOT_HTTP));
        assert_eq!(
            parsed(&format!("GET /{}", "a".repeat(LARGEST_HEAD))),
            Err(LONG_ADDRESS)
        );
        let fields = "a: b\r\n".repeat(LARGEST_HEAD);
        assert_eq!(of_host(&fields), Err(LONG_HEAD));
        let field = format!("a: {}", "b".repeat(LARGEST_HEAD));
        assert_eq!(of_host(&field), Err(LONG_HEAD));
    }

    #[test]
    fn targets_in_absolute_form() {
        let on = |target: &str, host: &str| {
            parsed(&format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n"))
        };
        for (target, path) in [
            ("http://127.0.0.1:8080/", "/"),
            ("HTTP://LocalHost:8080/a/b.js?http://c/", "/a/b.js"),
            ("http://localhost:8080", "/"),
            ("http://localhost:8080?a", "/"),
        ] {
            // The Host field is ignored.
            for host in ["localhost:8080", "example.org"] {
                let request = on(target, host).unwrap().unwrap();
                assert_eq!(request.path, path, "{target}");
            }
        }
        for target in [
            "http://example.org/",
            "http://localhost/",
            "http:///",
            "http://localhost:8080@example.org/",
            "http://a@localhost:8080/",
        ] {
            assert_eq!(on(target, "localhost:8080"), Err(OTHER_HOST), "{target}");
        }
        let request = parsed("GET http://localhost:8080/ HTTP/1.1\r\n\r\n");
        assert_eq!(request, Err(NO_HOST));
    }

    #[test]
    fn the_usual_port_is_not_written() {
        assert!(is_ours("localhost", 80) && is_ours("127.0.0.1:80", 80));
    }

    #[test]
    fn encodings() {
        for yes in [
            "gzip",
            "GZIP",
            "br, gzip",
            "deflate,gzip;q=0.1",
            "gzip; q=1",
        ] {
            assert!(takes_gzip(yes), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "gzip; q=0.000", "x-gzip, identity"] {
            assert!(!takes_gzip(no), "{no}");
        }
    }
}
