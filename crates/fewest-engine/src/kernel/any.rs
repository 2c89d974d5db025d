//! The fastest kernel for a model.

use std::sync::Arc;

use super::general::{CellBoard, Cells, General, Packed, Planes};
use super::tiles::{Bytes, Nibbles, Tiles};
use super::{Kernel, KernelError};
use crate::model::Model;
use crate::space::MoveSet;

/// A model in its fastest kernel, named after the maximum number of cells. Clones share it.
#[derive(Clone)]
pub enum AnyKernel {
    /// Sliding tiles of at most 16 cells.
    Tiles16(Arc<Tiles<Nibbles>>),
    /// Sliding tiles of at most 32 cells.
    Tiles32(Arc<Tiles<Bytes<32>>>),
    /// Sliding tiles of any size.
    #[cfg(feature = "wide-kernels")]
    Tiles256(Arc<Tiles<Bytes<256>>>),
    /// At most 32 cells and four symbols.
    Planes32(Arc<General<Planes<u64>>>),
    /// At most 32 cells.
    Cells32(Arc<General<Cells<32>>>),
    /// At most 64 cells and four symbols.
    #[cfg(feature = "wide-kernels")]
    Planes64(Arc<General<Planes<u128>>>),
    /// At most 64 cells.
    #[cfg(feature = "wide-kernels")]
    Cells64(Arc<General<Cells<64>>>),
    /// At most 64 cells and 16 symbols, with moves that depend on several cells.
    Packed64(Arc<General<Packed>>),
    /// Any puzzle.
    Cells256(Arc<General<Cells<256, 4>>>),
}

/// Evaluates an expression with a name for the kernel of an [`AnyKernel`], a reference to an
/// [`Arc`]. The expression is compiled for each kernel, so it should only call a function.
#[cfg(feature = "wide-kernels")]
#[macro_export]
macro_rules! with_kernel {
    ($any:expr, |$kernel:ident| $body:expr) => {{
        use $crate::kernel::AnyKernel;
        match $any {
            AnyKernel::Tiles16($kernel) => $body,
            AnyKernel::Tiles32($kernel) => $body,
            AnyKernel::Tiles256($kernel) => $body,
            AnyKernel::Planes32($kernel) => $body,
            AnyKernel::Cells32($kernel) => $body,
            AnyKernel::Planes64($kernel) => $body,
            AnyKernel::Cells64($kernel) => $body,
            AnyKernel::Packed64($kernel) => $body,
            AnyKernel::Cells256($kernel) => $body,
        }
    }};
}

/// Evaluates an expression for each kernel of a build without wide kernels.
#[cfg(not(feature = "wide-kernels"))]
#[macro_export]
macro_rules! with_kernel {
    ($any:expr, |$kernel:ident| $body:expr) => {{
        use $crate::kernel::AnyKernel;
        match $any {
            AnyKernel::Tiles16($kernel) => $body,
            AnyKernel::Tiles32($kernel) => $body,
            AnyKernel::Planes32($kernel) => $body,
            AnyKernel::Cells32($kernel) => $body,
            AnyKernel::Packed64($kernel) => $body,
            AnyKernel::Cells256($kernel) => $body,
        }
    }};
}

pub use with_kernel;

impl AnyKernel {
    /// Returns the fastest kernel for a model.
    ///
    /// # Errors
    /// If no kernel supports the model.
    pub fn of(model: Model) -> Result<Self, KernelError> {
        let model = Arc::new(model);
        let (cells, symbols) = (model.cells(), model.structure.pieces.len());
        if symbols == cells
            && let Ok(tiles) = Self::tiles(&model)
        {
            return Ok(tiles);
        }
        let has_conditions = model.structure.has_conditions();
        match cells {
            0..=64 if has_conditions && symbols <= Packed::SYMBOLS => {
                kernel(&model).map(Self::Packed64)
            }
            _ if has_conditions => kernel(&model).map(Self::Cells256),
            _ if model.structure.moves() > MoveSet::<1>::LIMIT => {
                kernel(&model).map(Self::Cells256)
            }
            0..=32 if symbols <= 4 => kernel(&model).map(Self::Planes32),
            0..=32 => kernel(&model).map(Self::Cells32),
            #[cfg(feature = "wide-kernels")]
            33..=64 if symbols <= 4 => kernel(&model).map(Self::Planes64),
            #[cfg(feature = "wide-kernels")]
            33..=64 => kernel(&model).map(Self::Cells64),
            _ => kernel(&model).map(Self::Cells256),
        }
    }

    /// The kernel of sliding tiles, if the model is of that kind.
    fn tiles(model: &Arc<Model>) -> Result<Self, KernelError> {
        match model.cells() {
            0..=16 => kernel(model).map(Self::Tiles16),
            17..=32 => kernel(model).map(Self::Tiles32),
            #[cfg(feature = "wide-kernels")]
            _ => kernel(model).map(Self::Tiles256),
            #[cfg(not(feature = "wide-kernels"))]
            _ => Err(KernelError::Kind),
        }
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        with_kernel!(self, |kernel| kernel.model())
    }
}

fn kernel<K: Kernel>(model: &Arc<Model>) -> Result<Arc<K>, KernelError> {
    K::of(Arc::clone(model)).map(Arc::new)
}
