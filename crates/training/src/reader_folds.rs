//! What five readers say of the open leads, each of companies and posts that it never saw:
//! `model/reader/folds.npz`. The shipped reader has seen nearly all of them, so nothing is fitted or
//! measured with it.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use lens::reader::{ReaderVector, f16_to_f32};
use zip::ZipArchive;

/// For each open row, in the order of the files: the fold, the cosine of company and post, and the
/// post's vector.
pub(crate) struct ReaderFolds {
    pub(crate) folds: Vec<u8>,
    pub(crate) cosines: Vec<f32>,
    pub(crate) posts: Vec<ReaderVector>,
}

impl ReaderFolds {
    /// Beside the data: `../shared/data/open` has it at `../shared/model/reader`.
    pub(crate) fn read(data: &Path) -> Result<Self> {
        let path = data.join("../../model/reader/folds.npz");
        let folds = array(&path, "fold.npy")?;
        let cosines = array(&path, "cosine.npy")?.as_chunks::<4>().0.to_vec();
        let halves = array(&path, "post.npy")?.as_chunks::<2>().0.to_vec();
        let numbers = halves
            .into_iter()
            .map(|half| f16_to_f32(u16::from_le_bytes(half)));
        let numbers = numbers.collect::<Vec<_>>();
        Ok(Self {
            folds,
            cosines: cosines.into_iter().map(f32::from_le_bytes).collect(),
            posts: numbers
                .as_chunks()
                .0
                .iter()
                .map(ReaderVector::from_values)
                .collect(),
        })
    }
}

/// The numbers of one array: a header of text, then the bytes.
fn array(path: &PathBuf, name: &str) -> Result<Vec<u8>> {
    let file = File::open(path).with_context(|| format!("while opening {}", path.display()))?;
    let mut bytes = Vec::new();
    ZipArchive::new(file)?
        .by_name(name)?
        .read_to_end(&mut bytes)?;
    ensure!(
        bytes.starts_with(b"\x93NUMPY\x01"),
        "{name} is not an array"
    );
    let header = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    Ok(bytes.split_off(10 + header))
}
