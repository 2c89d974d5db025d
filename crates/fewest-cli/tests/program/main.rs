//! The program as its users meet it: arguments and text in, text and exit codes out.

mod bad_input;
mod bad_usage;
mod checkpoint;
mod common;
mod compare;
mod corpus;
mod define;
mod defined;
mod defined_boards;
mod drawings;
mod every_command;
mod goals;
mod groups;
mod help;
mod hostile;
mod json;
mod keep_going;
mod knights;
mod limits;
mod pipes;
mod rotation;
mod setter;
mod shapes;
mod sliding;
mod survey;
mod tables;
