//! The plan of a run: everything that its seed decides.

use std::time::Duration;

use fastrand::Rng;

/// The job of the hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Job {
    Count,
    /// Counts with the levels in folders. If a host is lost, all run again without faults.
    CountInFolders,
    Table,
    /// Builds a table with the levels in folders. Only the disks of these hosts fail.
    TableInFolders,
    Solve,
}

impl Job {
    /// The job of a seed.
    pub const fn of(seed: u64) -> Self {
        match seed % 4 {
            0 => Self::Count,
            1 => Self::CountInFolders,
            2 => Self::Table,
            _ => Self::Solve,
        }
    }
}

/// The end of a link's or a host's traffic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum How {
    /// Errors at both ends. Bytes that have not arrived are lost.
    Reset,
    /// The end of both streams, after the bytes before it.
    End,
    /// No more bytes, and no error.
    Silence,
    /// The host is interrupted, as by Ctrl-C. Its links stay intact.
    Interrupt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// The link that two hosts have at that time, by the bytes that the first sends to the second.
    Link(usize, usize),
    /// All links of a host, by the bytes that it sends to all others. It has no links afterwards.
    Host(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub whose: Whose,
    pub how: How,
    /// The number of bytes before it.
    pub after: u64,
}

impl Fault {
    pub fn draw(rng: &mut Rng, hosts: usize) -> Self {
        let host = rng.usize(..hosts);
        // Nothing ends the wait for a silent host early, so there are fewer of them.
        let how = [How::Reset, How::End, How::Reset, How::End, How::Silence];
        let how = *rng.choice(&how).unwrap_or(&How::Reset);
        let (whose, how) = match rng.u8(..9) {
            0 => (Whose::Host(host), How::Interrupt),
            1..5 => (Whose::Host(host), how),
            _ => {
                let other = (host + rng.usize(1..hosts)) % hosts;
                (Whose::Link(host, other), how)
            }
        };
        // Most bytes belong to the job, and most of what can go wrong to its beginning.
        let after = match rng.u8(..4) {
            0 => rng.u64(..INTRODUCED),
            1 => rng.u64(..AGREED),
            _ => AGREED << rng.u32(..(SHORT / AGREED).ilog2()),
        };
        let after = after + rng.u64(..=after / 2);
        Self { whose, how, after }
    }

    /// Returns true if the host ends because of it, not because it has lost another.
    pub fn ends(self, host: usize) -> bool {
        self.whose == Whose::Host(host) && self.how != How::Silence
    }
}

#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub seed: u64,
    pub hosts: usize,
    pub workers: usize,
    pub job: Job,
    /// A number that chooses the puzzle.
    pub puzzle: usize,
    /// The longest chunk, in bytes.
    pub grain: usize,
    /// One chunk in this many is late, by at most this time.
    pub late: (u32, Duration),
    /// The bytes that a stream has room for.
    pub room: usize,
    pub faults: Vec<Fault>,
}

/// The bytes of an introduction and the agreement, and of a short job, roughly.
pub(super) const INTRODUCED: u64 = 64;
pub(super) const AGREED: u64 = 1 << 10;
const SHORT: u64 = 1 << 16;

impl Plan {
    pub fn of(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let hosts = rng.usize(2..=3);
        let mut plan = Self {
            seed,
            hosts,
            workers: rng.usize(1..=2),
            job: Job::of(seed),
            puzzle: rng.usize(..1 << 16),
            grain: *rng.choice(&[40, 700, 9000]).unwrap_or(&40),
            late: (rng.u32(1..=40), Duration::from_micros(1 << rng.u64(4..=12))),
            room: *rng.choice(&[1 << 11, 1 << 16, 1 << 20]).unwrap_or(&1),
            faults: Vec::new(),
        };
        let faults = *rng.choice(&[0, 0, 1, 1, 1, 1, 2]).unwrap_or(&0);
        plan.faults = (0..faults).map(|_| Fault::draw(&mut rng, hosts)).collect();
        plan
    }

    /// The chunks of one direction of a link: their lengths and delays.
    pub fn chunks(&self, from: usize, to: usize, attempt: usize) -> Chunks {
        let direction = ((from * self.hosts + to) as u64) << 32 | attempt as u64;
        Chunks {
            rng: Rng::with_seed(Rng::with_seed(self.seed).u64(..) ^ direction),
            grain: self.grain,
            late: self.late,
        }
    }
}

pub(super) struct Chunks {
    rng: Rng,
    grain: usize,
    late: (u32, Duration),
}

impl Iterator for Chunks {
    type Item = (usize, Duration);

    fn next(&mut self) -> Option<Self::Item> {
        let length = self.rng.usize(1..=self.grain);
        let (rarity, longest) = self.late;
        let is_late = self.rng.u32(..rarity) == 0;
        let delay = longest.mul_f64(self.rng.f64());
        Some((length, if is_late { delay } else { Duration::ZERO }))
    }
}
