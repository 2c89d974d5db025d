//! The layout of a table file; docs/table-format.md has it byte by byte.

use std::ops::Range;

use crate::support::invariant::Invariant;
use crate::support::parallel;
use crate::table::packed::PER_BYTE;

use super::StoreProblem;

/// The first bytes of a file. The first one is not text; the last one reveals changed line ends.
const MAGIC: [u8; 8] = *b"\x89FEWEST\n";
const VERSION: u32 = 1;
/// Bytes before the identity.
const FIXED: usize = 32;
/// The longest identity, in bytes.
const LONGEST_IDENTITY: usize = 1024;
/// The most distances: 0 to 254.
const DISTANCES: usize = 255;
/// The data starts at a multiple of this: a page of memory.
const ALIGNMENT: usize = 4096;
/// Data bytes per checksum.
pub(crate) const BYTES_PER_CHECKSUM: usize = 1 << 20;

/// The packing of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Two bits per board: its distance modulo three.
    ModuloThree,
    /// One byte per entry: a number of moves.
    Bytes,
}

impl Packing {
    const fn number(self) -> u32 {
        match self {
            Self::ModuloThree => 1,
            Self::Bytes => 2,
        }
    }

    fn of(number: u32) -> Option<Self> {
        let mut all = [Self::ModuloThree, Self::Bytes].into_iter();
        all.find(|packing| packing.number() == number)
    }

    const fn bytes(self, entries: u64) -> u64 {
        match self {
            Self::ModuloThree => entries.div_ceil(PER_BYTE as u64),
            Self::Bytes => entries,
        }
    }
}

