//! Code that tests of several crates share. The tests of this crate use the library and the text formats
//! as users do.

pub mod blocks;
pub mod common;
pub mod definitions;
#[path = "../../fewest/src/population/tests/fair.rs"]
pub mod fair;
pub mod hosts;
pub mod naive;
#[path = "../../fewest-engine/src/search/ida_star/tests/pool.rs"]
pub mod pool;
pub mod read;
