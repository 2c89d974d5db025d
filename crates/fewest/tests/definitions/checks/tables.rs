//! Tables built, stored and proved.

use std::sync::Arc;

use fastrand::Rng;
use fewest::Options;
use fewest::table::store::Store;

use super::{Case, Check, ensure};

pub fn check(case: &Case<'_>, _: &mut Rng) -> Check {
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
            .build(&store, &options)
            .map_err(|error| format!("build: {error}"))?;
        are_right(case, &built.counts)?;
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

/// Each board of a table stands for equally many. Goals that look alike share the table of one of
/// them.
fn are_right(case: &Case<'_>, counts: &[u64]) -> Check {
    let real = case.world.counts();
    let fits = |(own, real_own): (&u64, &u64)| own * real[0] == real_own * counts[0];
    let is_right = counts.len() == real.len() && counts.iter().zip(&real).all(fits);
    ensure!(
        is_right || case.world.model.goals.len() > 1,
        "{counts:?} boards of {real:?}"
    );
    Ok(())
}
