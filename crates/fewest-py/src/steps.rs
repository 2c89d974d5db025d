//! Moves applied to boards.

use fewest::model::MoveNames;
use fewest::{Board, Goal, Move, Options};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arrays::{self, Boards, Moves, place, shaped};
use crate::control::Control;
use crate::job::{self, not_moves};
use crate::many::Rowed;
use crate::puzzle::Puzzle;

impl Puzzle {
    /// The name of a move on a board, as answers write it.
    pub fn move_name(&self, board: &Board, m: Move) -> String {
        self.handle
            .model()
            .move_name(board.symbols(), m)
            .into_owned()
    }

    /// The boards after moves given as texts, one text per board.
    fn after_texts<'t>(
        &self,
        rows: &[u8],
        texts: impl Iterator<Item = &'t str>,
    ) -> PyResult<Vec<u8>> {
        let model = self.handle.model();
        let mut after = Vec::with_capacity(rows.len());
        for (number, (row, text)) in rows.chunks(self.width().max(1)).zip(texts).enumerate() {
            let wrong = |why: &str| PyValueError::new_err(format!("row {number}: {why}"));
            let why = || model.miscount(row).unwrap_or_default();
            let board = self.handle.board_of(row).ok_or_else(|| wrong(&why()))?;
            let moves = fewest_text::moves(&self.handle, &board, text)
                .map_err(|error| wrong(&error.problem))?;
            after.extend(model.end(row, &moves));
        }
        Ok(after)
    }
}

