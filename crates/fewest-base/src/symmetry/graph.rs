//! A puzzle's structure as a graph, whose automorphisms are its symmetries, and its refinement.

use std::collections::{BTreeMap, BTreeSet};

use crate::space::structure::Structure;

/// The relation of two nodes, stored at both.
#[derive(Clone, Copy)]
enum Edge {
    /// A turn and a piece's path in it; the path and its start; the path and its end.
    Way,
    Start,
    End,
    /// A turn and a need of it; the need and its cell; the need and its symbol.
    Need,
    NeedsOn,
    Needs,
    /// A goal and its wish for a cell; the wish and its cell; the wish and its symbol.
    Wish,
    WishOn,
    Wished,
}

/// The kind of a node. Symbols start with different colours if their numbers of pieces differ. A
/// symbol without pieces is unlike all others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NodeKind {
    /// Its pieces, and the number of still cells that hold it.
    Symbol(u32, usize),
    Absent(usize),
    Cell,
    Turn,
    Need,
    Way,
    Goal,
    Wish,
}

/// The graph. Its first nodes are the symbols, then the cells, then the nodes that relate them.
pub(super) struct SymmetryGraph {
    kinds: Vec<NodeKind>,
    edges: Vec<Vec<(Edge, usize)>>,
}

/// The colour of each node: the number of nodes with a smaller colour. So colours do not depend on
/// the names of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NodeColours(Vec<usize>);

impl SymmetryGraph {
    /// Builds the graph of a sound structure, without the still cells that hold each symbol.
    pub(super) fn new(structure: &Structure, still: &[Vec<u8>]) -> Self {
        let symbols = structure.pieces.len();
        let kind = |(symbol, &pieces): (usize, &u32)| match pieces {
            0 => NodeKind::Absent(symbol),
            _ => NodeKind::Symbol(pieces, still.get(symbol).map_or(0, Vec::len)),
        };
        let mut kinds: Vec<NodeKind> = structure.pieces.iter().enumerate().map(kind).collect();
        kinds.resize(symbols + structure.cells(), NodeKind::Cell);
        let mut graph = Self {
            edges: vec![Vec::new(); kinds.len()],
            kinds,
        };
        let cell = |cell: u8| symbols + usize::from(cell);
        let turns: BTreeSet<_> = structure
            .turns
            .iter()
            .map(|t| (&t.needs, &t.from))
            .collect();
        for (needs, from) in turns {
            let turn = graph.add(NodeKind::Turn);
            for &(place, symbol) in needs {
                let need = graph.add(NodeKind::Need);
                graph.relate(turn, Edge::Need, need);
                graph.relate(need, Edge::NeedsOn, cell(place));
                graph.relate(need, Edge::Needs, symbol.into());
            }
            for (to, &from) in (0..=u8::MAX).zip(from).filter(|&(to, &from)| to != from) {
                let way = graph.add(NodeKind::Way);
                graph.relate(turn, Edge::Way, way);
                graph.relate(way, Edge::Start, cell(from));
                graph.relate(way, Edge::End, cell(to));
            }
        }
        for pattern in structure.goals.iter().collect::<BTreeSet<_>>() {
            let goal = graph.add(NodeKind::Goal);
            for (place, symbol) in (0..=u8::MAX).zip(pattern) {
                if let Some(symbol) = *symbol {
                    let wish = graph.add(NodeKind::Wish);
                    graph.relate(goal, Edge::Wish, wish);
                    graph.relate(wish, Edge::WishOn, cell(place));
                    graph.relate(wish, Edge::Wished, symbol.into());
                }
            }
        }
        graph
    }

    fn add(&mut self, kind: NodeKind) -> usize {
        self.kinds.push(kind);
        self.edges.push(Vec::new());
        self.kinds.len() - 1
    }

    fn relate(&mut self, a: usize, edge: Edge, b: usize) {
        self.edges[a].push((edge, b));
        self.edges[b].push((edge, a));
    }

    pub(super) fn size(&self) -> usize {
        self.kinds.len() + self.edges.iter().map(Vec::len).sum::<usize>()
    }

    pub(super) fn colours(&self) -> NodeColours {
        NodeColours::by(&self.kinds)
    }

    /// Gives two nodes different colours if their neighbours' colours differ, until no more nodes
    /// can be distinguished. Returns the number of rounds. (B. Weisfeiler, A. Leman, "The reduction
    /// of a graph to canonical form", 1968. Two neighbourhoods may look equal with a chance of
    /// 2^-64; that costs time, but loses no symmetry.)
    pub(super) fn refine(&self, colours: &mut NodeColours) -> usize {
        for round in 1.. {
            let neighbours = self.edges.iter().map(|edges| {
                let seen = edges
                    .iter()
                    .map(|&(edge, node)| scatter((colours.0[node] * 8 + edge as usize) as u64));
                seen.fold(0, u64::wrapping_add)
            });
            let keys: Vec<_> = colours.0.iter().copied().zip(neighbours).collect();
            let finer = NodeColours::by(&keys);
            if finer == *colours {
                return round;
            }
            *colours = finer;
        }
        0
    }
}

impl NodeColours {
    fn by<K: Ord + Copy>(keys: &[K]) -> Self {
        let mut sorted: Vec<(K, usize)> = keys.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        let mut colours = vec![0; keys.len()];
        let mut colour = 0;
        for (place, &(key, node)) in sorted.iter().enumerate() {
            if sorted[colour].0 != key {
                colour = place;
            }
            colours[node] = colour;
        }
        Self(colours)
    }

    /// Distinguishes a node from all others of its colour.
    pub(super) fn single_out(&self, node: usize) -> Self {
        let mut colours = self.clone();
        let colour = self.0[node];
        for other in &mut colours.0 {
            *other += usize::from(*other == colour);
        }
        colours.0[node] = colour;
        colours
    }

    /// The nodes among the first `count` that have the colour of `node` in `other`.
    pub(super) fn like(&self, other: &Self, node: usize, count: usize) -> Vec<usize> {
        let colour = other.0[node];
        (0..count).filter(|&node| self.0[node] == colour).collect()
    }

    /// The first node of the largest colour among the first `count`; `None` if all colours differ.
    pub(super) fn first_shared(&self, count: usize) -> Option<usize> {
        let mut nodes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (node, &colour) in self.0.iter().take(count).enumerate() {
            nodes.entry(colour).or_default().push(node);
        }
        let shared = nodes.into_values().filter(|nodes| nodes.len() > 1);
        // `max_by_key` takes the last of equals: here the smallest colour.
        shared.rev().max_by_key(Vec::len)?.first().copied()
    }

    /// Returns true if each colour has the same number of nodes in both.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        let sorted = |colours: &Self| {
            let mut colours = colours.0.clone();
            colours.sort_unstable();
            colours
        };
        sorted(self) == sorted(other)
    }

    /// For each of the first `count` nodes, which all differ, the node of its colour in `other`.
    pub(super) fn matching(&self, other: &Self, count: usize) -> Option<Vec<usize>> {
        let nodes: BTreeMap<usize, usize> = other.0.iter().copied().zip(0..count).collect();
        let node = |colour| nodes.get(colour).copied();
        self.0.iter().take(count).map(node).collect()
    }
}

/// A hash of a number (the last step of G. L. Steele, D. Lea, C. H. Flood, "Fast splittable
/// pseudorandom number generators", 2014).
fn scatter(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
