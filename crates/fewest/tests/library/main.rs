//! The library against references that share nothing with it: the corpus, naive rules and searches, exhaustive checks.

mod bulk;
mod check;
mod common;
mod corpus;
mod face;
mod generate;
mod heuristics;
mod knights;
mod limits;
mod naive;
mod projections;
mod ranks;
mod small_puzzles;
mod structures;
mod tables;
