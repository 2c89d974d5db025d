//! Tables in two bits per board and in files: the same answers, and changed files are rejected.

use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use fewest::kernel::Kernel;
use fewest::kernel::tiles::{Bytes, Nibbles, Order, Size, Tiles};
use fewest::search::{Algorithm, Limits};
use fewest::space::Ranked;
use fewest::support::budget::Budget;
use fewest::table::Packed;
use fewest::table::build::build;
use fewest::table::store::{Store, StoreProblem};
use tempfile::TempDir;

use crate::common::{self, KNIGHTS, Request, Tabled, compact, names, small};

fn packed<P: Ranked>(puzzle: &P) -> Packed {
    let table = build(puzzle, Budget::default()).unwrap();
    Packed::of(puzzle, &table).unwrap()
}

/// A store that contains the table of 3x2, and its file.
fn with_one() -> (TempDir, Store, Tiles<Nibbles>, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let puzzle = small(3, 2, 5);
    let (path, bytes) = store.save(&puzzle, &packed(&puzzle)).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), bytes);
    assert_eq!(store.path(&puzzle).as_ref(), Some(&path));
    (folder, store, puzzle, path)
}

/// CRC-32 according to ISO 3309, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 }
        })
    })
}

/// The end of a file's header, according to docs/table-format.md.
fn header(bytes: &[u8]) -> usize {
    let length = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    32 + length(24) + 8 * length(28)
}

/// Writes the correct checksum after a header.
fn seal(bytes: &mut [u8]) {
    let end = header(bytes);
    let crc = crc32(&bytes[..end]);
    bytes[end..end + 4].copy_from_slice(&crc.to_le_bytes());
}

#[test]
fn walks_are_those_of_the_table() {
    fn agrees<P: Kernel>(puzzle: &P) {
        let tabled = Tabled::new(puzzle);
        let packed = packed(puzzle);
        assert_eq!(packed.counts(), tabled.table.counts());
        for rank in 0..puzzle.boards() {
            let distance = tabled.table.distance(rank);
            assert_eq!(packed.residue(rank), distance.map(|d| d % 3));
            let board = puzzle.unrank(rank);
            let mut moves = Vec::new();
            let walked = packed.walk(puzzle, &board, |m| moves.push(m));
            let found = (walked.map(u32::from), names(puzzle, &board, &moves));
            assert_eq!(found, tabled.walk(&board), "{}", compact(puzzle, &board));
        }
        assert_eq!(packed.residue(puzzle.boards()), None);
        assert_eq!(packed.residue(u64::MAX), None);
    }
    for blank in 0..6 {
        agrees(&small(3, 2, blank));
    }
    agrees(&small(2, 4, 3));
    agrees(&small(3, 3, 4));
}

#[test]
fn a_file_gives_back_its_table() {
    let (_folder, store, puzzle, path) = with_one();
    let loaded = store.load(&puzzle).unwrap().unwrap();
    let built = packed(&puzzle);
    assert_eq!((loaded.counts(), loaded.boards()), (built.counts(), 360));
    assert!((0..360).all(|rank| loaded.residue(rank) == built.residue(rank)));
    // Another goal or size has another file; the tie order and the storage do not matter.
    assert!(store.load(&small(3, 2, 4)).unwrap().is_none());
    assert!(store.load(&small(2, 3, 5)).unwrap().is_none());
    let order = Order::parse("udlr").unwrap();
    let other = Tiles::<Nibbles>::rectangle(puzzle.size().unwrap(), 5, order).unwrap();
    assert!(store.load(&other).unwrap().is_some());
    let list = store.list(None).unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!(list[0].path, path);
    let kept = list[0].contents.as_ref().unwrap();
    let (identity, boards) = (&kept.identity, &kept.entries);
    assert_eq!((identity, *boards), (&puzzle.identity().unwrap(), 360));
}

