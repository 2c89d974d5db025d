//! Command line parsing: short help on one screen, and errors in this program's own words.

use std::error::Error;
use std::ffi::OsString;

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches};
use fewest::support::names::similar;
use fewest::support::place::escaped;

use super::Arguments;

/// Commands and options that need a feature the program may have been built without.
const OPTIONAL: [(&str, &str, bool); 4] = [
    ("serve", "page", cfg!(feature = "page")),
    ("--plot", "plots", cfg!(feature = "plots")),
    ("--hosts", "cluster", cfg!(feature = "cluster")),
    ("--host", "cluster", cfg!(feature = "cluster")),
];

/// Reads a command line, the program's name first.
///
/// # Errors
/// If it is not a command line of this program, or asks for help or the version.
pub fn parse(line: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
    let line: Vec<OsString> = line.into_iter().collect();
    let is_long = line.iter().any(|word| word == "--help" || word == "help");
    let mut program = grammar(Arguments::command(), !is_long);
    let parsed = program.try_get_matches_from_mut(line);
    let parsed = parsed.and_then(|matches| {
        Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut program))
    });
    parsed.map_err(|error| reworded(error, &program))
}

/// The commands, ready to parse a line. Negative numbers parse as values, so that options can
/// reject them by name. Headings of options appear in `--help` only.
fn grammar(command: Command, is_short: bool) -> Command {
    let read = |arg: Arg| {
        let has_value = arg.get_action().takes_values();
        let arg = if is_short {
            let arg = arg.help_heading(Resettable::Reset);
            (arg.hide_possible_values(has_value)).hide_default_value(has_value)
        } else {
            arg
        };
        let is_option = arg.get_long().is_some();
        arg.allow_negative_numbers(is_option && has_value)
    };
    (command.mut_args(read)).mut_subcommands(|command| grammar(command, is_short))
}

/// An error in this program's own words, without control characters from the command line.
fn reworded(mut error: clap::Error, program: &Command) -> clap::Error {
    escape(&mut error);
    let words = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
    let words = words.map(|kind| text(&error, kind));
    if let Some((word, feature, _)) = OPTIONAL
        .iter()
        .find(|(word, _, is_here)| !is_here && words.contains(word))
    {
        let message = format!(
            "this program was built without the feature `{feature}`, which `{word}` needs\n"
        );
        return clap::Error::raw(error.kind(), message);
    }
    match error.kind() {
        ErrorKind::ValueValidation | ErrorKind::InvalidValue | ErrorKind::TooManyValues => {
            wrong_value(&error)
        }
        ErrorKind::UnknownArgument => {
            without_dashes(&mut error);
            error
        }
        // clap has no suggestions for `help`.
        ErrorKind::InvalidSubcommand if error.get(ContextKind::SuggestedSubcommand).is_none() => {
            let commands = program.get_subcommands().map(Command::get_name);
            let word = text(&error, ContextKind::InvalidSubcommand);
            if let Some(name) = similar(word, commands) {
                let name = ContextValue::Strings(vec![name.to_owned()]);
                error.insert(ContextKind::SuggestedSubcommand, name);
            }
            error
        }
        _ => error,
    }
}

fn escape(error: &mut clap::Error) {
    let escape = |text: &String| escaped(text);
    let context: Vec<_> = (error.context())
        .filter_map(|(kind, value)| {
            let value = match value {
                ContextValue::String(text) => ContextValue::String(escape(text)),
                ContextValue::Strings(texts) => {
                    ContextValue::Strings(texts.iter().map(escape).collect())
                }
                _ => return None,
            };
            Some((kind, value))
        })
        .collect();
    for (kind, value) in context {
        error.insert(kind, value);
    }
}

fn text(error: &clap::Error, kind: ContextKind) -> &str {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text,
        _ => "",
    }
}

/// The error for a value that an argument rejects: the expected value and the given one.
fn wrong_value(error: &clap::Error) -> clap::Error {
    // Like `--threads <N>`.
    let argument = text(error, ContextKind::InvalidArg);
    let name = argument.split([' ', '[']).next().unwrap_or(argument);
    let expected = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(names)) => alternatives(names),
        _ => error.source().map(ToString::to_string).unwrap_or_default(),
    };
    let message = match text(error, ContextKind::InvalidValue) {
        _ if error.kind() == ErrorKind::TooManyValues => format!("`{name}` takes no value"),
        "" if expected.is_empty() => format!("`{name}` needs a value"),
        "" => format!("`{name}` needs a value: {expected}"),
        given => format!("`{name}` must be {expected}, not `{given}`"),
    };
    let tip = match error.get(ContextKind::Suggested) {
        Some(ContextValue::StyledStrs(tips)) => tips.first().map(ToString::to_string),
        _ => None,
    };
    let meant = || match text(error, ContextKind::SuggestedValue) {
        "" => String::new(),
        name => format!("\n\n  tip: did you mean `{name}`?"),
    };
    let tip = tip.map_or_else(meant, |tip| format!("\n\n  tip: {tip}"));
    let message = format!("{message}{tip}\n\nFor more information, try '--help'.\n");
    clap::Error::raw(error.kind(), message)
}

