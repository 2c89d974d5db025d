//! Frames: a header with the length and codes that prove who sent it, then the content.
//!
//! The two hosts of a connection derive its keys from the list of hosts and from the nonces of their introduction, one
//! key for each direction, and every frame has a number. So a frame that a stranger made, that was sent before or in
//! another connection, or of which a bit was changed, is refused before its content is used.

use std::io;

use blake3::{Hash, Hasher, OUT_LEN};

use crate::network::Socket;

/// The size of a header in bytes.
pub(crate) const HEAD: usize = 4 + 2 * OUT_LEN;

/// The length that marks the final frame. No content follows.
pub(crate) const END: u32 = u32::MAX;
/// The length that marks a [report](crate::report), the final frame of a host that has lost another.
pub(crate) const LOST: u32 = END - 1;

fn refused() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "its data was damaged or changed on the way",
    )
}

/// A header that is authentic. Its content has yet to be checked.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    pub length: u32,
    code: Hash,
}

/// One direction of a connection: the key, and the number of the next frame.
#[derive(Clone)]
pub(crate) struct Seal {
    key: Hash,
    next: u64,
}

impl Seal {
    pub const fn new(key: Hash) -> Self {
        Self { key, next: 0 }
    }

    /// The code of the next frame's length, alone or with its content.
    fn code(&self, length: u32, content: Option<&[u8]>) -> Hash {
        let mut hasher = Hasher::new_keyed(self.key.as_bytes());
        hasher.update(&self.next.to_le_bytes());
        hasher.update(&length.to_le_bytes());
        if let Some(content) = content {
            hasher.update(b"content");
            hasher.update(content);
        }
        hasher.finalize()
    }

    /// The header of the next frame, to send. `length` is the length of the content, or a marker.
    pub fn head(&mut self, length: u32, content: &[u8]) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        bytes[4..4 + OUT_LEN].copy_from_slice(self.code(length, None).as_bytes());
        bytes[4 + OUT_LEN..].copy_from_slice(self.code(length, Some(content)).as_bytes());
        self.next += 1;
        bytes
    }

    /// Parses the header of the next frame.
    ///
    /// # Errors
    /// If the other host did not send it as the next one, or its length is impossible: such content
    /// would never arrive.
    pub fn read(&self, bytes: &[u8; HEAD], is_possible: impl Fn(u32) -> bool) -> io::Result<Head> {
        let (length, codes) = bytes.split_at(4);
        let length = u32::from_le_bytes(length.try_into().unwrap_or_default());
        let (own, code) = codes.split_at(OUT_LEN);
        if !is_possible(length) || self.code(length, None) != *own {
            return Err(refused());
        }
        let code = Hash::from_slice(code).map_err(|_| refused())?;
        Ok(Head { length, code })
    }

    /// Checks the content that follows the header. The frame after it is the next one then.
    ///
    /// # Errors
    /// If the other host did not send it in this frame.
    pub fn check(&mut self, head: Head, content: &[u8]) -> io::Result<()> {
        if self.code(head.length, Some(content)) != head.code {
            return Err(refused());
        }
        self.next += 1;
        Ok(())
    }
}

/// A connection to another host.
pub(crate) struct Link {
    pub stream: Socket,
    pub writing: Seal,
    pub reading: Seal,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A direction of a connection, for each of its ends.
    pub(crate) fn seal() -> Seal {
        Seal::new(blake3::hash(b"a connection"))
    }

    fn length(content: &[u8]) -> u32 {
        u32::try_from(content.len()).unwrap()
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let content = b"boards for another host".to_vec();
        let head = seal().head(length(&content), &content);
        let mut reading = seal();
        let read = reading.read(&head, |_| true).unwrap();
        assert_eq!(read.length, length(&content));
        for bit in 0..content.len() * 8 {
            let mut content = content.clone();
            content[bit / 8] ^= 1 << (bit % 8);
            let error = reading.check(read, &content).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "bit {bit}");
        }
        for bit in 0..HEAD * 8 {
            let mut head = head;
            head[bit / 8] ^= 1 << (bit % 8);
            // The second code is of the content.
            let read = reading.read(&head, |_| true);
            let checked = read.and_then(|head| reading.clone().check(head, &content));
            assert!(checked.is_err(), "bit {bit} of the head");
        }
        reading.check(read, &content).unwrap();
    }

    #[test]
    fn frames_are_read_as_they_were_written() {
        let (mut writing, mut reading) = (seal(), seal());
        for (length, content) in [(0, &b""[..]), (4, b"left"), (END, b""), (END - 1, b"")] {
            let head = writing.head(length, content);
            let read = reading.read(&head, |_| true).unwrap();
            assert_eq!(read.length, length);
            // The code covers the whole content.
            for other in [&b"lef"[..], b"left\0", b"Left"] {
                assert!(reading.check(read, other).is_err());
            }
            reading.check(read, content).unwrap();
        }
    }

    /// A frame was accepted again, or from another connection of the same hosts.
    #[test]
    fn a_frame_is_accepted_once_in_its_place_and_connection() {
        let mut writing = seal();
        let [first, second] = [b"one", b"two"].map(|content| writing.head(3, content));
        let mut reading = seal();
        assert!(reading.read(&second, |_| true).is_err(), "too early");
        let head = reading.read(&first, |_| true).unwrap();
        reading.check(head, b"one").unwrap();
        assert!(reading.read(&first, |_| true).is_err(), "again");
        assert!(reading.read(&second, |_| true).is_ok());
        let other = Seal::new(blake3::hash(b"another connection"));
        assert!(other.read(&first, |_| true).is_err(), "elsewhere");
    }

    #[test]
    fn a_head_of_an_impossible_length_is_refused() {
        let bytes = seal().head(100, &[]);
        assert!(seal().read(&bytes, |length| length <= 100).is_ok());
        let error = seal().read(&bytes, |length| length < 100).err();
        assert_eq!(error.unwrap().kind(), io::ErrorKind::InvalidData);
        // Bytes that no host has sent.
        for byte in [0, 0x20, 0xff] {
            assert!(seal().read(&[byte; HEAD], |_| true).is_err(), "{byte}");
        }
    }
}
