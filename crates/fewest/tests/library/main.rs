//! The library compared with independent references: the corpus, naive rules, exhaustive checks.

mod all_answers;
mod asked;
mod balls;
mod bulk;
mod check;
mod common;
mod corpus;
mod counted_answers;
mod cubes;
mod defined;
mod engine;
mod every_format;
mod exchange;
mod exhausted;
#[path = "../shared/fair.rs"]
mod fair;
mod figures;
mod generate;
mod giants;
mod goals;
mod handle;
mod heuristics;
mod hostile;
mod ida_star;
mod imports;
mod knights;
mod levels;
mod limits;
mod mistakes;
mod naive;
mod named;
mod neighbours;
mod one_answer;
mod one_way;
mod packaged;
mod patterns;
#[path = "../shared/pool.rs"]
mod pool;
mod projections;
mod proofs;
mod pruning;
mod quick;
mod ranks;
#[path = "../shared/read.rs"]
mod read;
mod rows;
mod scrambles;
mod searches;
mod sets;
#[path = "../shared/mod.rs"]
mod shared;
mod shared_levels;
mod shipped;
mod small_puzzles;
mod stages;
mod stored;
mod stored_patterns;
mod structures;
mod surveys;
mod symmetric_levels;
mod symmetries;
mod tables;
mod tables_by_levels;
mod tiles;
mod watched;
mod written;
