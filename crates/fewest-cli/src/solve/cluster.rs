//! Boards answered by several hosts.

use fewest::{Algorithm, Unfinished};
use fewest_cluster::{Cluster, ClusterError, Help, Part, solve_together};

use crate::End;
use crate::arguments::Solve;
use crate::job::Job;
use crate::number::counted;
use crate::plain;

/// Answers all boards together with other hosts: the first host reads them and writes the answers.
pub fn run(
    arguments: &Solve,
    algorithm: Option<Algorithm>,
    cluster: &Cluster,
) -> anyhow::Result<End> {
    let job = Job::start(u16::try_from(cluster.workers).ok())?;
    let mut puzzle = super::find(arguments)?;
    let is_first = cluster.host == 0;
    let options = if is_first {
        super::options(arguments, algorithm, &mut puzzle, &job)?
    } else {
        // The first host determines the goal.
        super::method(arguments, algorithm, &job)
    };
    if puzzle.model().has_requested_goals {
        anyhow::bail!("--goal: a pattern can't be shared by hosts");
    }
    if is_first {
        plain::note(format!(
            "{}: long searches are shared by {}",
            puzzle.name(),
            counted(cluster.hosts.len() as u64, "host")
        ));
    }
    let answered = solve_together(&puzzle, cluster, &options, |options| {
        super::answer(arguments, &puzzle, options, &job)
    });
    if is_first
        && let Some(file) = &arguments.checkpoint
        && matches!(&answered, Err(Unfinished::Failed(ClusterError::Lost(..))))
    {
        plain::note(format!(
            "run the same command on all hosts to resume from {}",
            file.display()
        ));
    }
    match answered? {
        Part::Led(end) => end,
        Part::Helped(Help {
            subtrees,
            generated,
        }) => {
            let (subtrees, boards) = (counted(subtrees, "subtree"), counted(generated, "board"));
            plain::note(format!("{}: searched {subtrees}, {boards}", puzzle.name()));
            Ok(End::Done)
        }
    }
}
