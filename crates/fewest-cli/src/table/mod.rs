//! `fewest table`.

mod build;
#[cfg(feature = "cluster")]
mod cluster;

use std::fs;
use std::io::{ErrorKind, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use fewest::model::NamedGoal;
use fewest::table::store::{Listed, Packing, Store};
use fewest::{Options, Puzzle, StoredTable, TableError, Unfinished};
use fewest_text::formats::Format;

use crate::arguments::{OneTable, Shape, Table, TableCommand, TableDir};
use crate::bar::Bar;
use crate::job::Job;
use crate::number::{Count, counted, grouped, size};
use crate::{End, input, json, plain, puzzle, store};

pub fn run(arguments: &Table) -> anyhow::Result<End> {
    match &arguments.command {
        TableCommand::Build(table) => build::run(table),
        TableCommand::Verify(table) => verify(table),
        TableCommand::List { puzzle, to, dir } => list(puzzle.as_deref(), *to, dir),
        TableCommand::Clear {
            puzzle,
            everything,
            dir,
        } => clear(puzzle.as_deref(), *everything, dir),
    }
}

const NO_FOLDER: &str = "no folder for tables; name one with --table-dir";

/// The store, if there is one. If its path is a file, that is an error.
fn opened(dir: &TableDir) -> anyhow::Result<Option<Store>> {
    let store = store::open(dir);
    if let Some(folder) = store.as_ref().map(Store::folder) {
        match fs::metadata(folder) {
            Ok(found) if !found.is_dir() => bail!("{}: this is not a folder", folder.display()),
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).with_context(|| folder.display().to_string());
            }
            _ => {}
        }
    }
    Ok(store)
}

/// The store, for a command that requires one.
fn kept(dir: &TableDir) -> anyhow::Result<Store> {
    opened(dir)?.context(NO_FOLDER)
}

/// The puzzle and its options. If no goal is given, it is the format's.
fn question(
    arguments: &OneTable,
    max_time: Option<Duration>,
    job: &Job,
) -> anyhow::Result<(Puzzle, Options)> {
    let mut puzzle = puzzle::find(&arguments.puzzle)?;
    if arguments.from.is_some() && puzzle.model().size.is_none() {
        bail!(
            "all formats of {} have the same goal: --from would have no effect",
            puzzle.name()
        );
    }
    let options = Options {
        goal: input::goal(&mut puzzle, arguments.goal.as_deref())?,
        partition: arguments.partition.clone(),
        store: opened(&arguments.dir)?.map(Arc::new),
        ..job.options_within(arguments.memory, max_time)
    };
    let options = input::with_goal(&puzzle, options, arguments.from.as_deref())?;
    Ok((puzzle, options))
}

/// The puzzle's table, or the pattern databases of a partition.
fn tables(
    arguments: &OneTable,
    puzzle: &Puzzle,
    options: &Options,
) -> anyhow::Result<Vec<Box<dyn StoredTable>>> {
    let tables = puzzle.tables(options)?;
    if arguments.partition.is_some() && options.goal.is_none() {
        plain::note(other_goals(puzzle));
    }
    Ok(tables)
}

/// The default goal, and the formats with other goals.
fn other_goals(puzzle: &Puzzle) -> String {
    let formats = fewest_text::formats(puzzle);
    let usual = formats
        .first()
        .map(|format| format.goal)
        .unwrap_or_default();
    let mut note = format!("for the goal {}", usual.name());
    for goal in NamedGoal::ALL.into_iter().filter(|goal| *goal != usual) {
        let has_it = |format: &&&Format| format.goal == goal && !format.brings_goals;
        let names = formats.iter().filter(has_it).map(|format| format.name);
        let names: Vec<&str> = names.collect();
        if !names.is_empty() {
            note = format!(
                "{note}; boards of {} need {}",
                names.join(", "),
                goal.name()
            );
        }
    }
    note + " (choose the goal with --from or --goal)"
}

fn title(puzzle: &dyn StoredTable, name: &str) -> String {
    plain::plain(&puzzle.identity().unwrap_or_else(|| name.to_owned()))
}

fn verify(arguments: &OneTable) -> anyhow::Result<End> {
    let job = Job::start(arguments.threads)?;
    let (puzzle, options) = question(arguments, None, &job)?;
    for table in tables(arguments, &puzzle, &options)? {
        if let End::Refuted = verify_one(&*table, &arguments.puzzle, &options)? {
            return Ok(End::Refuted);
        }
    }
    Ok(End::Done)
}

