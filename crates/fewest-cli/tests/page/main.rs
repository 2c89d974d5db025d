//! The page in a real browser: headless Chromium, driven through `chromedriver`.
//!
//! Where there is no `chromedriver` these tests are skipped with a note; with `FEWEST_BROWSER=1` in
//! the environment they fail. Screenshots are kept in `page-screenshots` in cargo's target folder.

mod address;
mod axe;
mod boards;
mod browser;
mod hosted;
mod layout;
mod loads;
mod measure;
mod memory;
mod page;
mod play;
mod searches;
mod solution;
mod watch;
mod work;
