//! Permutation groups, compared with published results and brute force.

mod backward;
mod chains;
mod colourings;
mod numbering;
mod stickers;

use fewest::model::Model;

fn read(text: &str) -> Model {
    Model::from_toml(text).expect("a definition")
}