#[pymethods]
impl Puzzle {
    /// The boards after each move of each board, and which moves are legal: ``uint8[..., moves,
    /// cells]`` and ``bool[..., moves]``. An illegal move leaves the board unchanged.
    ///
    /// Raises the same as :meth:`distances`.
    ///
    /// >>> import fewest
    /// >>> ring = fewest.Puzzle("sliding:2x2")
    /// >>> boards, legal = ring.neighbours(ring.solved)
    /// >>> boards[legal]
    /// array([[1, 2, 0, 3],
    ///        [1, 0, 3, 2]], dtype=uint8)
    fn neighbours<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let boards = Boards::of(&self.handle, boards)?;
        let moves = self.handle.model().moves.len();
        let bytes = 2 * moves * (self.width() + 1);
        let around = self.on_moved(py, &boards, bytes, |rows, options| {
            self.handle.neighbours_of_rows(rows, options)
        })?;
        let shape = boards.shape_of(&[&[moves], &boards.form[..]].concat());
        let legal = shaped(py, around.are_legal, &boards.shape_of(&[moves]))?;
        Ok((shaped(py, around.rows, &shape)?, legal))
    }

    /// The names of the moves that are legal on a board, in tie order. A knight's move has the name of
    /// the cell that it leaves, as in answers.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("eight").legal_moves("1 2 3 4 5 6 7 x 8")
    /// ['l', 'r', 'u']
    fn legal_moves(&self, board: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let board = arrays::one_board(&self.handle, board)?;
        let moves = self.handle.legal_moves(&board).into_iter();
        Ok(moves.map(|m| self.move_name(&board, m)).collect())
    }

    /// The boards after moves, in the shape of ``boards``. ``moves`` is a text with moves to apply
    /// one after another to every board, like ``"R U R' U'"``; or an array with one move per board,
    /// by number or by name, which is broadcast to the boards.
    ///
    /// Raises the same as :meth:`distances`, and :exc:`ValueError`, with the row, for an illegal
    /// move.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> eight.apply(eight.solved, "ul")
    /// array([1, 2, 3, 4, 0, 5, 7, 8, 6], dtype=uint8)
    /// >>> eight.apply([eight.solved, eight.solved], ["u", "l"])
    /// array([[1, 2, 3, 4, 5, 0, 7, 8, 6],
    ///        [1, 2, 3, 4, 5, 6, 7, 0, 8]], dtype=uint8)
    fn apply<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        moves: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let boards = Boards::of(&self.handle, boards)?;
        let (model, count) = (self.handle.model(), boards.count);
        let made = |moves: &[Vec<u8>]| {
            self.on_moved(
                py,
                &boards,
                2 * self.width(),
                |rows, options| -> Rowed<Vec<u8>> {
                    let mut after = rows.to_vec();
                    for moves in moves {
                        after = self.handle.rows_after(&after, moves, options)?;
                    }
                    Ok(after)
                },
            )
        };
        let after = match Moves::of(&self.handle, moves, &boards)? {
            Moves::Places(places) => made(&[places])?,
            Moves::Texts(texts) => {
                self.after_texts(boards.slice(), texts.iter().map(String::as_str))?
            }
            Moves::Text(text) => match model.find_move(text.trim()) {
                Some(m) => made(&[vec![place(m); count]])?,
                // Here, the name of a move denotes different moves on different boards.
                None if model.move_names != MoveNames::Moves => {
                    let texts = std::iter::repeat_n(&*text, count);
                    self.after_texts(boards.slice(), texts)?
                }
                None => {
                    let first = boards.slice().get(..self.width());
                    let first = first
                        .and_then(|first| self.handle.board_of(first))
                        .map_or_else(|| self.solved(), Ok)?;
                    let named = fewest_text::moves(&self.handle, &first, &text)
                        .map_err(not_moves)?
                        .into_iter();
                    made(&named.map(|m| vec![place(m); count]).collect::<Vec<_>>())?
                }
            },
        };
        shaped(py, after, &boards.shape_of(&boards.form))
    }

    /// The board after the moves of a text, applied to the goal: ``uint8[cells]``; or the boards of
    /// several texts, ``uint8[n, cells]``.
    ///
    /// Raises :exc:`ValueError` for a word that is not a move, and if the puzzle has no
    /// home board.
    ///
    /// >>> import fewest
    /// >>> cube = fewest.Puzzle("cube2")
    /// >>> cube.distance(cube.scramble("R U R' U'"))
    /// 4
    /// >>> cube.scramble(["R", "U F"]).shape
    /// (2, 21)
    fn scramble<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let home = self.home()?;
        let board = |text: &str| -> PyResult<Vec<u8>> {
            let moves = fewest_text::moves(&self.handle, &home, text).map_err(not_moves)?;
            Ok(self.handle.model().end(home.symbols(), &moves))
        };
        if let Ok(text) = moves.cast::<PyString>() {
            return shaped(py, board(&text.to_cow()?)?, &[self.width()]);
        }
        let texts: Vec<String> = moves.extract()?;
        let rows = texts.iter().map(|text| board(text));
        let rows = rows.collect::<PyResult<Vec<_>>>()?.concat();
        arrays::boards(py, rows, self.width())
    }
}

impl Puzzle {
    /// For each board, the moves that lead to it from home: the inverse of the moves to there.
    pub fn scrambles(
        &self,
        py: Python<'_>,
        rows: &[u8],
        control: Control<'_, '_>,
    ) -> PyResult<Vec<Vec<Move>>> {
        let home = self.home()?.symbols().to_vec();
        let options = Options {
            goal: Some(Goal::Board(home)),
            ..self.options()
        };
        let mut found = crate::many::Solutions::default();
        job::long(py, &options, control, |options| {
            self.solve_rows(rows, options, &mut found)
        })?;
        let rows = rows.chunks(self.width().max(1));
        let answers = rows.zip(found.moves()).zip(found.distances());
        let back = answers
            .enumerate()
            .map(|(row, ((start, answer), distance))| {
                let wrong = |why| PyValueError::new_err(format!("row {row}: {why}"));
                if *distance == fewest::table::NO_DISTANCE {
                    return Err(wrong("no moves lead to it from the home board"));
                }
                let answer = answer.iter().filter_map(|&m| u8::try_from(m).ok());
                let answer: Vec<Move> = answer.map(Move::new).collect();
                let back = self.handle.model().way_back(start, &answer);
                back.ok_or_else(|| wrong("some move of its answer has no inverse"))
            });
        back.collect()
    }
}
