//! Fuzzes the reader of `plain` for rotation.

#![no_main]

fewest_fuzz::target!("rotation", "plain");
