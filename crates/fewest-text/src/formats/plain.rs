//! `plain`, the same for every model: the symbols of a board on a line, the number of moves and the
//! moves; and `drawn`, the board as a drawing.

use fewest::model::Case;
use fewest::model::{Facelets, Model, OtherBoard, OtherBoards, Walk};
use fewest::solver::{Answer, Verdict};
use fewest::support::place::InputError;
use rustc_hash::FxHashMap;

use super::announced::Announced;
use super::answers::{self, ReadAnswer};
use super::blocks;
use super::cells::CellReader;
use super::output::{push_moves, push_number, push_open};
use super::source::{SPACES, Separators};
use super::words::{Word, Words};
use super::{Arc, Format, Frame, Kind, NamedGoal, Policy, Reader, Sizes, Source};

/// The longest line that is tried as a board written in another way.
const LONGEST_LINE: usize = 4096;

pub(super) const ROTATION: Format = Format {
    name: "plain",
    kind: Kind::Rotation,
    used_by: "this program",
    input: "24 symbols per board, to the end of the file",
    output: "one line per board: the number of moves, then the moves",
    sizes: Sizes::Any,
    goal: NamedGoal::BlankLast,
    limit: None,
    shows_moves: true,
    brings_goals: false,
    min_boards: 0,
    max_boards: None,
    is_terminated: false,
    is_solvable: false,
    size: None,
    has_layout: false,
    policy: Policy::Least,
    reader: |model| {
        let boards = &model.boards;
        blocks::reader(model)
            .unwrap_or_else(|| Plain::boxed(model, &boards.order, boards.facelets_of_cells()))
    },
    write_answer: Some(write_answer),
    frame: Frame::OfModel,
    write_board: |model, case, out| {
        Walk::of(model, case).write(out);
        out.push(b'\n');
    },
    read_answer: READ_ANSWER,
};

pub(super) const KNIGHTS: Format = Format {
    kind: Kind::Knights,
    input: "25 of 0 1 * per board, to the end of the file",
    ..ROTATION
};

pub(super) const DEFINED: Format = Format {
    kind: Kind::Defined,
    input: "the symbol of each cell, in the order of the cells, to the end of the file; white space between \
            symbols, optional if all are single characters",
    ..ROTATION
};

pub(super) const DRAWN: Format = Format {
    name: "drawn",
    input: "as plain, laid out as the definition draws its cells",
    output: "as plain",
    reader: |model| blocks::reader(model).unwrap_or_else(|| Plain::boxed(model, &[], None)),
    // A blank line between boards.
    write_board: |model, case, out| {
        if case.number > 1 {
            out.push(b'\n');
        }
        Walk::of(model, case).draw(out);
    },
    ..DEFINED
};

pub(crate) const FACELETS: Format = Format {
    name: "facelets",
    input: "as plain, with the letters of the faces that stickers belong to, in the order U R F D L B",
    output: "as plain",
    write_board: |model, case, out| {
        if let Some(facelets) = &model.boards.facelets {
            facelets.write(model, &case.start, out);
        }
        out.push(b'\n');
    },
    ..DEFINED
};

/// The separators of a model's symbols: white space, and the signs of lists that no symbol has.
pub(super) fn separators(model: &Model) -> Separators {
    let mut separators = SPACES;
    for sign in model.list_signs() {
        separators[usize::from(sign)] = true;
    }
    separators
}

