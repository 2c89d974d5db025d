//! The progress reports of searches.

use std::sync::Arc;

use fewest::search::Algorithm;
use fewest::solver::HeuristicName;
use fewest::support::progress::{Progress, Searches};

use crate::common::{self, Request};

#[test]
fn searches_together() {
    let progress = Progress::new();
    assert_eq!(progress.searches(), Searches::default());
    progress.begin_search();
    progress.begin_search();
    progress.search(40, 1000);
    progress.search(42, 500);
    progress.end_search();
    let searches = progress.searches();
    let reported = (searches.running, searches.threshold, searches.nodes);
    assert_eq!(reported, (1, 42, 1500));
    assert!(searches.since.is_some());
    // Building between searches is not a search.
    progress.end_search();
    progress.begin("building", "boards", Some(9));
    let searches = progress.searches();
    let reported = (searches.running, searches.nodes, searches.since);
    assert_eq!(reported, (0, 0, None));
}

/// The last threshold is the distance, and nearly all nodes are reported.
#[test]
fn a_search() {
    let request = Request {
        heuristics: vec![HeuristicName::Manhattan],
        algorithm: Some(Algorithm::IdaStar),
        from: Some("korf".to_owned()),
        ..common::as_json()
    };
    let progress = Arc::clone(&request.progress);
    let mut session = common::open("fifteen", &request);
    // The first run begins the stage, and the second continues it.
    for _ in 0..2 {
        let board = "3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0\n";
        let answers = common::json(&mut session, board);
        assert_eq!(answers[0]["distance"], 46);
        assert_eq!(answers[0]["nodes"], 3_332_166);
    }
    let searches = progress.searches();
    assert_eq!((searches.running, searches.threshold), (0, 46));
    assert!(searches.nodes > 2_000_000);
}
