//! The files that `cargo package` includes.

use std::fs;
use std::path::Path;

/// Checks that the paths in a folder `depth` levels below the crate's root stay inside that root.
fn stays_inside(folder: &Path, depth: usize) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            stays_inside(&path, depth + 1);
        } else {
            let text = fs::read_to_string(&path).expect("text");
            assert!(
                !text.contains(&"../".repeat(depth + 1)),
                "{}",
                path.display()
            );
        }
    }
}

/// Definitions were once read from a folder outside the crate, which its package lacks.
#[test]
fn the_packaged_crate_did_not_build() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in [
        "fewest",
        "fewest-base",
        "fewest-engine",
        "fewest-model",
        "fewest-text",
    ] {
        stays_inside(&crates.join(name).join("src"), 1);
    }
}
