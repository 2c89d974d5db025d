//! Commands in a Markdown text, and comparison of their output.

use anyhow::{Context, Result, bail};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The line of the text where it begins, counted from 1.
    pub line: usize,
    /// The command to run. It has several lines if it uses a trailing `\` or a here-document.
    pub command: String,
    /// The expected output; `None` if any output is allowed.
    pub output: Option<Vec<String>>,
    pub exit: i32,
}

struct Block<'t> {
    info: &'t str,
    /// The number of the line after the fence, counted from 1.
    first: usize,
    lines: Vec<&'t str>,
}

pub fn commands(text: &str) -> Result<Vec<Shown>> {
    let mut commands = Vec::new();
    for block in blocks(text)? {
        let mut words = block.info.split([' ', ',', '\t']).filter(|w| !w.is_empty());
        let compared = match words.next() {
            Some("console") => true,
            Some("sh") => false,
            _ => continue,
        };
        let mut exit = 0;
        for word in words {
            exit = word
                .strip_prefix("exit=")
                .and_then(|code| code.parse().ok())
                .with_context(|| {
                    format!("line {}: `{word}` is unknown for a block", block.first - 1)
                })?;
        }
        if compared {
            console(&block, exit, &mut commands)?;
        } else {
            script(&block, exit, &mut commands);
        }
    }
    Ok(commands)
}

fn blocks(text: &str) -> Result<Vec<Block<'_>>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((i, line)) = lines.next() {
        let inner = line.trim_start();
        let Some(mark) = inner.chars().next().filter(|c| ['`', '~'].contains(c)) else {
            continue;
        };
        let info = inner.trim_start_matches(mark);
        let fence = &inner[..inner.len() - info.len()];
        // Three backticks with another one later in the line are inline code.
        if fence.len() < 3 || info.contains('`') {
            continue;
        }
        let indent = line.len() - inner.len();
        let mut block = Block {
            info,
            first: i + 2,
            lines: Vec::new(),
        };
        loop {
            let Some((_, line)) = lines.next() else {
                bail!("line {}: this block does not end", i + 1);
            };
            let trimmed = line.trim();
            if trimmed.len() >= fence.len() && trimmed.chars().all(|c| c == mark) {
                break;
            }
            let blanks = line.len() - line.trim_start().len();
            block.lines.push(&line[blanks.min(indent)..]);
        }
        blocks.push(block);
    }
    Ok(blocks)
}

/// Adds the commands of a block with output.
fn console(block: &Block<'_>, exit: i32, commands: &mut Vec<Shown>) -> Result<()> {
    let mut lines = numbered(block).peekable();
    while let Some((line, text)) = lines.next() {
        let Some(start) = text.strip_prefix("$ ") else {
            bail!("line {line}: output before any command");
        };
        let command = whole(start, &mut lines);
        let mut output = Vec::new();
        while let Some((_, text)) = lines.next_if(|(_, text)| !text.starts_with("$ ")) {
            output.push(text.to_owned());
        }
        commands.push(Shown {
            line,
            command,
            output: Some(output),
            exit,
        });
    }
    Ok(())
}

/// Adds the commands of a block without output.
fn script(block: &Block<'_>, exit: i32, commands: &mut Vec<Shown>) {
    let mut lines = numbered(block);
    while let Some((line, text)) = lines.next() {
        if text.trim().is_empty() || text.trim_start().starts_with('#') {
            continue;
        }
        commands.push(Shown {
            line,
            command: whole(text, &mut lines),
            output: None,
            exit,
        });
    }
}

fn numbered<'b>(block: &'b Block<'_>) -> impl Iterator<Item = (usize, &'b str)> {
    let lines = block.lines.iter().enumerate();
    lines.map(|(i, line)| (block.first + i, *line))
}

/// A command with its continuation lines: after a trailing `\`, and up to the end of a
/// here-document. The lines may begin with the shell's prompt `> `.
fn whole<'t>(start: &str, lines: &mut impl Iterator<Item = (usize, &'t str)>) -> String {
    let mut more = || lines.next().map(|(_, line)| line);
    let mut command = start.to_owned();
    while command.ends_with('\\')
        && let Some(line) = more()
    {
        command.push('\n');
        command.push_str(line.strip_prefix("> ").unwrap_or(line));
    }
    if let Some(end) = here_document(&command) {
        while let Some(line) = more() {
            // The prompt of an empty line has no trailing space.
            let line = match line {
                ">" => "",
                _ => line.strip_prefix("> ").unwrap_or(line),
            };
            command.push('\n');
            command.push_str(line);
            if line == end {
                break;
            }
        }
    }
    command
}

/// The word that ends a command's here-document.
fn here_document(command: &str) -> Option<String> {
    let (_, after) = command.split_once("<<")?;
    let word: String = after
        .trim_start_matches(['\'', '"', ' '])
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    (!word.is_empty() && !after.starts_with('<')).then_some(word)
}

