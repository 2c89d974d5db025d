//! Fuzzes the reader of `knightsfen`.

#![no_main]

fewest_fuzz::target!("knights", "knightsfen");
