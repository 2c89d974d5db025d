//! JSON files with a checksum: an object of the format's version, a checksum and the content.

use serde_json::Value;

/// The reason why a text is not a sealed file as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It is another kind of file.
    Foreign,
    /// It has another version of the format.
    Version(u64),
    /// Its content has changed.
    Damaged,
}

/// Writes a file with its version under `key`, the first of its keys.
#[must_use]
pub fn seal(key: &str, version: u64, content: &Value) -> String {
    let content = content.to_string();
    let crc = crc32fast::hash(content.as_bytes());
    format!("{{\"{key}\":{version},\"crc32\":{crc},\"content\":{content}}}\n")
}

/// Reads the content of a file. Whitespace is ignored.
///
/// # Errors
/// If the file is of another kind or version, or damaged.
pub fn open(key: &str, version: u64, bytes: &[u8]) -> Result<Value, Broken> {
    let mut file: Value = serde_json::from_slice(bytes).map_err(|_| Broken::Foreign)?;
    match file.get(key).and_then(Value::as_u64) {
        None => return Err(Broken::Foreign),
        Some(found) if found == version => {}
        Some(other) => return Err(Broken::Version(other)),
    }
    let crc = file.get("crc32").and_then(Value::as_u64);
    let content = file.get_mut("content").ok_or(Broken::Damaged)?.take();
    if crc == Some(crc32fast::hash(content.to_string().as_bytes()).into()) {
        Ok(content)
    } else {
        Err(Broken::Damaged)
    }
}
