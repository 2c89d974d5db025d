//! The page, as a user and the browser's tools see it.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fantoccini::actions::{
    Actions, InputSource, KeyAction, KeyActions, PointerAction, TouchActions,
};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

use crate::browser::{self, Running};

/// The longest that a page may take for anything.
const PATIENCE: Duration = Duration::from_mins(3);

/// A page open in its own browser. It must write nothing to the console and load nothing from
/// elsewhere, unless allowed: both are asserted at the end.
pub struct Page {
    name: &'static str,
    pub address: String,
    client: Client,
    runtime: Runtime,
    _driver: Running,
    server: Option<Running>,
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
    /// Opens the page. Screenshots are named after the test.
    pub fn open(name: &'static str) -> Self {
        Self::open_at(name, "")
    }

    /// Opens the page with this text after its address, and waits for the board.
    pub fn open_at(name: &'static str, fragment: &str) -> Self {
        let (server, address) = browser::server();
        let page = Self::open_from(name, address, Some(server));
        page.go(fragment);
        page.find("#board-holder .cell");
        page
    }

    /// A browser for the page at this address.
    pub fn open_from(name: &'static str, address: String, server: Option<Running>) -> Self {
        Self::start(name, address, server, "normal")
    }

    /// The same, but nothing waits until the page and its files are loaded.
    pub fn open_impatiently(name: &'static str, address: String) -> Self {
        Self::start(name, address, None, "none")
    }

    fn start(name: &'static str, address: String, server: Option<Running>, waiting: &str) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a runtime");
        // Now and then, a busy machine's Chromium exits while it starts.
        let start = |_| {
            let (driver, driver_address) = browser::driver();
            let profile = tempfile::tempdir().expect("a folder");
            let mut builder = ClientBuilder::new(HttpConnector::new());
            builder.capabilities(browser::capabilities(profile.path(), waiting));
            let client = runtime.block_on(builder.connect(&driver_address));
            let client = client
                .inspect_err(|error| browser::note(&format!("no browser: {error}")))
                .ok()?;
            Some((driver, profile, client))
        };
        let (driver, profile, client) = (0..5)
            .find_map(start)
            .expect("a browser, in one of five starts");
        let page = Self {
            name,
            address,
            client,
            runtime,
            _driver: driver,
            server,
            _profile: profile,
        };
        page.resize(1400, 900);
        page
    }

    /// Waits for the browser.
    fn run<T>(
        &self,
        command: impl Future<Output = Result<T, CmdError>>,
    ) -> Result<T, Box<CmdError>> {
        self.runtime.block_on(command).map_err(Box::new)
    }

    /// Opens the page with this text after its address.
    #[track_caller]
    pub fn go(&self, fragment: &str) {
        let address = format!("{}{fragment}", self.address);
        self.run(self.client.goto(&address)).expect("the page");
    }

    /// Changes to another puzzle while the page is open, and waits until it is there.
    #[track_caller]
    pub fn change_to(&self, puzzle: &str) {
        self.go(&format!("#p={puzzle}"));
        let start = format!("#p={}&b=", puzzle.replace(':', "%3A"));
        until(&start, || self.fragment().starts_with(&start));
    }

    /// The first element that this selector finds, once there is one.
    #[track_caller]
    pub fn find(&self, selector: &str) -> Element {
        wait(selector, || {
            self.run(self.client.find(Locator::Css(selector)))
        })
    }

    /// Leaves the page, so that the next one opens afresh.
    #[track_caller]
    pub fn leave(&self) {
        self.run(self.client.goto("about:blank"))
            .expect("an empty page");
        // The browser can still run scripts in the page before for a moment.
        until("an empty page", || {
            self.execute("return location.href") == json!("about:blank")
        });
    }

    #[track_caller]
    pub fn reload(&self) {
        self.run(self.client.refresh()).expect("the page");
    }

    #[track_caller]
    pub fn back(&self) {
        self.run(self.client.back()).expect("the page before");
    }

    #[track_caller]
    pub fn forward(&self) {
        self.run(self.client.forward()).expect("the page after");
    }

    /// The address after the page's path.
    #[track_caller]
    pub fn fragment(&self) -> String {
        let address = self.run(self.client.current_url()).expect("an address");
        let fragment = address.as_str().strip_prefix(&self.address);
        fragment.expect("the page's address").to_owned()
    }

