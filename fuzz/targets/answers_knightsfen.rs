//! Fuzzes the reader of answers in `knightsfen`.

#![no_main]

fewest_fuzz::answers_target!(
    "knights",
    "knightsfen",
    "1\n10110\n01 11\n10111\n01001\n00000\n"
);
