//! Fuzzes the reader of `plain` for knights.

#![no_main]

fewest_fuzz::target!("knights", "plain");
