//! The page's files in the form in which they are served.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The names and contents of all files.
pub static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The file served at a folder's address.
const INDEX: &str = "index.html";

pub struct File {
    name: &'static str,
    pub kind: &'static str,
    plain: Body,
    /// Text compressed with gzip.
    gzip: Option<Body>,
}

pub struct Body {
    pub bytes: Cow<'static, [u8]>,
    /// Its entity tag, in quotes, which depends on the bytes.
    pub tag: String,
}

impl Body {
    fn new(bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        let bytes = bytes.into();
        let mut hasher = DefaultHasher::new();
        hasher.write(&bytes);
        let tag = format!("\"{:016x}\"", hasher.finish());
        Self { bytes, tag }
    }
}

impl File {
    fn new(name: &'static str, bytes: &'static [u8]) -> io::Result<Self> {
        let (kind, is_text) = media_type(name);
        let gzip = is_text.then(|| gzip(bytes)).transpose()?;
        Ok(Self {
            name,
            kind,
            plain: Body::new(bytes),
            gzip: gzip.map(Body::new),
        })
    }

    /// The bytes to send, with gzip if accepted, and whether they are compressed.
    pub fn body(&self, takes_gzip: bool) -> (&Body, bool) {
        match &self.gzip {
            Some(gzip) if takes_gzip => (gzip, true),
            _ => (&self.plain, false),
        }
    }

    /// Returns true if the response depends on whether the browser accepts gzip.
    pub fn varies(&self) -> bool {
        self.gzip.is_some()
    }
}

pub fn files() -> io::Result<Vec<File>> {
    FILES
        .iter()
        .map(|(name, bytes)| File::new(name, bytes))
        .collect()
}

/// The file at a path that begins with `/`. Names must match exactly, so no path leads elsewhere.
pub fn find<'a>(files: &'a [File], path: &str) -> Option<&'a File> {
    let name = match path.strip_prefix('/')? {
        "" => INDEX,
        name => name,
    };
    files.iter().find(|file| file.name == name)
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// A file's media type by its extension, and whether it is text.
fn media_type(name: &str) -> (&'static str, bool) {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => ("text/html; charset=utf-8", true),
        "css" => ("text/css; charset=utf-8", true),
        "js" => ("text/javascript; charset=utf-8", true),
        "json" => ("application/json", true),
        "svg" => ("image/svg+xml", true),
        "txt" | "toml" => ("text/plain; charset=utf-8", true),
        "png" => ("image/png", false),
        "wasm" => ("application/wasm", false),
        "lzma" => ("application/x-lzma", false),
        _ => ("application/octet-stream", false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_type() {
        for (name, _) in FILES {
            assert_ne!(media_type(name).0, "application/octet-stream", "{name}");
        }
    }
}
