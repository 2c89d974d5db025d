//! Fuzzes the reader of `hdu1043`.

#![no_main]

fewest_fuzz::target!("eight", "hdu1043");
