//! Random trays of blocks, and a breadth-first search on their letters, which shares no code with the
//! library.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use fastrand::Rng;

/// The letters of a tray, row by row: `.` is free, `#` a wall.
pub type Tray = Vec<Vec<char>>;

/// The metrics, as definitions write them.
pub const METRICS: [&str; 3] = ["unit", "straight", "finger"];

/// A puzzle of blocks.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The start.
    pub tray: Tray,
    /// What must be where.
    pub goals: Vec<Tray>,
    /// One of [`METRICS`].
    pub metric: &'static str,
    /// True if bars only move along their length.
    pub is_along: bool,
}

/// A board: the kind of each block and its places. Blocks of a kind have the same shape, and the letter
/// only if a goal names it.
pub type Board = BTreeSet<(Option<char>, Vec<(usize, usize)>)>;

/// Random shapes: squares, bars, elbows, and one in two parts.
const SHAPES: [&[(usize, usize)]; 10] = [
    &[(0, 0)],
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (0, 1), (0, 2)],
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
    &[(0, 0), (1, 1)],
];

fn put(tray: &mut Tray, shape: &[(usize, usize)], letter: char, rng: &mut Rng) -> bool {
    let (row, column) = (rng.usize(..tray.len()), rng.usize(..tray[0].len()));
    let places: Vec<(usize, usize)> = shape.iter().map(|(r, c)| (row + r, column + c)).collect();
    let is_free = |&(r, c): &(usize, usize)| tray.get(r).and_then(|row| row.get(c)) == Some(&'.');
    if !places.iter().all(is_free) {
        return false;
    }
    for (r, c) in places {
        tray[r][c] = letter;
    }
    true
}

/// A random puzzle with a block that can move.
#[must_use]
pub fn layout(rng: &mut Rng) -> Layout {
    loop {
        let (width, height) = (rng.usize(2..5), rng.usize(2..5));
        let mut walls = vec![vec!['.'; width]; height];
        for place in walls.iter_mut().flatten() {
            if rng.u8(..12) == 0 {
                *place = '#';
            }
        }
        let mut tray = walls.clone();
        let mut shapes: Vec<(char, usize)> = Vec::new();
        for letter in ('A'..='Z').take(rng.usize(1..10)) {
            let shape = rng.usize(..SHAPES.len());
            for _ in 0..4 {
                if put(&mut tray, SHAPES[shape], letter, rng) {
                    shapes.push((letter, shape));
                    break;
                }
            }
        }
        let mut goals = Vec::new();
        for _ in 0..rng.usize(1..3) {
            let mut goal = walls.clone();
            for _ in 0..rng.usize(1..3) {
                let Some(&(letter, shape)) = rng.choice(&shapes) else {
                    break;
                };
                let is_new = !goal.iter().flatten().any(|other| *other == letter);
                // A small letter is any block of the shape.
                let letter = if rng.bool() {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                };
                if is_new && !goal.iter().flatten().any(|other| *other == letter) {
                    put(&mut goal, SHAPES[shape], letter, rng);
                }
            }
            goals.push(goal);
        }
        let layout = Layout {
            tray,
            goals,
            metric: METRICS[rng.usize(..3)],
            is_along: rng.u8(..3) == 0,
        };
        if layout.is_sound() && !layout.steps(&layout.start()).is_empty() {
            return layout;
        }
    }
}

fn blocks(tray: &Tray) -> BTreeMap<char, Vec<(usize, usize)>> {
    let mut blocks: BTreeMap<char, Vec<(usize, usize)>> = BTreeMap::new();
    for (r, row) in tray.iter().enumerate() {
        for (c, letter) in row.iter().enumerate() {
            if !['.', '#'].contains(letter) {
                blocks.entry(*letter).or_default().push((r, c));
            }
        }
    }
    blocks
}

/// The places moved so that the first is 0, 0, with an offset that is never negative.
fn shape(places: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let [row, column] = places[..1].first().map_or([0, 0], |(r, c)| [*r, *c]);
    places
        .iter()
        .map(|(r, c)| (r - row, 9 + c - column))
        .collect()
}

impl Layout {
    fn named(&self) -> BTreeSet<char> {
        let own = blocks(&self.tray);
        let all = self.goals.iter().flat_map(|goal| blocks(goal).into_keys());
        all.filter(|letter| own.contains_key(letter)).collect()
    }

    /// Returns true if every goal names a block, and unnamed blocks only of shapes that are there.
    fn is_sound(&self) -> bool {
        let (own, named) = (blocks(&self.tray), self.named());
        self.goals.iter().all(|goal| {
            let wishes = blocks(goal);
            let is_there = |(letter, places): (&char, &Vec<(usize, usize)>)| {
                own.contains_key(letter)
                    || own
                        .iter()
                        .any(|(other, its)| !named.contains(other) && shape(its) == shape(places))
            };
            !wishes.is_empty() && wishes.iter().all(is_there)
        })
    }

