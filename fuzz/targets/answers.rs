//! Fuzzes the readers of answers, of every format.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fewest_fuzz::check_answers(data));
