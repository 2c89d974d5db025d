//! Tests of counts over a network that corrupts data.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use fewest::levels::LevelOptions;
use fewest::{Options, Puzzle, Unfinished};

use crate::connect::tests::{address, hosts};
use crate::{Cluster, ClusterError, Hosts, count_levels};

/// Relays bytes, and flips a bit of the byte at this position.
fn carry(mut from: TcpStream, mut to: TcpStream, flipped: usize) -> usize {
    let (mut buffer, mut carried) = ([0; 4096], 0);
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        let place = flipped.checked_sub(carried).filter(|&place| place < read);
        if let Some(place) = place {
            buffer[place] ^= 1 << (place % 8);
        }
        if to.write_all(&buffer[..read]).is_err() {
            break;
        }
        carried += read;
    }
    drop(to.shutdown(Shutdown::Write));
    carried
}

type Counted = Result<Vec<u64>, Unfinished<ClusterError>>;

/// Both hosts' counts over a relay that flips a bit of these bytes, and the bytes relayed.
fn count(flipped: [usize; 2]) -> ([Counted; 2], [usize; 2]) {
    let puzzle = &Puzzle::open("sliding:3x2").unwrap();
    let list = hosts(2);
    let relay = TcpListener::bind("127.0.0.1:0").unwrap();
    relay.set_nonblocking(true).unwrap();
    let by_relay = Hosts {
        addresses: vec![address(&relay), list.address(1).to_owned()],
        key: list.key,
    };
    let carried = [const { AtomicUsize::new(0) }; 2];
    let is_over = AtomicBool::new(false);
    let run = |host: usize, hosts: &Hosts| {
        let cluster = Cluster {
            hosts: hosts.clone(),
            host,
            workers: 2,
            connect_timeout: Duration::from_mins(1),
        };
        let levels = LevelOptions::default();
        let levels = count_levels(puzzle, &cluster, &levels, &Options::default());
        levels.map(|levels| levels.counts)
    };
    let results = thread::scope(|scope| {
        let (relay, address, is_over, carried) = (&relay, list.address(0), &is_over, &carried);
        scope.spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                let near = relay.accept().map(|(near, _)| near);
                let pair = near.and_then(|near| Ok((near, TcpStream::connect(address)?)));
                let Ok((near, far)) = pair else {
                    thread::sleep(Duration::from_millis(5));
                    continue;
                };
                near.set_nonblocking(false).unwrap();
                let clones = (near.try_clone().unwrap(), far.try_clone().unwrap());
                for (way, (from, to)) in [clones, (far, near)].into_iter().enumerate() {
                    scope.spawn(move || {
                        let bytes = carry(from, to, flipped[way]);
                        carried[way].fetch_add(bytes, Ordering::Relaxed)
                    });
                }
            }
        });
        let one = scope.spawn(|| run(0, &list));
        let other = run(1, &by_relay);
        let results = [one.join().unwrap(), other];
        is_over.store(true, Ordering::Relaxed);
        results
    });
    (results, carried.map(AtomicUsize::into_inner))
}

/// A flipped bit went undetected: counts passed the number of boards, and the run did not end.
#[test]
fn a_flipped_bit_on_the_wire_ends_the_run_with_a_reason() {
    const TRIES: usize = 24;
    const AT_ONCE: usize = 12;
    let ([one, other], carried) = count([usize::MAX; 2]);
    let counts = one.unwrap();
    assert_eq!(other.unwrap(), counts);
    assert_eq!(counts.iter().sum::<u64>(), 360);
    // For each try, the byte with the flipped bit in each direction.
    let tries: Vec<_> = (carried.into_iter().enumerate())
        .flat_map(|(way, carried)| {
            (0..TRIES).map(move |i| {
                let mut flipped = [usize::MAX; 2];
                flipped[way] = carried * (i + 1) / (TRIES + 1) + i % 8;
                flipped
            })
        })
        .collect();
    let mut refused = 0;
    // Hosts mostly wait for each other.
    for tries in tries.chunks(AT_ONCE) {
        let results = thread::scope(|scope| {
            let runs: Vec<_> = tries
                .iter()
                .map(|&flipped| scope.spawn(move || count(flipped)))
                .collect();
            runs.into_iter()
                .map(|run| run.join().unwrap().0)
                .collect::<Vec<_>>()
        });
        for (flipped, result) in tries
            .iter()
            .zip(results)
            .flat_map(|(flipped, results)| results.map(|result| (flipped, result)))
        {
            match result {
                Ok(same) => assert_eq!(same, counts),
                Err(Unfinished::Failed(ClusterError::Lost(..) | ClusterError::Refused(..))) => {
                    refused += 1;
                }
                Err(other) => panic!("bytes {flipped:?}: {other}"),
            }
        }
    }
    assert!(refused > TRIES, "{refused}");
}
