//! The text of a certificate. `docs/certificate.md` describes it.

use std::iter::Peekable;
use std::str::FromStr;

use crate::puzzle::{Puzzle, Row, Turn};
use crate::{Failure, Result};

/// The longest text, in bytes.
pub(crate) const LONGEST: usize = 1 << 24;
/// The most turns: all pairs are compared.
const MAX_TURNS: usize = 4096;
/// The most symbols, goals, tables and so on, and the most cells of a place.
const MOST: usize = 255;
const MAX_PLACE: usize = 15;
/// The most numbers of a list: one for each cell.
const MAX_LIST: usize = 256;
/// The kinds of bounds.
const KINDS: [&str; 5] = ["search", "tables", "pieces", "turns", "parity"];

pub(crate) struct Certificate {
    pub puzzle: Puzzle,
    pub claim: Claim,
    pub orbits: Vec<Orbit>,
    pub tables: Vec<Table>,
    pub images: Vec<Image>,
    pub bounds: Vec<Bound>,
}

pub(crate) enum Claim {
    /// These moves are the fewest that solve the board, and there may be a number of solutions.
    Solved(Row, Row, Option<u128>),
    Unsolvable(Row),
    /// The numbers of boards at distance 0, 1, 2, ...: of all, or of those to which moves lead from a
    /// board.
    Counts(Option<Row>, Vec<u128>),
}

/// Places of equally many cells whose contents travel together, and turn.
pub(crate) struct Orbit {
    /// The number of ways in which a piece can be turned in its place.
    pub turns: usize,
    /// True if the sum of turns is the same for all boards of a table.
    pub is_sum: bool,
    /// True if the number of its contents has only the places and turns of pieces whose turns look
    /// different.
    pub is_marked: bool,
    pub places: Vec<Row>,
}

pub(crate) struct Table {
    pub file: String,
    /// The goals that it is about.
    pub goals: Row,
    /// A board with the pieces of all boards of the table, and the colours of its cells.
    pub home: Row,
    pub colours: Row,
    /// The symbols whose moves count, if not all moves do.
    pub charge: Option<Row>,
    pub orbits: Row,
}

/// An image of boards: for each of its cells, the cell that it shows; and for each symbol, the symbol
/// that shows it.
pub(crate) struct Image {
    pub cells: Row,
    pub symbols: Row,
}

/// A proof that a board is far from some goals.
pub(crate) struct Bound {
    pub kind: String,
    pub goals: Row,
    /// Sums of tables: the greatest is a bound.
    pub sums: Vec<Row>,
    /// Images of the board: their sums are also bounds.
    pub images: Row,
    /// For each cell: a mark that changes the parity if the blank is there.
    pub marks: Row,
    pub orbits: Row,
}

/// The lines to be read, with their numbers. They are split one at a time: the words take more memory
/// than the text.
struct Lines<'t> {
    left: Peekable<Box<dyn Iterator<Item = (usize, &'t str)> + 't>>,
    /// The number of the line that was read last.
    line: usize,
}

