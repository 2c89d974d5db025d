//! Random definitions, compared with an enumeration that shares no code with the library: every
//! command must report what a search of all boards finds.

mod checks;
mod few;
mod found;
mod run;
mod schema;
mod shrink;
mod stages;

use std::time::{Duration, Instant};

use fewest_tests::definitions::{draw, model, spec, world};
use fewest_tests::hosts;

/// Definitions per test of the suite.
const EACH: u64 = 65;

/// The tests of the suite. They differ only in their seeds, and run in parallel.
macro_rules! suite {
    ($($name:ident: $part:literal),*) => {
        $(
            #[test]
            fn $name() {
                run::suite($part * EACH..($part + 1) * EACH);
            }
        )*
    };
}

suite! {
    definitions_of_seeds_0: 0, definitions_of_seeds_1: 1, definitions_of_seeds_2: 2, definitions_of_seeds_3: 3,
    definitions_of_seeds_4: 4, definitions_of_seeds_5: 5, definitions_of_seeds_6: 6, definitions_of_seeds_7: 7
}

/// Runs definitions from a seed until a time limit, for `cargo xtask definitions`.
#[test]
#[ignore = "runs as long as it is told to"]
fn until_the_time_limit() {
    let number = |name: &str, usual: u64| {
        let value = std::env::var(name).ok().and_then(|text| text.parse().ok());
        value.unwrap_or(usual)
    };
    let time = Duration::from_secs(number("DEFINITIONS_SECONDS", 10));
    run::until(Instant::now() + time, number("DEFINITIONS_SEED", 0));
}
