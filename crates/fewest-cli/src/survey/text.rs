//! A survey in words.

use std::io::{self, Write};

use fewest::survey::SymmetryCount;

use super::{Sets, ShownBoard, Surveyed, chart};
use crate::filled::filled;
use crate::number::{counted, grouped, percent};
use crate::terminal;

const MAX_WIDTH: usize = 120;
const INDENT: &str = "    ";

/// Writes the chart, the figures and the hardest boards. `every` separates symmetric boards.
pub fn write(surveyed: &Surveyed, every: bool, out: &mut impl Write) -> io::Result<()> {
    let width = terminal::columns(MAX_WIDTH);
    let title = format!("{}: {}", surveyed.name, surveyed.title);
    writeln!(out, "{}", filled("", 0, &title, width))?;
    if let Some(goal) = &surveyed.goal {
        writeln!(out, "goal {goal}")?;
    }
    surveyed.sets.write(out)?;
    writeln!(out)?;
    let tying = surveyed.tying.as_deref().unwrap_or_default();
    chart::write(&surveyed.counts, tying, width, out)?;
    writeln!(out)?;
    facts(surveyed, width, out)?;
    match surveyed.hardest.len() {
        0 => {}
        _ if !surveyed.is_complete => writeln!(out, "\nThe first of the farthest boards:")?,
        1 => writeln!(out, "\nThe hardest board:")?,
        count if every => {
            writeln!(out, "\nThe {} hardest boards:", grouped(count as u64))?;
        }
        count => writeln!(
            out,
            "\nThe {} hardest boards up to symmetry:",
            grouped(count as u64)
        )?,
    }
    for (i, hard) in surveyed.hardest.iter().enumerate() {
        board(i + 1, hard, width, out)?;
    }
    Ok(())
}

/// Writes a line for each figure: its name, its value, a note.
fn facts(surveyed: &Surveyed, width: usize, out: &mut impl Write) -> io::Result<()> {
    let boards = surveyed.boards();
    let (moves, hardest) = if surveyed.is_complete {
        let moves = surveyed.sets.max_moves(surveyed.farthest() as u64);
        (moves, "hardest boards")
    } else {
        let farthest = grouped(surveyed.farthest() as u64);
        let moves = ("farthest", farthest, "moves so far".to_owned());
        (moves, "farthest boards")
    };
    let note = if surveyed.is_complete {
        surveyed.sets.boards(surveyed.solvable, surveyed.unsolvable)
    } else {
        "so far; others are farther".to_owned()
    };
    let peak = surveyed.counts.last().copied().unwrap_or(0);
    let (mean, median) = (surveyed.mean, surveyed.median as u64);
    let mut facts = vec![
        ("boards", grouped(boards), note),
        moves,
        ("mean", format!("{mean:.4}"), "moves".to_owned()),
        ("median", grouped(median), "moves".to_owned()),
        (hardest, grouped(peak), String::new()),
    ];
    if let (Some(peak), Some(found)) = (&surveyed.peak, surveyed.symmetries) {
        let classes = grouped(peak.classes);
        facts.push(("  up to symmetry", classes, symmetries(found)));
        if let Some((fewest, most)) = peak.answers {
            let note = if fewest == most {
                "each".to_owned()
            } else {
                format!("to {}", grouped(most))
            };
            facts.push(("  shortest answers", grouped(fewest), note));
        }
    }
    if boards == 0 {
        // Without boards, the other figures are undefined.
        facts.truncate(1);
    }
    if let Some(tying) = surveyed.tying.as_ref().filter(|_| surveyed.goal.is_none()) {
        let tying = tying.iter().sum();
        let share = percent(tying, boards) + " of all boards";
        facts.push(("several goals tie", grouped(tying), share));
    }
    lines(&facts, width, out)
}