/// A reader of boards with one symbol per cell, separated by white space or [signs of
/// lists](Model::list_signs). Separators are optional between single-character symbols. The model
/// determines whether the number of boards comes first, and the terminator.
struct Plain {
    model: Arc<Model>,
    words: Words,
    number: u64,
    /// True if every symbol and the terminator are single bytes.
    are_characters: bool,
    /// Symbols by their text.
    symbols: FxHashMap<Vec<u8>, u8>,
    /// Symbols by their text, if it is a single byte.
    by_byte: Box<[Option<u8>; 256]>,
    /// The cells in the order of the symbols; empty for their own order.
    order: Vec<u8>,
    facelets: Option<Facelets>,
    /// Reads boards that are written in other ways, each on its own lines.
    others: Option<OtherBoards>,
    separators: Separators,
    ids: Ids,
    /// For each byte, true if it is a word of the second way to write boards.
    is_letter: Box<[bool; 256]>,
    /// For each place of a line in either way: the symbol there if it never moves.
    still: [Vec<Option<u8>>; 2],
    /// The number of boards, if the input starts with it.
    announced: Option<Announced>,
    /// The terminator after the last board, if there is one.
    end: Option<Vec<u8>>,
    /// True if it may be missing.
    is_end_optional: bool,
    has_ended: bool,
}

/// Numbers before boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ids {
    /// Boards may have one, as the first has if it was read.
    Possible,
    /// The first board has none.
    None,
}

impl Plain {
    fn boxed(model: &Arc<Model>, order: &[u8], facelets: Option<&Facelets>) -> Box<dyn Reader> {
        let letters = facelets.iter().flat_map(|facelets| &facelets.words);
        let others = model.boards.others.iter().chain(letters);
        let others = others.map(|(other, symbol)| (other.as_bytes().to_vec(), *symbol));
        let canonical = (0..=u8::MAX)
            .zip(&model.symbols)
            .map(|(symbol, written)| (written.as_bytes().to_vec(), symbol));
        let symbols: FxHashMap<Vec<u8>, u8> = canonical.chain(others).collect();
        let mut by_byte = Box::new([None; 256]);
        for (written, symbol) in &symbols {
            if let [byte] = written[..] {
                by_byte[usize::from(byte)] = Some(*symbol);
            }
        }
        // The judge's inputs end with a 0.
        let is_end_optional = model.kind == Kind::Rotation;
        let end = model
            .boards
            .end
            .as_deref()
            .or(is_end_optional.then_some("0"));
        let end = end.map(str::as_bytes);
        let words = || symbols.keys().map(Vec::as_slice).chain(end);
        let are_characters = words().all(|word| word.len() == 1);
        let end_byte = end.and_then(|end| end.first().copied());
        let still = |order: &[u8]| {
            let mut still = vec![None; model.cells()];
            for (place, symbol) in OtherBoards::still_places(model, order) {
                still[place] = Some(symbol);
            }
            still
        };
        let mut is_letter = Box::new([false; 256]);
        for (letter, _) in facelets.iter().flat_map(|facelets| &facelets.words) {
            if let [byte] = letter.as_bytes() {
                is_letter[usize::from(*byte)] = true;
            }
        }
        Box::new(Self {
            separators: separators(model),
            ids: if model.kind == Kind::Defined {
                Ids::Possible
            } else {
                Ids::None
            },
            is_letter,
            still: [order, facelets.map_or(order, |facelets| &facelets.order)].map(still),
            words: Words::parted(are_characters, end_byte, separators(model)),
            number: 0,
            are_characters,
            symbols,
            by_byte,
            order: order.to_vec(),
            facelets: facelets.cloned(),
            others: OtherBoards::has_any(model).then(OtherBoards::default),
            announced: model.boards.is_counted.then(Announced::default),
            end: end.map(<[u8]>::to_vec),
            is_end_optional,
            has_ended: false,
            model: Arc::clone(model),
        })
    }

    /// Returns true if a line is clearly one board in the puzzle's own notation.
    fn is_own(&self, line: &[u8]) -> bool {
        let mut symbols = Vec::with_capacity(self.model.cells());
        let mut has_letters = false;
        let is_separator = |byte: &u8| self.separators[usize::from(*byte)];
        let mut read = |word: &[u8]| {
            has_letters |= matches!(*word, [byte] if self.is_letter[usize::from(byte)]);
            let symbol = self.symbol(word);
            symbols.extend(symbol);
            symbol.is_some()
        };
        let are_symbols = if self.are_characters {
            let mut bytes = line.iter().filter(|byte| !is_separator(byte));
            bytes.all(|byte| read(std::slice::from_ref(byte)))
        } else {
            let mut words = line.split(is_separator).filter(|word| !word.is_empty());
            words.all(read)
        };
        if !are_symbols {
            return false;
        }
        let still = self.still[usize::from(has_letters)].iter();
        let mut places = still.zip(&symbols);
        // The order of the cells does not matter here.
        self.model.is_board(&symbols)
            && places.all(|(still, symbol)| still.is_none_or(|still| still == *symbol))
    }

