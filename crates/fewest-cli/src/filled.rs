//! Lines of a label and a text, filled to the width of a terminal.

use crate::terminal;

const MAX_WIDTH: usize = 80;
/// The column where texts begin, after their labels.
const INDENT: usize = 14;
/// A blank where lines must not break.
const KEPT: &str = "\u{a0}";

/// Lines that are filled word by word.
#[derive(Default)]
pub struct FilledLines(String);

impl FilledLines {
    /// Lines of a label and a text, with an empty line between groups.
    pub fn of(lines: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut filled = Self::default();
        for (label, text) in lines {
            if label.is_empty() && text.is_empty() {
                filled.0.push('\n');
            } else {
                filled.say(&label, &text);
            }
        }
        filled
    }

    /// The lines, without the end of the last one.
    pub fn text(self) -> String {
        self.0
    }

    pub fn say(&mut self, about: &str, text: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        let blanks = INDENT.saturating_sub(about.chars().count()).max(1);
        let label = about.to_owned() + &" ".repeat(blanks);
        let lines = filled(&label, INDENT, text, terminal::columns(MAX_WIDTH));
        self.0.push_str(&lines);
    }
}

/// A label and a text, filled word by word up to this many columns. Further lines begin with
/// `indent` blanks.
pub fn filled(label: &str, indent: usize, text: &str, width: usize) -> String {
    let mut lines = label.to_owned();
    let mut column = label.chars().count();
    for (place, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if place > 0 && column + 1 + length > width {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            column = indent;
        } else if place > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(&word.replace(KEPT, " "));
        column += length;
    }
    lines
}
