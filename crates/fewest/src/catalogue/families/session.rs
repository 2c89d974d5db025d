//! Answering inputs: the format of each, and the parts put together for it.

use std::io::{Read, Write};
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::model::{Complete, ModelFamily};
use super::{symbols, text, unknown};
use crate::catalogue::checkpoint::Checkpoint;
use crate::catalogue::pipeline::{Pipeline, Summary};
use crate::catalogue::request::{Request, RequestError, Tie};
use crate::catalogue::{RunError, Session, formats_for};
use crate::codec::recognise::{ALIKE, Guess, guess};
use crate::codec::{self, Csv, Format, Json, Source, Text, Ties, Writer};
use crate::model::{Kind, Model, NamedGoal};
use crate::progress::Unfinished;
use crate::search::Algorithm;
use crate::solver::{Guide, Keeper, Query, Solver};

/// Where answers go.
#[derive(Clone, Copy)]
pub(super) enum To {
    Input,
    Json,
    Csv,
    Text,
    Format(&'static Format),
}

pub(super) struct FamilySession<K: Complete> {
    pub(super) family: ModelFamily<K>,
    pub(super) puzzle: K,
    pub(super) model: Arc<Model>,
    pub(super) request: Request,
    pub(super) from: Option<&'static Format>,
    pub(super) to: To,
    /// The solver, and the input format that it is for.
    pub(super) solver: Option<(&'static Format, Solver<K>)>,
    pub(super) checkpoint: Option<Arc<Checkpoint>>,
    pub(super) left_open: Vec<u8>,
    /// Whether what comes before all answers was written.
    pub(super) has_begun: bool,
}

impl<K: Complete> FamilySession<K> {
    /// The output's format, if it is one of a judge.
    fn output(&self, from: &'static Format) -> Option<&'static Format> {
        match self.to {
            To::Input => Some(from),
            To::Format(format) => Some(format),
            To::Json | To::Csv | To::Text => None,
        }
        .filter(|format| format.write_answer.is_some())
    }

    pub(super) fn solver_for(&mut self, from: &'static Format) -> Result<(), RequestError> {
        if self
            .solver
            .as_ref()
            .is_some_and(|(format, _)| *format == from)
        {
            return Ok(());
        }
        let solver = self.family.solver(&self.request, from, self.query(from))?;
        self.solver = Some((from, solver));
        Ok(())
    }

    /// What is asked of every board of an input's format.
    fn query(&self, from: &'static Format) -> Query {
        let output = self.output(from);
        let mut limits = self.request.limits;
        if let Some(limit) = output.and_then(|format| format.limit) {
            limits.moves = Some(limits.moves.map_or(limit, |most| most.min(limit)));
        }
        let keeper = self.checkpoint.clone();
        Query {
            algorithm: self.request.algorithm,
            guide: self.request.guide,
            also: self.request.also.clone(),
            partition: self.request.partition.clone(),
            least: match &self.request.tie {
                None => output.is_none_or(|format| format.wants_least),
                Some(Tie::Any) => false,
                Some(Tie::Least | Tie::Order(_)) => true,
            },
            moves: output.is_none_or(|format| format.shows_moves),
            limits,
            store: self.request.store.clone(),
            progress: Some(Arc::clone(&self.request.progress)),
            is_compared: false,
            keeper: keeper.map(|keeper| keeper as Arc<dyn Keeper>),
        }
    }

    /// What the answers depend on, beside the boards.
    fn job(&self, from: &'static Format) -> Result<Map<String, Value>, RequestError> {
        let query = self.query(from);
        let goal = self.family.goal(&self.request, from)?;
        let goal = goal.map(|goal| {
            let goal = symbols(&self.puzzle, &goal);
            text(|out| self.model.write_board(&goal, out))
        });
        let order = match &self.request.tie {
            Some(Tie::Order(order)) => Some(order),
            _ => None,
        };
        let pairs = [
            ("puzzle", json!(self.family.name())),
            ("goal", json!(goal)),
            ("tie_order", json!(order)),
            ("least_answer", json!(query.least)),
            ("list_of_moves", json!(query.moves)),
            ("limit_of_moves", json!(query.limits.moves)),
            (
                "method",
                json!(query.algorithm.map_or("auto", Algorithm::name)),
            ),
            ("heuristic", json!(query.guide.map(Guide::name))),
        ];
        let named = pairs
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value));
        Ok(named.collect())
    }

