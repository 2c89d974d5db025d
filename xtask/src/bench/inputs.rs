//! Boards to answer, the same in every run.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use fastrand::Rng;

use super::Job;

pub struct Inputs<'a> {
    pub program: &'a Path,
    pub folder: &'a Path,
    pub rng: Rng,
    pub is_quick: bool,
}

impl Inputs<'_> {
    pub fn scaled(&self, count: usize) -> usize {
        if self.is_quick {
            (count / 100).max(1)
        } else {
            count
        }
    }

    /// Writes what a command of the program prints into a file.
    pub fn prepare(&self, words: &str, output: &str) -> Result<()> {
        let mut job = Job::new(words, None, words);
        job.run(self.program, self.folder, output)?;
        Ok(())
    }

    fn file(&self, name: &str, text: &str) -> Result<()> {
        fs::write(self.folder.join(name), text).context("the bench folder can't be written")
    }

    fn shuffled(&mut self, pieces: &str) -> Vec<char> {
        let mut pieces: Vec<char> = pieces.chars().collect();
        self.rng.shuffle(&mut pieces);
        pieces
    }

    fn words(&mut self, pieces: &str) -> String {
        let words: Vec<String> = self.shuffled(pieces).iter().map(char::to_string).collect();
        words.join(" ") + "\n"
    }

    pub fn rotation(&mut self, name: &str, count: usize) -> Result<()> {
        let boards: String = (0..count)
            .map(|_| self.words("111111112222222233333333"))
            .collect();
        self.file(name, &(boards + "0\n"))
    }

    pub fn eight(&mut self, name: &str, count: usize) -> Result<()> {
        let boards: String = (0..count).map(|_| self.words("12345678x")).collect();
        self.file(name, &boards)
    }

    pub fn pairs(&mut self, name: &str, count: usize) -> Result<()> {
        let is_odd = |board: &[char]| {
            let tiles: Vec<char> = board.iter().copied().filter(|&c| c != 'X').collect();
            let inversions = |i: usize| tiles[i..].iter().filter(|&&tile| tile < tiles[i]).count();
            (0..tiles.len()).map(inversions).sum::<usize>() % 2
        };
        let mut text = format!("{count}\n");
        for _ in 0..count {
            let start = self.shuffled("12345678X");
            let mut goal = self.shuffled("12345678X");
            if is_odd(&start) != is_odd(&goal) {
                let tiles: Vec<usize> = (0..9).filter(|&cell| goal[cell] != 'X').collect();
                goal.swap(tiles[0], tiles[1]);
            }
            text.extend(start);
            text.push('\n');
            text.extend(goal);
            text.push('\n');
        }
        self.file(name, &text)
    }

    pub fn knights(&mut self, name: &str, count: usize) -> Result<()> {
        let mut text = format!("{count}\n");
        for _ in 0..count {
            for row in self.shuffled("000000000000111111111111*").chunks(5) {
                text.extend(row);
                text.push('\n');
            }
        }
        self.file(name, &text)
    }
}
