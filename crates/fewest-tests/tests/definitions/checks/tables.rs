//! Tables built, stored and proved.

use std::fs;
use std::sync::Arc;

use fastrand::Rng;
use fewest::levels::Filling;
use fewest::table::store::Store;
use fewest::{Built, Options, StoredTable};

use super::{Case, Check, ensure};
use crate::hosts::{Host, count_boards};

pub fn check(case: &Case<'_>, rng: &mut Rng) -> Check {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let store = Arc::new(Store::new(folder.path().to_owned()));
    let options = Options {
        store: Some(Arc::clone(&store)),
        ..case.options()
    };
    let tables = (case.puzzle).tables(&options);
    let tables = tables.map_err(|error| error.to_string())?;
    let [table] = &tables[..] else {
        return Err(format!("{} tables", tables.len()));
    };
    if table.identity().is_some() {
        let built = table
            .build(&store, None, &options)
            .map_err(|error| format!("build: {error}"))?;
        are_right(case, &built.counts)?;
        if rng.usize(..10) == 0 {
            by_levels(&**table, &built, &options, rng)?;
        }
    }
    let verified = table
        .verify(&options)
        .map_err(|error| format!("verify: {error}"))?;
    are_right(case, &verified.proof.counts)?;
    ensure!(
        verified.path.is_some() == table.identity().is_some(),
        "proved {:?}",
        verified.path
    );
    Ok(())
}

/// Builds the same table by levels: twice in a folder, where the second run reads the levels of the
/// first; and by workers that share it, stopped and resumed.
fn by_levels(table: &dyn StoredTable, built: &Built, options: &Options, rng: &mut Rng) -> Check {
    let file = fs::read(&built.path).map_err(|error| error.to_string())?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let store = Store::new(folder.path().join("tables"));
    let is_same = |again: &Built, how: &str| {
        let bytes = fs::read(&again.path).map_err(|error| error.to_string())?;
        ensure!(again.counts == built.counts, "{how}: {:?}", again.counts);
        ensure!(bytes == file, "{how}: another table");
        Ok(())
    };
    for _ in 0..2 {
        let again = table
            .build(&store, Some(&folder.path().join("levels")), options)
            .map_err(|error| format!("by levels: {error}"))?;
        is_same(&again, "by levels")?;
    }
    let boards = table.boards().ok_or("no boards")?;
    let hosts: Vec<Host> = (0..rng.usize(1..4))
        .map(|host| Host {
            folder: Some(folder.path().join(host.to_string())),
            workers: rng.usize(1..4),
        })
        .collect();
    let max_moves = rng.usize(..=built.counts.len());
    for max_moves in [max_moves, usize::MAX] {
        let filling = Filling::new(boards.boards());
        let shared = count_boards(&*boards, &hosts, max_moves, 0, Some(&filling), rng);
        let (counts, is_complete, _) = shared?;
        if is_complete {
            let again = table
                .store(&store, &filling.packed(counts))
                .map_err(|error| error.to_string())?;
            is_same(&again, "shared")?;
        }
    }
    Ok(())
}

/// Checks the counts: all boards of a table stand for equally many. Similar goals share a table.
fn are_right(case: &Case<'_>, counts: &[u64]) -> Check {
    let real = case.world.counts_of_all();
    let fits = |(count, real_count): (&u64, &u64)| count * real[0] == real_count * counts[0];
    let is_right = counts.len() == real.len() && counts.iter().zip(&real).all(fits);
    ensure!(
        is_right || case.world.model.goals.len() > 1,
        "{counts:?} boards of {real:?}"
    );
    Ok(())
}
