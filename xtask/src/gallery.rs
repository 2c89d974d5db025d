//! Writes docs/gallery.md, all puzzles with a name, and their pictures.
//!
//! The program lists the puzzles, and an example of the library draws them. Published numbers of
//! moves, with their sources, are in record/atlas/published.json.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;
use xshell::{Shell, cmd};

use crate::generated::File;
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

/// The page and the pictures.
pub fn files(sh: &Shell) -> Result<Vec<File>> {
    let programs = shell::programs(sh)?;
    let (draw, fewest) = (programs.join("examples/pictures"), programs.join("fewest"));
    let drawn = sh.create_temp_dir()?;
    let folder = drawn.path();
    cmd!(sh, "{draw} {folder}").run()?;
    let list = cmd!(sh, "{fewest} puzzles --to json").read()?;
    let puzzles: Vec<Puzzle> = serde_json::from_str(&list)?;
    let mut pictures = BTreeMap::new();
    for path in sh.read_dir(folder)? {
        let name = path.file_stem().context("a file without a name")?;
        let name = name.to_string_lossy().into_owned();
        pictures.insert(name, sh.read_file(&path)? + "\n");
    }
    for path in sh.read_dir(PICTURES)? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        ensure!(
            pictures.contains_key(&*name),
            "{} is of no puzzle",
            path.display()
        );
    }
    let mut files = vec![(PAGE.to_owned(), page(sh, &puzzles, &pictures)?)];
    let paths = pictures.into_iter();
    files.extend(paths.map(|(name, picture)| (format!("{PICTURES}/{name}.svg"), picture)));
    Ok(files)
}

fn page(sh: &Shell, puzzles: &[Puzzle], pictures: &BTreeMap<String, String>) -> Result<String> {
    let published = atlas::published(sh)?;
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
        if sh.path_exists(&definition) {
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
