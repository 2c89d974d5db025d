//! Builds the documentation as a site with mdBook, with the page as its playground.
//!
//! The book has the layout of the repository, so every link of a page leads to the same file: the
//! site also has the sources that pages link to.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use crate::links::{self, PLAY, Page, SUMMARY};
use crate::shell;

/// The chapter that the records follow.
const RECORDS: &str = "record/README.md";

/// Builds the site in a folder, which must be new, empty, or a site.
pub fn run(sh: &Shell, folder: &Path) -> Result<()> {
    ensure!(
        shell::has(sh, "mdbook"),
        "mdbook is not installed: `cargo install mdbook`"
    );
    // The user's folder, which may not be the shell's.
    let folder = &std::path::absolute(folder)?;
    let is_site = folder.join("index.html").exists();
    let is_new = sh.read_dir(folder).is_ok_and(|files| files.is_empty()) || !folder.exists();
    ensure!(is_site || is_new, "{} has other files", folder.display());
    let book = shell::target(sh)?.join("book");
    sh.remove_path(&book)?;
    let pages = links::pages(sh)?;
    stage(sh, &pages, &book)?;
    cmd!(sh, "mdbook build {book} --dest-dir {folder}").run()?;
    let fewest = shell::programs(sh)?.join("fewest");
    cmd!(sh, "{fewest} serve --export {folder}/{PLAY}").run()?;
    check(sh, &pages, folder)?;
    println!("the site is in {}", folder.display());
    Ok(())
}

/// Writes the sources of the book.
fn stage(sh: &Shell, pages: &BTreeMap<PathBuf, Page>, book: &Path) -> Result<()> {
    let mut files: BTreeSet<PathBuf> = pages.keys().cloned().collect();
    let mut records = String::new();
    for (path, page) in pages {
        for (_, link) in &page.links {
            if let Some((target, _)) = links::target(path, link)
                && !target.starts_with(PLAY)
            {
                files.insert(target);
            }
        }
        if links::is_record(path) {
            records.insert_str(0, &format!("  - [{}]({})\n", page.title, path.display()));
        }
    }
    let source = book.join("src");
    for path in &files {
        let to = source.join(path);
        if sh.current_dir().join(path).is_dir() {
            list(sh, path, &to)?;
        } else if pages.contains_key(path) {
            // mdBook makes an index of a README, but does not change links to it.
            let text = sh.read_file(path)?.replace("README.md)", "index.md)");
            sh.write_file(to, text.replace("README.md#", "index.md#"))?;
        } else {
            sh.write_file(to, sh.read_binary_file(path)?)?;
        }
    }
    let mut summary = String::new();
    for line in sh.read_file(SUMMARY)?.lines() {
        // Its links begin in the docs folder.
        let line = line.replace("](", "](docs/").replace("](docs/../", "](");
        writeln!(summary, "{line}")?;
        if line.contains(RECORDS) {
            summary.push_str(&records);
        }
    }
    sh.write_file(source.join("SUMMARY.md"), summary)?;
    sh.copy_file("docs/site.css", book)?;
    Ok(sh.copy_file("docs/book.toml", book)?)
}

/// Checks the links of the pages in HTML.
fn check(sh: &Shell, pages: &BTreeMap<PathBuf, Page>, folder: &Path) -> Result<()> {
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
        let html = sh.read_file(folder.join(&page))?;
        for link in links::attributes(&html) {
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
fn list(sh: &Shell, path: &Path, to: &Path) -> Result<()> {
    let title = path.display();
    let mut page = format!("<!doctype html>\n<title>{title}</title>\n<h1>{title}</h1>\n");
    sh.create_dir(to)?;
    for file in sh.read_dir(path)?.iter().filter(|path| path.is_file()) {
        sh.copy_file(file, to)?;
        let name = file.file_name().unwrap_or_default().display();
        writeln!(page, "<p><a href=\"{name}\">{name}</a></p>")?;
    }
    if !to.join("README.md").exists() {
        sh.write_file(to.join("index.html"), page)?;
    }
    Ok(())
}