fn verify_one(table: &dyn StoredTable, name: &str, options: &Options) -> anyhow::Result<End> {
    let begun = Instant::now();
    let result = {
        let _bar = Bar::watch(&options.progress);
        table.verify(options)
    };
    let mut out = std::io::stdout().lock();
    let verified = match result {
        Ok(verified) => verified,
        Err(Unfinished::Failed(error @ (TableError::Store(_) | TableError::Refuted { .. }))) => {
            if let TableError::Refuted {
                drawing: Some(drawing),
                ..
            } = &error
            {
                write!(out, "{drawing}")?;
            }
            plain::report(format!("error: {error}"));
            return Ok(End::Refuted);
        }
        Err(error) => return Err(error.into()),
    };
    writeln!(out, "{}", title(table, name))?;
    match &verified.path {
        Some(path) => writeln!(out, "the table in {}", plain::path(path))?,
        None => writeln!(out, "no stored table: this one was built for the proof")?,
    }
    if let Some(samples) = &verified.samples {
        writeln!(
            out,
            "read: {}; samples agree: {} with their neighbours, {} with a separate search",
            counted(samples.entries, table.unit()),
            grouped(samples.compared),
            grouped(samples.searched)
        )?;
    }
    let proof = verified.proof;
    writeln!(
        out,
        "proved: {}, {}, {} {}",
        counted(proof.boards, table.unit()),
        counted(proof.moves, "move"),
        table.largest(),
        proof.counts.len().saturating_sub(1)
    )?;
    if proof.unsolvable > 0 {
        writeln!(out, "{} of them can't be solved", grouped(proof.unsolvable))?;
    }
    if verified.bounds > 0 {
        let boards = counted(verified.bounds, "board");
        writeln!(out, "bounds of {boards} are no larger than their distance")?;
    }
    writeln!(out, "{:.2} s", begun.elapsed().as_secs_f64())?;
    Ok(End::Done)
}

/// The common file name of a puzzle's tables, independent of the goal.
fn table_name(puzzle: Option<&str>) -> anyhow::Result<Option<String>> {
    let puzzle = puzzle.map(puzzle::find).transpose()?;
    Ok(puzzle.map(|puzzle| puzzle.table_name()))
}

fn list(puzzle: Option<&str>, shape: Shape, dir: &TableDir) -> anyhow::Result<End> {
    let store = kept(dir)?;
    let list = store.list(table_name(puzzle)?.as_deref())?;
    let is_intact = list.iter().all(|file| file.contents.is_ok());
    let mut out = std::io::stdout().lock();
    match shape {
        Shape::Json => json::write(&object(&store, &list), &mut out)?,
        Shape::Text if list.is_empty() => {
            let which = puzzle.map_or_else(String::new, |name| format!(" of {name}"));
            let folder = plain::path(store.folder());
            writeln!(out, "no tables{} in {folder}", plain::plain(&which))?;
        }
        Shape::Text => list.iter().try_for_each(|file| line(&mut out, file))?,
    }
    Ok(if is_intact { End::Done } else { End::Refuted })
}

fn line(out: &mut impl Write, file: &Listed) -> std::io::Result<()> {
    let bytes = size(file.bytes);
    let line = match &file.contents {
        Ok(kept) => {
            let entries = match kept.packing {
                Packing::ModuloThree => counted(kept.entries, "board"),
                Packing::Bytes => counted(kept.entries, "entry"),
            };
            let name = file.path.display();
            format!("{name}: {}: {entries}, {bytes}, intact", kept.identity)
        }
        Err(error) => format!("{error}, {bytes}"),
    };
    writeln!(out, "{}", plain::plain(&line))
}

fn object(store: &Store, list: &[Listed]) -> serde_json::Value {
    let tables: Vec<_> = list
        .iter()
        .map(|file| {
            let (kept, problem) = (file.contents.as_ref().ok(), file.contents.as_ref().err());
            let kind = kept.map(|kept| match kept.packing {
                Packing::ModuloThree => "table",
                Packing::Bytes => "pattern",
            });
            serde_json::json!({
                "path": file.path.display().to_string(),
                "bytes": Count::from(file.bytes),
                "identity": kept.map(|kept| &kept.identity),
                "kind": kind,
                "entries": kept.map(|kept| Count::from(kept.entries)),
                "error": problem.map(|error| plain::plain(&error.problem.to_string())),
            })
        })
        .collect();
    serde_json::json!({ "folder": store.folder().display().to_string(), "tables": tables })
}

fn clear(puzzle: Option<&str>, is_all: bool, dir: &TableDir) -> anyhow::Result<End> {
    anyhow::ensure!(
        puzzle.is_some() || is_all,
        "name a puzzle to remove its tables, or use --everything to remove all tables"
    );
    let store = kept(dir)?;
    let removed = store.clear(table_name(puzzle)?.as_deref())?;
    let mut out = std::io::stdout().lock();
    if removed.is_empty() {
        writeln!(out, "nothing to remove in {}", plain::path(store.folder()))?;
    }
    for path in removed {
        writeln!(out, "removed {}", plain::path(&path))?;
    }
    Ok(End::Done)
}
