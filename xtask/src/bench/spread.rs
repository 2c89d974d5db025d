//! The least, the median and the greatest of the values of all rounds.

pub struct Spread {
    sorted: Vec<f64>,
}

impl Spread {
    pub fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = values.collect();
        sorted.sort_by(f64::total_cmp);
        Self { sorted }
    }

    pub fn least(&self) -> f64 {
        self.at(0)
    }

    pub fn median(&self) -> f64 {
        self.at(self.sorted.len() / 2)
    }

    pub fn most(&self) -> f64 {
        self.at(self.sorted.len().saturating_sub(1))
    }

    /// A value; 0 if there are none.
    fn at(&self, place: usize) -> f64 {
        self.sorted.get(place).copied().unwrap_or_default()
    }
}