/// Joins names with commas and `or`.
fn alternatives(names: &[String]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Removes the tip to pass an unknown option as a file name.
fn without_dashes(error: &mut clap::Error) {
    if let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) {
        tips.retain(|tip| !tip.to_string().contains(" as a value, use "));
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    /// The options with values of a command and its subcommands: command lines and value names.
    fn options(command: &Command, line: &str) -> Vec<(String, String)> {
        let with_values = command
            .get_opts()
            .filter(|option| option.get_action().takes_values() && !option.is_hide_set());
        let lines = with_values.map(|option| {
            let name = option.get_long().expect("a long name");
            let values = option.get_value_names().expect("a value's name");
            (format!("{line} --{name}"), values[0].to_string())
        });
        let below = command.get_subcommands().flat_map(|subcommand| {
            options(subcommand, &format!("{line} {}", subcommand.get_name()))
        });
        lines.chain(below).collect()
    }

    fn parsed(line: &str) -> Result<Arguments, clap::Error> {
        parse(line.split(' ').map(OsString::from))
    }

    fn refused(line: &str) -> String {
        parsed(line).expect_err(line).to_string()
    }

    /// "0 is not in 1.." is clap's own message.
    #[test]
    fn every_option_says_what_it_takes() {
        let mut refusals = 0;
        for (line, value) in options(&Arguments::command(), "fewest") {
            let name = line.rsplit(' ').next().unwrap_or_default();
            for given in ["no-value?", "-1", "99999999999999999999999"] {
                let parsed = parsed(&format!("{line}={given}"));
                let error = parsed.map_or_else(|error| error.to_string(), |_| String::new());
                let is_checked = error.starts_with(&format!("error: `{name}` must be "))
                    && error.contains(&format!(", not `{given}`\n"));
                let is_free = ["FILE", "DIR", "SET", "GROUPS", "MOVES", "ROW", "COLOURS"];
                let is_free = is_free.iter().any(|free| value.contains(free));
                // Formats depend on the puzzle.
                let is_free = is_free || name == "--from" || name == "--to";
                assert!(is_checked || is_free, "{line} {given}: {error}");
                assert!(!error.contains("is not in"), "{error}");
                refusals += usize::from(is_checked);
            }
            let error = refused(&line);
            assert!(
                error.starts_with(&format!("error: `{name}` needs a value")) || name == "--trace",
                "{error}"
            );
        }
        assert!(refusals > 100, "{refusals}");
    }

    #[test]
    fn bounds_are_named() {
        for (line, message) in [
            (
                "solve eight --threads 0",
                "`--threads` must be at least 1, not `0`",
            ),
            (
                "solve eight --threads -1",
                "`--threads` must be at least 1, not `-1`",
            ),
            (
                "solve eight --threads 65536",
                "`--threads` must be at most 65,535, not `65536`",
            ),
            (
                "solve eight --threads x",
                "`--threads` must be a whole number, not `x`",
            ),
            (
                "solve eight --threads 1.5",
                "`--threads` must be a whole number, not `1.5`",
            ),
            (
                "solve eight --threads=",
                "`--threads` needs a value: a whole number",
            ),
            ("solve eight --threads", "`--threads` needs a value"),
            (
                "survey eight --hardest 2000000",
                "`--hardest` must be at most 1,000,000, not `2000000`",
            ),
            ("serve --port 0", "`--port` must be at least 1, not `0`"),
            (
                "solve eight --max-time 1.5s",
                "`--max-time` must be a whole number of ms, s, m or h, like 10s, not `1.5s`",
            ),
            (
                "survey eight --to xml",
                "`--to` must be text, json or csv, not `xml`",
            ),
            ("survey eight --symmetric=5", "`--symmetric` takes no value"),
            (
                "survey eight --to",
                "`--to` needs a value: text, json or csv",
            ),
        ] {
            let error = refused(&format!("fewest {line}"));
            assert_eq!(error.lines().next(), Some(&*format!("error: {message}")));
        }
    }

    /// An unknown option is not suggested as a file name.
    #[test]
    fn unknown_options_get_no_dashes() {
        let error = refused("fewest survey eight --levels 3");
        assert!(
            error.starts_with("error: unexpected argument '--levels' found\n\nUsage"),
            "{error}"
        );
    }
}
