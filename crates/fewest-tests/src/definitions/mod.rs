//! Random definitions, and an enumeration of their boards that shares no code with the library.

pub mod draw;
pub mod model;
pub mod spec;
pub mod world;
