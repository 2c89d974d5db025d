//! Fuzzes the reader of answers in `hdu3567`.

#![no_main]

fewest_fuzz::answers_target!(
    "eight",
    "hdu3567",
    "2\n12X453786\n12345678X\n564178X23\n7568X4123\n"
);
