//! The page in a real browser: headless Chromium, driven through `chromedriver`, or Firefox
//! (CONTRIBUTING.md).
//!
//! Not every machine has one, so these tests are ignored by default. `cargo xtask test` runs them if
//! `chromedriver` is installed, and so does
//!
//!     cargo test -p fewest-cli --test page -- --ignored --skip measure
//!
//! Screenshots are kept in `page-screenshots` in cargo's target folder.

mod address;
mod axe;
mod blocks;
mod boards;
mod browser;
mod contrast;
mod element;
mod faults;
mod host;
mod hosted;
mod layout;
mod lines;
mod loads;
mod measure;
mod memory;
mod moves;
mod offline;
mod page;
mod picture;
mod play;
mod saved;
mod searches;
mod solid;
mod solution;
mod start;
mod versions;
mod views;
mod watch;
mod work;
