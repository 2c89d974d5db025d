//! Commands in a Markdown text, and comparison of their output.

use anyhow::{Context, Result, ensure};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

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

struct Block {
    info: String,
    /// The number of the line after the fence, counted from 1.
    first: usize,
    text: String,
}

pub fn commands(text: &str) -> Result<Vec<Shown>> {
    let mut commands = Vec::new();
    for block in blocks(text)? {
        let words = block.info.split([' ', ',', '\t']);
        let mut words = words.filter(|word| !word.is_empty());
        let has_output = match words.next() {
            Some("console") => true,
            Some("sh") => false,
            _ => continue,
        };
        let mut exit = 0;
        for word in words {
            let code = word.strip_prefix("exit=");
            let code = code.and_then(|code| code.parse().ok());
            let line = block.first - 1;
            exit = code.with_context(|| format!("line {line}: `{word}` is unknown for a block"))?;
        }
        commands.extend(shown(&block, has_output, exit)?);
    }
    Ok(commands)
}

/// The blocks of code with fences.
fn blocks(text: &str) -> Result<Vec<Block>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let line = text[..range.start].matches('\n').count() + 1;
                // Markdown ends it at the end of the page.
                let inside = text[range].trim_end().lines().skip(1);
                let last = inside.last().unwrap_or("no fence");
                let is_fence = last.trim().trim_matches(['`', '~']).is_empty();
                ensure!(is_fence, "line {line}: this block does not end");
                open = Some(Block {
                    info: info.into_string(),
                    first: line + 1,
                    text: String::new(),
                });
            }
            Event::Text(part) => {
                if let Some(block) = &mut open {
                    block.text.push_str(&part);
                }
            }
            Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
            _ => {}
        }
    }
    Ok(blocks)
}

/// The commands of a block. Those with output follow the shell's prompt.
fn shown(block: &Block, has_output: bool, exit: i32) -> Result<Vec<Shown>> {
    let mut commands: Vec<Shown> = Vec::new();
    let mut lines = (block.first..).zip(block.text.lines());
    while let Some((line, text)) = lines.next() {
        let start = match text.strip_prefix("$ ") {
            start if has_output => start,
            _ if text.trim().is_empty() || text.trim_start().starts_with('#') => continue,
            _ => Some(text),
        };
        if let Some(start) = start {
            commands.push(Shown {
                line,
                command: whole(start, &mut lines),
                output: has_output.then(Vec::new),
                exit,
            });
        } else {
            let output = commands.last_mut().and_then(|shown| shown.output.as_mut());
            let output = output.with_context(|| format!("line {line}: output before any command"));
            output?.push(text.to_owned());
        }
    }
    Ok(commands)
}

/// A command with its continuation lines: after a trailing `\`, and up to the end of a
/// here-document. The lines may begin with the shell's prompt `> `.
fn whole<'t>(start: &str, lines: &mut impl Iterator<Item = (usize, &'t str)>) -> String {
    let mut command = start.to_owned();
    let is_open = |command: &str| {
        let end = here_document(command);
        let is_inside = end.is_some_and(|end| command.lines().last() != Some(&end));
        is_inside || command.ends_with('\\')
    };
    while is_open(&command)
        && let Some((_, line)) = lines.next()
    {
        // The prompt of an empty line has no trailing space.
        let line = if line == ">" { "" } else { line };
        command.push('\n');
        command.push_str(line.strip_prefix("> ").unwrap_or(line));
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
    lines_agree(&shown, &output)
}

fn lines_agree(shown: &[&str], output: &[&str]) -> bool {
    match (shown, output) {
        ([], _) => output.is_empty(),
        (["...", shown @ ..], _) => {
            (0..=output.len()).any(|skipped| lines_agree(shown, &output[skipped..]))
        }
        ([a, shown @ ..], [b, output @ ..]) => a == b && lines_agree(shown, output),
        _ => false,
    }
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
        for open in ["a\n```console\n$ a\n\n", "a\n```console"] {
            let open = commands(open).unwrap_err();
            assert!(open.to_string().starts_with("line 2:"), "{open}");
        }
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