/// A file's header.
#[derive(Debug)]
pub(crate) struct Header {
    /// The puzzle, its goal and its ranks.
    pub identity: String,
    pub packing: Packing,
    pub entries: u64,
    /// The number of boards at each distance.
    pub counts: Vec<u64>,
    checksums: Range<usize>,
    pub data: Range<usize>,
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

fn small(bytes: &[u8], at: usize) -> Option<u32> {
    array(bytes, at).map(u32::from_le_bytes)
}

fn large(bytes: &[u8], at: usize) -> Option<u64> {
    array(bytes, at).map(u64::from_le_bytes)
}

/// The header's length and the data's range; `None` if they are too large for this machine.
fn parts(identity: usize, distances: usize, data: u64) -> Option<(usize, Range<usize>)> {
    let header = FIXED + identity + 8 * distances;
    let data = usize::try_from(data).ok()?;
    let checksums = data.div_ceil(BYTES_PER_CHECKSUM).checked_mul(4)?;
    let start = (header + 4)
        .checked_add(checksums)?
        .checked_next_multiple_of(ALIGNMENT)?;
    Some((header, start..start.checked_add(data)?))
}

/// All of a file before its data.
///
/// # Errors
/// If the table or its identity is too large for the format.
pub(crate) fn write(
    identity: &str,
    packing: Packing,
    entries: u64,
    counts: &[u64],
    data: &[u8],
) -> Result<Vec<u8>, StoreProblem> {
    let lengths = (u32::try_from(identity.len()), u32::try_from(counts.len()));
    let (Ok(identity_length), Ok(distances)) = lengths else {
        return Err(StoreProblem::TooLarge);
    };
    if identity.len() > LONGEST_IDENTITY || counts.len() > DISTANCES {
        return Err(StoreProblem::TooLarge);
    }
    let length = packing.bytes(entries);
    let (_, range) = parts(identity.len(), counts.len(), length).ok_or(StoreProblem::TooLarge)?;
    let mut bytes = Vec::with_capacity(range.start);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(packing.number().to_le_bytes());
    bytes.extend(entries.to_le_bytes());
    bytes.extend(identity_length.to_le_bytes());
    bytes.extend(distances.to_le_bytes());
    bytes.extend(identity.bytes());
    bytes.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(checksums(data).into_iter().flat_map(u32::to_le_bytes));
    bytes.resize(range.start, 0);
    Ok(bytes)
}

fn checksums(data: &[u8]) -> Vec<u32> {
    parallel::map(data.chunks(BYTES_PER_CHECKSUM), crc32fast::hash)
}

/// Reads a file's header, and checks everything but the data.
///
/// # Errors
/// If it is not a table file, or is damaged.
pub(crate) fn read(bytes: &[u8]) -> Result<Header, StoreProblem> {
    if array(bytes, 0) != Some(MAGIC) {
        return Err(StoreProblem::NoTable);
    }
    let fixed = (small(bytes, 8), small(bytes, 12), large(bytes, 16));
    let lengths = (small(bytes, 24), small(bytes, 28));
    let ((Some(version), Some(packing), Some(entries)), (Some(identity), Some(distances))) =
        (fixed, lengths)
    else {
        return Err(StoreProblem::Truncated);
    };
    if version != VERSION {
        return Err(StoreProblem::Version(version));
    }
    let (identity, distances) = (
        crate::space::ranked::index(identity.into()),
        distances as usize,
    );
    let packing = Packing::of(packing).ok_or(StoreProblem::Header)?;
    if identity > LONGEST_IDENTITY || distances > DISTANCES {
        return Err(StoreProblem::Header);
    }
    let (header, data) =
        parts(identity, distances, packing.bytes(entries)).ok_or(StoreProblem::Header)?;
    let head = bytes.get(..header).ok_or(StoreProblem::Truncated)?;
    if small(bytes, header).ok_or(StoreProblem::Truncated)? != crc32fast::hash(head) {
        return Err(StoreProblem::Header);
    }
    if bytes.len() != data.end {
        return Err(StoreProblem::Length {
            found: bytes.len() as u64,
            expected: data.end as u64,
        });
    }
    let text = head.get(FIXED..FIXED + identity).debug_unwrap_or_default();
    // It is printed, so it must not contain control characters.
    let text = str::from_utf8(text)
        .ok()
        .filter(|text| !text.contains(char::is_control));
    let name = text.ok_or(StoreProblem::Header)?.to_owned();
    let counts = (0..distances).filter_map(|i| large(head, FIXED + identity + 8 * i));
    let checksums = header + 4..header + 4 + 4 * data.len().div_ceil(BYTES_PER_CHECKSUM);
    let padding = bytes.get(checksums.end..data.start);
    if padding.is_none_or(|padding| padding.iter().any(|&byte| byte != 0)) {
        return Err(StoreProblem::Header);
    }
    Ok(Header {
        identity: name,
        packing,
        entries,
        counts: counts.collect(),
        checksums,
        data,
    })
}

impl Header {
    /// Checks all data against its checksums.
    ///
    /// # Errors
    /// If some chunk is damaged.
    pub(crate) fn check(&self, bytes: &[u8]) -> Result<(), StoreProblem> {
        let data = bytes
            .get(self.data.clone())
            .ok_or(StoreProblem::Truncated)?;
        let found = checksums(data);
        let is_damaged = |(i, found): (usize, u32)| {
            (small(bytes, self.checksums.start + 4 * i) != Some(found)).then_some(i)
        };
        match found.into_iter().enumerate().find_map(is_damaged) {
            None => Ok(()),
            Some(chunk) => Err(StoreProblem::Damaged {
                from: (self.data.start + chunk * BYTES_PER_CHECKSUM) as u64,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of four entries that only its lengths may make invalid.
    fn file(identity: usize, distances: usize) -> Vec<u8> {
        let (_, data) = parts(identity, distances, 4).unwrap();
        let mut bytes = Vec::from(MAGIC);
        bytes.extend([VERSION, 2, 4, 0].into_iter().flat_map(u32::to_le_bytes));
        for length in [identity, distances] {
            bytes.extend(u32::try_from(length).unwrap().to_le_bytes());
        }
        bytes.extend(vec![b'x'; identity]);
        bytes.extend(vec![1; 8 * distances]);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.extend(crc32fast::hash(&[7; 4]).to_le_bytes());
        bytes.resize(data.start, 0);
        bytes.extend([7; 4]);
        bytes
    }

    #[test]
    fn identities_and_counts_over_their_limits_were_written_or_read() {
        for (identity, distances, fits) in [
            (1024, 255, true),
            (1025, 255, false),
            (1024, 256, false),
            (3000, 3, false),
            (3, 3000, false),
        ] {
            let file = file(identity, distances);
            let counts = vec![0x0101_0101_0101_0101; distances];
            let name = "x".repeat(identity);
            let written = write(&name, Packing::Bytes, 4, &counts, &[7; 4]);
            let found = read(&file);
            if fits {
                assert!(file.starts_with(&written.unwrap()));
                let header = found.unwrap();
                assert!(header.check(&file).is_ok());
                assert_eq!((header.identity, header.counts), (name, counts));
            } else {
                assert!(matches!(written, Err(StoreProblem::TooLarge)));
                assert!(matches!(found, Err(StoreProblem::Header)));
            }
        }
    }

    #[test]
    fn damage_after_the_first_mebibyte_is_found_there() {
        let mebibyte = 1 << 20;
        let data: Vec<u8> = (0..=250).cycle().take(2 * mebibyte + 3).collect();
        let mut file = write("x", Packing::Bytes, data.len() as u64, &[1], &data).unwrap();
        let start = file.len();
        file.extend(data);
        let header = read(&file).unwrap();
        assert!(header.check(&file).is_ok());
        for chunk in 0..3 {
            let first = start + chunk * mebibyte;
            file[first + 2] ^= 1;
            match header.check(&file) {
                Err(StoreProblem::Damaged { from }) => assert_eq!(from, first as u64),
                other => panic!("{other:?}"),
            }
            file[first + 2] ^= 1;
        }
    }
}
