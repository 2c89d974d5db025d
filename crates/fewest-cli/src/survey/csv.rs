//! A survey as comma-separated values with a header (RFC 4180, except for `\n` as the line end).
//! Fields that were not computed are empty.

use std::io::{self, Write};

use super::Surveyed;
use fewest_text::formats::field;

pub fn distances(surveyed: &Surveyed, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "distance,boards,several_goals")?;
    for (distance, boards) in surveyed.counts.iter().enumerate() {
        let tying = surveyed
            .tying
            .as_ref()
            .and_then(|tying| tying.get(distance))
            .map_or_else(String::new, ToString::to_string);
        writeln!(out, "{distance},{boards},{tying}")?;
    }
    Ok(())
}

pub fn boards(surveyed: &Surveyed, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "board,distance,class,answers,moves")?;
    for hard in &surveyed.hardest {
        let (board, distance, class) = (field(&hard.board), hard.distance, hard.class);
        match &hard.answers {
            Some(found) => writeln!(
                out,
                "{board},{distance},{class},{},{}",
                found.count,
                field(&found.moves)
            )?,
            None => writeln!(out, "{board},{distance},{class},,")?,
        }
    }
    Ok(())
}
