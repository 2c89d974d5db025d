//! Defects that definitions made up at random have found, each with the least definition that shows
//! it.

mod goals_apart;
mod odd_symbols;
mod one_way_proofs;
mod unsolvable_by_search;
mod untold_readings;
