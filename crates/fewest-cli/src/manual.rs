//! Shell completions and manual pages, generated from the command line's description.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use fewest::ENTRIES;
use fewest::model::NamedGoal;
use fewest_text::formats::FORMATS;

use crate::End;
use crate::arguments::Arguments;
use crate::draft::{self, Draft};

pub fn completions(shell: Shell) -> anyhow::Result<End> {
    // The generator panics on write errors, so it writes to memory.
    let mut script = Vec::new();
    let mut program = with_names(Arguments::command());
    clap_complete::generate(shell, &mut program, "fewest", &mut script);
    let script = String::from_utf8(script)?;
    let script = match shell {
        Shell::Zsh => zsh_files(&script),
        Shell::Fish => fish_names(&script, &program),
        _ => script,
    };
    io::stdout().lock().write_all(script.as_bytes())?;
    Ok(End::Done)
}

/// The commands for completions, where names of puzzles, goals and formats are possible values.
fn with_names(command: Command) -> Command {
    let named = |arg: Arg| {
        let is_free = arg.get_possible_values().is_empty();
        let names = match arg.get_id().as_str() {
            "puzzle" if arg.is_positional() => puzzles(),
            "goal" => goals(),
            "from" if is_free => formats(&[]),
            "to" if is_free => formats(&["json", "csv", "text"]),
            _ => return arg,
        };
        arg.value_parser(PossibleValuesParser::new(names))
    };
    command.mut_args(named).mut_subcommands(with_names)
}

fn puzzles() -> Vec<&'static str> {
    let names = ENTRIES.iter().map(|entry| entry.name);
    // `sliding:WxH` stands for many.
    names.filter(|name| !name.contains(':')).collect()
}

fn goals() -> Vec<&'static str> {
    NamedGoal::ALL.map(NamedGoal::name).to_vec()
}

fn formats(others: &[&'static str]) -> Vec<&'static str> {
    let names = FORMATS.iter().map(|format| format.name);
    let names: BTreeSet<&str> = names.chain(others.iter().copied()).collect();
    names.into_iter().collect()
}

/// The script for zsh, in which a puzzle or a goal may also be a file.
fn zsh_files(script: &str) -> String {
    let mut script = script.to_owned();
    for names in [puzzles(), goals()] {
        let names = names.join(" ");
        let both = format!("{{compadd -- {names}; _files}}");
        script = script.replace(&format!("({names})"), &both);
    }
    script
}

/// The script for fish, in which a goal may also be a file, with the names of puzzles. The
/// generator has options only.
fn fish_names(script: &str, program: &Command) -> String {
    let with_files = |line: &str| match line {
        goal if goal.contains(" -l goal ") => goal.replace(" -r -f -a ", " -r -F -a ") + "\n",
        other => format!("{other}\n"),
    };
    let script: String = script.lines().map(with_files).collect();
    let commands = program.get_subcommands();
    let commands = commands.flat_map(|command| command.get_subcommands().chain([command]));
    let takes_puzzle =
        |command: &&Command| (command.get_positionals()).any(|arg| arg.get_id() == "puzzle");
    let commands: Vec<&str> = commands
        .filter(takes_puzzle)
        .map(Command::get_name)
        .collect();
    let (commands, names) = (commands.join(" "), puzzles().join(" "));
    let condition = format!("__fish_seen_subcommand_from {commands}");
    format!("{script}complete -c fewest -n \"{condition}\" -a \"{names}\"\n")
}

/// Writes the program's manual page to standard output, or the pages of all commands to a folder.
pub fn pages(folder: Option<&Path>) -> anyhow::Result<End> {
    let mut program = Arguments::command().disable_help_subcommand(folder.is_some());
    program.build();
    let Some(folder) = folder else {
        let (_, text) = page(&program)?;
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(End::Done);
    };
    draft::folder(folder)?;
    let mut commands = vec![&program];
    while let Some(command) = commands.pop() {
        let (name, text) = page(command)?;
        Draft::new(&folder.join(name))?.keep(text)?;
        commands.extend(
            command
                .get_subcommands()
                .filter(|below| !below.is_hide_set()),
        );
    }
    Ok(End::Done)
}

/// The file name and the text of a command's page. In its synopsis, the generator leaves out the
/// values of options.
fn page(command: &Command) -> anyhow::Result<(String, String)> {
    const HEADING: &str = ".SH SYNOPSIS\n";
    let man = Man::new(command.clone());
    let mut text = Vec::new();
    man.render(&mut text)?;
    let text = String::from_utf8(text)?;
    let (before, after) = text.split_once(HEADING).unwrap_or(("", &text));
    let (synopsis, rest) = after.split_once('\n').unwrap_or((after, ""));
    let mut synopsis = synopsis.to_owned();
    for option in command.get_opts() {
        let (Some(name), Some(values)) = (option.get_long(), option.get_value_names()) else {
            continue;
        };
        let name = format!(r"\fB\-\-{}\fR", name.replace('-', r"\-"));
        let value = format!(r"\fI{}\fR", values.join(" "));
        let is_optional = (option.get_num_args()).is_some_and(|range| range.min_values() == 0);
        let value = if is_optional {
            format!("[={value}]")
        } else {
            format!(" {value}")
        };
        synopsis = synopsis.replace(&name, &(name.clone() + &value));
    }
    let text = format!("{before}{HEADING}{synopsis}\n{rest}");
    Ok((man.get_filename(), text))
}
