//! Boards in other ways than the puzzle's own: stickers of a cube in other colours, with its faces in
//! another order, or held in another way; and, for a stage, boards of the puzzle that it extends.

use std::cell::OnceCell;

use super::{Facelets, Model};
use fewest_base::group::{OrbitPieces, Permutation, find_pieces, moved_orbits};

/// The orders in which programs list the faces of a cube. Definitions use the first.
const FACE_ORDERS: [&str; 7] = [
    "URFDLB", "ULFRBD", "UFRBLD", "UDLRFB", "UDFBLR", "FRBLUD", "LFRBUD",
];

/// A board that was written in another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherBoard {
    /// The symbol of each cell.
    pub symbols: Vec<u8>,
    /// The assumption about faces and colours, if there is one.
    pub note: Option<String>,
}

/// A reader of such boards for one puzzle. It keeps the pieces that it has found.
#[derive(Debug, Default)]
pub struct OtherBoards {
    pieces: OnceCell<Option<Vec<OrbitPieces>>>,
    /// The reader of the puzzle that this one extends.
    whole: OnceCell<Box<Self>>,
}

impl OtherBoards {
    /// Returns true if boards of a puzzle can be written in other ways.
    #[must_use]
    pub const fn has_any(model: &Model) -> bool {
        model.boards.facelets.is_some() || model.whole.is_some()
    }

    /// Reads a text that is one board; `None` if it is in the puzzle's own notation, or not a board.
    ///
    /// ```
    /// use fewest_model::{Model, OtherBoards};
    ///
    /// let cube = Model::named("cube3")?;
    /// let others = OtherBoards::default();
    /// let solved = "UUUUUUUUU LLLLLLLLL FFFFFFFFF RRRRRRRRR BBBBBBBBB DDDDDDDDD";
    /// assert_eq!(others.read(&cube, solved).map(|board| board.symbols), cube.home());
    /// # Ok::<(), fewest_model::NameError>(())
    /// ```
    pub fn read(&self, model: &Model, text: &str) -> Option<OtherBoard> {
        let own = model.read_own_board("", text).ok();
        self.read_unless_own(model, text, own.as_deref())
    }

    /// Reads a text like [`read`](Self::read), given the board that it is in the puzzle's own notation.
    pub(super) fn read_unless_own(
        &self,
        model: &Model,
        text: &str,
        own: Option<&[u8]>,
    ) -> Option<OtherBoard> {
        let is_own = own.is_some_and(|board| is_still_right(model, board));
        if is_own || !Self::has_any(model) {
            return None;
        }
        let recoloured = self.recoloured(model, text, own.is_some());
        recoloured.or_else(|| self.of_whole(model, text))
    }

    /// The places, in lines that list the cells in this order, of cells that never move, and the
    /// symbols that they have on every board in the puzzle's own notation. Without an order, lines
    /// list the cells in their own order.
    #[must_use]
    pub fn still_places(model: &Model, order: &[u8]) -> Vec<(usize, u8)> {
        let home = model.home().unwrap_or_default();
        let place = |cell: usize| match order {
            [] => Some(cell),
            _ => order.iter().position(|other| usize::from(*other) == cell),
        };
        let still = still_cells(model).filter_map(|cell| place(cell).zip(home.get(cell).copied()));
        still.collect()
    }

    /// A board whose letters may stand for any colours: the stickers that never move show what the
    /// letters mean. So the answer's moves fit the puzzle in the user's hands. With `is_strict`, the
    /// board must have the right pieces.
    fn recoloured(&self, model: &Model, text: &str, is_strict: bool) -> Option<OtherBoard> {
        let facelets = model.boards.facelets.as_ref()?;
        let signs = model.list_signs();
        let is_sign =
            |c: char| c.is_whitespace() || u8::try_from(c).is_ok_and(|c| signs.contains(&c));
        let letters: Vec<char> = text.chars().filter(|c| !is_sign(*c)).collect();
        let line = Line::of(model, facelets)?;
        if letters.len() != line.stickers.len() {
            return None;
        }
        let mut other = None;
        for order in line.face_orders() {
            for colours in line.colours(&order.arranged(&letters), model.structure.pieces.len()) {
                let symbols = line.board(&order.arranged(&letters), &colours);
                let Some(symbols) = symbols.filter(|symbols| model.is_board(symbols)) else {
                    continue;
                };
                let has_pieces = self.sources(model, &symbols).is_some();
                let read = OtherBoard {
                    note: note(model, facelets, order, &colours),
                    symbols,
                };
                if has_pieces {
                    return Some(read);
                }
                // Impossible pieces are reported for the usual order.
                let is_usual = order.faces == FACE_ORDERS[0];
                other = other.or((is_usual && !is_strict).then_some(read));
            }
        }
        other
    }

