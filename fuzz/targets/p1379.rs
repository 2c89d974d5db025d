//! Fuzzes the reader of `p1379`.

#![no_main]

fewest_fuzz::target!("eight", "p1379");
