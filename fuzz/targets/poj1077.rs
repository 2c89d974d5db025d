//! Fuzzes the reader of `poj1077`.

#![no_main]

fewest_fuzz::target!("eight", "poj1077");
