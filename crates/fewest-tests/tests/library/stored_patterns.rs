//! Partitions as text; pattern databases in a store: read back, proved, preferred, or rejected.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fewest::heuristic::pattern::{
    Partition, PartitionError, PartitionTextError, Pattern, proof_bytes, verify,
};
use fewest::kernel::tiles::{Bytes, Size};
use fewest::search::Limits;
use fewest::solver::{HeuristicName, SolverError};
use fewest::support::budget::Budget;
use fewest::support::progress::Unfinished;
use fewest::table::store::{Packing, Store, StoreProblem};
use fewest::table::{Refuted, TableEntry, TableMistake};
use fewest::{Puzzle, PuzzleError, TableError};
use fewest_text::TextError;

use crate::common::{self, Request};

#[test]
fn partitions_as_text() {
    let fifteen = Size::new(4, 4).unwrap();
    let twentyfour = Size::new(5, 5).unwrap();
    for (size, names) in [
        (fifteen, &["5-5-5", "6-6-3", "7-8"][..]),
        (twentyfour, &["5-5-5-5-4", "6-6-6-6"]),
    ] {
        for name in names {
            for blank in 0..size.cells() {
                let (width, height) = (size.width(), size.height());
                let puzzle = common::puzzle::<Bytes<32>>(width, height, blank);
                let partition = Partition::parse(&puzzle, name).unwrap();
                assert_eq!(
                    Some(&partition),
                    Partition::named(size, blank, name).as_ref()
                );
                // A list of its groups is the same partition.
                let groups = partition.groups().iter().map(|group| {
                    let tiles: Vec<String> = group.iter().map(ToString::to_string).collect();
                    tiles.join(",")
                });
                let list = groups.collect::<Vec<_>>().join("/");
                assert_eq!(Partition::parse(&puzzle, &list), Ok(partition));
            }
        }
    }
    let listed = Partition::parse(&common::small(3, 3, 4), "8,1,3/2,7/5/4,6").unwrap();
    assert_eq!(listed.groups(), [&[1, 3, 8][..], &[2, 7], &[5], &[4, 6]]);
}

#[test]
fn invalid_partitions_as_text() {
    let found = |text: &str| Partition::parse(&common::small(3, 3, 8), text).unwrap_err();
    let number = |place, found: &str| PartitionTextError::Number {
        place,
        found: found.to_owned(),
    };
    let groups = |place, problem| PartitionTextError::Groups { place, problem };
    assert_eq!(found("1,2,/3"), number(5, ""));
    assert_eq!(found("1,2/x,3"), number(5, "x"));
    assert_eq!(found("1,+2/3"), number(3, "+2"));
    assert_eq!(found("1,256/3"), number(3, "256"));
    assert_eq!(found("é,1/2"), number(1, "é"));
    assert_eq!(found("/"), number(1, ""));
    assert_eq!(
        found("1,2,3,4/5,6,7,8,3"),
        groups(17, PartitionError::Twice(3))
    );
    assert_eq!(
        found("1,2,3,4/5,6,7,9"),
        groups(15, PartitionError::NoSuchTile(9))
    );
    assert_eq!(
        found("1,2,3,4/5,6,7"),
        groups(15, PartitionError::Missing(8))
    );
    assert!(matches!(found("7-8"), PartitionTextError::Name { .. }));
    assert!(matches!(found(""), PartitionTextError::Name { .. }));
    let long = found(&"9".repeat(500)).to_string();
    assert!(long.len() < 120, "{long}");
    let wide = common::puzzle::<Bytes<32>>(5, 5, 0);
    let text = "1,2,3,4,5,6,7/8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24";
    assert_eq!(
        Partition::parse(&wide, text).unwrap_err(),
        groups(
            1,
            PartitionError::TooManyTiles {
                tiles: 7,
                max_tiles: 6
            }
        )
    );
}