/// Built from the bytes listed in docs/table-format.md, by separate code.
#[test]
fn the_format_is_as_documented() {
    let (_folder, _, puzzle, path) = with_one();
    let table = build(&puzzle, Budget::default()).unwrap();
    let mut expected = b"\x89FEWEST\n\x01\0\0\0\x01\0\0\0".to_vec();
    expected.extend(360u64.to_le_bytes());
    let identity = "sliding:3x2, goal's blank on cell 5, ranks 1";
    expected.extend(u32::try_from(identity.len()).unwrap().to_le_bytes());
    expected.extend(22u32.to_le_bytes());
    expected.extend(identity.as_bytes());
    expected.extend(table.counts().iter().flat_map(|count| count.to_le_bytes()));
    expected.extend(crc32(&expected).to_le_bytes());
    let entry = |rank| table.distance(rank).map_or(3, |distance| distance % 3);
    let byte = |i: u64| (0..4).fold(0, |byte, j| byte | entry(4 * i + j) << (2 * j));
    let data: Vec<u8> = (0..90).map(byte).collect();
    expected.extend(crc32(&data).to_le_bytes());
    expected.resize(4096, 0);
    expected.extend(data);
    assert_eq!(fs::read(path).unwrap(), expected);
}

#[test]
fn identities_distinguish_puzzles() {
    let other = KNIGHTS.to_goal(&KNIGHTS.unrank(1)).unwrap();
    let identities = [
        KNIGHTS.identity(),
        other.identity(),
        common::one_symbol().identity(),
        small(3, 2, 5).identity(),
        small(3, 2, 4).identity(),
        small(2, 3, 5).identity(),
    ];
    for (i, identity) in identities.iter().enumerate() {
        assert!(identity.is_some() && !identities[..i].contains(identity));
    }
    // Puzzles without a table have no identity.
    assert_eq!(small(4, 4, 0).identity(), None);
    let bytes = Tiles::<Bytes<32>>::rectangle(Size::new(3, 2).unwrap(), 5, Order::default());
    assert_eq!(bytes.unwrap().identity(), None);
}

#[test]
fn a_flipped_bit_in_any_byte_is_noticed() {
    let (_folder, store, puzzle, path) = with_one();
    let good = fs::read(&path).unwrap();
    let mut file = fs::File::options().write(true).open(&path).unwrap();
    let mut put = |place: usize, byte: u8| {
        file.seek(SeekFrom::Start(place as u64)).unwrap();
        file.write_all(&[byte]).unwrap();
    };
    for (place, &byte) in good.iter().enumerate() {
        put(place, byte ^ 1 << (place % 8));
        let error = store.load(&puzzle).expect_err("a flipped bit");
        assert_eq!(error.path, path);
        assert!(!error.to_string().is_empty());
        put(place, byte);
    }
    assert!(store.load(&puzzle).unwrap().is_some());
}

#[test]
fn every_other_length_is_noticed() {
    let (_folder, store, puzzle, path) = with_one();
    let good = fs::read(&path).unwrap();
    let file = fs::File::options().write(true).open(&path).unwrap();
    for length in (0..good.len()).rev() {
        file.set_len(length as u64).unwrap();
        store.load(&puzzle).expect_err("a file cut off");
    }
    for more in [1, 100, 4096] {
        let mut bad = good.clone();
        bad.resize(good.len() + more, 0);
        fs::write(&path, bad).unwrap();
        let problem = store.load(&puzzle).expect_err("a longer file").problem;
        assert!(matches!(problem, StoreProblem::Length { .. }), "{problem}");
    }
}