impl<'t> Lines<'t> {
    fn of(bytes: &'t [u8]) -> Result<Self> {
        let text = std::str::from_utf8(bytes).unwrap_or("");
        let lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.starts_with('#') && line.contains(|c| c > ' '));
        let left: Box<dyn Iterator<Item = _>> = Box::new(lines);
        let mut lines = Self {
            left: left.peekable(),
            line: 1,
        };
        lines.ensure(bytes.len() <= LONGEST, "at most 16 MiB")?;
        for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
            lines.line = number;
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let is_plain = line.iter().all(|byte| (b' '..=b'~').contains(byte));
            lines.ensure(is_plain, "plain ASCII text")?;
        }
        lines.line = 0;
        Ok(lines)
    }

    fn expected<T>(&self, what: &str) -> Result<T> {
        let problem = format!("line {}: expected {what}", self.line);
        Err(Failure::Malformed(problem))
    }

    fn ensure(&self, holds: bool, what: &str) -> Result<()> {
        if holds { Ok(()) } else { self.expected(what) }
    }

    /// The words after the key of the next line, if it has this key.
    fn optional(&mut self, key: &str) -> Option<Vec<&'t str>> {
        let words = |text: &'t str| text.split_ascii_whitespace();
        let is_next = |(_, text): &(usize, &'t str)| words(text).next() == Some(key);
        let (line, text) = self.left.next_if(is_next)?;
        self.line = line;
        Some(words(text).skip(1).collect())
    }

    fn required(&mut self, key: &str) -> Result<Vec<&'t str>> {
        if let Some(words) = self.optional(key) {
            return Ok(words);
        }
        self.line += 1;
        self.expected(&format!("a line that begins with `{key}`"))
    }

    /// Numbers below a limit, with a comma, a point or `+` between them.
    fn list(&self, word: &str, separator: char, limit: usize) -> Result<Row> {
        let number = |text: &str| match number(text) {
            Some(number) if number < limit => Ok(number),
            _ => self.expected(&format!("numbers below {limit}")),
        };
        let list: Row = word.split(separator).map(number).collect::<Result<_>>()?;
        self.ensure(list.len() <= MAX_LIST, "at most 256 numbers")?;
        Ok(list)
    }

    fn lists(&self, words: &[&str], separator: char, limit: usize) -> Result<Vec<Row>> {
        self.ensure(words.len() <= MAX_LIST, "at most 256 words")?;
        let list = |word: &&str| self.list(word, separator, limit);
        words.iter().map(list).collect()
    }

    /// Words of one number each.
    fn numbers(&self, words: &[&str], limit: usize) -> Result<Row> {
        Ok(self.lists(words, ' ', limit)?.concat())
    }

    fn row(&mut self, key: &str, limit: usize) -> Result<Row> {
        let words = self.required(key)?;
        self.numbers(&words, limit)
    }

    fn optional_row(&mut self, key: &str, limit: usize) -> Result<Option<Row>> {
        let words = self.optional(key);
        words.map(|words| self.numbers(&words, limit)).transpose()
    }
}

/// The most turns of a move with the same effect.
const MAX_TWINS: usize = 64;

/// A number in decimal, without sign and leading zeros.
fn number<N: FromStr + ToString>(word: &str) -> Option<N> {
    let number = word.parse().ok();
    number.filter(|number: &N| number.to_string() == word)
}

impl Certificate {
    pub(crate) fn parse(text: &[u8]) -> Result<Self> {
        let mut lines = Lines::of(text)?;
        let version = lines.required("fewest-certificate")?;
        lines.ensure(version == ["2"], "version 2")?;
        let puzzle = puzzle(&mut lines)?;
        let claim = claim(&mut lines, &puzzle)?;
        let (mut orbits, mut tables) = (vec![], vec![]);
        let (mut images, mut bounds) = (vec![], vec![]);
        while orbits.len() < MOST
            && let Some(words) = lines.optional("orbit")
        {
            orbits.push(orbit(&lines, &words, puzzle.cells())?);
        }
        while tables.len() < MOST
            && let Some(words) = lines.optional("table")
        {
            tables.push(table(&mut lines, &words, &puzzle, &orbits)?);
        }
        while images.len() < MOST
            && let Some(words) = lines.optional("image")
        {
            images.push(image(&mut lines, &words, &puzzle)?);
        }
        while bounds.len() < MOST
            && let Some(words) = lines.optional("bound")
        {
            let others = [orbits.len(), tables.len(), images.len()];
            bounds.push(bound(&mut lines, &words, &puzzle, others)?);
        }
        lines.line += 1;
        let is_end = lines.left.peek().is_none();
        lines.ensure(is_end, "the end")?;
        Ok(Self {
            puzzle,
            claim,
            orbits,
            tables,
            images,
            bounds,
        })
    }
}

