//! Writes docs/gallery.md, all puzzles with a name, and their pictures.
//!
//! The program lists the puzzles, and an example of the library draws them. Published numbers of
//! moves, with their sources, are in record/atlas/published.json.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;

use crate::{atlas, shell};

const PAGE: &str = "docs/gallery.md";
const PICTURES: &str = "docs/images/gallery";
const PUZZLES: &str = "crates/fewest-model/puzzles";
const HEAD: &str = "\
<!-- Written by `cargo xtask gallery`. -->

# Gallery

Every command takes these puzzles by name. A picture shows a solved board, drawn by the library. Only boards that can be
solved are counted. *God's number* is the number of moves that is enough for every board. If no source is given, this
project counted it, and the [atlas](atlas.md) has the boards at each distance. *Not known* means that no published
number was found.

*Play* opens the [page](page.md) in the site that `cargo xtask site` builds.
";

#[derive(Deserialize)]
struct Puzzle {
    #[serde(rename = "puzzle")]
    name: String,
    title: String,
    boards: Option<Value>,
    farthest: Option<u32>,
}

/// Writes the page and the pictures or, with `check`, compares them.
pub fn run(root: &Path, check: bool) -> Result<()> {
    let programs = shell::programs(root)?;
    let drawn = tempfile::tempdir()?;
    shell::run(Command::new(programs.join("examples/pictures")).arg(drawn.path()))?;
    let list =
        shell::printed(Command::new(programs.join("fewest")).args(["puzzles", "--to", "json"]))?;
    let puzzles: Vec<Puzzle> = serde_json::from_str(&list)?;
    let mut pictures = BTreeMap::new();
    for entry in fs::read_dir(drawn.path())? {
        let path = entry?.path();
        let name = path.file_stem().context("a file without a name")?;
        let picture = fs::read_to_string(&path)? + "\n";
        pictures.insert(name.to_string_lossy().into_owned(), picture);
    }
    let mut files = vec![(PAGE.to_owned(), page(root, &puzzles, &pictures)?)];
    let paths = pictures.into_iter();
    files.extend(paths.map(|(name, picture)| (format!("{PICTURES}/{name}.svg"), picture)));
    fs::create_dir_all(root.join(PICTURES))?;
    for (path, text) in &files {
        if check {
            let kept = fs::read_to_string(root.join(path)).unwrap_or_default();
            ensure!(
                kept == *text,
                "{path} is old; `cargo xtask gallery` writes it again"
            );
        } else {
            fs::write(root.join(path), text).with_context(|| format!("{path} can't be written"))?;
        }
    }
    let kept = fs::read_dir(root.join(PICTURES))?.count();
    // One of the files is the page.
    ensure!(kept + 1 == files.len(), "{PICTURES} has other pictures");
    println!("{PAGE} has {} puzzles", puzzles.len());
    Ok(())
}

fn page(root: &Path, puzzles: &[Puzzle], pictures: &BTreeMap<String, String>) -> Result<String> {
    let published: BTreeMap<String, String> =
        serde_json::from_str(&fs::read_to_string(root.join(atlas::PUBLISHED))?)?;
    let mut page = HEAD.to_owned();
    for puzzle in puzzles {
        let name = &puzzle.name;
        let (first, rest) = puzzle.title.split_at(1);
        let title = first.to_uppercase() + rest;
        let boards = match puzzle.boards.as_ref().map(ToString::to_string) {
            Some(digits) => atlas::grouped(digits.trim_matches('"').parse::<u128>()?) + " boards",
            None => "The number of boards depends on the size".to_owned(),
        };
        let moves = match puzzle.farthest {
            Some(moves) => moves.to_string(),
            None => "not known".to_owned(),
        };
        let source = published.get(name).unwrap_or(&moves);
        ensure!(source.starts_with(&moves), "{name}: {moves}, not {source}");
        let picture = name.replace(':', "-");
        let (wide, high) = size(&pictures[&picture]).context("a picture without a size")?;
        // A puzzle in one row gets the width of the page.
        let (float, width) = if wide > 3 * high {
            ("", wide.min(720))
        } else {
            (" align=\"left\" hspace=\"24\"", wide.min(220))
        };
        let played = name.replace("WxH", "5x3");
        write!(
            page,
            "\n## {name}\n\n\
             <img{float} width=\"{width}\" src=\"images/gallery/{picture}.svg\" alt=\"{name}, solved\">\n\n\
             {title}<br>\n{boards}<br>\nGod's number: {source}<br>\n\
             [Play](../play/index.html#p={played})",
        )?;
        let definition = format!("{PUZZLES}/{name}.toml");
        if root.join(&definition).exists() {
            write!(page, ", [definition](../{definition})")?;
        }
        page.push_str("\n\n<br clear=\"left\">\n");
    }
    Ok(page)
}

/// The width and the height of a picture in SVG.
fn size(svg: &str) -> Option<(u32, u32)> {
    let (_, rest) = svg.split_once("viewBox=\"0 0 ")?;
    let (wide, high) = rest.split_once('"')?.0.split_once(' ')?;
    Some((wide.parse().ok()?, high.parse().ok()?))
}
