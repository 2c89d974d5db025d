//! Stored tables.

use std::fs;
use std::path::PathBuf;

use fewest::kernel::tiles::{Nibbles, Order, Size, Tiles};
use fewest::space::Ranked;
use fewest::support::budget::Budget;
use fewest::table::Packed;
use fewest::table::build::build;
use fewest::table::store::Store;

use crate::check_message;

/// Opens a file as the table of a small puzzle and panics if it is believed without being the table
/// that was stored. The file is `data`, or a good one with some bytes from `data` in other places,
/// perhaps with a checksum of its header that fits.
///
/// # Panics
///
/// If the reader panics, a changed file is taken for a table, or the error's message would mess up
/// a terminal.
pub fn check_table(data: &[u8]) {
    let size = Size::new(2, 3).expect("there are boards of this size");
    let puzzle =
        Tiles::<Nibbles>::rectangle(size, 5, Order::default()).expect("they have this cell");
    let built = build(&puzzle, Budget::default()).expect("it fits");
    let packed = Packed::of(&puzzle, &built).expect("its moves go back");
    let store = Store::new(folder());
    store
        .save(&puzzle, &packed)
        .expect("the folder can be written");
    let path = store.path(&puzzle).expect("the puzzle has an identity");
    let good = fs::read(&path).expect("the table was stored");
    let (file, may_differ) = changed(&good, data);
    fs::write(&path, file).expect("the folder can be written");
    match store.load(&puzzle) {
        Ok(None) => panic!("the file is there"),
        Err(error) => check_message(&error.problem.to_string()),
        // A header that was changed with its checksum is another good header.
        Ok(Some(_)) if may_differ => {}
        Ok(Some(table)) => {
            assert!((0..puzzle.boards()).all(|rank| table.residue(rank) == packed.residue(rank)));
        }
    }
}

/// The file to open, and whether its checksums may fit by force.
fn changed(good: &[u8], data: &[u8]) -> (Vec<u8>, bool) {
    let Some((&[kind, low, high], bytes)) = data.split_first_chunk::<3>() else {
        return (data.to_vec(), false);
    };
    if kind % 4 == 0 {
        return (bytes.to_vec(), false);
    }
    let mut file = good.to_vec();
    // Most of what matters is in the first bytes.
    let start =
        usize::from(u16::from_le_bytes([low, high])) % if kind % 4 == 3 { file.len() } else { 256 };
    for (to, from) in file[start..].iter_mut().zip(bytes) {
        *to ^= from;
    }
    let is_forced = kind % 4 == 1;
    let number = |at: usize| {
        file[at..]
            .first_chunk::<4>()
            .map_or(0, |word| u32::from_le_bytes(*word) as usize)
    };
    let end = number(24)
        .saturating_add(number(28).saturating_mul(8))
        .saturating_add(32);
    if is_forced && end.saturating_add(4) <= file.len() {
        let sum = crc32fast::hash(&file[..end]);
        file[end..end + 4].copy_from_slice(&sum.to_le_bytes());
    }
    (file, is_forced)
}

/// A folder of this process's own, in memory where there is one.
fn folder() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    let base = if memory.is_dir() {
        memory
    } else {
        std::env::temp_dir()
    };
    base.join(format!("fewest-fuzz-{}", std::process::id()))
}
