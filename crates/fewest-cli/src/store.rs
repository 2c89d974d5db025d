//! The folder where tables are stored.

use std::ffi::OsString;

use etcetera::BaseStrategy;
use fewest::table::store::Store;

use crate::arguments::TableDir;
use crate::plain;

/// The environment variable that sets the folder.
const VARIABLE: &str = "FEWEST_TABLE_DIR";

/// The folder from the arguments, the environment or the user's cache folder, in this order. `None`
/// if it is empty or the user has no cache folder. Problems with its files are reported on standard
/// error.
pub fn open(dir: &TableDir) -> Option<Store> {
    let asked = dir.table_dir.clone().or_else(|| std::env::var_os(VARIABLE));
    let folder = asked.or_else(|| {
        let user = etcetera::choose_base_strategy().ok()?;
        Some(user.cache_dir().join("fewest").into_os_string())
    });
    let folder = folder.filter(|folder| *folder != OsString::new())?;
    Some(Store::new(folder).with_listener(|error| {
        plain::report(format!("warning: {error}; continuing without it"));
    }))
}
