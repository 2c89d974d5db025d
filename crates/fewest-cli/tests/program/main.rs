//! The program as its users meet it: arguments and text in, text and exit codes out.

mod advice;
mod all_answers;
mod assumed;
mod bad_input;
mod bad_usage;
mod blocks;
mod both_bounds;
mod charts;
mod checkpoint;
mod common;
mod compare;
mod corpus;
mod define;
mod defined;
mod defined_boards;
mod drawings;
mod endless_files;
mod every_command;
mod exports;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod faults;
mod goals;
mod groups;
mod help;
mod hostile;
mod hosts;
mod interrupted;
mod json;
mod keep_going;
mod kernels;
mod knights;
mod levels;
mod limits;
mod long_jobs;
mod manual;
#[cfg(target_os = "linux")]
mod mapped_tables;
#[cfg(target_os = "linux")]
mod memory;
mod messages;
mod named;
mod pipes;
mod plain_words;
mod plans;
mod positions;
mod random_definitions;
mod research;
mod rotation;
mod rows;
mod schema;
mod scrambles;
mod serve;
mod sets;
mod setter;
mod setters_kit;
mod shapes;
mod sliding;
mod stickers;
mod survey;
mod switches;
mod tables;
mod target_moves;
mod time_limits;
mod troubleshooting;
mod typed;

// Random definitions with all their boards. The library's test has more of them.
use fewest_tests::definitions::{draw, spec, world};
