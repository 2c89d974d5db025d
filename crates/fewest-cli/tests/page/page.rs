//! The page, as a person and a browser's tools see it.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

use crate::browser::{self, Running};

/// The longest that a page may take for anything.
const PATIENCE: Duration = Duration::from_mins(1);

/// A page that is open in a browser of its own. Without anyone's leave it writes nothing to the
/// console and loads nothing from anywhere else: that is asserted at the end.
pub struct Page {
    name: &'static str,
    pub address: String,
    client: Client,
    runtime: Runtime,
    _driver: Running,
    _server: Running,
    _profile: tempfile::TempDir,
}

/// A command of `chromedriver` alone: the end of its address, and its parameters.
#[derive(Debug)]
struct Extension(&'static str, Value);

impl WebDriverCompatibleCommand for Extension {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!(
            "session/{}/{}",
            session.unwrap_or_default(),
            self.0
        ))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.1.to_string()))
    }
}

impl Page {
    /// Opens the page; `None` if there is no browser. Screenshots are named after the test.
    pub fn open(name: &'static str) -> Option<Self> {
        Self::open_at(name, "")
    }

    /// Opens the page with this after its address.
    pub fn open_at(name: &'static str, fragment: &str) -> Option<Self> {
        let (driver, driver_address) = browser::driver()?;
        let (server, address) = browser::server();
        let profile = tempfile::tempdir().expect("a folder");
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a runtime");
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(browser::capabilities(profile.path()));
        let client = runtime.block_on(builder.connect(&driver_address));
        let page = Self {
            name,
            address,
            client: client.expect("a browser"),
            runtime,
            _driver: driver,
            _server: server,
            _profile: profile,
        };
        page.go(fragment);
        Some(page)
    }
    /// Waits for the browser.
    fn run<T>(&self, command: impl Future<Output = Result<T, CmdError>>) -> Result<T, CmdError> {
        self.runtime.block_on(command)
    }

    /// Leads the browser to the page with this after its address.
    #[track_caller]
    pub fn go(&self, fragment: &str) {
        let address = format!("{}{fragment}", self.address);
        self.run(self.client.goto(&address)).expect("the page");
    }

    /// The first element that this selector finds, once there is one.
    #[track_caller]
    pub fn find(&self, selector: &str) -> Element {
        wait(selector, || {
            self.run(self.client.find(Locator::Css(selector))).ok()
        })
    }

    /// What a function with this body returns.
    #[track_caller]
    pub fn execute(&self, script: &str) -> Value {
        self.run(self.client.execute(script, Vec::new()))
            .expect("the script runs")
    }

    /// What a function with this body gives to the function that is its last argument.
    #[track_caller]
    pub fn execute_async(&self, script: &str) -> Value {
        self.run(self.client.execute_async(script, Vec::new()))
            .expect("the script runs")
    }

    /// Runs a command of `chromedriver` alone.
    #[track_caller]
    pub fn extension(&self, path: &'static str, parameters: Value) -> Value {
        self.run(self.client.issue_cmd(Extension(path, parameters)))
            .expect("chromedriver knows the command")
    }

    /// Runs a command of the browser's own tools.
    #[track_caller]
    fn command(&self, command: &str, parameters: &Value) {
        let body = json!({ "cmd": command, "params": parameters });
        self.extension("goog/cdp/execute", body);
    }

    /// Sets how large the window's inside is.
    #[track_caller]
    pub fn resize(&self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", &size);
    }

    /// What the user prefers, as media features, like `prefers-color-scheme` and `dark`.
    #[track_caller]
    pub fn prefer(&self, features: &[(&str, &str)]) {
        let features = features
            .iter()
            .map(|(name, value)| json!({ "name": name, "value": value }));
        let features = features.collect::<Vec<_>>();
        self.command(
            "Emulation.setEmulatedMedia",
            &json!({ "features": features }),
        );
    }

    /// Keeps a picture of the window for people to look at.
    #[track_caller]
    pub fn screenshot(&self, what: &str) {
        let picture = self.run(self.client.screenshot()).expect("a picture");
        let folder = screenshots();
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join(format!("{}-{what}.png", self.name));
        fs::write(file, picture).expect("writable");
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let complaints = if thread::panicking() {
            // It shows what went wrong, if the browser still can.
            if let Ok(picture) = self.run(self.client.screenshot()) {
                let file = screenshots().join(format!("{}-failed.png", self.name));
                let _ = fs::create_dir_all(screenshots());
                let _ = fs::write(file, picture);
            }
            Vec::new()
        } else {
            self.complaints()
        };
        let _ = self.run(self.client.clone().close());
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }
}

/// Waits until there is something.
#[track_caller]
pub fn wait<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

fn screenshots() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../page-screenshots")
}
