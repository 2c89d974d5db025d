//! Exit codes and reports of testlib's checkers and validators (Mike Mirzayanov,
//! <https://github.com/MikeMirzayanov/testlib>): the verdict is an exit code, and is explained on
//! standard error and in a report.

use std::fs;
use std::path::Path;

use anyhow::Context;
use fewest_text::Judgement;
use fewest_text::formats::MistakeKind;

use crate::End;
use crate::draft::unwritable;
use crate::number::counted;
use crate::plain;

/// The verdict that the contestant is not to blame.
const FAIL: u8 = 3;

/// The file and format of a checker's verdict.
#[derive(Clone, Copy)]
pub struct Report<'a> {
    pub path: &'a Path,
    pub is_xml: bool,
}

impl Report<'_> {
    fn write(self, code: u8, verdict: &str) -> anyhow::Result<()> {
        let text = if self.is_xml {
            let outcome = match code {
                0 => "accepted",
                1 => "wrong-answer",
                FAIL => "fail",
                _ => "presentation-error",
            };
            let verdict = escaped(verdict);
            format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?><result outcome = \"{outcome}\">{verdict}</result>\n"
            )
        } else {
            format!("{verdict}\n")
        };
        fs::write(self.path, text).with_context(|| unwritable(self.path))
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() => escaped.push('.'),
            c => escaped.push(c),
        }
    }
    escaped
}

pub fn verdict(judgement: &Judgement) -> String {
    match judgement {
        Judgement::Right(boards) => format!("right: {}", counted(*boards, "board")),
        Judgement::Wrong(mistake) => format!("wrong: {mistake}"),
    }
}

pub fn end(judgement: &Judgement, report: Option<Report<'_>>) -> anyhow::Result<End> {
    let code = match judgement {
        Judgement::Right(_) => 0,
        Judgement::Wrong(mistake) => match mistake.kind {
            MistakeKind::Wrong => 1,
            MistakeKind::Presentation => 2,
            MistakeKind::Surplus => 4,
        },
    };
    let verdict = verdict(judgement);
    if let Some(report) = report {
        report.write(code, &verdict)?;
    }
    plain::line(&verdict);
    Ok(End::Testlib(code))
}

/// Turns an error that prevented a verdict into the failure verdict.
pub fn or_fail(end: anyhow::Result<End>, report: Option<Report<'_>>) -> anyhow::Result<End> {
    let error = match end {
        Err(error) if crate::stopped(&error).is_none() => error,
        end => return end,
    };
    let verdict = format!("FAIL {}", crate::message(&error));
    plain::line(&verdict);
    if let Some(report) = report {
        // If it can't be written, the exit code must suffice.
        let _ = report.write(FAIL, &verdict);
    }
    Ok(End::Testlib(FAIL))
}

/// The exit code for wrong arguments: with `--testlib`, never the code of a verdict.
pub fn usage(error: &clap::Error) -> u8 {
    let is_testlib = std::env::args_os().any(|argument| argument == "--testlib");
    if is_testlib && error.use_stderr() {
        FAIL
    } else {
        u8::try_from(error.exit_code()).unwrap_or(2)
    }
}

/// The arguments of the program, with testlib's own `-appes` as an option.
pub fn arguments() -> impl Iterator<Item = std::ffi::OsString> {
    std::env::args_os().map(|argument| {
        if argument == "-appes" || argument == "-APPES" {
            "--appes".into()
        } else {
            argument
        }
    })
}
