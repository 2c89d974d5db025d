//! Human-readable answers, with boards as drawings.

use fewest::answers::{AllAnswers, AnswerCount};
use fewest::model::{Model, Walk};
use fewest::solver::{Answer, Method, Verdict};
use fewest::support::number::grouped;

use super::Case;
use super::output::{Ties, Writer, push_line, push_open_count, reason, result};

/// A heading, the board, the moves, and how they were found; with `steps`, every board along the
/// answer. If all answers are requested, a line for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// True to draw every board along the answer.
    pub steps: bool,
    /// The input's format and its goal, if the user named neither and may have meant another goal.
    pub assumed: Option<(&'static str, &'static str)>,
    /// The choice among several answers.
    pub ties: Ties,
}

impl Text {
    /// Describes the search: the settings that determine the number of nodes, and that number.
    fn how(&self, answer: &Answer) -> String {
        let setup = &answer.setup;
        let mut how = format!("method: {}", answer.method.name());
        if let Some(heuristic) = setup.heuristic() {
            how = format!("{how}, {heuristic}");
        }
        if let Some(partition) = &setup.partition {
            how = format!("{how} {partition}");
        }
        if let Some(tables) = setup.tables {
            how = format!("{how}, {}", tables.name());
        }
        if let Some(pruned) = setup.pruned {
            let (count, longest) = (grouped(pruned.count), pruned.longest);
            how = format!("{how}, without {count} sequences of up to {longest} moves");
        }
        let tie = match &self.ties.order {
            Some(order) => format!("{} by {order}", self.ties.name()),
            None => self.ties.name().to_owned(),
        };
        let nodes = match answer.generated {
            0 => String::new(),
            nodes => format!("; nodes: {}", grouped(nodes)),
        };
        format!("{how}; tie: {tie}{nodes}\n")
    }
}

impl Text {
    /// Appends a heading, the board, the answer or all answers, and how they were found.
    fn write(
        &self,
        (model, case): (&Model, &Case),
        answer: &Answer,
        all: Option<&AllAnswers>,
        out: &mut Vec<u8>,
    ) {
        let id = case.id.map_or(String::new(), |id| format!(" (id {id})"));
        let is_solved = matches!(answer.verdict, Verdict::Solved(_));
        let all = all.filter(|_| is_solved);
        // With several answers, each may reach a different goal.
        let goal = answer.goal.filter(|_| is_solved && all.is_none());
        let goal = goal.and_then(|goal| model.goal_name(goal));
        let goal = goal.map_or(String::new(), |goal| format!(", {goal}"));
        let count = all.map_or(String::new(), count);
        let why = match (&answer.flaw, answer.method) {
            (Some(flaw), _) => format!(": {}", flaw.in_words(model, &case.start)),
            (None, Method::Parity) => " (parity)".to_owned(),
            (None, Method::Group) => " (group)".to_owned(),
            _ => String::new(),
        };
        let assumed = self.assumed.map_or(String::new(), |(format, goal)| {
            format!("; read as {format}, goal {goal}")
        });
        let (number, verdict) = (case.number, result(answer));
        push_line(
            &format!("board {number}{id}: {verdict}{goal}{count}{why}{assumed}"),
            out,
        );
        Walk::of(model, case).draw(out);
        if let Some(goal) = &case.goal {
            out.extend_from_slice(b"to\n");
            model.draw_board(goal, out);
        }
        match all {
            Some(all) => list(model, case, all, out),
            None => self.moves(model, case, answer, out),
        }
        // The heading already contains the reason.
        if why.is_empty() {
            out.extend_from_slice(self.how(answer).as_bytes());
        }
        out.push(b'\n');
    }

    fn moves(&self, model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
        if self.steps {
            let mut walk = Walk::of(model, case);
            for (i, &m) in (1..).zip(&answer.moves) {
                push_line(&format!("{i}. {}", walk.step(m)), out);
                walk.draw(out);
            }
        } else if !answer.moves.is_empty() {
            out.extend_from_slice(if answer.is_proven() {
                b"moves: "
            } else {
                b"moves, not proven shortest: "
            });
            model.write_solution(case, &answer.moves, out);
            out.push(b'\n');
        }
    }
}

fn count(all: &AllAnswers) -> String {
    let classes = all.classes.and_then(AnswerCount::exact);
    let classes = classes.map_or(String::new(), |classes| {
        let plural = if classes == 1 { "" } else { "es" };
        format!(" in {} class{plural}", grouped(classes))
    });
    let stopped = all.stopped.map_or(String::new(), |stop| {
        format!(" (stopped by the {})", reason(stop))
    });
    format!("; {}{classes}{stopped}", all.count)
}

/// Appends a line for each answer with moves, and the number of answers not listed.
fn list(model: &Model, case: &Case, all: &AllAnswers, out: &mut Vec<u8>) {
    let listed = all.listed.iter().filter(|listed| !listed.moves.is_empty());
    let is_classified = all.classes.is_some_and(|classes| classes.exact().is_some());
    for (number, listed) in (1..).zip(listed) {
        out.extend_from_slice(format!("{number}. ").as_bytes());
        model.write_solution(case, &listed.moves, out);
        if let Some(goal) = model.goal_met(&case.start, &listed.moves) {
            out.extend_from_slice(format!(", {goal}").as_bytes());
        }
        let class = match listed.class {
            _ if !is_classified => String::new(),
            1 => " (symmetric to no other)".to_owned(),
            class => format!(" (one of {} symmetric answers)", grouped(class)),
        };
        push_line(&class, out);
    }
    if let (false, Some(more @ 1..)) = (all.listed.is_empty(), all.unlisted()) {
        push_line(&format!("and {} more", grouped(more)), out);
    } else if all.stopped.is_some() && !all.listed.is_empty() {
        push_line("and perhaps more", out);
    }
}

impl Writer for Text {
    fn answer(&self, model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
        self.write((model, case), answer, None, out);
    }

    fn all(&self, model: &Model, case: &Case, all: &AllAnswers, out: &mut Vec<u8>) {
        self.write((model, case), &all.answer, Some(all), out);
    }

    fn open_count(&self, model: &Model, case: &Case, all: &AllAnswers, out: &mut Vec<u8>) {
        push_open_count(case, all, out);
        list(model, case, all, out);
    }
}
