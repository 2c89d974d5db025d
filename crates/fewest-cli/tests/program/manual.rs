//! Completions and manual pages.

use std::process::{Command, Stdio};

use crate::common::fewest_on;

/// Every command of the program, as its help lists them.
fn commands() -> Vec<String> {
    let help = fewest_on("--help", "").stdout;
    let list = help.split("Commands:").nth(1).unwrap_or_default();
    let list = list.split("\n\n").next().unwrap_or_default();
    let indented = list.lines().filter_map(|line| line.strip_prefix("  "));
    let words = indented.filter(|line| !line.starts_with(' '));
    let words = words.filter_map(|line| line.split_whitespace().next());
    words
        .filter(|word| *word != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn completions_know_every_command() {
    let commands = commands();
    assert!(
        commands.contains(&"solve".to_owned()) && commands.len() >= 12,
        "{commands:?}"
    );
    for shell in ["bash", "zsh", "fish"] {
        let run = fewest_on(&format!("completions {shell}"), "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{shell}");
        for command in &commands {
            assert!(run.stdout.contains(command), "{shell}: {command}");
        }
    }
    let run = fewest_on("completions basch", "");
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("did you mean `bash`?"),
        "{}",
        run.stderr
    );
}

#[test]
fn bash_takes_its_completions() {
    let script = fewest_on("completions bash", "").stdout;
    let asked = r#"COMP_WORDS=(fewest sol); COMP_CWORD=1; _fewest fewest sol fewest; echo "${COMPREPLY[@]}""#;
    let bash = Command::new("bash")
        .args(["-c", &format!("{script}\n{asked}")])
        .stdin(Stdio::null())
        .output();
    // Without bash, its completion can't be tested.
    let Ok(bash) = bash else { return };
    let stdout = String::from_utf8_lossy(&bash.stdout);
    assert_eq!(
        stdout.trim(),
        "solve",
        "{}",
        String::from_utf8_lossy(&bash.stderr)
    );
}

#[test]
fn manual_pages() {
    let page = fewest_on("man", "");
    assert_eq!((page.code, page.stderr.as_str()), (0, ""));
    assert!(page.stdout.contains(".TH fewest 1"), "{}", page.stdout);
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    let run = fewest_on(&format!("man --dir {}", pages.display()), "");
    assert_eq!(
        (run.code, run.stdout.as_str(), run.stderr.as_str()),
        (0, "", "")
    );
    for command in commands() {
        let page = pages.join(format!("fewest-{command}.1"));
        let text = std::fs::read_to_string(&page).unwrap_or_default();
        assert!(text.contains(".TH"), "{}", page.display());
    }
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let run = fewest_on(&format!("man --dir {}", file.display()), "");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("file: "), "{}", run.stderr);
}

/// Regression: the synopsis had `[--scramble]`.
#[test]
fn options_of_manual_pages_had_no_values() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = fewest_on(&format!("man --dir {}", folder.path().display()), "");
    assert_eq!(run.code, 0, "{run:?}");
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a page");
    let solve = page("fewest-solve.1");
    for option in [
        r"[\fB\-\-scramble\fR \fIMOVES\fR]",
        r"[\fB\-\-max\-time\fR \fITIME\fR]",
        r"[\fB\-\-all\fR]",
    ] {
        assert!(solve.contains(option), "{option}: {solve}");
    }
    let export = page("fewest-define-export.1");
    assert!(export.contains(r"\fB\-\-to\fR \fIFORMAT\fR"), "{export}");
}

/// An installed program comes without docs/.
#[test]
fn help_named_files_that_only_the_repository_has() {
    let folder = tempfile::tempdir().expect("a folder");
    fewest_on(&format!("man --dir {}", folder.path().display()), "");
    let pages = std::fs::read_dir(folder.path()).expect("pages");
    for page in pages {
        let path = page.expect("a page").path();
        let text = std::fs::read_to_string(&path).expect("text");
        assert!(!text.contains("docs/"), "{}", path.display());
    }
    assert!(!fewest_on("puzzles", "").stdout.contains("docs/"));
}

/// Regression: bash offered files for all of them.
#[test]
fn completions_knew_no_puzzle_format_or_goal() {
    for shell in ["bash", "zsh", "fish"] {
        let script = fewest_on(&format!("completions {shell}"), "").stdout;
        for name in ["topspin9", "poj2286", "knightsfen", "blank-first", "csv"] {
            assert!(script.contains(name), "{shell}: {name}");
        }
        assert!(!script.contains("sliding:WxH"), "{shell}");
    }
    let script = fewest_on("completions bash", "").stdout;
    let complete = |words: &[&str]| {
        let (last, line) = (words.len() - 1, words.join(" "));
        let (current, before) = (words[last], words[last - 1]);
        let asked = format!(
            "COMP_WORDS=({line}); COMP_CWORD={last}; _fewest fewest '{current}' '{before}'; echo \"${{COMPREPLY[@]}}\""
        );
        let bash = Command::new("bash")
            .args(["-c", &format!("{script}\n{asked}")])
            .stdin(Stdio::null())
            .output();
        bash.map(|bash| String::from_utf8_lossy(&bash.stdout).trim().to_owned())
    };
    for (words, expected) in [
        (&["fewest", "solve", "tops"][..], "topspin9 topspin"),
        (&["fewest", "table", "build", "pan"], "pancakes"),
        (
            &["fewest", "solve", "eight", "--from", "poj"],
            "poj1077 poj2286",
        ),
        (&["fewest", "solve", "eight", "--to", "js"], "json"),
        (
            &["fewest", "survey", "eight", "--goal", "blank-f"],
            "blank-first",
        ),
        (
            &["fewest", "define", "export", "cube2", "--to", "k"],
            "kpuzzle",
        ),
    ] {
        // Without bash, its completion can't be tested.
        let Ok(found) = complete(words) else { return };
        assert_eq!(found, expected, "{words:?}");
    }
}
