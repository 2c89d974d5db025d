//! `fewest table`.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use fewest::catalogue::{Request, TableError, TableFace};
use fewest::table::store::Store;

use crate::arguments::{OneTable, Table, TableCommand, TableDir};
use crate::bar::Bar;
use crate::job::Job;
use crate::number::{counted, grouped};
use crate::{End, input, puzzle, store};

/// Builds, proves, lists or removes tables.
pub fn run(arguments: &Table) -> anyhow::Result<End> {
    let result = match &arguments.command {
        TableCommand::Build(table) => build(table),
        TableCommand::Verify(table) => verify(table),
        TableCommand::List(dir) => list(dir),
        TableCommand::Clear { puzzle, dir } => clear(puzzle.as_deref(), dir),
    };
    result.or_else(|error| match error.downcast_ref::<TableError>() {
        Some(TableError::Cancelled) => {
            eprintln!("fewest: interrupted");
            Ok(End::Interrupted)
        }
        _ => Err(error),
    })
}

/// The store of a command that can do nothing without one.
fn kept(dir: &TableDir) -> anyhow::Result<Store> {
    store::open(dir).context("no folder for tables; name one with --table-dir")
}

fn request(arguments: &OneTable, job: &Job) -> anyhow::Result<Request> {
    Ok(Request {
        goal: input::goal(arguments.goal.as_deref())?,
        store: store::open(&arguments.dir).map(Arc::new),
        ..job.request(arguments.memory)
    })
}

/// What its table is called.
fn title(puzzle: &dyn TableFace, name: &str) -> String {
    puzzle.identity().unwrap_or_else(|| name.to_owned())
}

fn build(arguments: &OneTable) -> anyhow::Result<End> {
    let job = Job::start(arguments.threads)?;
    let request = request(arguments, &job)?;
    let puzzle = puzzle::find(&arguments.puzzle)?.table(&request)?;
    let store = kept(&arguments.dir)?;
    let begun = Instant::now();
    let built = {
        let _bar = Bar::watch(&job.progress);
        puzzle.build(&store, &request)?
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", title(&*puzzle, &arguments.puzzle))?;
    let boards: u64 = built.counts.iter().sum();
    let farthest = built.counts.len().saturating_sub(1);
    writeln!(
        out,
        "built: {}, God's number {farthest}",
        counted(boards, "board")
    )?;
    writeln!(
        out,
        "{} in {}",
        counted(built.bytes, "byte"),
        built.path.display()
    )?;
    writeln!(out, "{:.2} s", begun.elapsed().as_secs_f64())?;
    Ok(End::Done)
}

fn verify(arguments: &OneTable) -> anyhow::Result<End> {
    let job = Job::start(arguments.threads)?;
    let request = request(arguments, &job)?;
    let puzzle = puzzle::find(&arguments.puzzle)?.table(&request)?;
    let begun = Instant::now();
    let result = {
        let _bar = Bar::watch(&job.progress);
        puzzle.verify(&request)
    };
    let mut out = std::io::stdout().lock();
    let verified = match result {
        Ok(verified) => verified,
        Err(error @ (TableError::Store(_) | TableError::Refuted { .. })) => {
            if let TableError::Refuted {
                drawing: Some(drawing),
                ..
            } = &error
            {
                write!(out, "{drawing}")?;
            }
            eprintln!("fewest: {error}");
            return Ok(End::Refuted);
        }
        Err(error) => return Err(error.into()),
    };
    writeln!(out, "{}", title(&*puzzle, &arguments.puzzle))?;
    match &verified.path {
        Some(path) => writeln!(out, "the table in {}", path.display())?,
        None => writeln!(out, "no table is kept: this one was built for the proof")?,
    }
    let proof = verified.proof;
    let farthest = proof.counts.len().saturating_sub(1);
    writeln!(
        out,
        "proved: {}, {}, God's number {farthest}",
        counted(proof.boards, "board"),
        counted(proof.moves, "move")
    )?;
    if proof.unsolvable > 0 {
        writeln!(out, "nothing solves {} of them", grouped(proof.unsolvable))?;
    }
    writeln!(out, "{:.2} s", begun.elapsed().as_secs_f64())?;
    Ok(End::Done)
}

fn list(dir: &TableDir) -> anyhow::Result<End> {
    let store = kept(dir)?;
    let list = store.list()?;
    let mut out = std::io::stdout().lock();
    if list.is_empty() {
        writeln!(out, "no tables in {}", store.folder().display())?;
    }
    let mut end = End::Done;
    for file in list {
        let name = file.path.display();
        match file.contents {
            Ok((identity, boards)) => writeln!(
                out,
                "{name}: {identity}: {}, {}, intact",
                counted(boards, "board"),
                counted(file.bytes, "byte")
            )?,
            Err(error) => {
                writeln!(out, "{error}, {}", counted(file.bytes, "byte"))?;
                end = End::Refuted;
            }
        }
    }
    Ok(end)
}

fn clear(puzzle: Option<&str>, dir: &TableDir) -> anyhow::Result<End> {
    let store = kept(dir)?;
    let identity = match puzzle {
        None => None,
        Some(name) => puzzle::find(name)?.table(&Request::default())?.identity(),
    };
    let removed = store.clear(identity.as_deref())?;
    let mut out = std::io::stdout().lock();
    if removed.is_empty() {
        writeln!(out, "nothing to remove in {}", store.folder().display())?;
    }
    for path in removed {
        writeln!(out, "removed {}", path.display())?;
    }
    Ok(End::Done)
}
