//! Fuzzes the reader of `plain` for eight.

#![no_main]

fewest_fuzz::target!("eight", "plain");
