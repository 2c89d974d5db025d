//! Warnings about definitions: legal, but probably unintended.

use std::collections::HashSet;

use super::file::{self, Definition, File, Metric, MoveEntry, Texts};
use super::goals::images;
use super::moves::Moves;
use super::problem::{Findings, Problems, quoted};
use super::{Model, words};
use fewest_base::space::structure::{self, Turn, WayBack};

/// The entry of a move in the file.
fn entry<'f>(file: &'f Definition, name: &str) -> Option<&'f MoveEntry> {
    let mut entries = file.moves.iter().map(toml::Spanned::as_ref);
    entries.find(|entry| entry.name.as_ref() == name)
}

impl Model {
    /// Finds what is probably unintended, each with its place in the definition's text.
    #[must_use]
    pub fn lints(&self, text: &str) -> Problems {
        let mut findings = Findings::new(text);
        // The definition that another extends has its own.
        if let Some(File::Whole(file)) = file::parse(text, &mut findings) {
            self.doubt_cells(&file, &mut findings);
            self.doubt_symbols(&file, &mut findings);
            self.doubt_moves(&file, &mut findings);
            self.doubt_effects(&file, &mut findings);
            self.doubt_twins(&file, &mut findings);
            self.doubt_goals(&file, &mut findings);
            self.doubt_turned(&file, &mut findings);
        }
        findings.into_problems()
    }

    /// Checks the claims that the file makes about itself.
    pub(super) fn check_claims(&self, file: &Definition, findings: &mut Findings<'_>) {
        if let Some(fixed) = &file.fixed {
            for (place, word) in words(fixed.as_ref()) {
                if findings.is_full() {
                    return;
                }
                let place = findings.within(&fixed.span(), fixed.as_ref(), place);
                let cell = self.picture.cell(word, place.clone(), findings);
                if let Some(m) = cell.and_then(|cell| self.mover(cell)) {
                    let problem = format!("`{word}` is not fixed: the move `{m}` touches it");
                    findings.add(place, problem);
                }
            }
        }
        let one_way = |entry: &MoveEntry| entry.one_way.as_ref().is_some_and(|flag| *flag.as_ref());
        if !file.moves.iter().any(|entry| one_way(entry.as_ref())) {
            return;
        }
        let ways_back = self.structure.ways_back();
        for entry in file
            .moves
            .iter()
            .map(toml::Spanned::as_ref)
            .filter(|entry| one_way(entry))
        {
            let Some(m) = self.find_move(entry.name.as_ref()) else {
                continue;
            };
            let by = match ways_back[m.index()] {
                WayBack::None => continue,
                WayBack::One(back) => Some(back),
                WayBack::Several(mut backs) => backs.next(),
            };
            let by = by.and_then(|back| self.moves.get(back.index()));
            let (name, by) = (entry.name.as_ref(), by.map_or("", String::as_str));
            let span = entry.one_way.as_ref().map_or(0..1, toml::Spanned::span);
            findings.add(
                span,
                format!("`{name}` is not one-way: `{by}` is its inverse"),
            );
        }
    }

    /// A move that touches a cell.
    pub(super) fn mover(&self, cell: u8) -> Option<&String> {
        let moves = |from: &Vec<u8>| from.get(usize::from(cell)) != Some(&cell);
        let mut turns = self.structure.turns.iter();
        let turn = turns.find(|turn| moves(&turn.from))?;
        self.moves.get(turn.by.index())
    }

    fn doubt_cells(&self, file: &Definition, findings: &mut Findings<'_>) {
        let fixed = file.fixed.as_ref().map_or("", |fixed| fixed.as_ref());
        let is_fixed = |name: &String| words(fixed).any(|(_, word)| word == name);
        let cells = (0..=u8::MAX).zip(&self.picture.names);
        let still = cells.filter(|(cell, name)| !is_fixed(name) && self.mover(*cell).is_none());
        let still: Vec<&str> = still.map(|(_, name)| name.as_str()).collect();
        let Some(first) = still.first() else { return };
        let mut span = file.cells.span();
        if let file::CellsEntry::Picture(drawn) = file.cells.as_ref()
            && let Some((place, _)) = words(drawn).find(|(_, word)| word == first)
        {
            span = findings.within(&span, drawn, place);
        }
        let (s, names) = (if still.len() == 1 { "" } else { "s" }, quoted(&still));
        let problem = format!("no move touches the cell{s} {names}");
        let all = [&[fixed][..], &still].concat().join(" ");
        let help = format!("if this is intended, write `fixed = \"{}\"`", all.trim());
        findings.add_with_help(span, problem, Some(help));
    }

