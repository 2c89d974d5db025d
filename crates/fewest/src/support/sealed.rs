//! JSON files under a checksum: an object of the format's version, a checksum and the content.

use serde_json::Value;

/// A text that is not a sealed file as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It is a file of another kind.
    Foreign,
    /// It is in another version of the format.
    Version(u64),
    /// Its content is not what was written.
    Damaged,
}

/// A file whose version stands under `key`, the first of its keys.
#[must_use]
pub fn seal(key: &str, version: u64, content: &Value) -> String {
    let content = content.to_string();
    let crc = crc32fast::hash(content.as_bytes());
    format!("{{\"{key}\":{version},\"crc32\":{crc},\"content\":{content}}}\n")
}

/// The content of a file. Spaces make no difference.
///
/// # Errors
/// If it is not such a file, has another version or is damaged.
pub fn open(key: &str, version: u64, bytes: &[u8]) -> Result<Value, Broken> {
    let mut file: Value = serde_json::from_slice(bytes).map_err(|_| Broken::Foreign)?;
    match file.get(key).and_then(Value::as_u64) {
        None => return Err(Broken::Foreign),
        Some(own) if own == version => {}
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
