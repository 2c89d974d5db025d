//! A random definition, and its text.

use std::fmt::Write as _;

/// The content of a definition, with cells and symbols as numbers.
#[derive(Clone, Debug)]
pub struct Spec {
    pub cells: Cells,
    /// The text of each symbol, and its number of pieces.
    pub symbols: Vec<(String, u32)>,
    /// True if pieces are listed one by one, not as `x*3`.
    pub lists_pieces: bool,
    pub blank: Option<u8>,
    pub is_axis_metric: bool,
    /// Cells declared as fixed.
    pub fixed: Vec<u8>,
    /// Pairs of cells between which the blank moves.
    pub targets: Vec<(u8, u8)>,
    pub moves: Vec<MoveSpec>,
    pub goals: Vec<GoalSpec>,
    pub boards: BoardsSpec,
}

/// The cells: their names, rows and columns, and text in the file.
#[derive(Clone, Debug)]
pub struct Cells {
    pub names: Vec<String>,
    pub grid: Vec<(usize, usize)>,
    pub text: String,
}

#[derive(Clone, Debug)]
pub struct MoveSpec {
    pub name: String,
    pub way: Way,
    pub axis: Option<&'static str>,
    /// True if the file declares no inverse.
    pub is_one_way: bool,
    /// True if the file sets its cost to one.
    pub has_cost: bool,
}

/// The effect of a move, in one of the forms of the file.
#[derive(Clone, Debug)]
pub enum Way {
    Shift(Vec<u8>),
    Cycles(Vec<Vec<u8>>),
    Inverse(String),
    Sequence(Vec<String>),
    Offset(i16, i16),
    Steps(Vec<(u8, u8)>),
}

#[derive(Clone, Debug, Default)]
pub struct GoalSpec {
    pub name: Option<String>,
    pub board: Option<Vec<Option<u8>>>,
    pub spelling: Spelling,
    /// Lists of cells with one symbol each.
    pub same: Vec<Vec<u8>>,
    pub recolour: Vec<Recolour>,
    pub turned: Vec<Turned>,
}

/// The ways in which symbols are exchanged.
#[derive(Clone, Debug)]
pub enum Recolour {
    AnyOrder(Vec<u8>),
    Cycles(Vec<Vec<u8>>),
}

/// The ways in which the whole puzzle is rotated.
#[derive(Clone, Debug)]
pub enum Turned {
    /// Moves in succession.
    Moves(Vec<String>),
    Cycles(Vec<Vec<u8>>),
}

/// The spelling of a goal's board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// Symbols separated by spaces.
    #[default]
    Spaced,
    /// `a*3` for equal symbols.
    Counted,
    /// Without spaces.
    Together,
}

#[derive(Clone, Debug, Default)]
pub struct BoardsSpec {
    pub symbols: Vec<(String, u8)>,
    pub order: Option<Vec<u8>>,
    pub is_counted: bool,
    pub end: Option<String>,
}

impl Cells {
    /// Cells 1, 2, 3, ... without a picture.
    #[must_use]
    pub fn counted(number: usize) -> Self {
        Self {
            names: (1..=number).map(|cell| cell.to_string()).collect(),
            grid: (0..number).map(|column| (0, column)).collect(),
            text: number.to_string(),
        }
    }
}

/// A string in TOML.
#[must_use]
pub fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

impl Spec {
    fn cell(&self, cell: u8) -> &str {
        &self.cells.names[usize::from(cell)]
    }

    fn symbol(&self, symbol: u8) -> &str {
        &self.symbols[usize::from(symbol)].0
    }

    fn line(&self, cells: &[u8]) -> String {
        let names: Vec<&str> = cells.iter().map(|&cell| self.cell(cell)).collect();
        names.join(" ")
    }

    fn cycles(&self, cycles: &[Vec<u8>]) -> String {
        let cycle = |cells: &Vec<u8>| format!("({})", self.line(cells));
        cycles.iter().map(cycle).collect()
    }

    /// Returns true if every letter of a word is a symbol, so that it is read letter by letter.
    fn is_in_letters(&self, word: &str) -> bool {
        let letter = |symbol: &String| symbol.chars().count() == 1;
        let is_symbol = |c: char| {
            let is_letter = |symbol: &String| symbol.chars().eq([c]);
            c == '?' || self.symbols.iter().any(|(symbol, _)| is_letter(symbol))
        };
        self.symbols.iter().all(|(symbol, _)| letter(symbol)) && word.chars().all(is_symbol)
    }

