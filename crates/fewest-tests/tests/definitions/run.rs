//! Runs all checks on definitions.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::model::Model;
use crate::spec::Spec;
use crate::{checks, draw, shrink};

/// A definition that takes longer counts as endless.
const LONGEST: Duration = Duration::from_mins(5);
/// Time limit for shrinking a failing definition.
const SHRINKING: Duration = Duration::from_secs(20);

/// Checks the definitions of these seeds, and fails at the first wrong answer.
pub fn suite(seeds: Range<u64>) {
    for seed in seeds {
        let (spec, model) = draw::definition(seed);
        let failed = checked(&spec, &model, seed);
        if let Some((check, problem)) = failed.first_key_value() {
            panic!("{}", shown(&spec, seed, check, problem));
        }
    }
}

/// Checks definitions until a time. Reports each kind of failure once, and fails at the end.
pub fn until(end: Instant, first: u64) {
    let mut ways: BTreeMap<String, u64> = BTreeMap::new();
    let mut seed = first;
    while Instant::now() < end {
        let (spec, model) = draw::definition(seed);
        for (check, problem) in checked(&spec, &model, seed) {
            let times = ways.entry(way(check, &problem)).or_default();
            *times += 1;
            if *times == 1 {
                println!("{}", shown(&spec, seed, check, &problem));
            }
        }
        seed = seed.wrapping_add(1);
    }
    let last = seed.wrapping_sub(1);
    println!(
        "{} definitions, seeds {first} to {last}",
        seed.wrapping_sub(first)
    );
    for (way, times) in &ways {
        println!("{times:>8} {way}");
    }
    assert!(
        ways.is_empty(),
        "some definitions failed: the least that were found are shown above"
    );
}

/// The kind of a failure: its problem without numbers and names.
fn way(check: &str, problem: &str) -> String {
    let words = problem
        .split_whitespace()
        .filter(|word| !word.contains(|c: char| c.is_ascii_digit() || c == '`'));
    let words: Vec<&str> = words.take(8).collect();
    format!("{check}: {}", words.join(" "))
}

/// The failures by check, including panics and endless runs.
fn checked(spec: &Spec, model: &Model, seed: u64) -> BTreeMap<&'static str, String> {
    let cancel = Arc::new(AtomicBool::new(false));
    let (done, is_done) = mpsc::channel::<()>();
    let watched = Arc::clone(&cancel);
    let text = spec.text();
    thread::scope(|scope| {
        scope.spawn(move || {
            if is_done.recv_timeout(LONGEST) == Err(RecvTimeoutError::Timeout) {
                watched.store(true, Ordering::Relaxed);
                if is_done.recv_timeout(LONGEST) == Err(RecvTimeoutError::Timeout) {
                    eprintln!("seed {seed}: does not end, cancelled or not\n{text}");
                    std::process::exit(1);
                }
            }
        });
        let run = || checks::run(spec, model, seed, &cancel);
        let run = catch_unwind(AssertUnwindSafe(run));
        drop(done);
        run.unwrap_or_else(|panic| {
            let words = panic.downcast_ref::<String>().cloned();
            let words = words.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
            BTreeMap::from([("panic", words.unwrap_or_default())])
        })
    })
}

/// Describes a failure with the smallest definition that shows it.
fn shown(spec: &Spec, seed: u64, check: &'static str, problem: &str) -> String {
    let end = Instant::now() + SHRINKING;
    let least = shrink::shrink(spec, |spec, model| {
        Instant::now() < end && checked(spec, model, seed).contains_key(check)
    });
    let model = Model::of(&least).expect("it has a meaning");
    let still = checked(&least, &model, seed);
    let still = still.get(check).map_or(problem, String::as_str);
    format!("seed {seed}, {check}: {still}\n\n{}", least.text())
}
