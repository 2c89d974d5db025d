//! Arguments of commands that several hosts share.

use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{Arg, Args};
use fewest_cluster::{Cluster, Hosts};

use crate::{input, plain};

use super::values::{time, whole};

/// The arguments here. None is possible with an option that excludes several hosts: clap does not
/// ask for a required option that conflicts with a given one.
pub const TOGETHER: [&str; 3] = ["hosts", "host", "connect_timeout"];

const LONGEST_WAIT: Duration = Duration::from_hours(24);

/// A time to wait for other hosts.
fn timeout(word: &str) -> Result<Duration, String> {
    match time(word)? {
        time if time.is_zero() || time > LONGEST_WAIT => Err("from 1ms to 24h".to_owned()),
        time => Ok(time),
    }
}

/// The hosts of a job, and which of them this is.
#[derive(Clone, Debug, Args)]
pub struct Together {
    /// Work together with other machines: a file with one HOST:PORT per line, the same on all
    #[arg(
        hide_short_help = true,
        long,
        value_name = "FILE",
        requires = "host",
        help_heading = "Several machines"
    )]
    pub hosts: Option<PathBuf>,

    /// This host's line in the file, counted from 0. Host 0 writes the result
    #[arg(
        hide_short_help = true,
        long,
        value_name = "I",
        value_parser = whole(0, u16::MAX),
        requires = "hosts",
        help_heading = "Several machines"
    )]
    pub host: Option<u16>,

    /// Time to wait for other hosts, like 30s or 5m
    #[arg(hide_short_help = true, long, value_name = "TIME", requires = "hosts", default_value = "1m", help_heading = "Several machines", value_parser = timeout)]
    pub connect_timeout: Duration,
}

/// An argument of a command, of which some exclude several hosts.
pub fn alone(arg: Arg, excluding: &'static [&'static str]) -> Arg {
    if TOGETHER.iter().any(|name| arg.get_id() == name) {
        arg.conflicts_with_all(excluding)
    } else {
        arg
    }
}

impl Together {
    /// The hosts, if there are some, each with this many threads or one for each core.
    ///
    /// # Errors
    /// If the list of hosts can't be used.
    pub fn cluster(&self, threads: Option<u16>) -> anyhow::Result<Option<Cluster>> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let read = |list: &PathBuf| {
            std::panic::set_hook(Box::new(end_in_a_sentence));
            Ok(Cluster {
                hosts: Hosts::parse(&input::hosts(list)?)
                    .with_context(|| list.display().to_string())?,
                host: self.host.map_or(0, usize::from),
                workers: threads.map_or_else(cores, usize::from),
                connect_timeout: self.connect_timeout,
            })
        };
        self.hosts.as_ref().map(read).transpose()
    }
}

/// Ends the program at a panic. Panics of Timely's threads can't be caught.
fn end_in_a_sentence(panic: &PanicHookInfo<'_>) {
    plain::line(&format!("error: {}", sentence(panic)));
    std::process::exit(2);
}

/// The reason of a panic. Timely panics at messages that it does not understand.
fn sentence(panic: &PanicHookInfo<'_>) -> String {
    let text = panic.payload_as_str().unwrap_or("no reason is given");
    let place = panic.location().map(|place| format!(" ({place})"));
    format!(
        "another host sent an invalid message, or fewest has a bug: {text}{}",
        place.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    /// The sentence for a panic of another thread.
    fn sentence_of(panics: impl FnOnce() + Send + 'static) -> String {
        let (sender, sentences) = mpsc::channel();
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| drop(sender.send(sentence(panic)))));
        thread::spawn(panics).join().expect_err("it panics");
        std::panic::set_hook(usual);
        sentences.recv().expect("the hook ran")
    }

    #[test]
    fn panics_of_network_threads_are_reported_in_a_sentence() {
        let length = 3;
        for (sentence, why) in [
            (sentence_of(|| panic!("what is this?")), "what is this? ("),
            (sentence_of(move || panic!("{length} bytes")), "3 bytes ("),
            (
                sentence_of(|| std::panic::panic_any(7)),
                "no reason is given (",
            ),
        ] {
            let (begin, end) = sentence.split_once(why).expect(&sentence);
            assert_eq!(
                begin,
                "another host sent an invalid message, or fewest has a bug: "
            );
            assert!(
                end.contains("hosts.rs:") && end.ends_with(')'),
                "{sentence}"
            );
        }
    }
}
