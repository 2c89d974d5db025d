//! Fuzzes the reader of `scoi2005`.

#![no_main]

fewest_fuzz::target!("knights", "scoi2005");
