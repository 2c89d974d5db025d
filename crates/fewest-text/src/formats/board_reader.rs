//! The common parts of most readers: words, and a function that reads the next board.

use fewest::model::{Case, Model};
use fewest::support::place::InputError;

use super::announced::Announced;
use super::words::Words;
use super::{Arc, Reader, Source};

/// Reads the next board into a prepared case; false if the input ends before it.
pub(super) type NextBoard =
    fn(&mut BoardReader, &mut Source<'_>, &mut Case) -> Result<bool, InputError>;

pub(super) struct BoardReader {
    pub(super) model: Arc<Model>,
    pub(super) words: Words,
    pub(super) number: u64,
    /// The number of boards, if the input starts with it.
    pub(super) announced: Option<Announced>,
    next: NextBoard,
}

impl BoardReader {
    /// A reader up to the end of the input.
    pub(super) fn boxed(model: &Arc<Model>, words: Words, next: NextBoard) -> Box<dyn Reader> {
        Box::new(Self::new(model, words, next))
    }

    /// A reader that expects the number of boards first.
    pub(super) fn counted(model: &Arc<Model>, next: NextBoard) -> Box<dyn Reader> {
        let announced = Some(Announced::default());
        let reader = Self::new(model, Words::default(), next);
        Box::new(Self {
            announced,
            ..reader
        })
    }

    fn new(model: &Arc<Model>, words: Words, next: NextBoard) -> Self {
        Self {
            model: Arc::clone(model),
            words,
            number: 0,
            announced: None,
            next,
        }
    }
}

impl Reader for BoardReader {
    fn next(&mut self, source: &mut Source<'_>, case: &mut Case) -> Result<bool, InputError> {
        if let Some(announced) = &mut self.announced
            && !announced.another(source, &mut self.words)?
        {
            return Ok(false);
        }
        self.number += 1;
        case.begin(self.number);
        let is_board = (self.next)(self, source, case)?;
        match &self.announced {
            Some(announced) if !is_board => Err(announced.missing(source)),
            _ => Ok(is_board),
        }
    }

    fn close(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        let Some(announced) = &self.announced else {
            return Ok(());
        };
        announced.close(source, &mut self.words)
    }
}
