//! The header of a frame: its length and checksums, so that network corruption is detected before
//! the data is used.

use std::io;

/// The size of a header in bytes.
pub(crate) const HEAD: usize = 12;

/// The length that marks the final frame. No content follows.
pub(crate) const END: u32 = u32::MAX;

pub(crate) fn damaged() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "it sent damaged data, or is another program",
    )
}

/// A header: the length, the content's checksum, and a checksum of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub length: u32,
    crc: u32,
}

impl Head {
    /// The header of this content. If `length` is a marker such as [`END`], the content is empty.
    pub fn new(length: u32, content: &[u8]) -> Self {
        let crc = crc32fast::hash(content);
        Self { length, crc }
    }

    pub fn bytes(self) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        bytes[..4].copy_from_slice(&self.length.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.crc.to_le_bytes());
        let crc = crc32fast::hash(&bytes[..8]);
        bytes[8..].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    /// Parses a header.
    ///
    /// # Errors
    /// If it is corrupted, or its length is impossible: such content would never arrive.
    pub fn read(bytes: [u8; HEAD], is_possible: impl Fn(u32) -> bool) -> io::Result<Self> {
        let number = |at: usize| {
            let bytes = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
            u32::from_le_bytes(bytes.unwrap_or_default())
        };
        let head = Self {
            length: number(0),
            crc: number(4),
        };
        if is_possible(head.length) && crc32fast::hash(&bytes[..8]) == number(8) {
            Ok(head)
        } else {
            Err(damaged())
        }
    }

    /// Checks the content that follows the header.
    ///
    /// # Errors
    /// If it is corrupted.
    pub fn check(self, content: &[u8]) -> io::Result<()> {
        if crc32fast::hash(content) == self.crc {
            Ok(())
        } else {
            Err(damaged())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_is_noticed() {
        let content = b"boards for another host".to_vec();
        let length = u32::try_from(content.len()).unwrap();
        let head = Head::new(length, &content).bytes();
        let read = Head::read(head, |_| true).unwrap();
        assert_eq!(read.length, length);
        read.check(&content).unwrap();
        for bit in 0..HEAD * 8 {
            let mut head = head;
            head[bit / 8] ^= 1 << (bit % 8);
            assert!(Head::read(head, |_| true).is_err(), "bit {bit} of the head");
        }
        for bit in 0..content.len() * 8 {
            let mut content = content.clone();
            content[bit / 8] ^= 1 << (bit % 8);
            assert!(read.check(&content).is_err(), "bit {bit} of the content");
        }
    }

    #[test]
    fn heads_are_read_as_they_were_written() {
        for (length, content) in [(0, &b""[..]), (4, b"left"), (END, b""), (END - 1, b"")] {
            let head = Head::new(length, content);
            let read = Head::read(head.bytes(), |_| true).unwrap();
            assert_eq!((read, read.length), (head, length));
            read.check(content).unwrap();
        }
        // The checksum covers the whole content.
        let head = Head::new(4, b"left");
        for content in [&b""[..], b"lef", b"left\0", b"Left"] {
            let error = head.check(content).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        }
    }

    #[test]
    fn a_head_of_an_impossible_length_is_damaged() {
        let bytes = Head::new(100, &[]).bytes();
        assert!(Head::read(bytes, |length| length <= 100).is_ok());
        let error = Head::read(bytes, |length| length < 100).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        // Bytes that no host has sent.
        for byte in [0, 0x20, 0xff] {
            assert!(Head::read([byte; HEAD], |_| true).is_err(), "{byte}");
        }
    }
}
