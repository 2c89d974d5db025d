//! Fuzzes the reader of definitions.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fewest_fuzz::check_definition(data));
