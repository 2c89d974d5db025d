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
    let line = joined(line);
    let is_long = line.iter().any(|word| word == "--help" || word == "help");
    let mut program = grammar(Arguments::command(), !is_long);
    let parsed = program.try_get_matches_from_mut(line).and_then(|matches| {
        Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut program))
    });
    parsed.map_err(|error| reworded(error, &program))
}

/// Joins options with values like `-1s`, which are not options, so that these can reject them by
/// name.
fn joined(line: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for word in line {
        let is_negative = (word.as_encoded_bytes().strip_prefix(b"-"))
            .is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_digit));
        let are_files = joined.iter().any(|word| word == "--");
        let lacks_value = |option: &&mut OsString| {
            let option = option.as_encoded_bytes();
            option.starts_with(b"--") && !option.contains(&b'=')
        };
        match joined.last_mut().filter(lacks_value) {
            Some(option) if is_negative && !are_files => {
                option.push("=");
                option.push(word);
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// The commands, ready to parse a line. Headings of options appear in `--help` only.
fn grammar(command: Command, is_short: bool) -> Command {
    let read = |arg: Arg| {
        let has_value = arg.get_action().takes_values();
        if is_short {
            let arg = arg.help_heading(Resettable::Reset);
            (arg.hide_possible_values(has_value)).hide_default_value(has_value)
        } else {
            arg
        }
    };
    (command.mut_args(read)).mut_subcommands(|command| grammar(command, is_short))
}

/// An error in this program's own words, without control characters from the command line.
fn reworded(mut error: clap::Error, program: &Command) -> clap::Error {
    escape(&mut error);
    let words =
        [ContextKind::InvalidSubcommand, ContextKind::InvalidArg].map(|kind| text(&error, kind));
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
    // Like `--threads <N>` or `[FILE]...`.
    let argument = text(error, ContextKind::InvalidArg).trim_start_matches('[');
    let name = argument.split([' ', '[', ']']).next().unwrap_or(argument);
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
                let is_free = ["FILE", "DIR", "SET", "GROUPS", "MOVES", "ROW", "COLOURS"]
                    .iter()
                    .any(|free| value.contains(free));
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

    /// The arguments of a command, each as words that give it: all that are required, and the rest.
    fn samples(command: &Command) -> (Vec<String>, Vec<(String, Vec<String>)>) {
        let value = |arg: &Arg| {
            let known = arg.get_possible_values();
            let name = arg.get_value_names().and_then(|names| names.first());
            let value = match name.map_or("", |name| name.as_str()) {
                _ if !known.is_empty() => known[0].get_name(),
                "N" | "N..M" | "N[..M]" | "S" | "W" => "1",
                "I" => "0",
                "TIME" => "5s",
                "SIZE" => "1M",
                "ORDER" | "least|any|ORDER" => "udlr",
                _ => "x",
            };
            value.to_owned()
        };
        let (mut required, mut others) = (Vec::new(), Vec::new());
        for arg in command.get_arguments() {
            let has_value = arg.get_action().takes_values();
            match arg.get_long() {
                _ if matches!(arg.get_id().as_str(), "help" | "version" | "quiet") => {}
                Some(long) if has_value => {
                    let words = vec![format!("--{long}={}", value(arg))];
                    others.push((arg.get_id().to_string(), words));
                }
                Some(long) => others.push((arg.get_id().to_string(), vec![format!("--{long}")])),
                None if matches!(
                    arg.get_id().as_str(),
                    "puzzle" | "input" | "output" | "file"
                ) =>
                {
                    required.push("x".to_owned());
                }
                None => others.push((arg.get_id().to_string(), vec!["x".to_owned()])),
            }
        }
        (required, others)
    }

    /// Every command without subcommands, with its words.
    fn commands(command: &Command, words: &[String]) -> Vec<(Vec<String>, Command)> {
        let words = [words, &[command.get_name().to_owned()]].concat();
        if !command.has_subcommands() {
            return vec![(words, command.clone())];
        }
        let below = command.get_subcommands();
        below.flat_map(|below| commands(below, &words)).collect()
    }

    /// Regression: clap does not ask for a required option if it conflicts with a given one. So
    /// `compare eight FILE --distance 5` was accepted, and `--distance`, which needs `--count`, had
    /// no effect.
    #[test]
    fn no_option_goes_without_the_one_it_needs() {
        let kind = |words: &[String], added: &[&[String]]| {
            let line = words.iter().chain(added.iter().copied().flatten());
            let parsed = parse(line.map(OsString::from));
            parsed.err().map(|error| error.kind())
        };
        let needs = Some(ErrorKind::MissingRequiredArgument);
        let mut pairs = 0;
        for (words, command) in commands(&Arguments::command(), &[]) {
            let (required, others) = samples(&command);
            let words = [words, required].concat();
            for (name, option) in &others {
                if kind(&words, &[]) == needs || kind(&words, &[option]) != needs {
                    continue;
                }
                let goes_with =
                    |(_, other): &&(String, Vec<String>)| kind(&words, &[option, other]).is_none();
                let found = others.iter().filter(goes_with);
                let found: Vec<&String> = found.map(|(name, _)| name).collect();
                // Only the option that is needed makes the line complete.
                assert!(found.len() <= 1, "{words:?} {name} goes with {found:?}");
                pairs += 1;
            }
        }
        assert!(pairs > 10, "{pairs}");
    }

    /// Options that the rest of the command line would leave without an effect.
    #[test]
    fn options_without_an_effect_are_refused() {
        for line in [
            "solve cube2 --scramble R boards.txt",
            "solve cube2 --scramble R --from plain",
            "solve eight --all --steps",
            "solve eight --all --checkpoint file",
            "solve eight --certificate file --checkpoint other",
            "solve eight --certificate file --keep-going",
            "solve eight --most 3",
            "solve eight --classes",
            "solve eight --host 0",
            "solve eight --connect-timeout 5s",
            "compare eight boards.txt --count 5",
            "compare eight boards.txt --distance 5",
            "compare eight boards.txt --seed 5",
            "compare eight --from plain --count 5",
            "compare eight --from plain --distance 5",
            "compare eight --from plain --seed 5",
            "compare eight --seed 5",
            "compare eight --trace --per-board",
            "compare eight --trace --to json",
            "compare eight --trace --plot file",
            "survey eight --symmetric",
            "survey eight --goal snail --target snail",
            "survey eight --checkpoint dir --plot file",
            "survey eight --max-moves 3 --plot file",
            "survey eight --dry-run --plot file",
            "survey eight --dry-run --to json",
            "survey eight --dry-run --certificate file",
            "survey eight --checkpoint dir --certificate file",
            "survey eight --max-moves 3 --certificate file",
            "survey eight --start file --certificate file",
            "survey eight --keep-all",
            "survey eight --keep-all --plot file",
            "survey eight --keep-all --certificate file",
            "survey eight --verify",
            "survey eight --verify --plot file",
            "survey eight --verify --certificate file",
            "survey eight --checkpoint dir --verify --keep-all",
            "survey eight --checkpoint dir --verify --max-moves 3",
            "survey eight --checkpoint dir --verify --hardest 3",
            "survey eight --checkpoint dir --verify --symmetric",
            "survey eight --checkpoint dir --verify --dry-run",
            "survey eight --checkpoint dir --verify --to json",
            "survey eight --status dir",
            "survey --status dir --memory 1G",
            "table build fifteen --partition 7-8 --checkpoint dir",
            "table build eight --goal snail --from p1379",
            "table verify eight --goal snail --from p1379",
            "table clear eight --everything",
            "generate eight --random --distance 5",
            "generate eight --random --unsolvable",
            "check eight in out answers",
            "check eight in out --appes",
            "check eight in out --testset tests",
            "check eight in out --group 1",
            "validate eight --testset tests",
            "validate eight --group 1",
            "validate eight --strict --lax",
        ] {
            let error = parsed(&format!("fewest {line}")).expect_err(line);
            let kinds = [
                ErrorKind::ArgumentConflict,
                ErrorKind::MissingRequiredArgument,
            ];
            assert!(kinds.contains(&error.kind()), "{line}: {error}");
        }
    }

    /// Options for several hosts have no effect on one host.
    #[cfg(feature = "cluster")]
    #[test]
    fn what_several_hosts_do_not_do_is_refused() {
        let hosts = ["--hosts file --host 0", "--host 0", "--connect-timeout 5s"];
        for line in [
            "survey eight --dry-run",
            "survey eight --start file",
            "survey eight --checkpoint dir --verify",
            "survey eight --certificate file",
            "survey eight --plot file",
            "table build eight --dry-run",
            "table build fifteen --partition 7-8",
        ] {
            assert!(parsed(&format!("fewest {line}")).is_ok(), "{line}");
            for hosts in hosts {
                let line = format!("fewest {line} {hosts}");
                assert!(parsed(&line).is_err(), "{line}");
            }
        }
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
            ("solve eight ", "`FILE` needs a value"),
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
