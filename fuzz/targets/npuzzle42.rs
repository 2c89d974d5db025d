//! Fuzzes the reader of `npuzzle42`.

#![no_main]

fewest_fuzz::target!("eight", "npuzzle42");
