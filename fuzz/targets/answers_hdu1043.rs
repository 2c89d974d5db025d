//! Fuzzes the reader of answers in `hdu1043`.

#![no_main]

fewest_fuzz::answers_target!(
    "eight",
    "hdu1043",
    "2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 8 7 x\n"
);
