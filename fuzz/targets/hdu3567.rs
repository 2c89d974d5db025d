//! Fuzzes the reader of `hdu3567`.

#![no_main]

fewest_fuzz::target!("eight", "hdu3567");
