//! Fuzzes the reader of answers in `hackerrank`.

#![no_main]

fewest_fuzz::answers_target!("eight", "hackerrank", "3\n0 3 8 4 1 7 2 6 5\n");
