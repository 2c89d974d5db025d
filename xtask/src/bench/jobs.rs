//! The jobs, and the project's time limits for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;

use super::Job;
use super::inputs::Inputs;

impl Job {
    /// A job with a `floor` in milliseconds. Tables are neither read nor stored.
    pub fn new(name: impl Into<String>, floor: Option<u64>, words: &str) -> Self {
        Self {
            name: name.into(),
            arguments: words.split(' ').map(str::to_owned).collect(),
            floor: floor.map(Duration::from_millis),
            input: None,
            tables: None,
            samples: Vec::new(),
            peak: 0,
        }
    }

    fn on(mut self, files: &[&Path]) -> Self {
        let path = |file: &&Path| file.display().to_string();
        self.arguments.extend(files.iter().map(path));
        self
    }

    pub fn reading(mut self, file: &Path) -> Self {
        self.input = Some(file.to_owned());
        self
    }

    fn with_tables(mut self, folder: &Path) -> Self {
        self.tables = Some(folder.to_owned());
        self
    }
}

/// Jobs that answer boards, all but the last on one core.
pub fn solving(inputs: &mut Inputs<'_>) -> Vec<Job> {
    let many = inputs.scaled(1_000_000);
    let some = inputs.scaled(100_000);
    let few = inputs.scaled(1_000);
    let rotation = inputs.rotation("rotation.txt", many);
    let rotation_one = inputs.rotation("rotation-1.txt", 1);
    let rotation_few = inputs.rotation("rotation-few.txt", few);
    let eight = inputs.eight("eight.txt", many);
    let eight_one = inputs.eight("eight-1.txt", 1);
    let pairs = inputs.pairs(some);
    let knights = inputs.knights("knights.txt", some);
    let knights_one = inputs.knights("knights-1.txt", 1);
    let stored = inputs.folder.join("tables");
    let textbook = format!("rotation, {few} boards, textbook IDA*");
    let one = "--threads 1";
    vec![
        Job::new(
            format!("rotation, {many} boards"),
            Some(1000),
            &format!("solve {one} rotation"),
        )
        .on(&[&rotation]),
        Job::new(
            "rotation, 1 board",
            Some(20),
            &format!("solve {one} rotation"),
        )
        .on(&[&rotation_one]),
        Job::new(
            format!("rotation, {few} boards"),
            None,
            &format!("solve {one} rotation"),
        )
        .on(&[&rotation_few]),
        Job::new(
            textbook,
            None,
            &format!("solve {one} --method ida-star rotation"),
        )
        .on(&[&rotation_few]),
        Job::new(
            format!("eight, {many} boards"),
            Some(1000),
            &format!("solve {one} eight"),
        )
        .on(&[&eight]),
        Job::new("eight, 1 board", Some(20), &format!("solve {one} eight")).on(&[&eight_one]),
        Job::new(
            format!("hdu3567, {some} pairs"),
            Some(1000),
            &format!("solve {one} eight"),
        )
        .on(&[&pairs]),
        Job::new(
            format!("scoi2005, {some} boards"),
            Some(1000),
            &format!("solve {one} knights"),
        )
        .on(&[&knights]),
        Job::new(
            "scoi2005, 1 board",
            Some(20),
            &format!("solve {one} knights"),
        )
        .on(&[&knights_one]),
        Job::new(
            "knights, full table, 2 cores",
            Some(2000),
            "solve --threads 2 --method table knights",
        )
        .on(&[&knights_one]),
        Job::new(
            "knights, full table from disk",
            None,
            "solve --threads 2 --method table knights",
        )
        .on(&[&knights_one])
        .with_tables(&stored),
    ]
}

/// Jobs on whole puzzles and with a problem setter's tools, on two cores.
pub fn whole_puzzles(inputs: &mut Inputs<'_>) -> Result<Vec<Job>> {
    let many = inputs.scaled(1_000_000);
    let boards = inputs.rotation("checked.txt", many);
    let answers = inputs.folder.join("answers.txt");
    Job::new("answers to check", None, "solve rotation")
        .on(&[&boards])
        .run(inputs.program, &answers)?;
    let generate = format!("generate rotation --distance 9 --seed 1 --count {many}");
    Ok(vec![
        Job::new("survey rotation", Some(1000), "survey rotation"),
        Job::new("survey knights", Some(2000), "survey knights"),
        Job::new("survey eight", Some(50), "survey eight"),
        Job::new("table verify knights", Some(5000), "table verify knights"),
        Job::new(
            format!("generate rotation, {many} boards"),
            Some(3000),
            &generate,
        ),
        Job::new(
            format!("check rotation, {many} answers"),
            Some(2000),
            "check rotation --from poj2286",
        )
        .on(&[&boards, &answers]),
    ])
}

/// The first board of each named puzzle and of each file in corpus/imports: a solved one, and one two
/// moves away.
pub fn first_boards(inputs: &Inputs<'_>, root: &Path) -> Result<Vec<Job>> {
    let list = inputs.folder.join("puzzles.json");
    Job::new("names", None, "puzzles --to json").run(inputs.program, &list)?;
    let list: Vec<serde_json::Value> = serde_json::from_slice(&fs::read(&list)?)?;
    let names = list.iter().filter_map(|entry| entry["puzzle"].as_str());
    let names = names.filter(|name| !name.contains(':'));
    let mut puzzles: Vec<(String, PathBuf)> =
        names.map(|name| (name.to_owned(), name.into())).collect();
    let files = fs::read_dir(root.join("corpus/imports"))?;
    let mut files: Vec<PathBuf> = files.map(|file| Ok(file?.path())).collect::<Result<_>>()?;
    files.sort();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let definition = inputs.folder.join(format!("{name}.toml"));
        Job::new("import", None, "define import")
            .on(&[&file])
            .run(inputs.program, &definition)?;
        puzzles.push((name.into_owned(), definition));
    }
    let mut jobs = Vec::new();
    for (name, puzzle) in puzzles {
        let floor = match name.as_str() {
            "eight" | "knights" => 3,
            "rotation" => 5,
            _ => 30,
        };
        for (board, distance) in [("solved", 0), ("2 moves", 2)] {
            let file = inputs.folder.join(format!("{name}-{distance}.txt"));
            Job::new("near", None, &format!("generate --distance {distance}"))
                .on(&[&puzzle])
                .run(inputs.program, &file)?;
            let title = format!("first board, {name}, {board}");
            jobs.push(Job::new(title, Some(floor), "solve").on(&[&puzzle, &file]));
        }
    }
    Ok(jobs)
}
