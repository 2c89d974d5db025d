//! The puzzle of a certificate: cells, pieces, moves and goals.

/// A number for each cell, such as a symbol or a colour; also other lists of numbers.
pub(crate) type Row = Vec<usize>;

#[derive(Clone)]
pub(crate) struct Puzzle {
    pub name: String,
    /// The number of pieces of each symbol.
    pub counts: Row,
    pub blank: Option<usize>,
    /// The names of the moves.
    pub moves: Vec<String>,
    pub turns: Vec<Turn>,
    /// The allowed symbols of each cell, for each goal.
    pub goals: Vec<Vec<Row>>,
}

/// The effect of a move, if it is legal.
#[derive(Clone)]
pub(crate) struct Turn {
    /// The move's place among the names.
    pub by: usize,
    /// The cell that must hold the blank, if one must.
    pub need: Option<usize>,
    /// Cells that must hold a symbol.
    pub needs: Vec<(usize, usize)>,
    /// Earlier turns of the move with the same effect.
    pub twins: Row,
    /// For each cell: the cell whose piece comes here, and the cell to which its piece goes.
    pub from: Row,
    pub to: Row,
}

impl Turn {
    /// `None` if this is not a permutation of the cells.
    pub(crate) fn new(by: usize, need: Option<usize>, from: Row) -> Option<Self> {
        let place = |cell| from.iter().position(|source| *source == cell);
        let to = (0..from.len()).map(place).collect::<Option<Row>>()?;
        let (needs, twins) = (vec![], vec![]);
        Some(Self {
            by,
            need,
            needs,
            twins,
            from,
            to,
        })
    }

    pub(crate) fn undo(&mut self) {
        self.need = self.need.map(|cell| self.to[cell]);
        for (cell, _) in &mut self.needs {
            *cell = self.to[*cell];
        }
        std::mem::swap(&mut self.from, &mut self.to);
    }

    /// Returns true if it is legal on every board.
    pub(crate) fn is_free(&self) -> bool {
        self.need.is_none() && self.needs.is_empty()
    }

    /// Returns true if no board allows both turns.
    pub(crate) fn excludes(&self, other: &Self) -> bool {
        let differ = self.need.is_some() && other.need.is_some() && self.need != other.need;
        let clashes = |(cell, symbol): &(usize, usize)| {
            let mut others = other.needs.iter();
            others.any(|(there, needed)| there == cell && needed != symbol)
        };
        differ || self.needs.iter().any(clashes)
    }

    pub(crate) fn apply(&self, board: &[usize]) -> Row {
        self.from.iter().map(|cell| board[*cell]).collect()
    }

    /// The cells from which pieces come to these cells.
    pub(crate) fn sources(&self, cells: &[usize]) -> Row {
        cells.iter().map(|cell| self.from[*cell]).collect()
    }

    /// The cells whose contents change.
    pub(crate) fn changed(&self) -> impl Iterator<Item = usize> {
        (0..self.from.len()).filter(|cell| self.from[*cell] != *cell)
    }
}

impl Puzzle {
    pub(crate) fn cells(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Returns true if a row of symbols has exactly the puzzle's pieces.
    pub(crate) fn is_board(&self, row: &[usize]) -> bool {
        let count = |symbol| row.iter().filter(|other| **other == symbol).count();
        row.len() == self.cells() && (0..self.counts.len()).map(count).eq(self.counts.clone())
    }

    pub(crate) fn is_legal(&self, turn: &Turn, board: &[usize]) -> bool {
        turn.need.is_none_or(|cell| Some(board[cell]) == self.blank)
            && (turn.needs.iter()).all(|(cell, symbol)| board[*cell] == *symbol)
    }

    /// The legal turns; of turns of a move with the same effect, only the first.
    pub(crate) fn legal(&self, board: &[usize]) -> impl Iterator<Item = &Turn> {
        let is_legal = |turn: &Turn| self.is_legal(turn, board);
        self.turns.iter().filter(move |turn| {
            is_legal(turn) && !turn.twins.iter().any(|twin| is_legal(&self.turns[*twin]))
        })
    }

    /// The board after a move; `None` if it is not legal.
    pub(crate) fn after(&self, board: &[usize], by: usize) -> Option<Row> {
        let mut turns = self.turns.iter().filter(|turn| turn.by == by);
        Some(turns.find(|turn| self.is_legal(turn, board))?.apply(board))
    }

    pub(crate) fn meets(&self, board: &[usize], goal: usize) -> bool {
        let mut cells = self.goals[goal].iter().zip(board);
        cells.all(|(set, symbol)| set.contains(symbol))
    }

    /// Returns true if a board meets any of these goals.
    pub(crate) fn meets_any(&self, board: &[usize], goals: &[usize]) -> bool {
        goals.iter().any(|goal| self.meets(board, *goal))
    }

    pub(crate) fn all_goals(&self) -> Row {
        (0..self.goals.len()).collect()
    }
}
