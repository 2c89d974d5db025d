//! The library against references that share nothing with it: the corpus, naive rules and searches, exhaustive checks.

mod bulk;
mod by_symbols;
mod check;
mod common;
mod corpus;
mod defined;
mod face;
mod generate;
mod groups;
mod heuristics;
mod ida_star;
mod knights;
mod limits;
mod naive;
mod partitions;
mod patterns;
mod projections;
mod proofs;
mod ranks;
mod searches;
mod small_puzzles;
mod stored;
mod structures;
mod surveys;
mod symmetries;
mod tables;
