//! The licences of the crates that are compiled into a package.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;
use xshell::{Shell, cmd};

/// The beginnings of names of files with licences and notices, in capitals.
const FILES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "COPYRIGHT"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    manifest_path: String,
    source: Option<String>,
}

/// The crates from registries that a package of the workspace is built of, and their licences; each
/// text once.
pub fn text(sh: &Shell, package: &str, target: Option<&str>) -> Result<String> {
    let metadata = cmd!(sh, "cargo metadata --format-version 1 --locked").read()?;
    let metadata: Metadata = serde_json::from_str(&metadata)?;
    let target = target.unwrap_or("all");
    let tree = cmd!(
        sh,
        "cargo tree --locked --package {package} --target {target}"
    );
    let tree = tree.args(["--edges", "normal", "--prefix", "none", "--format", "{p}"]);
    let tree = tree.read()?;
    // Each line begins with a name and a version. A folder may follow, or a remark that the crate
    // is a macro.
    let built: BTreeSet<(&str, &str)> = (tree.lines())
        .filter_map(|line| line.split_once(" v"))
        .map(|(name, rest)| (name, rest.split(' ').next().unwrap_or(rest)))
        .collect();
    let mut listed = BTreeSet::new();
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for other in metadata.packages {
        let (name, version) = (&other.name, &other.version);
        if other.source.is_none() || !built.contains(&(name, version)) {
            continue;
        }
        let licence = other.license.as_deref().unwrap_or("see below");
        listed.insert(format!("{name} {version}: {licence}\n"));
        let folder = Path::new(&other.manifest_path).parent();
        for path in sh.read_dir(folder.context("a manifest without a folder")?)? {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let file = file.to_uppercase();
            if path.is_file() && FILES.iter().any(|start| file.starts_with(start)) {
                let text = sh.read_binary_file(&path)?;
                let text = String::from_utf8_lossy(&text).trim().replace("\r\n", "\n");
                texts
                    .entry(text)
                    .or_default()
                    .insert(format!("{name} {version}"));
            }
        }
    }
    let mut out = format!("{package} is built with these crates:\n\n");
    out.extend(listed);
    for (text, names) in texts {
        let names: Vec<String> = names.into_iter().collect();
        let line = "-".repeat(80);
        out.extend(["\n", &line, "\n", &names.join(", "), "\n\n", &text, "\n"]);
    }
    Ok(out)
}
