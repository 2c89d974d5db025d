//! Fingerprints of structures, which name their stored tables: 128-bit `SipHash` (J.-P. Aumasson
//! and D. J. Bernstein, "`SipHash`: a fast short-input PRF", 2012) with a fixed key.

use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher24};

use crate::space::structure::Structure;

/// The fingerprint of a structure.
#[must_use]
pub fn of(structure: &Structure) -> u128 {
    with_home(structure, &[])
}

/// Hashes all of a structure, each list preceded by its length, and then a home board, if there is one.
#[must_use]
pub fn with_home(structure: &Structure, home: &[u8]) -> u128 {
    let mut hasher = SipHasher24::new();
    let mut number = |number: u64| hasher.write(&number.to_le_bytes());
    number(structure.pieces.len() as u64);
    for &count in &structure.pieces {
        number(count.into());
    }
    number(structure.turns.len() as u64);
    for turn in &structure.turns {
        number(turn.by.index() as u64);
        // One number for none or one, so that the names of stored tables stay valid.
        let need = |(cell, symbol)| 1 + (u64::from(cell) << 8 | u64::from(symbol));
        if let [_, _, ..] = turn.needs[..] {
            number(u64::MAX);
            number(turn.needs.len() as u64);
        }
        match turn.needs[..] {
            [] => number(0),
            _ => turn.needs.iter().for_each(|needed| number(need(*needed))),
        }
        number(turn.from.len() as u64);
        for &from in &turn.from {
            number(from.into());
        }
    }
    number(structure.goals.len() as u64);
    for goal in &structure.goals {
        number(goal.len() as u64);
        for &symbol in goal {
            number(symbol.map_or(0, |symbol| 1 + u64::from(symbol)));
        }
    }
    for &symbol in home {
        number(symbol.into());
    }
    hasher.finish128().as_u128()
}
