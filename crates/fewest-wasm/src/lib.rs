//! The library in a web page's worker. The page asks in JSON and is answered in JSON; every question
//! is a [`Request`](request::Request), `page/protocol.js` describes them for the page.
//!
//! [`Session`] holds the open puzzle and answers. It is plain Rust, so that the tests ask the same
//! of it natively and of the compiled module.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod module;

mod boards;
mod define;
mod failure;
mod figures;
mod puzzle;
pub mod request;
mod searches;
mod session;
mod truth;

pub use session::{MEMORY, Session};
