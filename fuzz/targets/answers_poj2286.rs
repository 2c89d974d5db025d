//! Fuzzes the reader of answers in `poj2286`.

#![no_main]

fewest_fuzz::answers_target!(
    "rotation",
    "poj2286",
    "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n1 1 1 1 3 3 2 2 2 3 3 2 2 3 3 2 2 2 3 3 1 1 1 1\n0\n"
);