    /// A board of the puzzle that this one extends, with the symbols that its pieces have here.
    fn of_whole(&self, model: &Model, text: &str) -> Option<OtherBoard> {
        let whole = model.whole.as_ref()?;
        let others = self.whole.get_or_init(Box::default);
        let OtherBoard { symbols, note } = others.read(whole, text).or_else(|| {
            let symbols = whole.read_own_board("", text).ok()?;
            Some(OtherBoard {
                symbols,
                note: None,
            })
        })?;
        let home = model.home()?;
        let of_symbol = |symbol: u8| {
            let whole = whole.home()?;
            let mut shown = whole
                .iter()
                .zip(&home)
                .filter(|(known, _)| **known == symbol);
            let (_, &first) = shown.next()?;
            shown.all(|(_, other)| *other == first).then_some(first)
        };
        let by_symbol: Option<Vec<u8>> = symbols.iter().map(|symbol| of_symbol(*symbol)).collect();
        let shown = by_symbol.or_else(|| {
            let sources = others.sources(whole, &symbols)?;
            let shown = sources
                .iter()
                .map(|cell| home.get(usize::from(*cell)).copied());
            shown.collect()
        });
        let symbols = shown.filter(|symbols| model.is_board(symbols))?;
        Some(OtherBoard { symbols, note })
    }

    /// For each cell, the cell of the home board whose sticker is there; `None` if a board has other
    /// pieces, or pieces that look alike.
    fn sources(&self, model: &Model, board: &[u8]) -> Option<Vec<u8>> {
        let home = model.home()?;
        let orbits = self.pieces.get_or_init(|| pieces(model)).as_ref()?;
        let mut sources: Vec<u8> = (0..=u8::MAX).take(home.len()).collect();
        for orbit in orbits {
            let seen = |board: &[u8], cell: u8| -> Option<Vec<u8>> {
                let frame = orbit.frames.of_point(cell).iter();
                frame
                    .map(|cell| board.get(usize::from(*cell)).copied())
                    .collect()
            };
            let mut used = Vec::new();
            for &cell in &orbit.points {
                let here = seen(board, cell)?;
                let mut equal = orbit.points.iter().filter(|home_cell| {
                    seen(&home, **home_cell).is_some_and(|at_home| at_home == here)
                });
                let source = *equal.next()?;
                if equal.next().is_some() || used.contains(&source) {
                    return None;
                }
                used.push(source);
                *sources.get_mut(usize::from(cell))? = source;
            }
        }
        let still = |(cell, source): (u8, &u8)| {
            cell != *source || board.get(usize::from(cell)) == home.get(usize::from(cell))
        };
        (0..=u8::MAX).zip(&sources).all(still).then_some(sources)
    }
}

/// The pieces that moves carry; `None` if moves depend on a blank.
fn pieces(model: &Model) -> Option<Vec<OrbitPieces>> {
    let turns = model.structure.turns.iter();
    let moves = turns.map(|turn| match turn.needs {
        None => Permutation::new(&turn.from),
        Some(_) => None,
    });
    let moves: Vec<Permutation> = moves.collect::<Option<_>>()?;
    find_pieces(&moved_orbits(model.cells(), &moves), &moves)
}

/// Returns true if the cells that never move are as on the home board.
fn is_still_right(model: &Model, board: &[u8]) -> bool {
    let home = model.home();
    home.is_none_or(|home| still_cells(model).all(|cell| board.get(cell) == home.get(cell)))
}

/// The cells that no move changes.
fn still_cells(model: &Model) -> impl Iterator<Item = usize> {
    let is_still = |cell: &usize| {
        let mut turns = model.structure.turns.iter();
        turns.all(|turn| turn.from.get(*cell).copied().map(usize::from) == Some(*cell))
    };
    (0..model.cells()).filter(is_still)
}

/// The meaning of each place in a line of stickers.
struct Line {
    /// The cell; `None` for a sticker that is not a cell.
    stickers: Vec<Option<u8>>,
    /// The places that never move, and their symbols.
    still: Vec<(usize, u8)>,
    /// The faces in order, if there are six.
    faces: String,
}

/// An order of faces.
#[derive(Clone, Copy)]
struct FaceOrder {
    faces: &'static str,
}

impl FaceOrder {
    /// Arranges letters in the order of definitions.
    fn arranged(self, letters: &[char]) -> Vec<char> {
        if self.faces == FACE_ORDERS[0] {
            return letters.to_vec();
        }
        let size = letters.len() / self.faces.len();
        let usual = FACE_ORDERS[0].chars();
        let places = usual.filter_map(|face| self.faces.find(face));
        let faces = places.map(|place| letters.chunks(size.max(1)).nth(place));
        faces.flatten().flatten().copied().collect()
    }
}

