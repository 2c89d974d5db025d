//! Plans of commands: their `--dry-run`.

use fewest::compare::Contest;
use fewest::model::Case;
use fewest::{DrawPlan, Goal, Options, Pool, Puzzle};
use fewest_text::{Input, TextError, TextOptions};

use crate::filled::FilledLines;
use crate::number::{counted, size};
use crate::{End, input, print};

/// Prints how the boards of inputs would be solved, or a single board if there are none.
pub fn solve(
    puzzle: &Puzzle,
    options: &Options,
    text: &TextOptions,
    inputs: &mut [Input],
) -> anyhow::Result<End> {
    let mut options = input::with_goal(puzzle, options.clone(), text.from.as_deref())?;
    let mut boards = 1;
    if !inputs.is_empty() {
        match fewest_text::read_all(puzzle, &options, text, inputs) {
            Ok(cases) => {
                boards = cases.len();
                let goal = cases.into_iter().next().and_then(|case| case.goal);
                options.goal = goal.map(Goal::Board).or(options.goal);
            }
            Err(TextError::ManyBoards(most)) => boards = most,
            Err(error) => return Err(error.into()),
        }
    }
    let plan = puzzle.solve_plan(boards, &options)?;
    let title = (puzzle.name().to_owned(), counted(boards as u64, "board"));
    let lines = [title].into_iter().chain(puzzle.plan_lines(&plan));
    print(&FilledLines::of(lines).text())?;
    Ok(End::Done)
}

/// Prints what would be compared, and the tables for that.
pub fn compare(
    puzzle: &Puzzle,
    cases: &[Case],
    contest: &Contest,
    options: &Options,
) -> anyhow::Result<End> {
    let plan = puzzle.compare_plan(cases, contest, options)?;
    let mut lines = FilledLines::default();
    lines.say(puzzle.name(), &puzzle.model().title);
    for contender in &plan.contenders {
        let words = match contender.heuristic_name {
            Some(_) => format!("{} with {}", contender.title(), contender.heuristic()),
            None => contender.title(),
        };
        lines.say("compared", &words);
    }
    for (name, why) in &plan.left_out {
        lines.say("left out", &format!("{name}: {why}"));
    }
    if let Some(bytes) = plan.table {
        lines.say("tables", &format!("of all boards, {}", size(bytes)));
    }
    if let Some(patterns) = &plan.patterns {
        lines.say("tables", &patterns.to_string());
    }
    print(&lines.text())?;
    Ok(End::Done)
}

/// Prints how boards of a pool would be drawn.
pub fn generate(
    puzzle: &Puzzle,
    pool: Pool,
    options: &Options,
    text: &TextOptions,
) -> anyhow::Result<End> {
    let way = match fewest_text::draw_plan(puzzle, pool, options, text)? {
        DrawPlan::Arrangements => "random arrangements of the pieces, without a table".to_owned(),
        DrawPlan::Table(bytes) => format!("from a table of all boards ({})", size(bytes)),
        DrawPlan::GoalByGoal => "goal by goal, each from its own table".to_owned(),
        DrawPlan::Solved => {
            "random arrangements of the pieces, solved and kept if they are at the distance"
                .to_owned()
        }
        DrawPlan::NearOrTable { near, table } => format!(
            "from a list of all boards up to the distance, if {} hold it; otherwise from a table of all boards ({})",
            size(near),
            size(table)
        ),
        DrawPlan::NearOrBeyond(near) => format!(
            "from a list of all boards up to the distance, if {} hold it; otherwise by random moves from boards of a shorter list",
            size(near)
        ),
    };
    let lines = [(puzzle.name().to_owned(), way)];
    print(&FilledLines::of(lines).text())?;
    Ok(End::Done)
}
