//! Checks that modules of the library's crates use only modules below them, in the order that
//! ARCHITECTURE.md lists.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use xshell::Shell;

use crate::shell;

/// The line before the list of layers in ARCHITECTURE.md, highest layer first.
const HEADING: &str = "### Layers";

/// The crates of the library with their modules, from the highest to the lowest. Modules on the same
/// line do not use each other.
fn layers(sh: &Shell) -> Vec<(String, Vec<Vec<String>>)> {
    let map = sh.read_file("ARCHITECTURE.md").expect("the map");
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

/// The source files in a folder, with their paths in it.
fn files(sh: &Shell, folder: &str) -> Vec<(PathBuf, String)> {
    let folder = sh.current_dir().join(folder);
    let files = shell::files(sh, &folder).expect("a folder").into_iter();
    let named = files.map(|file| {
        let text = sh.read_file(&file).expect("a source file");
        let path = file.strip_prefix(&folder).expect("a file inside");
        (path.to_owned(), text)
    });
    named.collect()
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
fn module(file: &Path) -> String {
    let first = file.iter().next().expect("a name").to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

#[test]
fn modules_use_only_modules_below_them() {
    let sh = &shell::open().expect("the repository");
    let crates = layers(sh);
    let layers: Vec<&Vec<String>> = crates.iter().flat_map(|(_, layers)| layers).collect();
    let height = |name: &String| {
        let from_top = layers.iter().position(|layer| layer.contains(name));
        from_top.map(|from_top| layers.len() - from_top)
    };
    // The other crates have the crate of models as one module, and it has no layers.
    let mut wrong = Vec::new();
    for (name, layers) in crates.iter().filter(|(name, _)| name != "fewest-model") {
        let mut modules = BTreeSet::new();
        for (file, text) in files(sh, &format!("crates/{name}/src")) {
            let importer = module(&file);
            if importer == "lib" || shell::is_test(&file) {
                continue;
            }
            for (line, used) in named(&text) {
                if used != importer && height(&used) >= height(&importer) {
                    wrong.push(format!("{name}, {}:{line}: uses {used}", file.display()));
                }
            }
            modules.insert(importer);
        }
        let listed: BTreeSet<String> = layers.concat().into_iter().collect();
        assert_eq!(
            modules, listed,
            "ARCHITECTURE.md lists each module of {name} once"
        );
    }
    assert!(wrong.is_empty(), "upward imports:\n{}", wrong.join("\n"));
}

#[test]
fn formats_use_nothing_else_of_their_crate() {
    let sh = &shell::open().expect("the repository");
    for (file, text) in files(sh, "crates/fewest-text/src/formats") {
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
