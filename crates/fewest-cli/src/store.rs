//! The folder where tables are kept.

use std::ffi::OsString;

use etcetera::BaseStrategy;
use fewest::table::store::Store;

use crate::arguments::TableDir;

/// The variable that names the folder.
const VARIABLE: &str = "FEWEST_TABLE_DIR";

/// The folder that was asked for, else that of the environment, else one in the user's cache folder; none if an empty one was
/// asked for, or the user has none. Trouble with its files is told on standard error.
pub fn open(dir: &TableDir) -> Option<Store> {
    let asked = dir.table_dir.clone().or_else(|| std::env::var_os(VARIABLE));
    let folder = asked.or_else(|| {
        let user = etcetera::choose_base_strategy().ok()?;
        Some(user.cache_dir().join("fewest").into_os_string())
    });
    let folder = folder.filter(|folder| *folder != OsString::new())?;
    Some(
        Store::new(folder).with_listener(|error| eprintln!("fewest: {error}; going on without it")),
    )
}
