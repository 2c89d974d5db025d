//! Fuzzes the reader of answers in `princeton`.

#![no_main]

fewest_fuzz::answers_target!("eight", "princeton", "3\n0 1 3\n4 2 5\n7 8 6\n");
