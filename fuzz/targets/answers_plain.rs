//! Fuzzes the reader of answers in `plain`.

#![no_main]

fewest_fuzz::answers_target!("eight", "plain", "2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 7 8 x\n");
