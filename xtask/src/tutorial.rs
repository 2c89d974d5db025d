//! Writes docs/tutorial.md from a template and the tutorial's programs with their output.
//!
//! In the template, `{{name}}` is replaced by the output under `[name]`, and `{{chapter::item}}` by
//! the item of that name in the chapter's file. All output must be used.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::generated::File;
use crate::shell;

const TEMPLATE: &str = "docs/tutorial.template.md";
const PAGE: &str = "docs/tutorial.md";
const PROGRAMS: &str = "crates/fewest/examples/tutorial";

/// Runs the programs, and returns the page.
pub fn files(sh: &Shell) -> Result<Vec<File>> {
    let template = sh.read_file(TEMPLATE)?;
    let tutorial = shell::programs(sh)?.join("examples/tutorial");
    let printed = cmd!(sh, "{tutorial}").read()?;
    let source = |file: &str| Ok(sh.read_file(format!("{PROGRAMS}/{file}.rs"))?);
    let page = fill(&template, &outputs(&printed)?, source);
    let page = page.with_context(|| format!("{TEMPLATE} cannot be filled"))?;
    Ok(vec![(PAGE.to_owned(), page)])
}

/// The output by name; each name precedes its text in brackets.
fn outputs(printed: &str) -> Result<BTreeMap<&str, String>> {
    let mut outputs: BTreeMap<&str, String> = BTreeMap::new();
    let mut current = None;
    for line in printed.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            if outputs.insert(name, String::new()).is_some() {
                bail!("`{name}` is printed twice");
            }
            current = Some(name);
            continue;
        }
        let name = current.with_context(|| format!("`{line}` has no name"))?;
        let text = outputs.entry(name).or_default();
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    Ok(outputs)
}

fn fill(
    template: &str,
    outputs: &BTreeMap<&str, String>,
    source: impl Fn(&str) -> Result<String>,
) -> Result<String> {
    let mut unused = outputs.clone();
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, tail) = after.split_once("}}").context("a `{{` is never closed")?;
        page.push_str(before);
        if let Some((file, item_name)) = name.split_once("::") {
            let source = source(file)?;
            let item = item(&source, item_name)
                .with_context(|| format!("there is no `{item_name}` in {file}.rs"))?;
            page.push_str(&item);
        } else {
            let text = outputs
                .get(name)
                .with_context(|| format!("nothing is printed under `{name}`"))?;
            unused.remove(name);
            page.push_str(text);
        }
        rest = tail;
    }
    page.push_str(rest);
    if let Some(name) = unused.keys().next() {
        bail!("`{name}` is printed and shown nowhere");
    }
    Ok(page)
}

/// An item of a formatted file, with its documentation, up to its closing line.
fn item(source: &str, name: &str) -> Option<String> {
    let lines: Vec<_> = source.lines().collect();
    let is_named = |line: &&str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        matches!(words.next(), Some("fn" | "struct" | "type")) && words.next() == Some(name)
    };
    let at = lines.iter().position(is_named)?;
    let above = lines[..at].iter().rev();
    let documentation = above.take_while(|line| line.starts_with("///")).count();
    let mut below = lines[at..].iter();
    let length = if lines[at].ends_with(';') {
        1
    } else {
        below.position(|line| *line == "}")? + 1
    };
    Some(lines[at - documentation..at + length].join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "use a::b;\n\n/// One.\n/// More.\nfn one(x: u8) -> u8 {\n    x\n}\n\n#[test]\npub fn one_more() {\n}\n";

    fn filled(template: &str, printed: &str) -> Result<String> {
        fill(template, &outputs(printed)?, |file| {
            assert_eq!(file, "a");
            Ok(SOURCE.to_owned())
        })
    }

    #[test]
    fn texts_and_items_take_their_places() {
        let printed = "[n]\n31\n[rows]\na\n\nb\n";
        assert_eq!(
            filled("at most {{n}} ({{n}})\n{{rows}}\n", printed).unwrap(),
            "at most 31 (31)\na\n\nb\n"
        );
        assert_eq!(
            filled("{{a::one}}\n", "").unwrap(),
            "/// One.\n/// More.\nfn one(x: u8) -> u8 {\n    x\n}\n"
        );
        assert_eq!(
            filled("{{a::one_more}}", "").unwrap(),
            "pub fn one_more() {\n}"
        );
    }

    #[test]
    fn mismatches_are_reported() {
        let failure = |template, printed| filled(template, printed).unwrap_err().to_string();
        assert!(failure("{{n}}", "").contains("nothing is printed under `n`"));
        assert!(failure("", "[n]\n1\n").contains("shown nowhere"));
        assert!(failure("{{n", "[n]\n1\n").contains("never closed"));
        assert!(failure("{{a::two}}", "").contains("no `two`"));
        assert!(failure("", "1\n").contains("has no name"));
        assert!(failure("{{n}}", "[n]\n1\n[n]\n2\n").contains("printed twice"));
    }
}
