//! Fuzzes the checker of certificates.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fewest_fuzz::check_certificate(data));
