//! The library in a web page's worker. Requests and answers are JSON; every question is a
//! [`Request`](request::Request), documented for the page in `page/protocol.js`.
//!
//! [`Session`] holds the open puzzle and answers questions. It is plain Rust, so that the same
//! tests run natively and on the compiled module.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod module;

mod boards;
mod certificate;
mod define;
mod failure;
mod figures;
mod open;
mod puzzle;
pub mod request;
mod searches;
mod session;
mod stage;
mod truth;

pub use open::MEMORY;
pub use session::Session;
