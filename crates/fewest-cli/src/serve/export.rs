//! The page's files in a folder, for any web server.

use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path};

use anyhow::{Context, bail};

use super::site::FILES;
use crate::draft::{self, Draft};
use crate::number::counted;
use crate::{End, print};

/// A list of the exported files, one name per line, so that the next export can replace them. Web
/// servers don't serve files with such names.
const LIST: &str = ".fewest-export";

/// Before the path of the picture that programs show beside a link to a page.
const PICTURE: &str = "<meta property=\"og:image\" content=\"";

/// A file as it is exported. Few programs find a picture by a path that begins at its page, so with
/// the address of the export, it is a whole address.
fn exported(name: &str, bytes: &'static [u8], address: Option<&str>) -> Cow<'static, [u8]> {
    match (address, name.strip_suffix(".html"), str::from_utf8(bytes)) {
        (Some(address), Some(page), Ok(text)) => {
            let folder = page.rfind('/').map_or("", |end| &page[..=end]);
            let whole = format!("{PICTURE}{address}{folder}");
            Cow::Owned(text.replace(PICTURE, &whole).into_bytes())
        }
        _ => Cow::Borrowed(bytes),
    }
}

/// Writes the files to a folder. Unrelated files are left alone; if one has the name of a page
/// file, that is an error, reported before anything is written.
pub fn run(folder: &Path, address: Option<&str>) -> anyhow::Result<End> {
    let files: Vec<_> = FILES
        .iter()
        .map(|(name, bytes)| (*name, exported(name, bytes, address)))
        .collect();
    draft::folder(folder)?;
    let earlier = read(&folder.join(LIST))?.unwrap_or_default();
    let earlier = String::from_utf8_lossy(&earlier);
    for (name, bytes) in &files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            draft::folder(parent)?;
        }
        if let Some(present) = read(&path)?
            && present != **bytes
            && !earlier.lines().any(|line| line == *name)
        {
            bail!(
                "{} exists and is not from an earlier export; remove it or choose another folder",
                path.display()
            );
        }
    }
    let is_ours = |name: &&str| files.iter().any(|(own, _)| own == name);
    for name in earlier.lines().filter(|name| !is_ours(name)) {
        remove(folder, Path::new(name))?;
    }
    // Written first, so that an interrupted export can be repeated.
    let names: String = files.iter().flat_map(|(name, _)| [name, "\n"]).collect();
    Draft::new(&folder.join(LIST))?.keep(names)?;
    for (name, bytes) in &files {
        let path = folder.join(name);
        // Removing the files of an earlier export may have removed it.
        if let Some(parent) = path.parent() {
            draft::folder(parent)?;
        }
        Draft::new(&path)?.keep(bytes)?;
    }
    let bytes: u64 = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    print(&format!(
        "wrote {}, {}, to {}",
        counted(files.len() as u64, "file"),
        counted(bytes, "byte"),
        folder.display()
    ))?;
    Ok(End::Done)
}

/// Removes a file of an earlier export, and the folders that this leaves empty.
fn remove(folder: &Path, name: &Path) -> anyhow::Result<()> {
    let is_below = |part: Component<'_>| matches!(part, Component::Normal(_));
    let path = folder.join(name);
    if !name.components().all(is_below) || !path.is_file() {
        return Ok(());
    }
    fs::remove_file(&path).with_context(|| path.display().to_string())?;
    for parent in name.ancestors().skip(1) {
        // It fails if the folder has other files.
        if parent == Path::new("") || fs::remove_dir(folder.join(parent)).is_err() {
            break;
        }
    }
    Ok(())
}

/// The contents of a file; `None` if it does not exist.
fn read(path: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    let problem = || path.display().to_string();
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        // Opening a pipe could block forever.
        Ok(data) if !data.is_file() => bail!("{} exists and is not a file", path.display()),
        Ok(_) => Ok(Some(fs::read(path).with_context(problem)?)),
        Err(error) => Err(error).with_context(problem),
    }
}