    fn doubt_symbols(&self, file: &Definition, findings: &mut Findings<'_>) {
        let is_named = |symbol: u8| {
            let by_goal = |goal: &Vec<Option<u8>>| goal.contains(&Some(symbol));
            self.blank == Some(symbol) || self.structure.goals.iter().any(by_goal)
        };
        let symbols = (0..=u8::MAX).zip(&self.symbols);
        let open = symbols.filter(|(symbol, _)| !is_named(*symbol));
        let open: Vec<&String> = open.map(|(_, written)| written).collect();
        if open.len() > 1 {
            let open = quoted(open);
            let problem = format!("no goal distinguishes these symbols: {open}");
            let help = Some("one symbol for all of them is the same puzzle".to_owned());
            findings.add_with_help(file.pieces.span(), problem, help);
        }
        let is_needed = self.structure.blank().is_some();
        if let Some(blank) = file.blank.as_ref().filter(|_| !is_needed) {
            findings.add(blank.span(), "no move depends on the blank");
        }
    }

    fn doubt_moves(&self, file: &Definition, findings: &mut Findings<'_>) {
        let is_meant = |name: &&String| {
            let flag = entry(file, name).and_then(|entry| entry.one_way.as_ref());
            flag.is_some_and(|flag| *flag.as_ref())
        };
        let moves = self.moves.iter().zip(self.structure.ways_back());
        let lost = moves.filter(|(_, way_back)| *way_back == WayBack::None);
        let lost = lost.map(|(name, _)| name).filter(|name| !is_meant(name));
        let lost: Vec<&String> = lost.collect();
        if let Some(first) = lost.first() {
            let span = entry(file, first).map_or(file.name.span(), |entry| entry.name.span());
            let have = if lost.len() == 1 { "has" } else { "have" };
            let problem = format!("{} {have} no inverse", quoted(&lost));
            let help = "tables are stored only if every move has an inverse; add one with `inverse`, or `one_way = true` if this is intended";
            findings.add_with_help(span, problem, Some(help.to_owned()));
        }
        let has_axis = file.moves.iter().any(|entry| entry.as_ref().axis.is_some());
        if let Some(metric) = file.metric.as_ref().filter(|_| !has_axis)
            && *metric.as_ref() == Metric::Axis
        {
            let problem = "this metric has no effect: no move has an `axis`";
            findings.add(metric.span(), problem);
        }
    }

    /// Warns if every move leads from solved boards to solved boards.
    fn doubt_effects(&self, file: &Definition, findings: &mut Findings<'_>) {
        let goals: HashSet<&Vec<Option<u8>>> = self.structure.goals.iter().collect();
        let at = |goal: &[Option<u8>], cell: u8| goal.get(usize::from(cell)).copied().flatten();
        let keeps = |turn: &Turn, goal: &[Option<u8>]| {
            let other =
                |&(cell, needed): &(u8, u8)| at(goal, cell).is_some_and(|symbol| symbol != needed);
            let is_illegal = turn.needs.iter().any(other);
            let after = turn.from.iter().map(|&cell| at(goal, cell));
            is_illegal || goals.contains(&after.collect::<Vec<_>>())
        };
        let mut turns = self.structure.turns.iter();
        if turns.all(|turn| goals.iter().all(|goal| keeps(turn, goal)))
            && let Some(entry) = file.goals.first()
        {
            let problem = "no move changes a goal, so only solved boards can be solved";
            findings.add(entry.span(), problem);
        }
    }

