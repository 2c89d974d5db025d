//! Blocks `Input:` and `Output:` of a statement's examples.

/// The labels of boards.
const INPUT: [&[u8]; 2] = [b"Input", b"board"];
/// The labels of other lines.
const OTHER: [&[u8]; 3] = [b"Output", b"Explanation", b"Example"];

/// Returns true if a text begins with a label; `None` if that needs more of it.
pub(super) fn is_statement(text: &[u8]) -> Option<bool> {
    for label in INPUT {
        match text.strip_prefix(label) {
            Some([]) => return None,
            Some([next, ..]) => {
                return Some(matches!(next, b':' | b'=') || next.is_ascii_whitespace());
            }
            None if label.starts_with(text) => return None,
            None => {}
        }
    }
    Some(false)
}

/// Replaces everything but the boards of lines of a statement by spaces, so that places stay true.
/// `is_input` is true if the line before them has boards, and then if the last of them has.
pub(super) fn blank_labels(text: &mut [u8], is_input: &mut bool) {
    for line in text.split_mut(|byte| *byte == b'\n') {
        let start = line
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        let label = |labels: &[&[u8]]| {
            labels
                .iter()
                .find(|label| line[start..].starts_with(label))
                .map(|label| label.len())
        };
        let (input, other) = (label(&INPUT), label(&OTHER));
        *is_input = input.is_some() || *is_input && other.is_none();
        // `Input: board = `
        let is_in_label = |byte: &u8| byte.is_ascii_alphabetic() || b" :=".contains(byte);
        let end = match input {
            Some(_) => {
                let rest = line[start..].iter();
                let names = start + rest.take_while(|byte| is_in_label(byte)).count();
                let sign = line[..names]
                    .iter()
                    .rposition(|byte| matches!(byte, b':' | b'='));
                sign.map_or(start + input.unwrap_or(0), |sign| sign + 1)
            }
            None if *is_input => 0,
            None => line.len(),
        };
        line[..end].fill(b' ');
    }
}
