//! A stack and ordered list that grows by blocks: entries are never copied, and popped blocks are
//! freed.

use super::Room;
use crate::search::Stop;

const BLOCK: usize = 512;

/// Entries in the order of their pushes. All blocks but the last are full; none is empty.
pub(in crate::search) struct Stack<T> {
    blocks: Vec<Vec<T>>,
}

impl<T> Default for Stack<T> {
    fn default() -> Self {
        Self { blocks: Vec::new() }
    }
}

impl<T: Copy> Stack<T> {
    pub(in crate::search) const fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub(in crate::search) fn len(&self) -> usize {
        let last = self.blocks.last().map_or(0, Vec::len);
        self.blocks.len().saturating_sub(1) * BLOCK + last
    }

    pub(in crate::search) fn last(&self) -> Option<T> {
        self.blocks.last()?.last().copied()
    }

    pub(in crate::search) fn iter(&self) -> impl Iterator<Item = T> {
        self.blocks.iter().flatten().copied()
    }

    #[inline]
    pub(in crate::search) fn push(&mut self, entry: T, room: &mut Room) -> Result<(), Stop> {
        if let Some(block) = self.blocks.last_mut()
            && block.len() < BLOCK
        {
            block.push(entry);
            return Ok(());
        }
        let mut block = room.list(BLOCK)?;
        block.push(entry);
        self.blocks.push(block);
        Ok(())
    }

    #[inline]
    pub(in crate::search) fn pop(&mut self, room: &mut Room) -> Option<T> {
        let block = self.blocks.last_mut()?;
        let entry = block.pop();
        if block.is_empty() {
            let block = self.blocks.pop()?;
            room.take_back(block, BLOCK);
        }
        entry
    }

    pub(in crate::search) fn clear(&mut self, room: &mut Room) {
        for block in self.blocks.drain(..) {
            room.take_back(block, BLOCK);
        }
    }
}
