//! The steps of the blank.

use super::Model;

impl Model {
    /// For each move that depends on the blank, the blank's steps from cell to cell, like `1>2`.
    ///
    /// ```
    /// let tiles = fewest_model::Model::named("sliding:2x2")?;
    /// assert_eq!(tiles.blank_steps()[0].1, ["1>3", "2>4"]);
    /// # Ok::<(), fewest_model::NameError>(())
    /// ```
    #[must_use]
    pub fn blank_steps(&self) -> Vec<(&str, Vec<String>)> {
        let mut steps: Vec<(&str, Vec<String>)> = Vec::new();
        let cell = |cell: usize| self.picture.names.get(cell).map_or("", String::as_str);
        for turn in &self.structure.turns {
            let Some((from, _)) = turn.step() else {
                continue;
            };
            let Some(to) = turn.from.iter().position(|&source| source == from) else {
                continue;
            };
            let step = format!("{}>{}", cell(from.into()), cell(to));
            let name = self.moves.get(turn.by.index()).map_or("", String::as_str);
            match steps.last_mut() {
                Some((last, steps)) if *last == name => steps.push(step),
                _ => steps.push((name, vec![step])),
            }
        }
        steps
    }
}