    fn symbol(&self, word: &[u8]) -> Option<u8> {
        match *word {
            [byte] => self.by_byte[usize::from(byte)],
            _ => self.symbols.get(word).copied(),
        }
    }

    /// Consumes a number before the board on its line: like `7:`, or one word more than the board has.
    fn id(&self, source: &mut Source<'_>) -> Result<Option<u64>, InputError> {
        if self.words.has_returned() {
            return Ok(None);
        }
        source.skip_space()?;
        if !source.is_line_blank() {
            return Ok(None);
        }
        let Some(line) = source.rest_of_line()? else {
            return Ok(None);
        };
        let end = line.iter().position(u8::is_ascii_whitespace);
        let (word, rest) = line.split_at(end.unwrap_or(line.len()));
        let digits = word.strip_suffix(b":").unwrap_or(word);
        let id = str::from_utf8(digits)
            .ok()
            .and_then(|digits| digits.parse().ok());
        let is_marked = digits.len() < word.len() && !self.symbols.contains_key(word);
        let cells = self.model.cells();
        // Of the first line, the last number may also be something else after a board.
        let is_clear = || {
            let end = line
                .trim_ascii_end()
                .iter()
                .rposition(u8::is_ascii_whitespace);
            let others = str::from_utf8(&line[..end.unwrap_or(0)]).ok();
            self.number > 1 || others.is_some_and(|line| self.model.read_board("", line).is_err())
        };
        let is_board = || {
            let rest = str::from_utf8(rest).ok()?;
            // Other lines are not worth a second reading.
            let words = rest.split_ascii_whitespace().take(cells + 1).count();
            ([1, cells].contains(&words) && rest.len() <= LONGEST_LINE)
                .then(|| self.model.read_board("", rest).ok())?
        };
        let length = word.len();
        let id = id.filter(|_| is_marked || is_board().is_some() && is_clear());
        if id.is_some() {
            (0..length).for_each(|_| source.advance());
        }
        Ok(id)
    }

    /// Reads lines that are one board written in another way; false if they are not.
    fn reads_other(
        &mut self,
        source: &mut Source<'_>,
        case: &mut Case,
    ) -> Result<bool, InputError> {
        let Some(others) = self.others.as_ref().filter(|_| !self.words.has_returned()) else {
            return Ok(false);
        };
        source.skip_space()?;
        let text = |line: &[u8]| str::from_utf8(line).ok().map(str::to_owned);
        let first = source
            .rest_of_line()?
            .filter(|line| line.len() <= LONGEST_LINE);
        let Some(first) = first.filter(|line| !self.is_own(line)).and_then(text) else {
            return Ok(false);
        };
        let rows = OtherBoards::rows(&self.model, &first);
        let lines = source.rest_of_lines(rows)?.and_then(text);
        let Some(OtherBoard {
            symbols,
            note,
            letters,
        }) = lines.and_then(|lines| others.read(&self.model, &lines))
        else {
            return Ok(false);
        };
        case.begin(self.number);
        (case.start, case.note, case.letters) = (symbols, note, letters);
        source.skip_line()?;
        for _ in 1..rows {
            source.advance();
            source.skip_line()?;
        }
        Ok(true)
    }

    /// Consumes the terminator if it comes next; returns true if it did.
    fn meets_end(&mut self, source: &mut Source<'_>) -> Result<bool, InputError> {
        let Some(end) = &self.end else {
            return Ok(false);
        };
        let next = self.words.peek(source)?;
        let is_end = next.is_some_and(|word| word.whole() == Some(end));
        if is_end {
            self.words.next(source)?;
        }
        Ok(is_end)
    }
}

