//! Traffic jams in one line, as databases of Rush Hour boards write them.

use super::Drawing;
use crate::{MAX_NAME, Model};

/// The beginning of the name of a jam that is written in one line.
pub(crate) const TRAFFIC: &str = "traffic:";

/// A mistake in a line, with the place of its character.
pub type LineMistake = (usize, String);

impl Model {
    /// The puzzle of a traffic jam: the letters of a square tray, row by row, `o` or `.` for free places
    /// and `x` for walls. Cars move along their length, any number of places in one move; `A` is
    /// horizontal, and has to get to the right end of its row. Its name is `traffic:` and the line, if
    /// that is not too long for a name.
    ///
    /// # Errors
    /// If the line is no such board: the place of the mistake, in characters from 0, and a message.
    ///
    /// ```
    /// use fewest_model::Model;
    ///
    /// let jam = Model::traffic("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")?;
    /// let start = jam.home().expect("the board itself");
    /// assert_eq!(jam.board_text(&start), "IBB#.. I..LDD JAAL.. J.KEEM FFK..M GGHHHM");
    /// assert!(Model::traffic("AAoo").is_err());
    /// # Ok::<(), (usize, String)>(())
    /// ```
    pub fn traffic(line: &str) -> Result<Self, LineMistake> {
        /// The sides of a tray.
        const SIDES: std::ops::RangeInclusive<usize> = 3..=16;
        let places = line.chars().count();
        let side = places.isqrt();
        if side * side != places || !SIDES.contains(&side) {
            let problem =
                format!("expected 36 letters, or another square number of them, found {places}");
            return Err((0, problem));
        }
        let drawn = |c: char| match c {
            'o' => '.',
            'x' => '#',
            c => c,
        };
        let letters: Vec<char> = line.chars().map(drawn).collect();
        let rows: Vec<String> = letters.chunks(side).map(String::from_iter).collect();
        let tray = rows.join("\n");
        let drawing =
            Drawing::of(&tray).map_err(|(at, problem)| (at - at / (side + 1), problem))?;
        let mut own = None;
        for (letter, places) in drawing.blocks() {
            let shape = drawing.shape(&places);
            let is_bar = |line: usize| {
                let expected = 0isize..;
                let along = shape.iter().map(|part| part[1 - line]);
                shape.iter().all(|part| part[line] == 0)
                    && expected.zip(along).all(|(i, at)| i == at)
            };
            if shape.len() < 2 || !is_bar(0) && !is_bar(1) {
                return Err((
                    places[0],
                    format!("`{letter}` is not a car: a car has two or more places in a line"),
                ));
            }
            if letter == 'A' {
                own = Some((places[0] / side, places.len())).filter(|_| is_bar(0));
            }
        }
        let Some((row, length)) = own else {
            return Err((0, "there is no horizontal car `A`".to_owned()));
        };
        let exit = (row + 1) * side - length..(row + 1) * side;
        if let Some(place) = exit.clone().find(|place| letters[*place] == '#') {
            return Err((place, "a wall where `A` has to get".to_owned()));
        }
        let free = ".".repeat(side);
        let goal: Vec<String> = (0..side)
            .map(|other| {
                if other == row {
                    ".".repeat(side - length) + &"A".repeat(length)
                } else {
                    free.clone()
                }
            })
            .collect();
        let name = Some(format!("{TRAFFIC}{line}")).filter(|name| name.len() <= MAX_NAME);
        let name = name.unwrap_or_else(|| "jam".to_owned());
        let text = format!(
            "name = \"jam\"\ntitle = \"a traffic jam\"\nmetric = \"straight\"\nslide = \"along\"\n\
             blocks = \"\"\"\n{tray}\n\"\"\"\n[[goal]]\nblocks = \"\"\"\n{}\n\"\"\"\n",
            goal.join("\n")
        );
        let model = Self::from_toml(&text).map(|model| Self { name, ..model });
        model.map_err(|problems| {
            let first = problems.0.into_iter().next();
            let message = first.map_or_else(String::new, |problem| problem.message);
            // There is no other metric here.
            let end = message.find("; the metric").unwrap_or(message.len());
            (0, message[..end].to_owned())
        })
    }
}