fn puzzle(lines: &mut Lines<'_>) -> Result<Puzzle> {
    let [name] = lines.required("puzzle")?[..] else {
        return lines.expected("a name of one word");
    };
    let counts = lines.row("pieces", 257)?;
    let symbols = counts.len();
    let cells = counts.iter().sum();
    let is_small = (1..=256).contains(&cells) && symbols <= MOST;
    lines.ensure(is_small, "1 to 256 pieces of at most 255 symbols")?;
    let blank = lines.optional_row("blank", symbols)?;
    let is_single = blank.as_ref().is_none_or(|blank| blank.len() == 1);
    lines.ensure(is_single, "one symbol")?;
    let blank = blank.map(|blank| blank[0]);
    let (mut moves, mut turns): (Vec<String>, Vec<Turn>) = (vec![], vec![]);
    while let Some(words) = lines.optional("turn") {
        let [name, need, from @ ..] = &words[..] else {
            return lines.expected("a move, `-` or a cell, and cells");
        };
        let (need, needs) = needs(lines, need, cells, symbols)?;
        let known = moves.iter().position(|known| known == name);
        let by = known.unwrap_or(moves.len());
        if by == moves.len() {
            moves.push((*name).to_owned());
        }
        let from = lines.numbers(from, cells)?;
        let turn = Turn::new(by, need, from).filter(|turn| turn.from.len() == cells);
        let Some(turn) = turn else {
            return lines.expected("each cell once");
        };
        let mut turn = Turn { needs, ..turn };
        let others = || turns.iter().filter(|other| other.by == by);
        // On no board does a move do two things.
        let is_apart = |other: &Turn| {
            other.excludes(&turn) || !turn.needs.is_empty() && other.from == turn.from
        };
        let is_new = others().all(is_apart) && turns.len() < MAX_TURNS;
        lines.ensure(is_new, "another move, or another cell of the blank")?;
        let twins = (0..turns.len()).filter(|place| {
            let other = &turns[*place];
            other.by == by && other.from == turn.from && !turn.needs.is_empty()
        });
        turn.twins = twins.collect();
        let problem = "at most 64 turns of a move with the same effect";
        lines.ensure(turn.twins.len() < MAX_TWINS, problem)?;
        turns.push(turn);
    }
    let mut goals = vec![];
    while let Some(words) = lines.optional("goal") {
        let is_row = words.len() == cells && goals.len() < MOST;
        lines.ensure(is_row, "`*` or symbols for each cell")?;
        let set = |word: &&str| match *word {
            "*" => Ok((0..symbols).collect()),
            word => lines.list(word, ',', symbols),
        };
        goals.push(words.iter().map(set).collect::<Result<_>>()?);
    }
    lines.ensure(!goals.is_empty(), "a goal after the turns")?;
    Ok(Puzzle {
        name: name.to_owned(),
        counts,
        blank,
        moves,
        turns,
        goals,
    })
}

/// The cell that must hold the blank, and the cells that must hold a symbol.
type Needs = (Option<usize>, Vec<(usize, usize)>);

/// Reads what a turn needs: `-`, a cell, or pairs like
/// `3=1,4=0`.
fn needs(lines: &Lines<'_>, word: &str, cells: usize, symbols: usize) -> Result<Needs> {
    if word == "-" {
        return Ok((None, vec![]));
    }
    if !word.contains('=') {
        return Ok((Some(lines.numbers(&[word], cells)?[0]), vec![]));
    }
    let mut needs: Vec<(usize, usize)> = vec![];
    for pair in word.split(',') {
        let Some((cell, symbol)) = pair.split_once('=') else {
            return lines.expected("pairs of a cell and a symbol, like `3=1,4=0`");
        };
        let (cell, symbol) = (
            lines.numbers(&[cell], cells)?,
            lines.numbers(&[symbol], symbols)?,
        );
        let is_new = needs.iter().all(|(known, _)| *known != cell[0]);
        lines.ensure(is_new && needs.len() < 256, "each cell once")?;
        needs.push((cell[0], symbol[0]));
    }
    Ok((None, needs))
}

fn board(lines: &mut Lines<'_>, key: &str, puzzle: &Puzzle) -> Result<Row> {
    let board = lines.row(key, puzzle.counts.len())?;
    lines.ensure(puzzle.is_board(&board), "a board with all pieces")?;
    Ok(board)
}

fn claim(lines: &mut Lines<'_>, puzzle: &Puzzle) -> Result<Claim> {
    if let Some(words) = lines.optional("counts") {
        return Ok(Claim::Counts(None, counts(lines, &words)?));
    }
    let board = board(lines, "board", puzzle)?;
    if let Some(words) = lines.optional("counts") {
        return Ok(Claim::Counts(Some(board), counts(lines, &words)?));
    }
    if lines.optional("unsolvable").is_some() {
        return Ok(Claim::Unsolvable(board));
    }
    let words = lines.required("moves")?;
    let place = |word: &&str| puzzle.moves.iter().position(|name| name == word);
    let Some(moves) = words.iter().map(place).collect() else {
        return lines.expected("names of moves");
    };
    let solutions = lines
        .optional("solutions")
        .map(|words| counts(lines, &words))
        .transpose()?;
    let is_one = solutions.as_ref().is_none_or(|counts| counts.len() == 1);
    lines.ensure(is_one, "one number")?;
    Ok(Claim::Solved(board, moves, solutions.map(|one| one[0])))
}