/// Returns true if the output matches the text. White space at the end of lines and empty lines at
/// the end are ignored, and a line `...` matches any number of lines.
pub fn agrees(shown: &[String], output: &str) -> bool {
    let shown = without_end(shown.iter().map(String::as_str).collect());
    let output = without_end(output.lines().collect());
    let (mut s, mut o) = (0, 0);
    // The last `...` passed, and the line of output to try after it.
    let mut retry = None;
    while o < output.len() {
        if shown.get(s) == Some(&"...") {
            s += 1;
            retry = Some((s, o));
        } else if shown.get(s) == Some(&output[o]) {
            s += 1;
            o += 1;
        } else if let Some((after, tried)) = retry {
            s = after;
            o = tried + 1;
            retry = Some((s, o));
        } else {
            return false;
        }
    }
    shown[s..].iter().all(|line| *line == "...")
}

fn without_end(lines: Vec<&str>) -> Vec<&str> {
    let mut lines: Vec<_> = lines.into_iter().map(str::trim_end).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: usize, command: &str, output: &[&str]) -> Shown {
        Shown {
            line,
            command: command.to_owned(),
            output: Some(output.iter().map(|&line| line.to_owned()).collect()),
            exit: 0,
        }
    }

    #[test]
    fn commands_and_their_output() {
        let text = "# Title\n\n```console\n$ a 1\nout\n\nmore\n$ b\n```\nText\n```rust\n$ c\n```\n";
        assert_eq!(
            commands(text).unwrap(),
            [shown(4, "a 1", &["out", "", "more"]), shown(8, "b", &[])]
        );
    }

    #[test]
    fn scripts_have_no_output() {
        let text = "~~~sh exit=2\n# first\na\n\nb\n~~~\n";
        let found = commands(text).unwrap();
        assert_eq!(
            found
                .iter()
                .map(|c| (c.line, c.command.as_str(), c.exit))
                .collect::<Vec<_>>(),
            [(3, "a", 2), (5, "b", 2)]
        );
        assert!(found.iter().all(|c| c.output.is_none()));
    }

    #[test]
    fn exit_code_of_a_block() {
        for info in ["console exit=3", "console,exit=3"] {
            let text = format!("```{info}\n$ a\n```\n");
            assert_eq!(commands(&text).unwrap()[0].exit, 3);
        }
        let wrong = commands("\n```console exits=3\n$ a\n```\n").unwrap_err();
        assert!(wrong.to_string().starts_with("line 2:"), "{wrong}");
    }

    #[test]
    fn indented_and_longer_fences() {
        let text = "1. item\n   ````console\n   $ a\n   ```\n     b\n   ````\n";
        assert_eq!(commands(text).unwrap(), [shown(3, "a", &["```", "  b"])]);
        assert_eq!(
            commands("```code``` in a sentence\n").unwrap(),
            [] as [Shown; 0]
        );
    }

    #[test]
    fn commands_of_several_lines() {
        let text = "```console\n$ a \\\n> b\nout\n$ c <<'END' | d\n> 1 2\n>\n> END\n> out\n$ e <<< f\nout\n```\n";
        assert_eq!(
            commands(text).unwrap(),
            [
                shown(2, "a \\\nb", &["out"]),
                shown(5, "c <<'END' | d\n1 2\n\nEND", &["> out"]),
                shown(10, "e <<< f", &["out"]),
            ]
        );
        let text = "```sh\na <<END\n1\n\nEND\nb\n```\n";
        let found = commands(text).unwrap();
        assert_eq!(found[0].command, "a <<END\n1\n\nEND");
        assert_eq!(found[1].command, "b");
    }

    #[test]
    fn invalid_blocks_are_rejected() {
        let open = commands("a\n```console\n$ a\n").unwrap_err();
        assert!(open.to_string().starts_with("line 2:"), "{open}");
        let early = commands("```console\nout\n$ a\n```\n").unwrap_err();
        assert!(early.to_string().starts_with("line 2:"), "{early}");
    }

    #[test]
    fn trailing_white_space_is_ignored() {
        let shown = ["a ".to_owned(), "b".to_owned(), String::new()];
        assert!(agrees(&shown, "a\nb  \n\n\n"));
        assert!(agrees(&[], "\n"));
        assert!(!agrees(&shown, " a\nb\n"));
        assert!(!agrees(&shown, "a\n\nb\n"));
        assert!(!agrees(&shown, "a\n"));
        assert!(!agrees(&shown, "a\nb\nc\n"));
    }

    #[test]
    fn dots_stand_for_any_number_of_lines() {
        let agree = |shown: &str, output: &str| {
            let shown: Vec<_> = shown.split(' ').map(str::to_owned).collect();
            agrees(&shown, &output.replace(' ', "\n"))
        };
        assert!(agree("...", ""));
        assert!(agree("...", "a b"));
        assert!(agree("a ...", "a"));
        assert!(agree("a ... c", "a c"));
        assert!(agree("a ... c", "a b b c"));
        // The first matching line may not be the right one.
        assert!(agree("... b c", "a b b c"));
        assert!(agree("a ... b ... c", "a c b b c c"));
        assert!(agree("... ...", "a"));
        assert!(!agree("a ... c", "a b"));
        assert!(!agree("... b", "a b c"));
        assert!(!agree("a ... a", "a"));
    }
}
