//! Files of the repository that chores write.

use anyhow::{Result, bail};
use xshell::Shell;

/// The path and the text of a file.
pub type File = (String, String);

/// Writes the files of a chore or, with `check`, compares them with the present files.
pub fn keep(sh: &Shell, chore: &str, files: &[File], check: bool) -> Result<()> {
    for (path, text) in files {
        if check {
            compare(path, &sh.read_file(path)?, text, chore)?;
        } else {
            sh.write_file(path, text)?;
        }
    }
    let done = if check { "up to date" } else { "written" };
    match files {
        [(path, _)] => println!("{path} is {done}"),
        _ => println!("the {} files of the {chore} are {done}", files.len()),
    }
    Ok(())
}

fn compare(path: &str, kept: &str, text: &str, chore: &str) -> Result<()> {
    if kept == text {
        return Ok(());
    }
    let same = kept.lines().zip(text.lines()).take_while(|(a, b)| a == b);
    let line = same.count();
    // A line of a picture can be long.
    let at = |text: &str| -> String {
        let line = text.lines().nth(line).unwrap_or("(the end)");
        line.chars().take(80).collect()
    };
    bail!(
        "{path}:{}: the file has `{}`, and `cargo xtask {chore}` writes `{}`",
        line + 1,
        at(kept),
        at(text)
    );
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn the_first_line_that_differs_is_named() {
        assert!(compare("a.md", "1\n2\n", "1\n2\n", "atlas").is_ok());
        let wrong = |text| compare("a.md", "1\n2\n", text, "atlas").unwrap_err();
        let shown = "a.md:2: the file has `2`, and `cargo xtask atlas` writes `3`";
        assert_eq!(wrong("1\n3\n").to_string(), shown);
        assert!(wrong("1\n").to_string().ends_with("`(the end)`"));
    }
}