    /// For each move, `change` of all its turns, sorted.
    fn by_move<T: Clone + Ord>(&self, change: impl Fn(&Turn) -> T) -> Vec<Vec<T>> {
        let mut turns = vec![Vec::new(); self.moves.len()];
        for turn in &self.structure.turns {
            if let Some(changes) = turns.get_mut(turn.by.index()) {
                changes.push(change(turn));
            }
        }
        for changes in &mut turns {
            changes.sort_unstable();
        }
        turns
    }

    /// Warns about moves with the same effect.
    fn doubt_twins(&self, file: &Definition, findings: &mut Findings<'_>) {
        let turns = self.by_move(|turn| (turn.needs.clone(), turn.from.clone()));
        for (place, effects) in turns.iter().enumerate() {
            if let Some(earlier) = turns[..place].iter().position(|other| other == effects) {
                let [other, name] = [&self.moves[earlier], &self.moves[place]];
                let span = entry(file, name).map_or(file.name.span(), |entry| entry.name.span());
                let problem = format!("the moves `{other}` and `{name}` do the same");
                let help = format!("no answer has `{name}`: `{other}` comes first in tie order");
                findings.add_with_help(span, problem, Some(help));
            }
        }
    }

    /// Warns about goals that imply other goals.
    fn doubt_goals(&self, file: &Definition, findings: &mut Findings<'_>) {
        let goals = &self.structure.goals;
        for (place, goal) in goals.iter().enumerate() {
            let is_met = |other: &&Vec<Option<u8>>| {
                let mut cells = other.iter().zip(goal);
                *other != goal
                    && cells.all(|(other_cell, cell)| other_cell.is_none() || other_cell == cell)
            };
            let Some(other) = goals.iter().position(|other| is_met(&other)) else {
                continue;
            };
            // An entry for several goals has them one after another.
            let is_single = file.goals.len() == goals.len();
            let entry = file.goals.get(place).filter(|_| is_single);
            let span = entry.map_or(file.name.span(), toml::Spanned::span);
            let (title, other_title) = (self.goal_title(place), self.goal_title(other));
            findings.add(
                span,
                format!("every board that meets {title} also meets {other_title}"),
            );
        }
    }

    /// Warns about rotations of the whole puzzle that do not map moves to moves.
    fn doubt_turned(&self, file: &Definition, findings: &mut Findings<'_>) {
        let goals = file.goals.iter().map(toml::Spanned::as_ref);
        let strings: Vec<_> = goals
            .flat_map(|goal| goal.turned.iter().flat_map(Texts::each))
            .collect();
        if strings.is_empty() {
            return;
        }
        let moves = Moves {
            names: self.moves.clone(),
            turns: self.structure.turns.clone(),
        };
        let known = self.by_move(|turn| (turn.needs.clone(), turn.from.clone()));
        for string in strings {
            let Some(from) = images::turn(&string, &self.picture, &moves, findings) else {
                continue;
            };
            let Some(to) = structure::inverse(&from) else {
                continue;
            };
            let turned = self.by_move(|turn| {
                let place = |cell: u8| to.get(usize::from(cell)).copied().unwrap_or(cell);
                let comes = |&cell: &u8| turn.from.get(usize::from(cell)).copied();
                let needs = (turn.needs.iter()).map(|&(cell, symbol)| (place(cell), symbol));
                let mut needs: Vec<(u8, u8)> = needs.collect();
                needs.sort_unstable();
                let all = from.iter().map(|cell| comes(cell).map_or(*cell, place));
                (needs, all.collect::<Vec<u8>>())
            });
            let lost = turned.iter().position(|effects| !known.contains(effects));
            if let Some(name) = lost.and_then(|place| self.moves.get(place)) {
                let problem = format!("after this turn, no move has the effect of `{name}`");
                let help = "turned boards may need more moves than the others";
                findings.add_with_help(string.span(), problem, Some(help.to_owned()));
            }
        }
    }

    /// A goal's name, or its number if it has none.
    #[must_use]
    pub fn goal_title(&self, place: usize) -> String {
        let name = self.goals.get(place).filter(|name| !name.is_empty());
        let number = || format!("goal {}", place + 1);
        name.map_or_else(number, |name| format!("the goal `{name}`"))
    }
}
