//! Fuzzes the reader of `poj2286`.

#![no_main]

fewest_fuzz::target!("rotation", "poj2286");
