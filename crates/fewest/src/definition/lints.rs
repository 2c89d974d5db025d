//! What is no mistake in a definition, but hardly meant.

use super::file::{self, File};
use super::problem::{Findings, Problems};
use super::{Definition, words};
use crate::structure::WayBack;

impl Definition {
    /// What looks as if it were not meant, each with its place in the text that this definition was read from.
    #[must_use]
    pub fn doubts(&self, text: &str) -> Problems {
        let mut findings = Findings::new(text);
        if let Some(file) = file::parse(text, &mut findings) {
            self.doubt_cells(&file, &mut findings);
            self.doubt_symbols(&file, &mut findings);
            self.doubt_moves(&file, &mut findings);
            self.doubt_goals(&file, &mut findings);
        }
        findings.into_problems()
    }

    fn doubt_cells(&self, file: &File, findings: &mut Findings<'_>) {
        for (cell, name) in (0..=u8::MAX).zip(&self.picture.names) {
            let moves = |from: &Vec<u8>| from.get(usize::from(cell)) != Some(&cell);
            if !self.structure.turns.iter().any(|turn| moves(&turn.from)) {
                let mut span = file.cells.span();
                if let file::Cells::Picture(drawn) = file.cells.as_ref()
                    && let Some((place, _)) = words(drawn).find(|(_, word)| word == name)
                {
                    span = findings.within(&span, drawn, place);
                }
                findings.add(span, format!("no move touches the cell `{name}`"));
            }
        }
    }

    fn doubt_symbols(&self, file: &File, findings: &mut Findings<'_>) {
        let is_named = |symbol: u8| {
            let by_goal = |goal: &Vec<Option<u8>>| goal.contains(&Some(symbol));
            self.blank == Some(symbol) || self.structure.goals.iter().any(by_goal)
        };
        let symbols = (0..=u8::MAX).zip(&self.symbols);
        let open = symbols.filter(|(symbol, _)| !is_named(*symbol));
        let open: Vec<String> = open.map(|(_, written)| format!("`{written}`")).collect();
        if open.len() > 1 {
            let open = open.join(", ");
            let problem = format!("no goal tells these symbols apart: {open}");
            let help = Some("one symbol for all of them is the same puzzle".to_owned());
            findings.add_with_help(file.pieces.span(), problem, help);
        }
        let needs_blank = self.structure.turns.iter().any(|turn| turn.needs.is_some());
        if let Some(blank) = file.blank.as_ref().filter(|_| !needs_blank) {
            findings.add(blank.span(), "no move looks at the blank");
        }
    }

    fn doubt_moves(&self, file: &File, findings: &mut Findings<'_>) {
        let ways_back = self.structure.ways_back();
        for (name, way_back) in self.moves.iter().zip(ways_back) {
            if way_back == WayBack::None {
                let entry = file.moves.iter().find(|m| m.as_ref().name.as_ref() == name);
                let span = entry.map_or(file.name.span(), |entry| entry.as_ref().name.span());
                let problem = format!("no move takes `{name}` back");
                let help =
                    "tables on record need moves that can be taken back; `inverse` makes one";
                findings.add_with_help(span, problem, Some(help.to_owned()));
            }
        }
    }

    /// A goal that asks for all that another asks for, and more.
    fn doubt_goals(&self, file: &File, findings: &mut Findings<'_>) {
        let goals = &self.structure.goals;
        for (place, goal) in goals.iter().enumerate() {
            let is_met = |other: &&Vec<Option<u8>>| {
                let mut cells = other.iter().zip(goal);
                *other != goal && cells.all(|(theirs, own)| theirs.is_none() || theirs == own)
            };
            let Some(other) = goals.iter().position(|other| is_met(&other)) else {
                continue;
            };
            // Where an entry stands for several goals, they stand one after another.
            let is_single = file.goals.len() == goals.len();
            let entry = file.goals.get(place).filter(|_| is_single);
            let span = entry.map_or(file.name.span(), toml::Spanned::span);
            let (own, other) = (self.goal_name(place), self.goal_name(other));
            findings.add(span, format!("whatever meets {own} meets {other}, too"));
        }
    }

    /// A goal's name, or its number.
    #[must_use]
    pub fn goal_name(&self, place: usize) -> String {
        let name = self.goals.get(place).filter(|name| !name.is_empty());
        let number = || format!("goal {}", place + 1);
        name.map_or_else(number, |name| format!("the goal `{name}`"))
    }
}