#[test]
fn files_without_a_table_of_the_puzzle_are_refused() {
    let (folder, store, puzzle, path) = with_one();
    let good = fs::read(&path).unwrap();
    let problem = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        store.load(&puzzle).expect_err("a bad file").problem
    };
    let sealed = |edit: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        edit(&mut bytes);
        seal(&mut bytes);
        problem(&bytes)
    };
    assert!(matches!(problem(b"1 2 3\n"), StoreProblem::NoTable));
    assert!(matches!(problem(b""), StoreProblem::NoTable));
    assert!(matches!(sealed(&|b| b[8] = 2), StoreProblem::Version(2)));
    assert!(matches!(sealed(&|b| b[12] = 3), StoreProblem::Header));
    // More boards than data, and a number too large for any machine.
    assert!(matches!(
        sealed(&|b| b[17] = 2),
        StoreProblem::Length { .. }
    ));
    assert!(matches!(
        sealed(&|b| b[16..24].fill(0xFF)),
        StoreProblem::Header | StoreProblem::Length { .. }
    ));
    // Other boards in the same number of bytes.
    assert!(matches!(sealed(&|b| b[16] -= 1), StoreProblem::Foreign(_)));
    assert!(matches!(
        sealed(&|b| b[32] = b'S'),
        StoreProblem::Foreign(_)
    ));
    assert!(matches!(sealed(&|b| b[32] = 0xFF), StoreProblem::Header));
    // Another puzzle's file under this name.
    let other = small(3, 2, 4);
    let (theirs, _) = store.save(&other, &packed(&other)).unwrap();
    fs::copy(theirs, &path).unwrap();
    let error = store.load(&puzzle).expect_err("a foreign file");
    assert!(error.to_string().contains("cell 4"), "{error}");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(matches!(
        store.load(&puzzle).expect_err("a folder").problem,
        StoreProblem::NoTable
    ));
    // A store whose folder is a file has no tables and accepts none.
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let nowhere = Store::new(&file);
    assert!(nowhere.load(&puzzle).is_err() && nowhere.list(None).is_err());
    let error = nowhere.save(&puzzle, &packed(&puzzle)).unwrap_err();
    assert!(
        matches!(error.problem, StoreProblem::Unwritable(_)),
        "{error}"
    );
}

/// Lengths and numbers of any size with a correct checksum, and random bytes.
#[test]
fn random_files_never_panic() {
    let (_folder, store, puzzle, path) = with_one();
    let good = fs::read(&path).unwrap();
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..4000 {
        let mut bytes = good.clone();
        if rng.bool() {
            for at in [12, 16, 20, 24, 28] {
                let value = rng.u32(..) >> rng.u32(..32);
                if rng.u8(..4) == 0 {
                    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
                }
            }
            let end = header(&bytes);
            if end + 4 <= bytes.len() {
                seal(&mut bytes);
            }
        } else {
            let start = rng.usize(..40);
            rng.fill(&mut bytes[start..]);
        }
        bytes.truncate(rng.usize(..2 * bytes.len()));
        let is_good = bytes == good;
        fs::write(&path, &bytes).unwrap();
        assert_eq!(store.load(&puzzle).is_ok(), is_good);
        assert_eq!(store.list(None).unwrap()[0].contents.is_ok(), is_good);
    }
}

#[test]
fn leftovers_of_killed_builds() {
    let (folder, store, puzzle, path) = with_one();
    let name = path.file_name().unwrap().to_str().unwrap();
    let left = folder.path().join(format!(".{name}.1.0.tmp"));
    let strange = folder.path().join("notes.fewest");
    fs::copy(&path, &left).unwrap();
    fs::write(&strange, "mine").unwrap();
    assert_eq!(store.list(None).unwrap().len(), 1, "not listed");
    // Another process may still be writing it.
    store.save(&puzzle, &packed(&puzzle)).unwrap();
    assert!(left.exists());
    let file = fs::File::options().write(true).open(&left).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_hours(2))
        .unwrap();
    store.save(&puzzle, &packed(&puzzle)).unwrap();
    assert!(!left.exists(), "removed once it is old");
    fs::copy(&path, &left).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(store.load(&puzzle).unwrap().is_none(), "never read");
    assert_eq!(store.clear(None).unwrap(), [left]);
    assert!(strange.exists(), "what is not ours stays");
}

