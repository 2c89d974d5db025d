//! The puzzle that a definition extends: by name, or by the path of another definition.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use fewest_base::support::place::quote;
use fewest_base::support::system::reason;

use crate::named::NameError;
use crate::{LONGEST_DEFINITION, Model, Problems, too_large};

/// The most definitions in files of which each extends the next.
const MAX_FILES: usize = 16;

impl Model {
    /// Reads and checks a definition (`docs/definitions.md`). It can extend puzzles by name;
    /// [`Model::from_toml_at`] also finds files.
    ///
    /// # Errors
    /// All mistakes found, each with its place.
    ///
    /// ```
    /// use fewest_model::Model;
    ///
    /// let text = r#"
    /// name = "pair"
    /// cells = "a b"
    /// pieces = "1 2"
    /// goal = [{ board = "1 2" }]
    /// move = [{ name = "swap", cycles = "(a b)" }]
    /// "#;
    /// let pair = Model::from_toml(text)?;
    /// assert_eq!((pair.cells(), pair.moves.len()), (2, 1));
    /// let problems = Model::from_toml(&text.replace("(a b)", "(a c)")).unwrap_err();
    /// assert_eq!(problems.0[0].place.line, 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_toml(text: &str) -> Result<Self, Problems> {
        read(text, &[])
    }

    /// Reads the definition in the file at this path, given its text. If it extends a file, it
    /// gives that file's path from its own folder.
    ///
    /// # Errors
    /// All mistakes of the text, with their places, and the first mistake of the other file.
    pub fn from_toml_at(text: &str, path: &Path) -> Result<Self, Problems> {
        read(text, place(path).as_slice())
    }
}

/// Reads a definition. `files` are the paths of the definitions that extend one another, this one's
/// last; none if the text is not from a file.
fn read(text: &str, files: &[PathBuf]) -> Result<Model, Problems> {
    Model::from_toml_with(text, &|name| find(name, files))
}

/// The path of a file, if there is a file system with this file.
fn place(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().filter(|path| path.is_file())
}

fn find(name: &str, files: &[PathBuf]) -> Result<Model, String> {
    let folder = files.last().and_then(|file| file.parent());
    let is_toml = Path::new(name)
        .extension()
        .is_some_and(|ending| ending == "toml");
    if !is_toml && !name.contains(['/', '\\']) {
        let file = format!("{name}.toml");
        return named(name).map_err(|problem| match folder {
            Some(folder) if folder.join(&file).is_file() => {
                format!("{problem}; write `./{file}` for the file in this folder")
            }
            _ => problem,
        });
    }
    let quoted = quote(name.as_bytes());
    let Some(folder) = folder else {
        let problem = "only a definition in a file can extend another file";
        return Err(format!(
            "{quoted}: {problem}; here, give the name of a puzzle"
        ));
    };
    let path = folder.join(name);
    let Some(path) = place(&path) else {
        return Err(format!(
            "there is no file {quoted} relative to this file's folder"
        ));
    };
    if files.contains(&path) {
        return Err(format!(
            "this file would extend itself: {quoted} leads back to it"
        ));
    }
    if files.len() == MAX_FILES {
        return Err(format!("more than {MAX_FILES} files extend one another"));
    }
    let mut text = String::new();
    let file = File::open(&path);
    let length = file.and_then(|file| {
        let max_bytes = LONGEST_DEFINITION as u64 + 1;
        file.take(max_bytes).read_to_string(&mut text)
    });
    match length {
        Err(error) => return Err(format!("{quoted}: {}", reason(&error))),
        Ok(length) if length > LONGEST_DEFINITION => {
            return Err(format!("{quoted}: {}", too_large()));
        }
        Ok(_) => {}
    }
    let files = [files, &[path]].concat();
    read(&text, &files).map_err(|Problems(problems)| {
        let first = problems.first().map_or_else(String::new, |problem| {
            let (place, message) = (problem.place, &problem.message);
            format!("{}:{}: {message}", place.line, place.column)
        });
        format!("mistake in {quoted}: {first}")
    })
}

fn named(name: &str) -> Result<Model, String> {
    Model::named(name).map_err(|error| match error {
        NameError::Unknown { like, .. } => {
            let like = like.map_or_else(String::new, |like| format!(" (did you mean `{like}`?)"));
            format!("no puzzle is called {}{like}", quote(name.as_bytes()))
        }
        error @ (NameError::Size { .. } | NameError::Jam { .. }) => error.to_string(),
    })
}
