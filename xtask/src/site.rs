//! Builds the documentation as a site with mdBook, with the page as its playground.
//!
//! The book has the layout of the repository, so every link of a page leads to the same file: the
//! site also has the sources that pages link to.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::links::{self, PLAY, Page, SUMMARY};
use crate::shell;

/// The chapter that the records follow.
const RECORDS: &str = "record/README.md";

/// Builds the site in a folder, which must be new, empty, or a site.
pub fn run(root: &Path, folder: &Path) -> Result<()> {
    if Command::new("mdbook").arg("--version").output().is_err() {
        bail!("mdbook is not installed: `cargo install mdbook`");
    }
    let folder = std::env::current_dir()?.join(folder);
    let mut entries = fs::read_dir(&folder).into_iter().flatten();
    if !folder.join("index.html").exists() && entries.next().is_some() {
        bail!("{} has other files", folder.display());
    }
    let book = shell::target(root)?.join("book");
    if book.exists() {
        fs::remove_dir_all(&book)?;
    }
    let pages = links::pages(root)?;
    stage(root, &pages, &book)?;
    let mut mdbook = Command::new("mdbook");
    shell::run(
        mdbook
            .arg("build")
            .args([&book, Path::new("--dest-dir"), &folder]),
    )?;
    let mut fewest = Command::new(shell::programs(root)?.join("fewest"));
    shell::run(fewest.args(["serve", "--export"]).arg(folder.join(PLAY)))?;
    check(&pages, &folder)?;
    println!("the site is in {}", folder.display());
    Ok(())
}

/// Writes the sources of the book.
fn stage(root: &Path, pages: &BTreeMap<PathBuf, Page>, book: &Path) -> Result<()> {
    let mut files: BTreeSet<PathBuf> = pages.keys().cloned().collect();
    let mut records = String::new();
    for (path, page) in pages {
        let targets = page
            .links
            .iter()
            .filter_map(|(_, link)| links::target(path, link));
        files.extend(
            targets
                .map(|(target, _)| target)
                .filter(|target| !target.starts_with(PLAY)),
        );
        if links::is_record(path) {
            records.insert_str(0, &format!("  - [{}]({})\n", page.title, path.display()));
        }
    }
    let source = book.join("src");
    for path in &files {
        let (from, to) = (root.join(path), source.join(path));
        if from.is_dir() {
            list(&from, path, &to)?;
            continue;
        }
        copy(&from, &to)?;
        if pages.contains_key(path) {
            // mdBook makes an index of a README, but does not change links to it.
            let text = fs::read_to_string(&from)?;
            let text = text.replace("README.md)", "index.md)");
            fs::write(to, text.replace("README.md#", "index.md#"))?;
        }
    }
    let mut summary = String::new();
    for line in fs::read_to_string(root.join(SUMMARY))?.lines() {
        // Its links begin in the docs folder.
        let line = line.replace("](", "](docs/").replace("](docs/../", "](");
        writeln!(summary, "{line}")?;
        if line.contains(RECORDS) {
            summary.push_str(&records);
        }
    }
    fs::write(source.join("SUMMARY.md"), summary)?;
    copy(&root.join("docs/site.css"), &book.join("site.css"))?;
    copy(&root.join("docs/book.toml"), &book.join("book.toml"))
}

/// Checks the links of the pages in HTML.
fn check(pages: &BTreeMap<PathBuf, Page>, folder: &Path) -> Result<()> {
    let mut wrong = String::new();
    for path in pages.keys() {
        let mut page = path.with_extension("html");
        if path.ends_with("README.md") {
            page.set_file_name("index.html");
        }
        // The table of contents and the tutorial's template have no page.
        if !links::is_chapter(path) && !links::is_record(path) {
            continue;
        }
        let html = fs::read_to_string(folder.join(&page))
            .with_context(|| format!("the site has no {}", page.display()))?;
        for link in links::attributes(&html, &["src", "href"]) {
            let target = links::target(&page, &link);
            if target.is_some_and(|(target, _)| !folder.join(target).exists()) {
                write!(wrong, "\n{}: {link}", page.display())?;
            }
        }
    }
    ensure!(
        wrong.is_empty(),
        "these links of the site lead nowhere:{wrong}"
    );
    Ok(())
}

/// Copies a folder's files, and lists them if it has no page.
fn list(from: &Path, path: &Path, to: &Path) -> Result<()> {
    let title = path.display();
    let mut page = format!("<!doctype html>\n<title>{title}</title>\n<h1>{title}</h1>\n");
    for entry in fs::read_dir(from)? {
        let name = entry?.file_name();
        if from.join(&name).is_file() {
            copy(&from.join(&name), &to.join(&name))?;
            let name = name.display();
            writeln!(page, "<p><a href=\"{name}\">{name}</a></p>")?;
        }
    }
    if !from.join("README.md").exists() {
        fs::write(to.join("index.html"), page)?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().context("a file in no folder")?)?;
    fs::copy(from, to).with_context(|| format!("{} can't be copied", from.display()))?;
    Ok(())
}