    fn pairs(&self, pairs: &[(u8, u8)], sign: char) -> String {
        let pair = |(from, to): &(u8, u8)| format!("{}{sign}{}", self.cell(*from), self.cell(*to));
        pairs.iter().map(pair).collect::<Vec<_>>().join(" ")
    }

    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("name = \"drawn\"\ncells = {}\n", self.cells.text);
        let piece = |(symbol, count): &(String, u32)| match (self.lists_pieces, count) {
            (_, 1) => symbol.clone(),
            (true, _) => vec![symbol.as_str(); *count as usize].join(" "),
            (false, _) => format!("{symbol}*{count}"),
        };
        let pieces: Vec<String> = self.symbols.iter().map(piece).collect();
        line(&mut text, "pieces", &quoted(&pieces.join(" ")));
        if let Some(blank) = self.blank {
            line(&mut text, "blank", &quoted(self.symbol(blank)));
        }
        if self.is_axis_metric {
            line(&mut text, "metric", "\"axis\"");
        }
        if !self.fixed.is_empty() {
            line(&mut text, "fixed", &quoted(&self.line(&self.fixed)));
        }
        if !self.targets.is_empty() {
            line(
                &mut text,
                "targets",
                &quoted(&self.pairs(&self.targets, '-')),
            );
        }
        self.push_boards(&mut text);
        for move_spec in &self.moves {
            text.push_str("[[move]]\n");
            line(&mut text, "name", &quoted(&move_spec.name));
            let (key, value) = match &move_spec.way {
                Way::Shift(cells) => ("shift", quoted(&self.line(cells))),
                Way::Cycles(cycles) => ("cycles", quoted(&self.cycles(cycles))),
                Way::Inverse(other) => ("inverse", quoted(other)),
                Way::Sequence(names) => ("sequence", quoted(&names.join(" "))),
                Way::Offset(down, right) => ("offset", format!("[{down}, {right}]")),
                Way::Steps(pairs) => ("steps", quoted(&self.pairs(pairs, '>'))),
            };
            line(&mut text, key, &value);
            if let Some(axis) = move_spec.axis {
                line(&mut text, "axis", &quoted(axis));
            }
            if move_spec.is_one_way {
                line(&mut text, "one_way", "true");
            }
            if move_spec.has_cost {
                line(&mut text, "cost", "1");
            }
        }
        for goal in &self.goals {
            text.push_str("[[goal]]\n");
            if let Some(name) = &goal.name {
                line(&mut text, "name", &quoted(name));
            }
            if let Some(board) = &goal.board {
                let symbol = |cell: &Option<u8>| cell.map_or("?", |symbol| self.symbol(symbol));
                let symbols: Vec<&str> = board.iter().map(symbol).collect();
                let run = |run: &[&str]| match run {
                    [alone] => (*alone).to_owned(),
                    [first, ..] => {
                        let counted = format!("{first}*{}", run.len());
                        if self.is_in_letters(&counted) {
                            run.join(" ")
                        } else {
                            counted
                        }
                    }
                    [] => String::new(),
                };
                let board = match goal.spelling {
                    Spelling::Spaced => symbols.join(" "),
                    Spelling::Together => symbols.concat(),
                    Spelling::Counted => {
                        let runs = symbols.chunk_by(|a, b| a == b).map(run);
                        runs.collect::<Vec<_>>().join(" ")
                    }
                };
                line(&mut text, "board", &quoted(&board));
            }
            let same = goal.same.iter().map(|cells| self.line(cells));
            strings(&mut text, "same", &same.collect::<Vec<_>>());
            let listed = |listed: &[u8]| {
                let symbols: Vec<&str> = listed.iter().map(|&symbol| self.symbol(symbol)).collect();
                symbols.join(" ")
            };
            let recolour = goal.recolour.iter().map(|recolour| match recolour {
                Recolour::AnyOrder(symbols) => listed(symbols),
                Recolour::Cycles(cycles) => {
                    let cycle = |cycle: &Vec<u8>| format!("({})", listed(cycle));
                    cycles.iter().map(cycle).collect()
                }
            });
            strings(&mut text, "recolour", &recolour.collect::<Vec<_>>());
            let turned = goal.turned.iter().map(|turned| match turned {
                Turned::Moves(names) => names.join(" "),
                Turned::Cycles(cycles) => self.cycles(cycles),
            });
            strings(&mut text, "turned", &turned.collect::<Vec<_>>());
        }
        text
    }

    fn push_boards(&self, text: &mut String) {
        let boards = &self.boards;
        let is_usual = boards.symbols.is_empty() && boards.order.is_none() && !boards.is_counted;
        if is_usual && boards.end.is_none() {
            return;
        }
        text.push_str("[boards]\n");
        if !boards.symbols.is_empty() {
            let pair = |(other, symbol): &(String, u8)| format!("{other}={}", self.symbol(*symbol));
            let pairs: Vec<String> = boards.symbols.iter().map(pair).collect();
            line(text, "symbols", &quoted(&pairs.join(" ")));
        }
        if let Some(order) = &boards.order {
            line(text, "order", &quoted(&self.line(order)));
        }
        if boards.is_counted {
            line(text, "counted", "true");
        }
        if let Some(end) = &boards.end {
            line(text, "end", &quoted(end));
        }
    }
}

/// Writes a key with one string, or with a list of several.
fn strings(text: &mut String, key: &str, strings: &[String]) {
    let all: Vec<String> = strings.iter().map(|string| quoted(string)).collect();
    match &all[..] {
        [] => {}
        [one] => line(text, key, one),
        all => line(text, key, &format!("[{}]", all.join(", "))),
    }
}

fn line(text: &mut String, key: &str, value: &str) {
    writeln!(text, "{key} = {value}").expect("a string takes everything");
}
