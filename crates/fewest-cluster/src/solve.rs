//! Searches shared by several hosts.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use fewest::search::Algorithm;
use fewest::solver::{Hooks, Sharing};
use fewest::{Options, Puzzle, Unfinished};

use crate::connect::connect;
use crate::helper::{Help, Helper};
use crate::lead::Lead;
use crate::run::run;
use crate::{Cluster, ClusterError};

/// The role of a host, with its result.
#[derive(Clone, Copy, Debug)]
pub enum Part<T> {
    /// The host led, and has the result.
    Led(T),
    /// The host helped.
    Helped(Help),
}

/// Solves boards of a puzzle together with the other hosts, which search some of the subtrees of
/// long searches. Each host of the cluster calls it, with the same puzzle, method and heuristics.
/// The first host runs `work` with options that share its searches, and returns the result; the
/// others help until it is done. Answers and counts are the same as on one machine.
///
/// # Errors
/// If hosts don't connect or search differently, one is lost, or it was cancelled.
pub fn solve_together<T>(
    puzzle: &Puzzle,
    cluster: &Cluster,
    options: &Options,
    work: impl FnOnce(&Options) -> T,
) -> Result<Part<T>, Unfinished<ClusterError>> {
    cluster.check()?;
    let cancel = &options.cancel;
    let Cluster {
        hosts,
        host,
        workers,
        connect_timeout,
    } = cluster;
    let mut links = connect(hosts, *host, *connect_timeout, cancel)?;
    cluster.agree(&mut links, job(puzzle, options), cancel)?;
    // One thread carries letters; the library starts the searching threads.
    let carriers = &Cluster {
        workers: 1,
        ..cluster.clone()
    };
    if *host > 0 {
        let helper = Arc::new(Helper::new(*host, *workers));
        let different = |[lead_search, helper_search]: [String; 2]| {
            ClusterError::Different(
                cluster.name(0),
                lead_search,
                cluster.name(*host),
                helper_search,
            )
        };
        return thread::scope(|scope| {
            let post = scope.spawn(|| {
                let carried = run(carriers, links, cancel, |worker, shared| {
                    let outbox = helper.outbox();
                    outbox.carry(worker, shared, |letter| helper.read(letter.words))
                });
                cancel.store(true, Ordering::Relaxed);
                carried
            });
            let end = helper.help(puzzle, options, different);
            if end.is_err() {
                cancel.store(true, Ordering::Relaxed);
            }
            let carried = post.join().unwrap_or(Err(ClusterError::Other.into()));
            match end {
                Ok(help) => carried.map(|_| Part::Helped(help)),
                Err(Unfinished::Cancelled) => Err(carried.err().unwrap_or(Unfinished::Cancelled)),
                Err(error) => Err(error),
            }
        });
    }
    let lead = Arc::new(Lead::new(hosts.len(), *workers));
    let search_options = Options {
        hooks: Hooks {
            sharing: Some(Arc::clone(&lead) as Arc<dyn Sharing>),
            ..options.hooks.clone()
        },
        ..options.clone()
    };
    thread::scope(|scope| {
        let post = scope.spawn(|| {
            let carried = run(carriers, links, cancel, |worker, shared| {
                let outbox = lead.outbox();
                outbox.carry(worker, shared, |letter| lead.read(&letter))
            });
            if carried.is_err() {
                cancel.store(true, Ordering::Relaxed);
            }
            carried
        });
        let end = End(&lead);
        let worked = work(&search_options);
        drop(end);
        match post.join().unwrap_or(Err(ClusterError::Other.into())) {
            Err(Unfinished::Failed(error)) => Err(error.into()),
            _ => Ok(Part::Led(worked)),
        }
    })
}

/// Tells the other hosts that there is no more to do, even if the work panics.
struct End<'l>(&'l Lead);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// The description of the job on which all hosts must agree.
fn job(puzzle: &Puzzle, options: &Options) -> Vec<String> {
    let model = puzzle.model();
    let names: Vec<&str> = options.heuristics.iter().map(|name| name.name()).collect();
    let or_default = |words: String| {
        if words.is_empty() {
            "its own choice".to_owned()
        } else {
            words
        }
    };
    vec![
        format!("solves {}", puzzle.name()),
        format!(
            "tries moves in the order {}",
            model
                .tie_order()
                .unwrap_or_else(|| "of the puzzle".to_owned())
        ),
        format!(
            "searches by {}, heuristics of {}, partition of {}",
            options.algorithm.map_or("auto", Algorithm::name),
            or_default(names.join(", ")),
            or_default(options.partition.clone().unwrap_or_default())
        ),
        format!("has the puzzle {:032x}", model.fingerprint()),
    ]
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::connect::tests::hosts;
    use crate::frame::Link;

    fn two() -> [Cluster; 2] {
        let hosts = hosts(2);
        [0, 1].map(|host| Cluster {
            hosts: hosts.clone(),
            host,
            workers: 1,
            connect_timeout: Duration::from_mins(1),
        })
    }

    fn eight() -> Puzzle {
        Puzzle::open("eight").unwrap()
    }

    /// A host that takes part until all have agreed on the job.
    fn agreed(cluster: &Cluster) -> Vec<Option<Link>> {
        let cancel = AtomicBool::new(false);
        let Cluster { hosts, host, .. } = cluster;
        let mut links = connect(hosts, *host, cluster.connect_timeout, &cancel).unwrap();
        let job = job(&eight(), &Options::default());
        cluster.agree(&mut links, job, &cancel).unwrap();
        links
    }

    /// The error of a host after the only other one disappears.
    fn alone(host: usize) -> String {
        let clusters = &two();
        let options = Options::default();
        // Works until it is cancelled.
        let work = |options: &Options| {
            while !options.cancel.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        };
        let ended = thread::scope(|scope| {
            scope.spawn(|| drop(agreed(&clusters[1 - host])));
            solve_together(&eight(), &clusters[host], &options, work)
        });
        match ended {
            Err(Unfinished::Failed(error @ ClusterError::Lost(..))) => error.to_string(),
            ended => panic!("{ended:?}"),
        }
    }

    #[test]
    fn a_host_that_disappears_is_named() {
        for (host, other) in [(0, "host 1 ("), (1, "host 0 (")] {
            let message = alone(host);
            assert!(
                message.starts_with(other) && message.contains(" was lost: "),
                "{message}"
            );
        }
    }

    #[test]
    fn work_that_needs_no_help_ends_on_all_hosts() {
        let clusters = &two();
        let options = Options::default();
        let [led, helped] = thread::scope(|scope| {
            let run = |cluster| solve_together(&eight(), cluster, &Options::default(), |_| 7);
            let other = scope.spawn(move || run(&clusters[1]));
            let one = solve_together(&eight(), &clusters[0], &options, |_| 7);
            [one, other.join().unwrap()]
        });
        assert!(matches!(led, Ok(Part::Led(7))), "{led:?}");
        let Ok(Part::Helped(help)) = helped else {
            panic!("{helped:?}");
        };
        assert_eq!(help, Help::default());
    }
}