#[test]
fn tables_are_cleared_by_puzzle() {
    let (_folder, store, puzzle, path) = with_one();
    let (goal, size) = (small(3, 2, 0), small(2, 3, 0));
    let (by_goal, _) = store.save(&goal, &packed(&goal)).unwrap();
    let (by_size, _) = store.save(&size, &packed(&size)).unwrap();
    let mut removed = store.clear(puzzle.identity().as_deref()).unwrap();
    removed.sort();
    let mut expected = vec![path, by_goal];
    expected.sort();
    assert_eq!(removed, expected);
    assert_eq!(store.clear(None).unwrap(), [by_size]);
    assert!(Store::new("/nowhere/at/all").list(None).unwrap().is_empty());
}

#[test]
fn a_table_that_is_not_removed_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    // A folder has the name of a table.
    let path = folder.path().join("fifteen-0123abcd.fewest");
    fs::create_dir(&path).unwrap();
    let error = Store::new(folder.path()).clear(None).unwrap_err();
    assert!(
        matches!(error.problem, StoreProblem::Unwritable(_)),
        "{error}"
    );
    assert_eq!(error.path, path);
}

/// A load during other processes' saves finds nothing or the whole table.
#[test]
fn builds_at_once_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let puzzle = small(3, 3, 8);
    let table = packed(&puzzle);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..20 {
                    store.save(&puzzle, &table).unwrap();
                    assert!(store.load(&puzzle).unwrap().is_some());
                }
            });
        }
    });
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Compares the output for these boards without a store, while filling it, with a full one, and
/// with a damaged one.
fn the_same_with_and_without(puzzle: &str, goal: &str, boards: &str, algorithm: Option<Algorithm>) {
    let folder = tempfile::tempdir().unwrap();
    let reports = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&reports);
    let store = Store::new(folder.path())
        .with_listener(move |error| listener.lock().unwrap().push(error.to_string()));
    let store = Arc::new(store);
    let answers = |store: Option<&Arc<Store>>, algorithm, memory| {
        let request = Request {
            to: Some("plain".to_owned()),
            algorithm,
            limits: Limits {
                memory,
                ..Limits::default()
            },
            store: store.cloned(),
            ..Request::default()
        };
        let mut session = common::session(puzzle, Some(goal), &request);
        common::text(&mut session, boards)
    };
    let expected = answers(None, algorithm, None);
    assert_eq!(
        answers(Some(&store), Some(Algorithm::Table), None),
        expected
    );
    let files = || -> Vec<PathBuf> {
        let list = store.list(None).unwrap();
        list.into_iter().map(|file| file.path).collect()
    };
    let [path] = &files()[..] else {
        panic!("one table is stored: {:?}", files());
    };
    // Loaded, because too little memory is allowed to build it.
    for algorithm in [None, Some(Algorithm::Table)] {
        assert_eq!(answers(Some(&store), algorithm, Some(1 << 20)), expected);
    }
    assert!(reports.lock().unwrap().is_empty());
    let mut bytes = fs::read(path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 16;
    // A new file, because a session may still map the old one.
    fs::remove_file(path).unwrap();
    fs::write(path, bytes).unwrap();
    assert_eq!(
        answers(Some(&store), Some(Algorithm::Table), None),
        expected
    );
    let reports = reports.lock().unwrap();
    assert!(
        reports.len() == 1 && reports[0].contains("damaged"),
        "{reports:?}"
    );
    assert!(store.list(None).unwrap()[0].contents.is_ok(), "replaced");
}

#[test]
fn sliding_with_and_without_a_store() {
    let puzzle = small(4, 3, 11);
    let mut rng = fastrand::Rng::with_seed(2);
    let board = |_| {
        let board = common::wander(&puzzle, &puzzle.goal(), 40, &mut rng);
        compact(&puzzle, &board)
    };
    let boards: Vec<String> = (0..40).map(board).collect();
    let goal = compact(&puzzle, &puzzle.goal());
    the_same_with_and_without(
        "sliding:4x3",
        &goal,
        &boards.join("\n"),
        Some(Algorithm::IdaStar),
    );
}
