//! Fuzzes the reader of `korf`.

#![no_main]

fewest_fuzz::target!("sliding:4x4", "korf");
