//! `fewest validate`.

use std::path::{Path, PathBuf};

use fewest_text::{Layout, TextOptions};

use crate::arguments::Validate;
use crate::bar::Bar;
use crate::job::Job;
use crate::number::counted;
use crate::{End, input, plain, puzzle, testlib};

pub fn run(arguments: &Validate) -> anyhow::Result<End> {
    if arguments.testlib {
        testlib::or_fail(validate(arguments), None)
    } else {
        validate(arguments)
    }
}

fn validate(arguments: &Validate) -> anyhow::Result<End> {
    let job = Job::start(None)?;
    let puzzle = puzzle::find(&arguments.puzzle)?;
    let options = job.options(arguments.memory);
    let text = TextOptions {
        from: arguments.from.clone(),
        layout: match (arguments.strict, arguments.lax) {
            (true, _) => Layout::Exact,
            (_, true) => Layout::Any,
            _ => Layout::Judge,
        },
        ..TextOptions::default()
    };
    let standard_input = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() {
        &standard_input[..]
    } else {
        &arguments.files
    };
    let mut are_legal = true;
    for file in files {
        let (name, mut input) = input::boards(&puzzle, file, arguments.from.as_deref())?;
        let bar = Bar::watch(&job.progress);
        let result = fewest_text::validate(&puzzle, &options, &text, &name, &mut input);
        if !arguments.testlib {
            if matches!(result, Ok(Ok(0))) {
                // Then the format is a guess.
                drop(text.notes.take());
                bar.warn_of_no_boards(&name);
            }
            bar.report_notes(&text.notes);
        }
        drop(bar);
        let verdict = match result {
            Ok(Ok(boards)) => {
                let boards = counted(boards, "board");
                if files.len() == 1 || file == Path::new("-") {
                    format!("valid: {boards}")
                } else {
                    format!("valid: {name}: {boards}")
                }
            }
            Ok(Err(error)) => {
                are_legal = false;
                format!("invalid: {error}")
            }
            Err(error) => return Err(error.into()),
        };
        if arguments.testlib {
            plain::report(verdict);
        } else {
            crate::print(&verdict)?;
        }
    }
    Ok(match (are_legal, arguments.testlib) {
        (true, _) => End::Done,
        (false, true) => End::Testlib(3),
        (false, false) => End::Refuted,
    })
}
