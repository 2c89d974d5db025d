//! Fuzzes what is said of small puzzles by their definitions, and the readers of their boards.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fewest_fuzz::check_defined(data));
