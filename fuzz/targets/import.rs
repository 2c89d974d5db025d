//! Fuzzes the reader of puzzles of other programs.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fewest_fuzz::check_import(data));
