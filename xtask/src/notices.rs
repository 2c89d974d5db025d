//! The licences of the crates that are compiled into a package.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::shell;

/// The beginnings of names of files with licences and notices, in capitals.
const FILES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "COPYRIGHT"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    manifest_path: String,
    source: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

/// The crates from registries that a package of the workspace is built of, and their licences; each
/// text once.
pub fn text(root: &Path, package: &str, target: Option<&str>) -> Result<String> {
    let mut cargo = shell::cargo(root)?;
    cargo.args(["metadata", "--format-version", "1", "--locked"]);
    if let Some(target) = target {
        cargo.args(["--filter-platform", target]);
    }
    let metadata: Metadata = serde_json::from_str(&shell::printed(&mut cargo)?)?;
    let packages: BTreeMap<&str, &Package> = (metadata.packages.iter())
        .map(|package| (package.id.as_str(), package))
        .collect();
    let nodes: BTreeMap<&str, &Node> = (metadata.resolve.nodes.iter())
        .map(|node| (node.id.as_str(), node))
        .collect();
    let own = metadata.packages.iter();
    let own = own.filter(|other| other.source.is_none() && other.name == package);
    let mut open: Vec<&str> = own.map(|package| package.id.as_str()).collect();
    open.first()
        .with_context(|| format!("no package of the workspace is called {package}"))?;
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let deps = nodes.get(id).into_iter().flat_map(|node| &node.deps);
        let is_built_in = |dep: &&Dependency| dep.dep_kinds.iter().any(|kind| kind.kind.is_none());
        open.extend(deps.filter(is_built_in).map(|dep| dep.pkg.as_str()));
    }
    let mut listed = BTreeSet::new();
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in seen.into_iter().filter_map(|id| packages.get(id)) {
        if package.source.is_none() {
            continue;
        }
        let name = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref().unwrap_or("see below");
        listed.insert(format!("{name}: {licence}\n"));
        let folder = Path::new(&package.manifest_path).parent();
        for entry in fs::read_dir(folder.context("a manifest without a folder")?)? {
            let path = entry?.path();
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let file = file.to_uppercase();
            if path.is_file() && FILES.iter().any(|start| file.starts_with(start)) {
                let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
                let text = text.trim().replace("\r\n", "\n");
                texts.entry(text).or_default().insert(name.clone());
            }
        }
    }
    let mut out =
        format!("{package} is built with these crates, some of them only with other features:\n\n");
    out.extend(listed);
    for (text, names) in texts {
        let names: Vec<String> = names.into_iter().collect();
        let line = "-".repeat(80);
        out.extend(["\n", &line, "\n", &names.join(", "), "\n\n", &text, "\n"]);
    }
    Ok(out)
}