/// Checks that every entry read back equals that of the table that was built.
fn reads_back<T: fewest::kernel::tiles::Storage>(
    puzzle: &fewest::kernel::tiles::Tiles<T>,
    tiles: &[u8],
    step: usize,
) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    assert!(Pattern::load(puzzle, tiles, &store).unwrap().is_none());
    let built = Pattern::build(puzzle, tiles, Budget::default()).unwrap();
    let (path, bytes) = built.save(puzzle, &store).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), bytes);
    let stored = Pattern::load(puzzle, tiles, &store).unwrap().unwrap();
    assert_eq!((stored.tiles(), stored.bytes()), (tiles, 0));
    assert_eq!(stored.counts(), built.counts());
    assert_eq!(stored.deepest(), built.deepest());
    let cells = puzzle.cells();
    let placements: usize = (cells + 1 - tiles.len()..=cells).product();
    for mut number in (0..placements).step_by(step) {
        let mut free: Vec<u8> = (0u8..).take(cells).collect();
        let place = |_: &u8| {
            let place = number % free.len();
            number /= free.len();
            free.remove(place)
        };
        let places: Vec<u8> = tiles.iter().map(place).collect();
        assert_eq!(stored.distance(&places), built.distance(&places));
    }
    let proof = verify(puzzle, &stored, Budget::default()).unwrap();
    assert_eq!(proof.counts, built.counts(), "counted by another search");
    assert_eq!(proof.boards, placements as u64);
    // Other tiles and other goals have other tables.
    let list = store.list(None).unwrap();
    let kept = list[0].contents.as_ref().unwrap();
    assert_eq!((list.len(), kept.packing), (1, Packing::Bytes));
    assert_eq!(kept.identity, Pattern::identity(puzzle, tiles));
    assert!(
        Pattern::load(puzzle, &tiles[1..], &store)
            .unwrap()
            .is_none()
    );
}

#[test]
fn tables_are_read_back_and_proved() {
    for blank in [0, 4, 7] {
        let puzzle = common::small(3, 3, blank);
        reads_back(&puzzle, &[1, 2, 3, 6], 1);
        reads_back(&puzzle, &[2, 5, 6, 7, 8], 1);
        // Addressed by rank; half of the placements are unsolvable.
        reads_back(&puzzle, &[1, 2, 3, 4, 5, 6, 7, 8], 7);
    }
    reads_back(&common::small(2, 4, 5), &[1, 2, 3, 4, 5, 6, 7], 1);
    reads_back(&common::small(4, 4, 15), &[1, 2, 3, 7, 8], 11);
    reads_back(&common::puzzle::<Bytes<32>>(5, 5, 0), &[3, 4, 9, 14], 11);
    reads_back(&common::puzzle::<Bytes<32>>(4, 8, 0), &[3, 30, 31], 1);
}

/// Changes some bytes of a file, and corrects its checksums.
fn forge(path: &Path, change: impl FnOnce(&mut [u8])) {
    let mut file = fs::read(path).unwrap();
    let number =
        |file: &[u8], at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let header = 32 + number(&file, 24) + 8 * number(&file, 28);
    let entries = u64::from_le_bytes(file[16..24].try_into().unwrap());
    let data = file.len() - usize::try_from(entries).unwrap();
    change(&mut file[data..]);
    let sums: Vec<u8> = file[data..]
        .chunks(1 << 20)
        .flat_map(|chunk| crc32fast::hash(chunk).to_le_bytes())
        .collect();
    file[header + 4..header + 4 + sums.len()].copy_from_slice(&sums);
    fs::write(path, file).unwrap();
}

#[test]
fn wrong_tables_are_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let puzzle = common::small(3, 3, 0);
    let tiles = [1, 3, 4, 6];
    let built = Pattern::build(&puzzle, &tiles, Budget::default()).unwrap();
    let (path, _) = built.save(&puzzle, &store).unwrap();
    let good = fs::read(&path).unwrap();
    // 16-bit addresses of four cells: all tiles at home, and tile 6 two cells further.
    let at = |places: [usize; 4]| places.iter().fold(0, |at, cell| at << 4 | cell);
    let far = at([1, 3, 4, 8]);
    for (change, worst) in [(1u8, true), (255, true), (0, false)] {
        fs::write(&path, &good).unwrap();
        forge(&path, |data| data[far] = data[far].wrapping_add(change));
        let forged = Pattern::load(&puzzle, &tiles, &store).unwrap().unwrap();
        let found = verify(&puzzle, &forged, Budget::default());
        let expected = u32::from(built.distance(&[1, 3, 4, 8]));
        match found {
            Err(Unfinished::Failed(Refuted::Board { claim, fault, .. })) => {
                assert!(worst);
                assert_eq!(fault, TableMistake::Distance(Some(expected)));
                assert_eq!(claim, TableEntry::Distance(forged.distance(&[1, 3, 4, 8])));
            }
            found => assert!(found.is_ok() && !worst, "{found:?}"),
        }
    }
    for byte in [8, 12, 16, 40, 100, good.len() - 1, good.len() / 2] {
        let mut bad = good.clone();
        bad[byte] ^= 4;
        fs::write(&path, bad).unwrap();
        assert!(Pattern::load(&puzzle, &tiles, &store).is_err(), "{byte}");
    }
    fs::write(&path, &good[..good.len() - 1]).unwrap();
    assert!(Pattern::load(&puzzle, &tiles, &store).is_err());
    // A valid table under the name of another.
    let other = Pattern::build(&puzzle, &[2, 5, 7, 8], Budget::default()).unwrap();
    let (other, _) = other.save(&puzzle, &store).unwrap();
    fs::copy(other, &path).unwrap();
    let error = Pattern::load(&puzzle, &tiles, &store).unwrap_err();
    assert!(matches!(error.problem, StoreProblem::Foreign(_)));
}

