//! `fewest define`.

mod messages;
mod report;

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use fewest::model::{self, Dialect, Export, Import, Imported, Model, Problems};
use fewest::{Budget, ENTRIES, Puzzle};

use crate::arguments::{CheckDefinition, Define, DefineCommand, Form, ImportDefinition};
use crate::bar::Bar;
use crate::job::{Job, machine_memory};
use crate::{End, input, json, plain, puzzle};
use messages::Messages;

pub fn run(arguments: &Define) -> anyhow::Result<End> {
    match &arguments.command {
        DefineCommand::Check(arguments) => check(arguments),
        DefineCommand::Import(arguments) => import(arguments),
        DefineCommand::Export { puzzle, to } => export(puzzle, *to),
    }
}

fn read(file: &Path) -> anyhow::Result<(String, String)> {
    let text = input::definition(file)?;
    Ok((input::name(file), text))
}

/// The beginning of the names of traffic jams.
const JAM: &str = "traffic:";

/// The definition in a file, or the built-in one of this name.
fn definition(file: &Path) -> anyhow::Result<(String, String)> {
    let named = ENTRIES.iter().find(|entry| file == Path::new(entry.name));
    let mut text = named.and_then(|entry| entry.definition.map(str::to_owned));
    if let (None, Some(name)) = (named, file.to_str()) {
        // A jam in one line may have a mistake.
        if name.starts_with(JAM) && !file.is_file() {
            text = Some(Model::named(name)?.to_toml()?);
        }
    }
    match text {
        Some(text) if !file.is_file() => Ok((file.display().to_string(), text)),
        _ => read(file),
    }
}

fn check(arguments: &CheckDefinition) -> anyhow::Result<End> {
    if matches!(arguments.to, Form::Canonical) && (arguments.measure || arguments.memory.is_some())
    {
        bail!("--to canonical is not a report: --measure and --memory would have no effect");
    }
    let (name, text) = definition(&arguments.file)?;
    let messages = Messages::new(&name, &text);
    let puzzle = match Puzzle::from_toml_at(&text, &arguments.file) {
        Ok(puzzle) => puzzle,
        Err(problems) => {
            if let Some(problem) = puzzle::foreign(&arguments.file, &text) {
                bail!(problem);
            }
            return Ok(messages.refuse(&problems));
        }
    };
    let definition = puzzle.model();
    messages.warnings(&definition.lints(&text));
    if matches!(arguments.to, Form::Canonical) {
        std::io::stdout().write_all(definition.canonical().as_bytes())?;
        return Ok(End::Done);
    }
    let memory = arguments.memory.unwrap_or_else(|| machine_memory() / 4);
    let report = puzzle.describe(Some(memory));
    let mut measured = None;
    if arguments.measure {
        let job = Job::start(None)?;
        let budget = Budget {
            cancel: Some(&job.cancel),
            progress: Some(&job.progress),
            ..Budget::default()
        };
        let bar = Bar::watch(&job.progress);
        let Ok(found) = puzzle.measured(&report, Some(memory), budget) else {
            bar.note("interrupted");
            return Ok(End::Interrupted);
        };
        measured = Some(found);
    }
    let measured = measured.as_deref();
    match arguments.to {
        Form::Text | Form::Canonical => {
            crate::print(&report::text(&puzzle, &report, measured))?;
        }
        Form::Json => {
            let object = report::json(definition, &report, measured);
            json::write(&object, &mut std::io::stdout().lock())?;
        }
    }
    Ok(End::Done)
}

fn import(arguments: &ImportDefinition) -> anyhow::Result<End> {
    let file = &arguments.file;
    let ending = file.extension().and_then(|ending| ending.to_str());
    let named = arguments.from.or(ending.and_then(Dialect::of_extension));
    let text = match named {
        Some(Dialect::Santa) => input::table(file)?,
        _ => input::definition(file)?,
    };
    let dialect = named.or_else(|| Dialect::of_text(&text));
    let name = input::name(file);
    let messages = Messages::new(&name, &text);
    if dialect == Some(Dialect::Santa) {
        return import_row(arguments, &text, &messages);
    }
    if arguments.puzzle.is_some() || arguments.solution.is_some() {
        bail!("--puzzle and --solution are for tables of puzzles: `--from santa`");
    }
    let mut import = match Import::read(&text, dialect.unwrap_or_default()) {
        Ok(import) => import,
        Err(problems) => return Ok(messages.refuse(&problems)),
    };
    if arguments.any_orientation
        && let Err(problems) = import.turn_goal()
    {
        return Ok(messages.refuse(&problems));
    }
    if let Some(goal) = &arguments.goal {
        let (name, text) = read(goal)?;
        if let Err(problems) = import.set_goal(&text) {
            return Ok(Messages::new(&name, &text).refuse(&problems));
        }
    }
    let Some(board) = &arguments.board else {
        return imported(import.definition(), &messages);
    };
    let (name, text) = read(board)?;
    match import.boards(&text) {
        Ok(boards) => {
            let mut out = std::io::stdout().lock();
            for board in boards {
                writeln!(out, "{board}")?;
            }
            Ok(End::Done)
        }
        Err(problems) => Ok(Messages::new(&name, &text).refuse(&problems)),
    }
}

fn import_row(
    arguments: &ImportDefinition,
    text: &str,
    messages: &Messages<'_>,
) -> anyhow::Result<End> {
    if arguments.any_orientation || arguments.goal.is_some() || arguments.board.is_some() {
        bail!("--any-orientation, --goal and --board are not for tables of puzzles");
    }
    let (puzzle, solution) = (arguments.puzzle.as_deref(), arguments.solution.as_deref());
    imported(model::import_row(text, puzzle, solution), messages)
}

fn imported(result: Result<Imported, Problems>, messages: &Messages<'_>) -> anyhow::Result<End> {
    match result {
        Ok(imported) => {
            messages.notes(&imported.notes);
            let mut out = std::io::stdout().lock();
            out.write_all(imported.definition.as_bytes())?;
            Ok(End::Done)
        }
        Err(problems) => Ok(messages.refuse(&problems)),
    }
}

fn export(puzzle: &str, to: Export) -> anyhow::Result<End> {
    let exported = puzzle::find(puzzle)?.model().export(to)?;
    if let Some(note) = exported.note {
        plain::note(&note);
    }
    let mut out = std::io::stdout().lock();
    out.write_all(exported.text.as_bytes())?;
    Ok(End::Done)
}
