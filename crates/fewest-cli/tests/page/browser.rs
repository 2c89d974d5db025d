//! The programs that a test needs: the page's server, and a browser with its driver.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use fantoccini::wd::Capabilities;
use serde_json::{Value, json};

/// A program that ends with the test.
pub struct Running {
    child: Child,
    /// Kept open: `geckodriver` ends if it can't write.
    _stdout: Option<BufReader<ChildStdout>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    /// Starts a program and waits for the first useful line of its output.
    fn start<T>(
        command: &mut Command,
        read: impl Fn(&str) -> Option<T>,
    ) -> io::Result<(Self, Option<T>)> {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut stdout = child.stdout.take().map(BufReader::new);
        let mut lines = stdout.iter_mut().flat_map(BufRead::lines);
        let found = lines.find_map(|line| read(line.ok()?.trim()));
        let running = Self {
            child,
            _stdout: stdout,
        };
        Ok((running, found))
    }
}

/// The page's server, with the page's address.
pub fn server() -> (Running, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    let address = |line: &str| line.starts_with("http://").then(|| line.to_owned());
    let (server, address) =
        Running::start(command.arg("serve"), address).expect("the program starts");
    (server, address.expect("an address"))
}

/// Returns true if the tests run in Firefox.
pub fn is_firefox() -> bool {
    env::var("FEWEST_BROWSER").is_ok_and(|browser| browser == "firefox")
}

/// `chromedriver` or `geckodriver`, with its address.
///
/// A start fails if another program takes the port between `chromedriver`'s two attempts to bind
/// it, one for IPv6 and one for IPv4. A new start draws another port.
pub fn driver() -> (Running, String) {
    let (program, before_port) = if is_firefox() {
        ("geckodriver", "Listening on 127.0.0.1:")
    } else {
        ("chromedriver", "started successfully on port ")
    };
    let port = |line: &str| {
        let (_, port) = line.rsplit_once(before_port)?;
        port.trim_end_matches('.').parse::<u16>().ok()
    };
    let start = |_| {
        let mut command = Command::new(program);
        let (driver, port) = Running::start(command.arg("--port=0"), port)
            .unwrap_or_else(|error| panic!("{program} does not start: {error}"));
        Some((driver, format!("http://127.0.0.1:{}", port?)))
    };
    (0..5)
        .find_map(start)
        .expect("the driver's port, in one of five starts")
}

/// Writes a line that is shown even if the test passes.
pub fn note(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// A headless browser with its own profile. Chromium logs the page's messages and requests, and
/// reaches nothing but this machine. `waiting` is the strategy of waiting for pages to load.
pub fn capabilities(profile: &Path, waiting: &str) -> Capabilities {
    if is_firefox() {
        let options = json!({ "args": ["-headless"] });
        return Capabilities::from_iter([("moz:firefoxOptions".to_owned(), options)]);
    }
    let profile = format!("--user-data-dir={}", profile.display());
    let arguments = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        // Containers have little shared memory.
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // All pages are ours: they need no processes of their own.
        "--disable-site-isolation-trials",
        "--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        &profile,
    ];
    let capabilities = json!({
        "browserName": "chrome",
        "pageLoadStrategy": waiting,
        "goog:chromeOptions": { "args": arguments },
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
    });
    match capabilities {
        Value::Object(capabilities) => capabilities,
        _ => Capabilities::new(),
    }
}
