//! The sockets of the system.
//!
//! Unit tests replace them with types of the same names, which are sockets or ends of a [simulated](crate::simulated)
//! network. So the program has no other layer between it and the system.

#[cfg(not(test))]
pub(crate) use std::net::{TcpListener as Listener, TcpStream as Socket};

#[cfg(test)]
pub(crate) use crate::simulated::socket::{Listener, Socket};
