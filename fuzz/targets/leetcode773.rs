//! Fuzzes the reader of `leetcode773`.

#![no_main]

fewest_fuzz::target!("sliding:3x2", "leetcode773");