impl Line {
    /// `None` without a home board.
    fn of(model: &Model, facelets: &Facelets) -> Option<Self> {
        let home = model.home()?;
        let mut stickers: Vec<Option<u8>> = facelets.order.iter().copied().map(Some).collect();
        for (place, _) in &facelets.still {
            stickers.insert((*place).min(stickers.len()), None);
        }
        let mut still = facelets.still.clone();
        for cell in still_cells(model) {
            let place = stickers
                .iter()
                .position(|other| other.map(usize::from) == Some(cell));
            still.extend(place.zip(home.get(cell).copied()));
        }
        let face = |stickers: &[Option<u8>]| {
            let cell = stickers.iter().flatten().next()?;
            model.picture.names.get(usize::from(*cell))?.chars().next()
        };
        let faces = stickers
            .chunks((stickers.len() / 6).max(1))
            .filter_map(face)
            .collect();
        Some(Self {
            stickers,
            still,
            faces,
        })
    }

    /// The orders in which the faces may come.
    fn face_orders(&self) -> impl Iterator<Item = FaceOrder> {
        let known = if self.faces == FACE_ORDERS[0] {
            FACE_ORDERS.len()
        } else {
            1
        };
        FACE_ORDERS
            .into_iter()
            .take(known)
            .map(|faces| FaceOrder { faces })
    }

    /// The ways to give the letters of a line the symbols `0..symbols`, such that stickers that
    /// never move are right. None if more than three letters are left then.
    fn colours(&self, letters: &[char], symbols: usize) -> Vec<Vec<(char, u8)>> {
        const MOST_LEFT: usize = 3;
        let mut known: Vec<(char, u8)> = Vec::new();
        for (place, symbol) in &self.still {
            let Some(&letter) = letters.get(*place) else {
                return Vec::new();
            };
            if !known.contains(&(letter, *symbol)) {
                known.push((letter, *symbol));
            }
        }
        let mut letters_left: Vec<char> = Vec::new();
        for letter in letters {
            if !letters_left.contains(letter) && known.iter().all(|(other, _)| other != letter) {
                letters_left.push(*letter);
            }
        }
        let symbols = (0..=u8::MAX).take(symbols);
        let symbols_left: Vec<u8> = symbols
            .filter(|symbol| known.iter().all(|(_, other)| other != symbol))
            .collect();
        let mut letters: Vec<char> = known.iter().map(|(letter, _)| *letter).collect();
        letters.sort_unstable();
        letters.dedup();
        if letters.len() < known.len()
            || letters_left.len() != symbols_left.len()
            || letters_left.len() > MOST_LEFT
        {
            return Vec::new();
        }
        orders(&symbols_left)
            .into_iter()
            .map(|symbols| {
                known
                    .iter()
                    .copied()
                    .chain(letters_left.iter().copied().zip(symbols))
                    .collect()
            })
            .collect()
    }

    /// The board that letters of these colours show.
    fn board(&self, letters: &[char], colours: &[(char, u8)]) -> Option<Vec<u8>> {
        let mut board = vec![None; self.stickers.iter().flatten().count()];
        for (sticker, letter) in self.stickers.iter().zip(letters) {
            let colour = colours.iter().find(|(known, _)| known == letter);
            if let Some(cell) = sticker {
                *board.get_mut(usize::from(*cell))? = colour.map(|(_, symbol)| *symbol);
            }
        }
        board.into_iter().collect()
    }
}

/// The assumptions, if there are any.
fn note(
    model: &Model,
    facelets: &Facelets,
    order: FaceOrder,
    colours: &[(char, u8)],
) -> Option<String> {
    let name = |symbol: u8| {
        facelets
            .word(symbol)
            .or(model.symbols.get(usize::from(symbol)).map(String::as_str))
    };
    let is_usual = |(letter, symbol): &(char, u8)| {
        let letter = letter.to_string();
        name(*symbol).is_some_and(|name| name.eq_ignore_ascii_case(&letter))
            || model.symbols.get(usize::from(*symbol)) == Some(&letter)
    };
    let mut parts = Vec::new();
    if order.faces != FACE_ORDERS[0] {
        parts.push(format!("faces read in the order {}", order.faces));
    }
    if !colours.iter().all(is_usual) {
        let pair =
            |(letter, symbol): &(char, u8)| format!("{letter}={}", name(*symbol).unwrap_or("?"));
        let all: Vec<String> = colours.iter().map(pair).collect();
        let all = all.join(" ");
        parts.push(format!(
            "colours read as {all}; the moves are for the puzzle held this way"
        ));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// All orders of a few symbols.
fn orders(symbols: &[u8]) -> Vec<Vec<u8>> {
    if symbols.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, first) in symbols.iter().enumerate() {
        let mut rest = symbols.to_vec();
        rest.remove(place);
        all.extend(
            orders(&rest)
                .into_iter()
                .map(|rest| [vec![*first], rest].concat()),
        );
    }
    all
}
