//! The jobs, and the project's time limits for them.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

use super::Job;
use super::inputs::Inputs;

/// The jobs with many boards, on whole puzzles, and with a problem setter's tools: the name, the wall
/// time in milliseconds to stay below, the folder for tables if they are stored, and the words.
const JOBS: &str = "\
rotation, MANY boards                | 1000 |        | solve --threads 1 rotation rotation.txt
rotation, 1 board                    |   20 |        | solve --threads 1 rotation rotation-1.txt
rotation, FEW boards                 |      |        | solve --threads 1 rotation rotation-few.txt
rotation, FEW boards, textbook IDA*  |      |        | solve --threads 1 --method ida-star rotation rotation-few.txt
eight, MANY boards                   | 1000 |        | solve --threads 1 eight eight.txt
eight, 1 board                       |   20 |        | solve --threads 1 eight eight-1.txt
hdu3567, SOME pairs                  | 1000 |        | solve --threads 1 eight pairs.txt
scoi2005, SOME boards                | 1000 |        | solve --threads 1 knights knights.txt
scoi2005, 1 board                    |   20 |        | solve --threads 1 knights knights-1.txt
knights, full table, 2 cores         | 2000 |        | solve --threads 2 --method table knights knights-1.txt
knights, full table from disk        |      | tables | solve --threads 2 --method table knights knights-1.txt
survey rotation                      | 1000 |        | survey rotation
survey knights                       | 2000 |        | survey knights
survey eight                         |   50 |        | survey eight
table verify knights                 | 5000 |        | table verify knights
generate rotation, MANY boards       | 3000 |        | generate rotation --distance 9 --seed 1 --count MANY
check rotation, MANY answers         | 2000 |        | check rotation --from poj2286 checked.txt answers.txt
";

impl Job {
    /// A job with a `floor` in milliseconds. Tables are neither read nor stored.
    pub fn new(name: impl Into<String>, floor: Option<u64>, words: &str) -> Self {
        Self {
            name: name.into(),
            arguments: words.split_whitespace().map(str::to_owned).collect(),
            floor: floor.map(Duration::from_millis),
            input: None,
            tables: String::new(),
            samples: Vec::new(),
            peak: 0,
        }
    }

    fn of_row(row: &str) -> Option<Self> {
        let mut cells = row.split('|').map(str::trim);
        let (name, floor) = (cells.next()?, cells.next()?);
        let (tables, words) = (cells.next()?.to_owned(), cells.next()?);
        let floor = match floor {
            "" => None,
            floor => Some(floor.parse().ok()?),
        };
        let job = Self::new(name, floor, words);
        Some(Self { tables, ..job })
    }
}

/// The jobs of the table.
pub fn listed(inputs: &mut Inputs<'_>) -> Result<Vec<Job>> {
    let many = inputs.scaled(1_000_000);
    let some = inputs.scaled(100_000);
    let few = inputs.scaled(1_000);
    inputs.rotation("rotation.txt", many)?;
    inputs.rotation("rotation-1.txt", 1)?;
    inputs.rotation("rotation-few.txt", few)?;
    inputs.eight("eight.txt", many)?;
    inputs.eight("eight-1.txt", 1)?;
    inputs.pairs("pairs.txt", some)?;
    inputs.knights("knights.txt", some)?;
    inputs.knights("knights-1.txt", 1)?;
    inputs.rotation("checked.txt", many)?;
    inputs.prepare("solve rotation checked.txt", "answers.txt")?;
    let mut jobs = JOBS.to_owned();
    for (word, count) in [("MANY", many), ("SOME", some), ("FEW", few)] {
        jobs = jobs.replace(word, &count.to_string());
    }
    let job = |row| Job::of_row(row).with_context(|| format!("not a job: {row}"));
    jobs.lines().map(job).collect()
}

/// The first board of each named puzzle and of each file in corpus/imports: a solved one, and one two
/// moves away.
pub fn first_boards(inputs: &Inputs<'_>, imports: &[PathBuf]) -> Result<Vec<Job>> {
    inputs.prepare("puzzles --to json", "puzzles.json")?;
    let list: Vec<Value> = serde_json::from_slice(&fs::read(inputs.folder.join("puzzles.json"))?)?;
    let names = list.iter().filter_map(|entry| entry["puzzle"].as_str());
    let names = names.filter(|name| !name.contains(':'));
    let mut puzzles: Vec<(String, String)> = names.map(|name| (name.into(), name.into())).collect();
    for file in imports {
        let name = file.file_name().context("no name")?.to_string_lossy();
        fs::copy(file, inputs.folder.join(&*name))?;
        let definition = format!("{name}.toml");
        inputs.prepare(&format!("define import {name}"), &definition)?;
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
            let file = format!("{name}-{distance}.txt");
            let generate = format!("generate --distance {distance} {puzzle}");
            inputs.prepare(&generate, &file)?;
            let title = format!("first board, {name}, {board}");
            let words = format!("solve {puzzle} {file}");
            jobs.push(Job::new(title, Some(floor), &words));
        }
    }
    Ok(jobs)
}
