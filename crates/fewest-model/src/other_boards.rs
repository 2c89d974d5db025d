//! Boards in other ways than the puzzle's own: stickers of a cube in other colours, with its faces in
//! another order, or held in another way; and, for a stage, boards of the puzzle that it extends.

use std::cell::OnceCell;

use super::stickers::{
    FACE_ORDERS, Hold, Line, Stickers, arranged, hold, known_colours, still_cells,
};
use super::{Facelets, Model};
use fewest_base::group::{OrbitPieces, Permutation, find_pieces, moved_orbits};

/// A board that was written in another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherBoard {
    /// The symbol of each cell.
    pub symbols: Vec<u8>,
    /// The assumption about faces and colours, if there is one.
    pub note: Option<String>,
    /// The letters of symbols, if they mean others than usual.
    pub letters: Vec<(char, u8)>,
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

    /// The number of lines of a board that begins with this one: several for a cube's net.
    #[must_use]
    pub fn rows(model: &Model, first: &str) -> usize {
        let side = Stickers::of(model, first).line.len();
        let models = [Some(model), model.whole.as_deref()].into_iter().flatten();
        let mut facelets = models.filter_map(|model| model.boards.facelets.as_ref());
        let is_net =
            facelets.any(|facelets| facelets.order.len() + facelets.still.len() == 6 * side * side);
        if is_net { 3 * side } else { 1 }
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
        // A net of letters of faces is not a line of them.
        let is_net = || {
            let facelets = model.boards.facelets.as_ref();
            let letters = Stickers::of(model, text).net.unwrap_or_default();
            letters
                .iter()
                .any(|letter| facelets.is_some_and(|facelets| facelets.has(&letter.to_string())))
        };
        let own = own.filter(|_| !is_net());
        let is_own = own.is_some_and(|board| is_still_right(model, board));
        if is_own || !Self::has_any(model) {
            return None;
        }
        let recoloured = self.recoloured(model, text, own);
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
    /// letters mean. So the answer's moves fit the puzzle in the user's hands. The most plausible
    /// reading is returned. If none has the right pieces and the text is an own board, it must be
    /// more plausible than that.
    fn recoloured(&self, model: &Model, text: &str, own: Option<&[u8]>) -> Option<OtherBoard> {
        let facelets = model.boards.facelets.as_ref()?;
        let line = Line::of(model, facelets)?;
        let Stickers { line: letters, net } = Stickers::of(model, text);
        let net = net.filter(|_| line.face_orders() > 1);
        let orders = if net.is_some() { 1 } else { line.face_orders() };
        let letters = net.unwrap_or(letters);
        if letters.len() != line.stickers.len() {
            return None;
        }
        let known = known_colours(model, facelets, &letters);
        let mut readings = Vec::new();
        for faces in FACE_ORDERS.into_iter().take(orders) {
            let letters = arranged(faces, &letters);
            let colourings = line
                .colours(&letters, model.structure.pieces.len())
                .into_iter();
            for colours in colourings.chain(known.clone()) {
                let is_usual = faces == FACE_ORDERS[0];
                // Two assumptions at once, about known colours and about the order, are one too many.
                let hold = match &known {
                    Some(known) => hold(facelets, known, &colours)
                        .filter(|hold| is_usual || *hold != Hold::Other),
                    None => Some(Hold::Other),
                };
                let symbols = line.board(&letters, &colours);
                let symbols = symbols.filter(|symbols| model.is_board(symbols));
                let (Some(hold), Some(symbols)) = (hold, symbols) else {
                    continue;
                };
                let wrong = line.wrong(&letters, &colours);
                readings.push(Reading {
                    has_pieces: wrong == 0 && self.sources(model, &symbols).is_some(),
                    wrong,
                    hold,
                    is_usual,
                    faces,
                    colours,
                    symbols,
                });
            }
        }
        let wrong_in_own = own.map(|own| wrong_still(model, own));
        let is_likely = |reading: &&Reading| {
            reading.has_pieces
                || match reading.hold {
                    Hold::Standard => match wrong_in_own {
                        Some(wrong) => reading.wrong < wrong,
                        None => reading.is_usual,
                    },
                    Hold::Rotated => reading.is_usual,
                    Hold::Other => reading.is_usual && known.is_none() && own.is_none(),
                }
        };
        let best = readings
            .iter()
            .filter(is_likely)
            .min_by_key(|reading| reading.rank())?;
        let has_rival = readings.iter().any(|other| {
            best.has_pieces && other.rank() == best.rank() && other.symbols != best.symbols
        });
        Some(OtherBoard {
            note: note(model, facelets, best, has_rival),
            letters: match best.hold {
                Hold::Standard => Vec::new(),
                Hold::Rotated | Hold::Other => best.colours.clone(),
            },
            symbols: best.symbols.clone(),
        })
    }

    /// A board of the puzzle that this one extends, with the symbols that its pieces have here.
    fn of_whole(&self, model: &Model, text: &str) -> Option<OtherBoard> {
        let whole = model.whole.as_ref()?;
        let others = self.whole.get_or_init(Box::default);
        let OtherBoard {
            symbols,
            note,
            letters,
        } = others.read(whole, text).or_else(|| {
            let symbols = whole.read_own_board("", text).ok()?;
            Some(OtherBoard {
                symbols,
                note: None,
                letters: Vec::new(),
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
        Some(OtherBoard {
            symbols,
            note,
            letters,
        })
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
    let moves = turns.map(|turn| match turn.needs[..] {
        [] => Permutation::new(&turn.from),
        _ => None,
    });
    let moves: Vec<Permutation> = moves.collect::<Option<_>>()?;
    find_pieces(&moved_orbits(model.cells(), &moves), &moves)
}

/// Returns true if the cells that never move are as on the home board.
fn is_still_right(model: &Model, board: &[u8]) -> bool {
    wrong_still(model, board) == 0
}

/// The number of cells that never move and are not as on the home board.
fn wrong_still(model: &Model, board: &[u8]) -> usize {
    let home = model.home();
    let is_wrong = |cell: &usize| {
        home.as_ref()
            .is_some_and(|home| board.get(*cell) != home.get(*cell))
    };
    still_cells(model).filter(is_wrong).count()
}

/// A possible meaning of a line of stickers.
struct Reading {
    has_pieces: bool,
    /// The number of stickers that never move and are wrong.
    wrong: usize,
    hold: Hold,
    /// True if the faces are in the order of definitions.
    is_usual: bool,
    faces: &'static str,
    colours: Vec<(char, u8)>,
    symbols: Vec<u8>,
}

impl Reading {
    /// Less for more plausible readings.
    fn rank(&self) -> impl Ord + use<> {
        (!self.has_pieces, self.wrong, self.hold, !self.is_usual)
    }
}

/// The assumptions, if there are any. A rival is as plausible and another board.
fn note(model: &Model, facelets: &Facelets, reading: &Reading, has_rival: bool) -> Option<String> {
    let mut parts = Vec::new();
    if !reading.is_usual {
        parts.push(format!("faces read in the order {}", reading.faces));
    }
    if reading.hold != Hold::Standard {
        let name = |symbol: u8| {
            let own = model.symbols.get(usize::from(symbol));
            facelets
                .word(symbol)
                .or(own.map(String::as_str))
                .unwrap_or("?")
        };
        let colours = reading.colours.iter();
        let all: Vec<String> = colours
            .map(|(letter, symbol)| format!("{letter}={}", name(*symbol)))
            .collect();
        parts.push(format!(
            "colours read as {}; the moves are for the puzzle held this way",
            all.join(" ")
        ));
    }
    if has_rival {
        let other = "the stickers may also be read as another board";
        parts.push(format!(
            "{other}; letters of faces ({}) are clear",
            FACE_ORDERS[0]
        ));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}
