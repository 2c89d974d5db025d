//! A survey as comma-separated values with a header (RFC 4180, but lines end as others here do).

use std::io::{self, Write};

use super::Surveyed;
use fewest::codec::field;

/// A line for each distance.
pub fn distances(surveyed: &Surveyed, out: &mut impl Write) -> io::Result<()> {
    let figures = &surveyed.figures;
    if !surveyed.sets.are_none() {
        return counts(&figures.counts, out);
    }
    writeln!(out, "moves,boards,several_goals")?;
    for (moves, (boards, tying)) in figures.counts.iter().zip(&figures.tying).enumerate() {
        writeln!(out, "{moves},{boards},{tying}")?;
    }
    Ok(())
}

/// The same where ties are not counted.
pub(super) fn counts(counts: &[u64], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "moves,boards")?;
    for (moves, boards) in counts.iter().enumerate() {
        writeln!(out, "{moves},{boards}")?;
    }
    Ok(())
}

/// A line for each of the hardest boards.
pub fn boards(surveyed: &Surveyed, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "board,moves,class,answers,answer")?;
    for hard in &surveyed.hardest {
        let (board, answer) = (field(&hard.board), field(&hard.answer));
        let (moves, class, answers) = (hard.distance, hard.class, hard.answers);
        writeln!(out, "{board},{moves},{class},{answers},{answer}")?;
    }
    Ok(())
}
