//! Fuzzes the reader of `hackerrank`.

#![no_main]

fewest_fuzz::target!("eight", "hackerrank");
