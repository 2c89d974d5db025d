//! Checks that the documentation's links lead to files and headings, and that its table of contents
//! has every page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, ensure};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use xshell::Shell;

/// The book's table of contents.
pub const SUMMARY: &str = "docs/SUMMARY.md";
/// The playground's folder in the site, which the repository does not have.
pub const PLAY: &str = "play";
/// The folders of the documentation's pages; their subfolders are not searched.
const FOLDERS: [&str; 8] = [
    "",
    "corpus",
    "crates/fewest-check-wasm/npm",
    "crates/fewest-wasm/npm",
    "docs",
    "docs/decisions",
    "record",
    "xtask/peers",
];
/// The page of promises: the text of each link to a source file is the name of a test there.
const TESTING: &str = "docs/trust.md";
/// The source of a page.
const TEMPLATE: &str = "docs/tutorial.template.md";

/// A page's links and the names of its headings.
#[derive(Default)]
pub struct Page {
    pub title: String,
    /// Lines, counted from 1, and targets.
    pub links: Vec<(usize, String)>,
    anchors: BTreeSet<String>,
}

impl Page {
    pub fn read(text: &str) -> Self {
        let mut page = Self::default();
        let mut heading: Option<String> = None;
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            let line = || text[..range.start].matches('\n').count() + 1;
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => page.add_heading(heading.take()),
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push((line(), dest_url.into_string()));
                }
                Event::Html(html) | Event::InlineHtml(html) => {
                    let links = attributes(&html).into_iter();
                    page.links.extend(links.map(|link| (line(), link)));
                }
                _ => {}
            }
        }
        page
    }

    /// Names a heading as GitHub and mdBook do.
    fn add_heading(&mut self, heading: Option<String>) {
        let heading = heading.unwrap_or_default();
        let kept = heading.trim().chars().filter_map(|c| match c {
            ' ' => Some('-'),
            c => (c.is_alphanumeric() || ['-', '_'].contains(&c)).then_some(c),
        });
        let name = kept.collect::<String>().to_lowercase();
        if self.title.is_empty() {
            self.title = heading;
        }
        let again = (1..).map(|number| format!("{name}-{number}"));
        let names = std::iter::once(name.clone()).chain(again);
        // Inserting the first name that is new.
        names.take(1000).any(|name| self.anchors.insert(name));
    }
}

/// The links in an HTML text.
pub fn attributes(html: &str) -> Vec<String> {
    let mut values = Vec::new();
    for start in [" src=\"", " href=\""] {
        let parts = html.split(start).skip(1);
        let found = parts.filter_map(|part| Some(part.split_once('"')?.0.replace("&amp;", "&")));
        values.extend(found);
    }
    values
}

/// All pages of the documentation by their paths in the repository.
pub fn pages(sh: &Shell) -> Result<BTreeMap<PathBuf, Page>> {
    let mut pages = BTreeMap::new();
    for folder in FOLDERS {
        for path in sh.read_dir(folder)? {
            if path.extension().is_some_and(|end| end == "md") {
                let page = Page::read(&sh.read_file(&path)?);
                pages.insert(path.strip_prefix(sh.current_dir())?.to_owned(), page);
            }
        }
    }
    Ok(pages)
}

/// The file of the repository and the heading that a page's link leads to; `None` for other sites.
pub fn target(page: &Path, link: &str) -> Option<(PathBuf, String)> {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let scheme = path.split_once(':').map_or("", |(scheme, _)| scheme);
    if !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric()) {
        return None;
    }
    let mut target = match path {
        "" => page.to_path_buf(),
        _ => page.parent()?.to_path_buf(),
    };
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => _ = target.pop(),
            Component::Normal(name) => target.push(name),
            _ => {}
        }
    }
    Some((target, anchor.to_owned()))
}

/// Returns true for a record of measurements, which the table of contents leaves out.
pub fn is_record(path: &Path) -> bool {
    let name = path.file_name().is_some_and(|name| name != "README.md");
    path.starts_with("record") && name
}

/// Returns true for a page that the table of contents names.
pub fn is_chapter(path: &Path) -> bool {
    let others = [SUMMARY, TEMPLATE].map(Path::new);
    !is_record(path) && !others.contains(&path)
}

/// Checks that the tests of a page exist.
fn check_tests(sh: &Shell, page: &str) -> Result<()> {
    let text = sh.read_file(page)?;
    for link in text.split("[`").skip(1) {
        let (name, path) = link.split_once("`](").context("no link")?;
        let (path, _) = path.split_once(')').context("no end of a link")?;
        let (path, _) = target(Path::new(page), path).context("no file")?;
        let source = sh.read_file(&path)?;
        // A test in Rust or in Python.
        let is_there = ["fn", "def"].map(|word| source.contains(&format!("{word} {name}(")));
        ensure!(
            is_there.contains(&true),
            "{page}: {} has no test {name}",
            path.display()
        );
    }
    Ok(())
}

/// Checks the links, the tests that are named, and the table of contents.
pub fn run(sh: &Shell) -> Result<()> {
    let pages = pages(sh)?;
    let (mut right, mut wrong) = (0, String::new());
    for (path, page) in &pages {
        for (line, link) in &page.links {
            let Some((target, anchor)) = target(path, link) else {
                continue;
            };
            let heading = pages.get(&target).filter(|_| !anchor.is_empty());
            if heading.map_or_else(
                || target.starts_with(PLAY) || sh.path_exists(&target),
                |page| page.anchors.contains(&anchor),
            ) {
                right += 1;
            } else {
                write!(wrong, "\n{}:{line}: {link}", path.display())?;
            }
        }
    }
    ensure!(wrong.is_empty(), "these links lead nowhere:{wrong}");
    check_tests(sh, TESTING)?;
    let summary = Path::new(SUMMARY);
    let chapters = pages[summary].links.iter();
    let chapters: Vec<_> = chapters.map(|(_, link)| target(summary, link)).collect();
    for path in pages.keys().filter(|path| !is_record(path)) {
        let chapter = Some((path.clone(), String::new()));
        let found = chapters.iter().filter(|other| **other == chapter).count();
        ensure!(
            found == usize::from(is_chapter(path)),
            "{SUMMARY} has {} {found} times",
            path.display()
        );
    }
    println!("{right} links of {} pages lead to something", pages.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_githubs_names() {
        let page = Page::read(
            "# A `b`: *c*, d-e_f!\n\n## Twice\n\n## Twice\n\n```sh\n# no heading\n```\n",
        );
        assert_eq!(page.title, "A b: c, d-e_f!");
        let anchors: Vec<_> = page.anchors.iter().map(String::as_str).collect();
        assert_eq!(anchors, ["a-b-c-d-e_f", "twice", "twice-1"]);
    }

    #[test]
    fn links_of_markdown_and_html() {
        let page = Page::read(
            "[a](b.md)\n\n| x |\n|---|\n| ![c](d.svg) `[no](link)` |\n\n<img src=\"e.png\">\n",
        );
        let links: Vec<_> = page
            .links
            .iter()
            .map(|(line, link)| (*line, &**link))
            .collect();
        assert_eq!(links, [(1, "b.md"), (5, "d.svg"), (7, "e.png")]);
    }

    #[test]
    fn targets_of_links() {
        let target = |link| target(Path::new("docs/a.md"), link);
        assert_eq!(target("https://example.org/#b"), None);
        assert_eq!(target("#b"), Some(("docs/a.md".into(), "b".into())));
        assert_eq!(
            target("../record/c.md#d"),
            Some(("record/c.md".into(), "d".into()))
        );
    }
}