#[test]
fn proofs_can_be_stopped_and_refused() {
    let puzzle = common::small(3, 3, 0);
    let pattern = Pattern::build(&puzzle, &[1, 2], Budget::default()).unwrap();
    let cancel = AtomicBool::new(true);
    let stopped = Budget {
        cancel: Some(&cancel),
        ..Budget::default()
    };
    assert_eq!(
        verify(&puzzle, &pattern, stopped),
        Err(Unfinished::Cancelled)
    );
    let request = Request {
        partition: Some("1,2,3,4/5,6,7,8".to_owned()),
        limits: Limits {
            memory: Some(proof_bytes(9, 4) - 1),
            ..Limits::default()
        },
        ..Request::default()
    };
    let options = request.options();
    let patterns = Puzzle::open("eight").unwrap().tables(&options);
    let refused = patterns.unwrap()[0].verify(&options);
    assert!(
        matches!(refused, Err(Unfinished::Failed(TableError::Proof { .. }))),
        "{refused:?}"
    );
    let knights = Puzzle::open("knights").unwrap().tables(&options);
    assert!(matches!(knights.err(), Some(PuzzleError::NoPatterns(_))));
}

/// The number of boards generated for an easy board of Korf's, and the answers.
fn answered(
    partition: Option<&str>,
    heuristic_name: Option<HeuristicName>,
    store: Option<&Arc<Store>>,
) -> (u64, String) {
    let request = Request {
        from: Some("korf".to_owned()),
        heuristics: heuristic_name.into_iter().collect(),
        partition: partition.map(ToOwned::to_owned),
        store: store.map(Arc::clone),
        ..common::as_json()
    };
    let mut session = common::open("fifteen", &request);
    let board = "79 42 0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15";
    let answer = &common::json(&mut session, board)[0];
    assert_eq!(answer["distance"], 42);
    (
        answer["nodes"].as_u64().unwrap(),
        answer["moves"].to_string(),
    )
}

#[test]
fn stored_ones_are_preferred() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Store::new(folder.path()));
    let puzzle = common::small(4, 4, 0);
    let pattern = Some(HeuristicName::Pattern);
    let usual = answered(None, pattern, Some(&store));
    assert!(
        store.list(None).unwrap().is_empty(),
        "nobody asked to keep them"
    );
    let asked = answered(Some("5-5-5"), None, None);
    assert_ne!(usual.0, asked.0);
    assert_eq!(usual.1, asked.1);
    let partition = Partition::named(puzzle.size().unwrap(), 0, "5-5-5").unwrap();
    for (i, tiles) in partition.groups().iter().enumerate() {
        assert_eq!(
            answered(None, pattern, Some(&store)),
            usual,
            "{i} of them are there"
        );
        let built = Pattern::build(&puzzle, tiles, Budget::default()).unwrap();
        built.save(&puzzle, &store).unwrap();
    }
    assert_eq!(answered(None, pattern, Some(&store)), asked);
    // Large tables are stored on request.
    assert_eq!(answered(Some("6-6-3"), pattern, Some(&store)), usual);
    assert_eq!(
        store.list(None).unwrap().len(),
        5,
        "not the one of three tiles"
    );
    assert_eq!(
        answered(None, pattern, Some(&store)),
        asked,
        "not all of 6-6-3 are kept"
    );
    // A damaged file is ignored.
    let path = store.list(None).unwrap()[0].path.clone();
    fs::write(&path, b"no table").unwrap();
    assert_eq!(answered(Some("5-5-5"), pattern, Some(&store)), asked);
    assert_eq!(store.clear(Some("sliding:4x4")).unwrap().len(), 5);
}

#[test]
fn partitions_that_a_query_can_t_have() {
    let found = |puzzle: &str, heuristic_name: Option<HeuristicName>, partition: &str| {
        let request = Request {
            heuristics: heuristic_name.into_iter().collect(),
            partition: Some(partition.to_owned()),
            ..common::as_json()
        };
        match request.session(&Puzzle::open(puzzle).unwrap()) {
            Err(TextError::Puzzle(PuzzleError::Solver(error))) => error,
            _ => panic!("{partition}"),
        }
    };
    assert!(matches!(
        found("fifteen", None, "6-6-6-6"),
        SolverError::NoSuchPartition(_)
    ));
    assert_eq!(
        found("fifteen", Some(HeuristicName::Manhattan), "7-8"),
        SolverError::NeedlessPartition
    );
    assert!(matches!(
        found("knights", None, "7-8"),
        SolverError::NoPartitions(_)
    ));
}