    /// The definition.
    #[must_use]
    pub fn toml(&self) -> String {
        let drawn = |tray: &Tray| -> String {
            let rows = tray.iter().map(|row| row.iter().collect::<String>() + "\n");
            rows.collect()
        };
        let mut text = format!(
            "name = \"random\"\nmetric = \"{}\"\nblocks = \"\"\"\n{}\"\"\"\n",
            self.metric,
            drawn(&self.tray)
        );
        if self.is_along {
            text += "slide = \"along\"\n";
        }
        let goals = self.goals.iter().map(drawn);
        let goals = goals.map(|goal| format!("[[goal]]\nblocks = \"\"\"\n{goal}\"\"\"\n"));
        text + &goals.collect::<String>()
    }

    /// The board of these letters.
    #[must_use]
    pub fn board(&self, tray: &Tray) -> Board {
        let named = self.named();
        let kind = |(letter, places)| (Some(letter).filter(|c| named.contains(c)), places);
        blocks(tray).into_iter().map(kind).collect()
    }

    /// The board at the start.
    #[must_use]
    pub fn start(&self) -> Board {
        self.board(&self.tray)
    }

    /// Returns true if a board meets a goal.
    #[must_use]
    pub fn is_solved(&self, board: &Board) -> bool {
        let named = self.named();
        self.goals.iter().any(|goal| {
            blocks(goal).into_iter().all(|(letter, places)| {
                let letter = Some(letter).filter(|c| named.contains(c));
                board.contains(&(letter, places))
            })
        })
    }

    /// The boards after each move.
    #[must_use]
    pub fn steps(&self, board: &Board) -> Vec<Board> {
        let mut steps = Vec::new();
        for block in board {
            let (kind, places) = block;
            let taken: BTreeSet<_> = board
                .iter()
                .filter(|other| *other != block)
                .flat_map(|(_, places)| places)
                .collect();
            let is_flat = places.iter().all(|(r, _)| *r == places[0].0);
            let is_high = places.iter().all(|(_, c)| *c == places[0].1);
            let is_bar = self.is_along && places.len() > 1;
            let beside = |places: &[(usize, usize)], way: (isize, isize)| {
                if is_bar && (is_flat && way.0 != 0 || is_high && way.1 != 0) {
                    return None;
                }
                let to = |(r, c): &(usize, usize)| {
                    let place = (r.checked_add_signed(way.0)?, c.checked_add_signed(way.1)?);
                    let letter = *self.tray.get(place.0)?.get(place.1)?;
                    (letter != '#' && !taken.contains(&place)).then_some(place)
                };
                places.iter().map(to).collect::<Option<Vec<_>>>()
            };
            let mut ends: BTreeSet<Vec<(usize, usize)>> = BTreeSet::new();
            let ways = [(-1, 0), (0, -1), (0, 1), (1, 0)];
            match self.metric {
                "unit" => ends.extend(ways.iter().filter_map(|way| beside(places, *way))),
                "straight" => {
                    for way in ways {
                        let mut at = places.clone();
                        while let Some(next) = beside(&at, way) {
                            ends.insert(next.clone());
                            at = next;
                        }
                    }
                }
                _ => {
                    let mut open = vec![places.clone()];
                    while let Some(at) = open.pop() {
                        let next = ways.iter().filter_map(|way| beside(&at, *way));
                        open.extend(next.filter(|next| ends.insert(next.clone())));
                    }
                    ends.remove(places);
                }
            }
            for end in ends {
                let mut next = board.clone();
                next.remove(block);
                next.insert((*kind, end));
                steps.push(next);
            }
        }
        steps
    }

    /// All boards to which moves lead from the start.
    #[must_use]
    pub fn reached(&self) -> Vec<Board> {
        let mut known = BTreeSet::from([self.start()]);
        let mut open = vec![self.start()];
        while let Some(board) = open.pop() {
            for next in self.steps(&board) {
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        known.into_iter().collect()
    }

    /// The distance to a goal of each board that moves make of the start and that can be solved, and the
    /// number of its shortest answers.
    #[must_use]
    pub fn distances(&self) -> HashMap<Board, (u32, u128)> {
        let solved: Vec<Board> = (self.reached().into_iter())
            .filter(|board| self.is_solved(board))
            .collect();
        let mut found: HashMap<Board, (u32, u128)> =
            solved.iter().map(|board| (board.clone(), (0, 1))).collect();
        let mut open = VecDeque::from(solved);
        // Every move can be undone.
        while let Some(board) = open.pop_front() {
            let (distance, ways) = found[&board];
            for next in self.steps(&board) {
                match found.get_mut(&next) {
                    Some((known, all)) if *known == distance + 1 => *all += ways,
                    Some(_) => {}
                    None => {
                        found.insert(next.clone(), (distance + 1, ways));
                        open.push_back(next);
                    }
                }
            }
        }
        found
    }

    /// A board as letters, which interchangeable blocks get in reading order.
    #[must_use]
    pub fn written(&self, board: &Board) -> String {
        let named = self.named();
        let free = |row: &Vec<char>| {
            let place = |c: &char| if *c == '#' { '#' } else { '.' };
            row.iter().map(place).collect()
        };
        let mut tray: Tray = self.tray.iter().map(free).collect();
        let mut left = ('A'..='Z').filter(|letter| !named.contains(letter));
        for (letter, places) in board {
            let letter = letter.or_else(|| left.next()).expect("few blocks");
            for (r, c) in places {
                tray[*r][*c] = letter;
            }
        }
        let rows: Vec<String> = tray.iter().map(String::from_iter).collect();
        rows.join("\n")
    }
}
