//! The programs that a test needs: the page's server, `chromedriver`, Chromium.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use fantoccini::wd::Capabilities;
use serde_json::{Value, json};

/// A program that ends with the test.
pub struct Running {
    child: Child,
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
        let stdout = child.stdout.take().map(BufReader::new);
        let running = Self { child };
        let mut lines = stdout.into_iter().flat_map(BufRead::lines);
        let found = lines.find_map(|line| read(line.ok()?.trim()));
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

/// `chromedriver`, with its address.
///
/// A start fails if another program takes the port between the driver's two attempts to bind it,
/// one for IPv6 and one for IPv4. A new start draws another port.
pub fn driver() -> (Running, String) {
    let port = |line: &str| {
        let (_, port) = line.rsplit_once("started successfully on port ")?;
        port.trim_end_matches('.').parse::<u16>().ok()
    };
    let start = |_| {
        let mut command = Command::new("chromedriver");
        let (driver, port) =
            Running::start(command.arg("--port=0"), port).expect("chromedriver is installed");
        Some((driver, format!("http://127.0.0.1:{}", port?)))
    };
    (0..5)
        .find_map(start)
        .expect("ChromeDriver's port, in one of five starts")
}

/// Writes a line that is shown even if the test passes.
pub fn note(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// A headless Chromium with its own profile. It logs the page's messages and requests, and reaches
/// nothing but this machine.
pub fn capabilities(profile: &Path) -> Capabilities {
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
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        &profile,
    ];
    let capabilities = json!({
        "browserName": "chrome",
        "goog:chromeOptions": { "args": arguments },
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
    });
    match capabilities {
        Value::Object(capabilities) => capabilities,
        _ => Capabilities::new(),
    }
}
