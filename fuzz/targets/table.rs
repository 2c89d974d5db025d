//! Fuzzes the reader of stored tables.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fewest_fuzz::check_table(data));
