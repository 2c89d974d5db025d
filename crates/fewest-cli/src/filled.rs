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
        let width = terminal::columns(MAX_WIDTH);
        let mut column = about.chars().count();
        self.0.push_str(about);
        let mut is_first = true;
        for word in text.split(' ') {
            let length = word.chars().count();
            if is_first {
                let blanks = INDENT.saturating_sub(column).max(1);
                self.0.extend(std::iter::repeat_n(' ', blanks));
                column += blanks;
            } else if column + 1 + length > width {
                self.0.push('\n');
                self.0.extend(std::iter::repeat_n(' ', INDENT));
                column = INDENT;
            } else {
                self.0.push(' ');
                column += 1;
            }
            is_first = false;
            self.0.push_str(&word.replace(KEPT, " "));
            column += length;
        }
    }
}
