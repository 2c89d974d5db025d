//! Fuzzes the reader of answers in `npuzzle42`.

#![no_main]

fewest_fuzz::answers_target!("eight", "npuzzle42", "3\n1 2 3\n8 4 0\n7 6 5\n");
