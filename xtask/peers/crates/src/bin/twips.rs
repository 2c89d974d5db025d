//! Scrambles of the 3 x 3 x 3 cube, one per line, by the crate `twips`, with one search for all of
//! them, whose table grows as they need it. Prints the number of moves, then the moves.

use std::error::Error;
use std::io::{self, BufWriter, Read, Write};

use cubing::alg::Alg;
use cubing::puzzles::cube3x3x3_kpuzzle;
use twips::_internal::canonical_fsm::search_generators::{Generators, SearchGenerators};
use twips::_internal::search::iterative_deepening::iterative_deepening_search::{
    ImmutableSearchData, IterativeDeepeningSearch,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let cube = cube3x3x3_kpuzzle();
    let faces = ["U", "L", "F", "R", "B", "D"];
    let faces = faces
        .map(str::parse)
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?;
    let faces = Generators::from(faces).enumerate_moves_for_kpuzzle(cube);
    let data = ImmutableSearchData::try_from_common_options(
        cube.clone(),
        SearchGenerators::try_new(cube, faces, Default::default())
            .map_err(|error| error.description)?,
        vec![cube.default_pattern()],
        Default::default(),
    )
    .map_err(|error| error.description)?;
    let mut search = IterativeDeepeningSearch::new_with_hash_prune_table(
        data,
        Default::default(),
        Default::default(),
    );
    let mut output = BufWriter::new(io::stdout().lock());
    for line in text.lines() {
        let scramble: Alg = line.parse()?;
        let board = cube.default_pattern().apply_alg(&scramble)?;
        let found = search
            .search(&board, Default::default(), Default::default())
            .next();
        let moves = found.ok_or("no solution")?;
        writeln!(output, "{} {moves}", moves.nodes.len())?;
    }
    Ok(output.flush()?)
}