impl Sets {
    /// The note on the number of boards. It has the number of boards that can be solved, if the
    /// solved board leads only to some of them, and the number that can't.
    fn boards(&self, solvable: Option<u64>, others: Option<u64>) -> String {
        let (of_set, outcome) = match (&self.start, &self.target) {
            (None, None) => ("", "be solved"),
            (None, Some(_)) => ("", "get there"),
            (Some(_), None) => (" of the set", "be solved"),
            (Some(_), Some(_)) => (" of the set", "get there"),
        };
        if let Some(solvable) = solvable {
            let others = others.map_or(String::new(), |others| {
                format!("; {} can't", grouped(others))
            });
            let all = grouped(solvable);
            return format!("from the solved board, of {all} that can {outcome}{others}");
        }
        match others {
            None => format!("{of_set} that can {outcome}")
                .trim_start()
                .to_owned(),
            Some(0) => format!("all{of_set} can {outcome}"),
            Some(others) => format!("and {}{of_set} that can't {outcome}", grouped(others)),
        }
    }

    fn max_moves(&self, moves: u64) -> (&'static str, String, String) {
        let (what, note) = if self.are_none() {
            ("God's number", "moves solve every board")
        } else {
            ("most moves", "for the hardest of them")
        };
        (what, grouped(moves), note.to_owned())
    }
}

fn lines(facts: &[(&str, String, String)], width: usize, out: &mut impl Write) -> io::Result<()> {
    /// The least room for notes beside their figures.
    const ROOM: usize = 24;
    let labels = facts.iter().map(|fact| fact.0.len()).max().unwrap_or(0);
    let values = facts.iter().map(|fact| fact.1.len()).max().unwrap_or(0);
    let indent = labels + values + 4;
    let indent = if indent + ROOM > width {
        INDENT.len()
    } else {
        indent
    };
    for (label, value, note) in facts {
        let figure = format!("{label:<labels$}  {value:>values$}  ");
        let lines = filled(&figure, indent, note, width);
        writeln!(out, "{}", lines.trim_end())?;
    }
    Ok(())
}

fn symmetries(symmetries: SymmetryCount) -> String {
    let SymmetryCount {
        cells,
        symbols,
        is_complete,
    } = symmetries;
    match cells * symbols {
        count if !is_complete => format!("{} symmetries, perhaps more", grouped(count)),
        1 => "the puzzle has no symmetry".to_owned(),
        count if symbols == 1 => format!("{} symmetries", grouped(count)),
        count => format!("{count} symmetries: {cells} of cells x {symbols} of symbols"),
    }
}

fn board(number: usize, hard: &ShownBoard, width: usize, out: &mut impl Write) -> io::Result<()> {
    let mut title = counted(hard.distance as u64, "move");
    if let Some(found) = &hard.answers {
        title = format!("{title}, {}", counted(found.count, "shortest answer"));
    }
    let class = match hard.class {
        1 => "symmetric to no other".to_owned(),
        class => format!("one of {} symmetric boards", grouped(class)),
    };
    let (label, title) = (format!("{number}. "), format!("{title}, {class}"));
    writeln!(out, "\n{}\n", filled(&label, label.len(), &title, width))?;
    for line in hard.drawing.lines() {
        writeln!(out, "{INDENT}{line}")?;
    }
    let Some(found) = hard
        .answers
        .as_ref()
        .filter(|found| !found.moves.is_empty())
    else {
        return Ok(());
    };
    writeln!(out)?;
    for line in wrapped(&found.moves, width - INDENT.len()) {
        writeln!(out, "{INDENT}{line}")?;
    }
    Ok(())
}

/// Lines of at most `width` characters, split at spaces. Longer words are also split.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let letters: Vec<char> = word.chars().collect();
        for part in letters.chunks(width) {
            let part: String = part.iter().collect();
            match lines.last_mut() {
                Some(line) if line.is_empty() => *line = part,
                Some(line) if line.chars().count() + 1 + part.chars().count() <= width => {
                    line.push(' ');
                    line.push_str(&part);
                }
                _ => lines.push(part),
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_spaces_and_long_words_anywhere() {
        assert_eq!(wrapped("a1 b2 c3", 5), ["a1 b2", "c3"]);
        assert_eq!(wrapped("uuddlr", 4), ["uudd", "lr"]);
        assert_eq!(wrapped("", 4), [""]);
    }
}
