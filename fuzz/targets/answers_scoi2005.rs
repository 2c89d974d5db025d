//! Fuzzes the reader of answers in `scoi2005`.

#![no_main]

fewest_fuzz::answers_target!(
    "knights",
    "scoi2005",
    "2\n10110\n01*11\n10111\n01001\n00000\n01011\n110*1\n01110\n01010\n00100\n"
);
