//! Fuzzes the reader of `princeton`.

#![no_main]

fewest_fuzz::target!("eight", "princeton");
