//! Fuzzes the reader of `acwing179`.

#![no_main]

fewest_fuzz::target!("eight", "acwing179");
