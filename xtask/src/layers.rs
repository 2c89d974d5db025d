//! Checks that modules of the library's crates use only modules below them, in the order that
//! ARCHITECTURE.md lists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The line before the list of layers in ARCHITECTURE.md, highest layer first.
const HEADING: &str = "### Layers";

/// The crates of the library with their modules, from the highest to the lowest. Modules on the same
/// line do not use each other.
fn layers() -> Vec<(String, Vec<Vec<String>>)> {
    let map = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).expect("the map");
    let section = map.split_once(HEADING).expect("the layers' heading").1;
    let lines = section.lines().skip_while(|line| !line.starts_with("    "));
    let lines = lines.take_while(|line| line.starts_with("    "));
    let mut crates: Vec<(String, Vec<Vec<String>>)> = Vec::new();
    for line in lines.map(str::trim) {
        match (line.strip_suffix(':'), crates.last_mut()) {
            (Some(name), _) => crates.push((name.to_owned(), Vec::new())),
            (None, Some((_, modules))) => modules.push(line.split(' ').map(String::from).collect()),
            (None, None) => panic!("{line}: a module without a crate"),
        }
    }
    crates
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The modules of the crate that a file uses outside comments and unit tests, with line numbers.
fn named(text: &str) -> Vec<(usize, String)> {
    let code = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let mut found = Vec::new();
    for (number, line) in (1..).zip(code.lines()) {
        let line = line.split("//").next().unwrap_or_default();
        for (place, start) in line.match_indices("crate::") {
            let rest = &line[place + start.len()..];
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let name: String = rest.chars().take_while(|&c| is_name(c)).collect();
            found.push((number, name));
        }
    }
    found
}

/// The module that a file belongs to: the first part of its path.
fn module(source: &Path, file: &Path) -> String {
    let inside = file.strip_prefix(source).expect("a file of the library");
    let first = inside.iter().next().expect("a name").to_string_lossy();
    first.trim_end_matches(".rs").to_string()
}

/// The modules of a crate, and the imports in it that do not point downwards.
fn imports_upwards(
    source: &Path,
    height: &impl Fn(&str) -> Option<usize>,
) -> (BTreeSet<String>, Vec<String>) {
    let mut all = Vec::new();
    files(source, &mut all);
    let mut wrong = Vec::new();
    let mut modules = BTreeSet::new();
    for file in all {
        let importer = module(source, &file);
        let inside = file.strip_prefix(source).expect("inside");
        let mut parts = inside.iter();
        let is_test = parts.any(|part| part == "tests" || part == "tests.rs");
        if importer == "lib" || is_test {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a source file");
        let shown = inside.display();
        for (line, used) in named(&text) {
            if used != importer && height(&used) >= height(&importer) {
                wrong.push(format!("{shown}:{line}: {importer} uses {used}"));
            }
        }
        modules.insert(importer);
    }
    (modules, wrong)
}

#[test]
fn modules_use_only_modules_below_them() {
    let crates = layers();
    let layers: Vec<&Vec<String>> = crates.iter().flat_map(|(_, layers)| layers).collect();
    let height = |name: &str| {
        let found = layers
            .iter()
            .position(|layer| layer.iter().any(|entry| entry == name));
        found.map(|from_top| layers.len() - from_top)
    };
    // The other crates have the crate of models as one module, and it has no layers.
    for (name, layers) in crates.iter().filter(|(name, _)| name != "fewest-model") {
        let source = Path::new(ROOT).join("crates").join(name).join("src");
        let (modules, wrong) = imports_upwards(&source, &height);
        let listed: BTreeSet<String> = layers.concat().into_iter().collect();
        assert_eq!(
            modules, listed,
            "ARCHITECTURE.md lists each module of {name} once"
        );
        assert!(wrong.is_empty(), "upward imports:\n{}", wrong.join("\n"));
    }
}

#[test]
fn formats_use_nothing_else_of_their_crate() {
    let mut all = Vec::new();
    files(
        &Path::new(ROOT).join("crates/fewest-text/src/formats"),
        &mut all,
    );
    for file in all {
        let text = fs::read_to_string(&file).expect("a source file");
        for (line, used) in named(&text) {
            assert_eq!(used, "formats", "{}:{line}", file.display());
        }
    }
}

#[test]
fn imports_are_found() {
    let text = "use crate::rank::bits;\n// crate::levels\nfn f() { crate::table::g() }\n#[cfg(test)]\nmod tests { use crate::levels; }";
    let found = [(1, "rank".to_string()), (3, "table".to_string())];
    assert_eq!(named(text), found);
}
