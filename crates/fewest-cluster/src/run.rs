//! Timely workers, each on its own thread, over existing connections.

use std::any::Any;
use std::net::Shutdown;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fewest::Unfinished;
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::{Allocator, Hooks};
use timely::worker::Worker;

use crate::frame::Link;
use crate::report::{REPORTING, Report};
use crate::wire::{Loss, Pulse, Wire};
use crate::{Cluster, ClusterError};

/// The longest sleep of a waiting worker before it checks for failures.
pub(crate) const NAP: Duration = Duration::from_millis(50);
/// The interval between checks for closed connections, and the time limit if a host is lost.
const PAUSE: Duration = Duration::from_millis(2);
const GRACE: Duration = Duration::from_secs(2);

/// The state that all workers of a process share.
pub(crate) struct Shared<'a> {
    cluster: &'a Cluster,
    cancel: &'a AtomicBool,
    loss: Arc<Loss>,
    has_failed: AtomicBool,
}

impl Shared<'_> {
    /// Returns an error if the work was cancelled, a host is lost, or a worker has failed.
    pub fn check(&self) -> Result<(), Unfinished<ClusterError>> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Unfinished::Cancelled);
        }
        if let Some((host, error)) = self.loss.host() {
            return Err(self.cluster.lost(*host, error).into());
        }
        if self.has_failed.load(Ordering::Relaxed) {
            return Err(ClusterError::Other.into());
        }
        Ok(())
    }

    /// Lets Timely work until `is_done` returns true, and calls `each` after each step.
    pub fn step_until(
        &self,
        worker: &mut Worker,
        mut is_done: impl FnMut() -> bool,
        mut each: impl FnMut() -> Result<(), ClusterError>,
    ) -> Result<(), Unfinished<ClusterError>> {
        while !is_done() {
            self.check()?;
            worker.step_or_park(Some(NAP));
            each()?;
        }
        Ok(())
    }
}

/// Does the work on all workers of this process, and returns their results.
///
/// # Errors
/// If a worker fails, a host is lost, or it was cancelled. Then Timely threads that wait for other
/// hosts remain asleep until the process ends, because nothing else can end them.
pub(crate) fn run<T: Send>(
    cluster: &Cluster,
    links: Vec<Option<Link>>,
    cancel: &AtomicBool,
    work: impl Fn(&mut Worker, &Shared<'_>) -> Result<T, Unfinished<ClusterError>> + Sync,
) -> Result<Vec<T>, Unfinished<ClusterError>> {
    let loss = Arc::new(Loss::new(cluster.host));
    let (mut wires, mut sockets) = (Vec::new(), Vec::new());
    for (host, link) in links.into_iter().enumerate() {
        sockets.extend(link.as_ref().and_then(|link| link.stream.try_clone().ok()));
        let wire = link.map(|link| Wire::new(host, link, &loss, cluster.connect_timeout));
        wires.push(wire.transpose().map_err(ClusterError::Workers)?);
    }
    let senders: Vec<_> = wires.iter().flatten().map(Wire::sender).collect();
    let pulse = Pulse::start(&senders, &loss);
    let hooks = Hooks::default();
    let threads = ProcessBuilder::new_typed_vector(cluster.workers, hooks.refill.clone(), None);
    let network =
        initialize_networking_from_sockets(threads, wires, cluster.host, cluster.workers, hooks);
    let (builders, network) = network.map_err(ClusterError::Workers)?;
    let shared = Shared {
        cluster,
        cancel,
        loss: Arc::clone(&loss),
        has_failed: AtomicBool::new(false),
    };
    let on_thread = |builder: TcpBuilder| {
        let allocator = Allocator::Tcp(builder.build());
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let work = || {
            work(&mut worker, &shared).and_then(|found| {
                // Finish the work that other workers need from this one.
                while worker.has_dataflows() {
                    shared.check()?;
                    worker.step_or_park(Some(NAP));
                }
                Ok(found)
            })
        };
        // Timely panics on invalid messages. The worker is not used again.
        let result = catch_unwind(AssertUnwindSafe(work))
            .unwrap_or_else(|panic| Err(ClusterError::Panicked(text(&*panic).to_owned()).into()));
        if result.is_err() {
            shared.has_failed.store(true, Ordering::Relaxed);
            // Others may still send to it.
            std::mem::forget(worker);
        }
        result
    };
    let results: Vec<_> = thread::scope(|scope| {
        let on_thread = &on_thread;
        let started: Vec<_> = (builders.into_iter())
            .map(|builder| thread::Builder::new().spawn_scoped(scope, move || on_thread(builder)))
            .collect();
        let results = started.into_iter().map(|thread| match thread {
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|_| Err(ClusterError::Other.into())),
            Err(error) => {
                shared.has_failed.store(true, Ordering::Relaxed);
                Err(ClusterError::Workers(error).into())
            }
        });
        results.collect()
    });
    // Report the failed worker's error, not `Other` of the workers that stopped because of it.
    let mut found = Vec::new();
    let mut failure = None;
    for result in results {
        match result {
            Ok(one) => found.push(one),
            Err(Unfinished::Failed(ClusterError::Other)) if failure.is_some() => {}
            Err(error) => failure = Some(error),
        }
    }
    drop(pulse);
    if let Some(error) = failure {
        std::mem::forget(network);
        if let Some((host, error)) = loss.host() {
            let report = Report::new(cluster.host, *host, error);
            let until = Instant::now() + REPORTING;
            for sender in &senders {
                sender.report(report, until);
            }
        }
        // Other hosts notice at once, even if this process continues.
        for socket in sockets {
            drop(socket.shutdown(Shutdown::Both));
        }
        return Err(error);
    }
    close(network, &loss);
    Ok(found)
}

fn text(panic: &(dyn Any + Send)) -> &str {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("it does not say why")
}

/// Closes the connections. All workers are done, on all hosts, so a host that is lost now has
/// nothing left to send, and does not delay the end.
fn close(network: CommsGuard, loss: &Loss) {
    let Ok(closing) = thread::Builder::new().spawn(move || drop(network)) else {
        return;
    };
    let mut grace = None;
    while !closing.is_finished() {
        thread::sleep(PAUSE);
        if loss.host().is_some() && *grace.get_or_insert_with(Instant::now) + GRACE < Instant::now()
        {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect::tests::hosts;

    /// Timely panics on invalid messages.
    #[test]
    fn a_panic_of_a_worker_becomes_an_error() {
        let cluster = Cluster {
            hosts: hosts(1),
            host: 0,
            workers: 2,
            connect_timeout: Duration::from_mins(1),
        };
        let cancel = AtomicBool::new(false);
        let failed = run(&cluster, vec![None], &cancel, |worker, shared| {
            assert!(worker.index() != 1, "what is this?");
            shared.step_until(worker, || false, || Ok(()))
        });
        let Err(Unfinished::Failed(ClusterError::Panicked(text))) = failed else {
            panic!("{failed:?}");
        };
        assert_eq!(text, "what is this?");
    }
}