fn counts(lines: &Lines<'_>, words: &[&str]) -> Result<Vec<u128>> {
    let counts: Option<Vec<u128>> = words.iter().map(|word| number(word)).collect();
    let counts = counts.filter(|counts| !counts.is_empty());
    counts.map_or_else(|| lines.expected("numbers"), Ok)
}

fn orbit(lines: &Lines<'_>, words: &[&str], cells: usize) -> Result<Orbit> {
    let [turns, kind, places @ ..] = words else {
        return lines.expected("a number of turns, `sum`, `free` or `marked`, and places");
    };
    let turns = lines.numbers(&[turns], 256)?[0];
    let places = lines.lists(places, '.', cells)?;
    let length = places.first().map_or(0, Vec::len);
    let is_even = places.iter().all(|place| place.len() == length);
    let fits = (1..=MAX_PLACE).contains(&length) && turns > 0 && length % turns == 0;
    let is_named = ["sum", "free", "marked"].contains(kind);
    lines.ensure(
        is_even && fits && is_named,
        "`sum`, `free` or `marked`, and places with as many cells as turns",
    )?;
    lines.ensure(are_different(places.concat()), "each cell once")?;
    Ok(Orbit {
        turns,
        is_sum: *kind == "sum",
        is_marked: *kind == "marked",
        places,
    })
}

fn are_different(mut cells: Row) -> bool {
    let all = cells.len();
    cells.sort_unstable();
    cells.dedup();
    cells.len() == all
}

fn table(lines: &mut Lines<'_>, words: &[&str], puzzle: &Puzzle, all: &[Orbit]) -> Result<Table> {
    let file = words.join(" ");
    let is_name = !file.contains(['/', '\\', ':', ' ']) && file != "..";
    lines.ensure(is_name, "a file in the certificate's folder")?;
    let symbols = puzzle.counts.len();
    let goals = lines.row("goals", puzzle.goals.len())?;
    let home = board(lines, "home", puzzle)?;
    let colours = lines.row("colours", MOST)?;
    lines.ensure(colours.len() == home.len(), "a colour for each cell")?;
    let charge = lines.optional_row("charge", symbols)?;
    let orbits = lines.row("orbits", all.len())?;
    let cells = orbits.iter().flat_map(|orbit| all[*orbit].places.concat());
    let fits = are_different(cells.collect()) && !orbits.is_empty();
    lines.ensure(fits, "orbits without common cells")?;
    Ok(Table {
        file,
        goals,
        home,
        colours,
        charge,
        orbits,
    })
}

fn image(lines: &mut Lines<'_>, words: &[&str], puzzle: &Puzzle) -> Result<Image> {
    let cells = lines.numbers(words, puzzle.cells())?;
    let symbols = lines.row("symbols", puzzle.counts.len())?;
    let is_whole = cells.len() == puzzle.cells() && symbols.len() == puzzle.counts.len();
    let is_image = is_whole && are_different(cells.clone()) && are_different(symbols.clone());
    lines.ensure(is_image, "each cell once, and each symbol")?;
    Ok(Image { cells, symbols })
}

fn bound(
    lines: &mut Lines<'_>,
    words: &[&str],
    puzzle: &Puzzle,
    [orbits, tables, images]: [usize; 3],
) -> Result<Bound> {
    let kind = words.join(" ");
    lines.ensure(KINDS.contains(&&*kind), &KINDS.join(" or "))?;
    let goals = lines.row("goals", puzzle.goals.len())?;
    let sums = lines.optional("sums").unwrap_or_default();
    let sums = lines.lists(&sums, '+', tables)?;
    // Sums of other kinds would not be verified.
    let fits = (kind == "tables") != sums.is_empty();
    lines.ensure(fits, "sums of tables if the bound is `tables`")?;
    let images = lines.optional_row("images", images)?.unwrap_or_default();
    let marks = lines.optional_row("marks", 2)?.unwrap_or_default();
    let blanks = puzzle.blank.map(|blank| puzzle.counts[blank]);
    let is_marked = marks.len() == puzzle.cells() && blanks == Some(1);
    lines.ensure(marks.is_empty() || is_marked, "marks for a single blank")?;
    let orbits = lines.optional_row("orbits", orbits)?.unwrap_or_default();
    Ok(Bound {
        kind,
        goals,
        sums,
        images,
        marks,
        orbits,
    })
}
