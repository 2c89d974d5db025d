//! Defects found by random definitions, each with the smallest definition that shows it.

mod derived_answers;
mod goals_apart;
mod odd_symbols;
mod one_way_proofs;
mod unsolvable_by_search;