    /// Waits until the address ends with `end`: the page changes it shortly after the board.
    #[track_caller]
    pub fn leads_to(&self, end: &str) {
        until(end, || self.fragment().ends_with(end));
    }

    /// The number of elements that a selector finds.
    #[track_caller]
    pub fn count(&self, selector: &str) -> usize {
        let all = self.run(self.client.find_all(Locator::Css(selector)));
        all.expect("a selector").len()
    }

    /// The visible text of an element; empty if there is none.
    pub fn text(&self, selector: &str) -> String {
        let text = async {
            let element = self.client.find(Locator::Css(selector)).await?;
            element.text().await
        };
        self.run(text).unwrap_or_default()
    }

    /// Waits until an element shows this text among others.
    #[track_caller]
    pub fn shows(&self, selector: &str, text: &str) {
        let mut last = String::new();
        let start = Instant::now();
        while !last.contains(text) {
            assert!(
                start.elapsed() < PATIENCE,
                "{selector} does not show {text:?} but {last:?}"
            );
            thread::sleep(Duration::from_millis(20));
            last = self.text(selector);
        }
    }

    /// Clicks an element once it is there and nothing covers it.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        wait(selector, || {
            let click = async {
                let element = self.client.find(Locator::Css(selector)).await?;
                element.click().await
            };
            self.run(click)
        });
    }

    /// Opens the tab of this panel. What is above the tabs may grow as the board is solved, and a
    /// click that meets a tab on its way is lost: it is made again, as a person would.
    #[track_caller]
    pub fn open_tab(&self, panel: &str) {
        let open = format!("#tab-{panel}[aria-selected='true']");
        wait(&open, || {
            self.click(&format!("#tab-{panel}"));
            self.run(self.client.find(Locator::Css(&open)))
        });
    }

    /// Clicks the button with this text in the part of the page with this id.
    #[track_caller]
    pub fn push(&self, id: &str, button: &str) {
        let path =
            format!("//*[@id='{id}']//button[normalize-space(.)='{button}'][not(@disabled)]");
        wait(&path, || {
            let click = async {
                let element = self.client.find(Locator::XPath(&path)).await?;
                element.click().await
            };
            self.run(click)
        });
    }

    /// Drags an element by this many pixels, with a finger.
    #[track_caller]
    pub fn swipe(&self, selector: &str, x: f64, y: f64) {
        let element = self.find(selector);
        let finger = TouchActions::new("finger".to_owned())
            .then(PointerAction::MoveToElement {
                element,
                duration: None,
                x: 0.0,
                y: 0.0,
            })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::MoveBy {
                duration: Some(Duration::from_millis(100)),
                x,
                y,
            })
            .then(PointerAction::Up { button: 0 });
        self.act(finger);
    }

    /// Lets a finger, a mouse or a keyboard act.
    #[track_caller]
    pub fn act(&self, actions: impl Into<Actions>) {
        self.run(self.client.perform_actions(actions))
            .expect("the actions are possible");
    }

    /// Ends the page's server.
    pub fn unplug(&mut self) {
        self.server = None;
    }

    /// Clears a field and types this into it. Not every driver can type characters beyond U+FFFF:
    /// [paste](Self::paste) those.
    #[track_caller]
    pub fn fill(&self, selector: &str, text: &str) {
        let field = self.find(selector);
        self.run(field.clear()).expect("a field");
        self.run(field.send_keys(text)).expect("a field");
    }

    /// Puts a text into a field at once, as if it had been pasted.
    #[track_caller]
    pub fn paste(&self, selector: &str, text: &str) {
        let (selector, text) = (json!(selector), json!(text));
        self.execute(&format!(
            "const field = document.querySelector({selector});
             field.value = {text};
             field.dispatchEvent(new Event('input', {{bubbles: true}}));"
        ));
    }

    /// Gives a file to a field for files.
    #[track_caller]
    pub fn choose(&self, selector: &str, file: &Path) {
        let field = self.find(selector);
        self.run(field.send_keys(&file.display().to_string()))
            .expect("a field for files");
    }

    /// Presses keys one after the other, wherever the focus is. Special keys are characters of
    /// `fantoccini::key::Key`.
    #[track_caller]
    pub fn press(&self, keys: &str) {
        let mut actions = KeyActions::new("keys".to_owned());
        for value in keys.chars() {
            actions = actions.then(KeyAction::Down { value });
            actions = actions.then(KeyAction::Up { value });
        }
        self.run(self.client.perform_actions(actions))
            .expect("keys can be pressed");
    }

    /// The value that a function with this body returns.
    #[track_caller]
    pub fn execute(&self, script: &str) -> Value {
        self.run(self.client.execute(script, Vec::new()))
            .expect("the script runs")
    }

    /// The value that a function with this body passes to its last argument, a callback.
    #[track_caller]
    pub fn execute_async(&self, script: &str) -> Value {
        self.run(self.client.execute_async(script, Vec::new()))
            .expect("the script runs")
    }

    /// Runs a command of `chromedriver` itself.
    #[track_caller]
    pub fn extension(&self, path: &'static str, parameters: Value) -> Value {
        self.run(self.client.issue_cmd(Extension(path, parameters)))
            .expect("chromedriver knows the command")
    }

    /// Runs a command of the browser's own tools.
    #[track_caller]
    pub fn command(&self, command: &str, parameters: &Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        self.extension("goog/cdp/execute", body)
    }

    /// Sets the size of the window's viewport; in Firefox, of the window.
    #[track_caller]
    pub fn resize(&self, width: u32, height: u32) {
        if browser::is_firefox() {
            let size = self.client.set_window_size(width, height);
            return self.run(size).expect("a window");
        }
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Allows the browser to save files in this folder.
    #[track_caller]
    pub fn downloads_go_to(&self, folder: &Path) {
        let place = json!({ "behavior": "allow", "downloadPath": folder.display().to_string() });
        self.command("Browser.setDownloadBehavior", &place);
    }

    /// Allows the page and this test to use the clipboard.
    #[track_caller]
    pub fn lets_the_clipboard_be_used(&self) {
        let permissions = json!(["clipboardReadWrite", "clipboardSanitizedWrite"]);
        let parameters = json!({ "permissions": permissions });
        self.command("Browser.grantPermissions", &parameters);
    }

    /// The text on the clipboard.
    #[track_caller]
    pub fn clipboard(&self) -> String {
        let text = self.execute_async("navigator.clipboard.readText().then(arguments[0])");
        text.as_str().expect("a text").to_owned()
    }

    /// The user's preferences, as media features such as `prefers-color-scheme` and `dark`.
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

    /// A picture of the page from its top, also of what is below the window, as PNG.
    #[track_caller]
    pub fn picture(&self, width: u32, height: u32) -> Vec<u8> {
        let clip = json!({ "x": 0, "y": 0, "width": width, "height": height, "scale": 1 });
        let picture = self.command(
            "Page.captureScreenshot",
            &json!({ "captureBeyondViewport": true, "clip": clip, "optimizeForSpeed": true }),
        );
        let data = picture["data"].as_str().expect("a picture");
        STANDARD.decode(data).expect("base64")
    }

    /// The names of the puzzles in the gallery.
    #[track_caller]
    pub fn names(&self) -> Vec<String> {
        let names = self.execute(
            "return [...document.querySelectorAll('#gallery [data-puzzle]')].map((tile) => tile.dataset.puzzle);",
        );
        serde_json::from_value(names).expect("names")
    }

    /// Saves a picture of the window, for inspection.
    #[track_caller]
    pub fn screenshot(&self, what: &str) {
        let picture = self.run(self.client.screenshot()).expect("a picture");
        self.keep(what, &picture);
    }

    /// Saves a picture for inspection.
    #[track_caller]
    pub fn keep(&self, what: &str, picture: &[u8]) -> PathBuf {
        let folder = screenshots();
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join(format!("{}-{what}.png", self.name));
        fs::write(&file, picture).expect("writable");
        file
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let complaints = if thread::panicking() {
            // A failed test leaves a picture, if the browser still works.
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

/// Waits until something is so.
#[track_caller]
pub fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited in vain: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until something succeeds.
#[track_caller]
fn wait<T, E: Display>(what: &str, mut attempt: impl FnMut() -> Result<T, E>) -> T {
    let start = Instant::now();
    loop {
        match attempt() {
            Ok(found) => return found,
            Err(error) if start.elapsed() > PATIENCE => panic!("{what}: {error}"),
            Err(_) => thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// The folder for screenshots.
fn screenshots() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("page-screenshots")
}
