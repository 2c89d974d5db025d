//! The programs of docs/tutorial.md, a file a chapter.
//!
//! They print what the page shows: a line `[name]` and the text under that name. `cargo xtask tutorial` puts those texts
//! and the functions that the page names into docs/tutorial.template.md.

mod blind;
mod boards;
mod breadth;
mod fifteen;
mod guided;
mod ida_star;
mod lab;
mod patterns;
mod promises;
mod ranks;
mod show;
mod solvable;
mod tables;
mod weighted;

use lab::{Lab, Result};

fn main() -> Result<()> {
    let lab = Lab::new()?;
    boards::chapter(&lab);
    solvable::chapter(&lab);
    ranks::chapter(&lab);
    blind::chapter(&lab)?;
    breadth::chapter(&lab);
    guided::chapter(&lab)?;
    promises::chapter(&lab)?;
    weighted::chapter(&lab)?;
    ida_star::chapter(&lab)?;
    tables::chapter(&lab)?;
    patterns::chapter(&lab)?;
    fifteen::chapter()
}