    /// The writer of the answers; `is_assumed` tells whether nobody named the goal, and another may have been meant.
    fn writer(
        &self,
        from: &'static Format,
        is_assumed: bool,
    ) -> Result<Box<dyn Writer>, RequestError> {
        let steps = self.request.steps;
        let ties = || Ties {
            is_least: self.query(from).least,
            order: self.model.tie_order(),
        };
        let output = self.output(from);
        match output.and_then(|format| Some((format, format.write_answer?))) {
            Some((format, _)) if steps => Err(RequestError::NoSteps(format.name)),
            Some((_, write)) => Ok(Box::new(write)),
            None if matches!(self.to, To::Text) => Ok(Box::new(Text {
                steps,
                assumed: is_assumed.then_some((from.name, from.goal.name())),
                ties: ties(),
            })),
            None if matches!(self.to, To::Csv) && steps => Err(RequestError::NoSteps("csv")),
            None => {
                let goal = self.family.goal(&self.request, from)?;
                let json = Json {
                    steps,
                    format: from.name,
                    goal: goal.map(|goal| symbols(&self.puzzle, &goal)),
                    ties: ties(),
                };
                Ok(match self.to {
                    To::Csv => Box::new(Csv(json)),
                    _ => Box::new(json),
                })
            }
        }
    }
}

impl<K: Complete> Session for FamilySession<K> {
    fn run(
        &mut self,
        name: &str,
        input: &mut dyn Read,
        output: &mut dyn Write,
    ) -> Result<Summary, Unfinished<RunError>> {
        let mut source = Source::new(name, input);
        // With the goal and the output named formats that read alike make no difference.
        let is_settled = self.request.goal.is_some() && !matches!(self.to, To::Input);
        let from = match self.from {
            Some(format) => format,
            None => recognise(&self.family, &self.request, name, &mut source, is_settled)?,
        };
        if from.brings_goals && self.request.goal.is_some() {
            self.request.notes.add(format!(
                "{}: boards of {} bring their own goals: --goal has no effect",
                shown(name),
                from.name
            ));
        }
        let is_assumed = self.from.is_none() && has_assumed_goal(&self.request, from);
        self.solver_for(from)?;
        let writer = self.writer(from, is_assumed)?;
        if let Some(checkpoint) = &self.checkpoint {
            let claimed = checkpoint.claim(self.job(from)?);
            if let Some(note) = claimed.map_err(RequestError::from)? {
                self.request.notes.add(note);
            }
        }
        if let (Some(header), false) = (writer.header(), self.has_begun) {
            output
                .write_all(header.as_bytes())
                .map_err(RunError::Output)?;
            self.has_begun = true;
        }
        self.left_open.clear();
        let output_format = self.output(from);
        let Some((_, solver)) = &mut self.solver else {
            return Err(unknown(&self.model, from.name).into());
        };
        let mut pipeline = Pipeline {
            puzzle: &self.puzzle,
            model: &self.model,
            reader: (from.reader)(&self.model),
            solver,
            writer,
            format_limit: output_format.and_then(|format| format.limit),
            keep_going: self.request.keep_going,
            cancel: &self.request.cancel,
            progress: &self.request.progress,
            checkpoint: self.checkpoint.as_deref(),
            left_open: &mut self.left_open,
        };
        pipeline.run(&mut source, output)
    }

    fn left_open(&self) -> &[u8] {
        &self.left_open
    }
}

/// Whether boards of a format that nobody named may be meant for another goal: that of the format is not the one that most
/// people mean.
fn has_assumed_goal(request: &Request, format: &Format) -> bool {
    let has_goal = format.kind == Kind::Sliding && !format.brings_goals;
    has_goal && request.goal.is_none() && format.goal != NamedGoal::default()
}

/// The format that an input's text shows; a note names it if its goal is assumed. `is_settled` tells that formats which read
/// alike make no difference.
pub(super) fn recognise<K: Complete>(
    family: &ModelFamily<K>,
    request: &Request,
    name: &str,
    source: &mut Source<'_>,
    is_settled: bool,
) -> Result<&'static Format, Unfinished<RunError>> {
    let format = by_text(family, name, source, is_settled)?;
    if has_assumed_goal(request, format)
        && let Some(goal) = family.goal(request, format)?
    {
        let goal = symbols(&family.puzzle(request)?, &goal);
        request.notes.add(format!(
            "{}: read as {}, whose goal is {} ({}); --goal or --from can say otherwise",
            shown(name),
            format.name,
            format.goal.name(),
            text(|out| family.own().write_board(&goal, out))
        ));
    }
    Ok(format)
}

/// The same, for whoever holds an input against its judge's rules: they depend on the format, so a note names it in any case.
pub(super) fn recognise_for_rules<K: Complete>(
    family: &ModelFamily<K>,
    request: &Request,
    name: &str,
    source: &mut Source<'_>,
) -> Result<&'static Format, Unfinished<RunError>> {
    let format = recognise(family, request, name, source, false)?;
    if !has_assumed_goal(request, format) {
        let others: Vec<&str> = (ALIKE.into_iter())
            .filter(|other| ALIKE.contains(&format.name) && *other != format.name)
            .collect();
        let others = if others.is_empty() {
            String::new()
        } else {
            format!("; {} look the same (--from)", others.join(" and "))
        };
        let name = shown(name);
        request
            .notes
            .add(format!("{name}: read as {}{others}", format.name));
    }
    Ok(format)
}

/// The name of an input for a message.
fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(120).collect()
}

/// The format that an input's text shows.
fn by_text<K: Complete>(
    family: &ModelFamily<K>,
    name: &str,
    source: &mut Source<'_>,
    is_settled: bool,
) -> Result<&'static Format, Unfinished<RunError>> {
    let own = family.own();
    let (kind, size) = (own.kind, own.size);
    let mut has_more = true;
    loop {
        match guess(kind, size, source.buffered(), !has_more) {
            Guess::Certain(format) => return Ok(format),
            Guess::Ambiguous(names) => {
                let last = names.last().and_then(|name| codec::find(kind, name));
                if let (true, Some(format)) = (is_settled, last) {
                    return Ok(format);
                }
                let (input, formats) = (name.to_owned(), names.join(" or "));
                return Err(RequestError::Ambiguous { input, formats }.into());
            }
            Guess::Unsure if has_more => has_more = source.fill()?,
            Guess::Unsure => {
                let usual = formats_for(own).into_iter().next();
                return usual.ok_or_else(|| unknown(own, "").into());
            }
        }
    }
}
