//! `fewest table build`.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, bail};
use fewest::table::store::Store;
use fewest::{BuildPlan, Built, Options, Puzzle, StoredTable, TableError, Unfinished};

use super::{NO_FOLDER, kept, question, tables, title};
use crate::arguments::Build;
use crate::bar::Bar;
use crate::job::Job;
use crate::number::{counted, size, span};
use crate::survey::{advice, in_words, resumable};
use crate::{End, plain, print};

/// Builds and stores the tables of a puzzle, or only prints the plan.
pub fn run(arguments: &Build) -> anyhow::Result<End> {
    let job = Job::start(arguments.table.threads)?;
    let (puzzle, options) = question(&arguments.table, arguments.max_time, &job)?;
    let tables = tables(&arguments.table, &puzzle, &options)?;
    // Of several hosts, only the first has the table.
    let store = (!arguments.is_helper())
        .then(|| kept(&arguments.table.dir))
        .transpose()?;
    for table in &tables {
        let one = One {
            arguments,
            puzzle: &puzzle,
            table: &**table,
            store: store.as_ref(),
            options: &options,
        };
        one.run()?;
    }
    Ok(End::Done)
}

pub(super) struct One<'a> {
    pub arguments: &'a Build,
    pub puzzle: &'a Puzzle,
    pub table: &'a dyn StoredTable,
    pub store: Option<&'a Store>,
    pub options: &'a Options,
}

impl One<'_> {
    pub fn folder(&self) -> Option<&Path> {
        self.arguments.checkpoint.as_deref()
    }

    fn run(&self) -> anyhow::Result<()> {
        let begun = Instant::now();
        let built = if self.arguments.is_shared() {
            self.together()?
        } else {
            let plan = self.plan()?;
            if self.arguments.dry_run {
                return Ok(print(&self.in_words(&plan))?);
            }
            if let BuildPlan::ByLevels(_) = &plan {
                plain::note(self.in_words(&plan));
            }
            Some(self.alone()?)
        };
        match built {
            Some(built) => Ok(self.write(&built, begun)?),
            // The first host writes it.
            None => Ok(()),
        }
    }

    fn plan(&self) -> anyhow::Result<BuildPlan> {
        let plan = self.table.plan(self.folder(), self.options);
        if let Err(error @ TableError::NoRoom { table, levels }) = &plan
            && let Some(advice) = advice("build it", table, levels, self.options.limits.memory)
        {
            bail!("{error}; {advice}");
        }
        Ok(plan?)
    }

    fn in_words(&self, plan: &BuildPlan) -> String {
        match plan {
            BuildPlan::ByLevels(plan) => in_words(self.puzzle, plan),
            BuildPlan::AtOnce(bytes) => {
                let name = match &self.arguments.table.partition {
                    Some(_) => title(self.table, self.puzzle.name()),
                    None => self.puzzle.name().to_owned(),
                };
                let time = self.table.time(*bytes).map_or_else(String::new, |time| {
                    format!("; about {} on one core", span(time))
                });
                format!("{name}: at once, in memory ({}){time}", size(*bytes))
            }
        }
    }

    fn alone(&self) -> anyhow::Result<Built> {
        let store = self.store.context(NO_FOLDER)?;
        let bar = Bar::watch(&self.options.progress);
        let built = self.table.build(store, self.folder(), self.options);
        drop(bar);
        if matches!(built, Err(Unfinished::Cancelled | Unfinished::Time)) {
            resumable(self.folder(), "the same command again");
            if self.table.is_unfinished(store, self.options) {
                plain::note("the unfinished table is stored; the same command resumes it");
            }
        }
        if matches!(built, Err(Unfinished::Time))
            && self.folder().is_none()
            && self.table.boards().is_some()
        {
            plain::note(
                "no part of the table was stored; with --checkpoint DIR, the same command resumes",
            );
        }
        Ok(built?)
    }

    #[cfg(not(feature = "cluster"))]
    #[expect(clippy::unused_self, reason = "as with the feature")]
    fn together(&self) -> anyhow::Result<Option<Built>> {
        anyhow::bail!("this program was built without the feature `cluster`");
    }

    fn write(&self, built: &Built, begun: Instant) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        let name = &self.arguments.table.puzzle;
        writeln!(out, "{}", title(self.table, name))?;
        let entries: u64 = built.counts.iter().sum();
        writeln!(
            out,
            "built: {}, {} {}",
            counted(entries, self.table.unit()),
            self.table.largest(),
            built.counts.len().saturating_sub(1)
        )?;
        if let Some(mean_bound) = built.mean_bound {
            writeln!(out, "mean bound on random boards: {mean_bound:.2}")?;
        }
        writeln!(out, "{} in {}", size(built.bytes), plain::path(&built.path))?;
        writeln!(out, "{:.2} s", begun.elapsed().as_secs_f64())
    }
}