/// The symbols that a cell may hold, for messages.
fn expected(model: &Model, facelets: Option<&Facelets>) -> String {
    const MAX_NAMED: usize = 9;
    let pieces = model.structure.pieces.len();
    let letters = facelets.iter().flat_map(|facelets| &facelets.words);
    let others = (0..=u8::MAX)
        .zip(&model.symbols)
        .filter(|(symbol, _)| facelets.is_none_or(|facelets| facelets.word(*symbol).is_none()));
    let names: Vec<String> = letters
        .map(|(letter, _)| letter.clone())
        .chain(others.map(|(_, name)| name.clone()))
        .collect();
    let (symbols, open) = names.split_at(pieces.min(names.len()));
    if let [open] = open {
        let last = symbols.last().map_or("", String::as_str);
        let first = symbols.first().map_or("", String::as_str);
        return format!("{open} or a symbol of {first} to {last}");
    }
    match symbols {
        [others @ .., last] if others.len() < MAX_NAMED => {
            format!("{} or {last}", others.join(", "))
        }
        [first, .., last] => format!("a symbol of {first} to {last}"),
        _ => "a symbol".to_owned(),
    }
}

impl Reader for Plain {
    fn next(&mut self, source: &mut Source<'_>, case: &mut Case) -> Result<bool, InputError> {
        if self.has_ended {
            return Ok(false);
        }
        if let Some(announced) = &mut self.announced
            && !announced.another(source, &mut self.words)?
        {
            return Ok(false);
        }
        self.has_ended = self.meets_end(source)?;
        self.number += 1;
        let id = match self.ids {
            Ids::Possible if !self.has_ended => self.id(source)?,
            Ids::Possible | Ids::None => None,
        };
        if id.is_none() && self.number == 1 {
            self.ids = Ids::None;
        }
        if !self.has_ended && self.reads_other(source, case)? {
            case.id = id;
            return Ok(true);
        }
        let (symbols, by_byte) = (&self.symbols, &self.by_byte);
        let symbol = |word: &Word| match *word.text() {
            [byte] => by_byte[usize::from(byte)],
            _ => symbols.get(word.whole()?).copied(),
        };
        let cells = CellReader {
            model: &self.model,
            unit: if self.are_characters {
                "cells"
            } else {
                "symbols"
            },
            order: &self.order,
            facelets: self.facelets.as_ref(),
            symbol,
            expected: &|facelets| expected(&self.model, facelets),
        };
        let is_board = !self.has_ended && cells.next(&mut self.words, source, self.number, case)?;
        case.id = id;
        match &self.announced {
            Some(announced) if !is_board => Err(announced.missing(source)),
            _ => Ok(is_board),
        }
    }

    /// The terminator is also allowed after a stated number of boards.
    fn close(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        self.has_ended = self.has_ended || self.meets_end(source)?;
        let Some(word) = self.words.peek(source)? else {
            return Ok(());
        };
        let problem = format!(
            "expected nothing after the last board, found {}",
            word.quoted()
        );
        Err(source.final_error(word.place, None, problem))
    }

    fn is_terminated(&self) -> bool {
        self.end.is_none() || self.is_end_optional || self.has_ended
    }
}

fn write_answer(model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
    let Verdict::Solved(distance) = answer.verdict else {
        return push_open(model, case, answer, out);
    };
    push_number(distance.into(), out);
    if distance > 0 {
        out.push(b' ');
    }
    push_moves(model, case, answer, out);
}

/// Reads the number of moves and then the moves, or `unsolvable`.
const READ_ANSWER: ReadAnswer = |model, _, source, claim| {
    let word = answers::first(source, claim)?;
    if word.is("unsolvable") {
        return Ok(());
    }
    let count = word.parse();
    claim.stated = Some(count.ok_or_else(|| word.unexpected("a number of moves"))?);
    claim.moves(model, source)
};
