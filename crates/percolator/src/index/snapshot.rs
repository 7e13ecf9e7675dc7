//! The block of an index in memory or in a file: a header, then the tables.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fmt, fs};

use lens::text;

use super::layout::{Index, TABLES};
use crate::mapped_file::{MappedFile, map};
use crate::table_memory::TableMemory;
use crate::words::{NORMALISER_VERSION, fold_numbers, hash_word};

/// Why a snapshot cannot be used. In each case the index is built again from its source.
#[derive(Debug)]
pub enum SnapshotError {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It was written by another version, or is no snapshot.
    OtherVersion,
    /// It is shorter or other than what was written.
    Damaged,
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "the snapshot cannot be read: {error}"),
            Self::OtherVersion => f.write_str("the snapshot has another version"),
            Self::Damaged => f.write_str("the snapshot is damaged"),
        }
    }
}

impl std::error::Error for SnapshotError {}

/// Raised when the tables change.
const FORMAT_VERSION: u64 = 4;
const MAGIC: u64 = u64::from_le_bytes(*b"earshotp");
/// Numbers in the header: what it is, versions, checksum of the tables, bounds of the tables, and
/// last the checksum of the header.
const HEADER: usize = 64;
const BOUNDS: usize = 3;
/// Tables start at a multiple of this: a cache line.
const ALIGNMENT: usize = 64;

/// Header and tables.
#[derive(Debug)]
pub(super) enum IndexBlock {
    Owned(TableMemory),
    Mapped(MappedFile),
}

impl IndexBlock {
    pub(super) fn of_tables(tables: &[&[u8]; TABLES]) -> Self {
        let mut header = [0; HEADER];
        let mut end = HEADER * 8;
        for (at, table) in tables.iter().enumerate() {
            let start = end.next_multiple_of(ALIGNMENT);
            end = start + table.len();
            header[BOUNDS + 2 * at] = start as u64;
            header[BOUNDS + 2 * at + 1] = end as u64;
        }
        header[0] = MAGIC;
        header[1] = versions();
        let mut memory = TableMemory::zeroed(end.div_ceil(8));
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(memory.numbers_mut());
        bytes[..HEADER * 8].copy_from_slice(bytemuck::cast_slice(&header));
        for (at, table) in tables.iter().enumerate() {
            let (start, end) = bounds(&header, at);
            bytes[start..end].copy_from_slice(table);
        }
        Self::Owned(memory)
    }

    pub(super) fn tables(&self) -> [&[u8]; TABLES] {
        let numbers = self.numbers();
        let bytes: &[u8] = bytemuck::cast_slice(numbers);
        std::array::from_fn(|at| {
            let (start, end) = bounds(numbers, at);
            &bytes[start..end]
        })
    }

    fn numbers(&self) -> &[u64] {
        match self {
            Self::Owned(memory) => memory.numbers(),
            Self::Mapped(file) => file.numbers(),
        }
    }
}

impl Index {
    /// Bytes that the tables take.
    pub(crate) fn size(&self) -> usize {
        self.block().numbers().len() * 8
    }

    /// Writes the index beside `path` and moves it there, so that nobody sees half a file and a
    /// mapped one is never changed. An index that is not intact is not written: its new checksum
    /// would say that it is.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        if !self.is_intact() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                SnapshotError::Damaged,
            ));
        }
        let unfinished = unfinished_path(path);
        let written = self
            .write_tables(&unfinished)
            .and_then(|()| fs::rename(&unfinished, path));
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        written
    }

    fn write_tables(&self, path: &Path) -> io::Result<()> {
        let numbers = self.block().numbers();
        let mut header = [0; HEADER];
        header.copy_from_slice(&numbers[..HEADER]);
        header[2] = checksum(&numbers[HEADER..]);
        header[HEADER - 1] = checksum(&header[..HEADER - 1]);
        let mut file = File::create(path)?;
        file.write_all(bytemuck::cast_slice(&header))?;
        file.write_all(bytemuck::cast_slice(&numbers[HEADER..]))?;
        file.sync_all()
    }

    /// Maps a snapshot without reading its tables: the header says whether they have the right
    /// version and are all there. [`Index::is_intact`] reads them.
    pub(crate) fn open(path: &Path) -> Result<Self, SnapshotError> {
        let file = File::open(path).map_err(SnapshotError::Unreadable)?;
        let file = map(&file).map_err(SnapshotError::Unreadable)?;
        let numbers = file.numbers();
        let header = numbers.get(..HEADER).ok_or(SnapshotError::Damaged)?;
        if header[0] != MAGIC || header[1] != versions() {
            return Err(SnapshotError::OtherVersion);
        }
        let end = bounds(header, TABLES - 1).1;
        let is_whole = header[HEADER - 1] == checksum(&header[..HEADER - 1])
            && numbers.len() == end.div_ceil(8);
        if !is_whole {
            return Err(SnapshotError::Damaged);
        }
        Ok(Self::of_block(IndexBlock::Mapped(file)))
    }

    /// Whether the tables of a snapshot are as they were written. What is in memory is, unless it
    /// was made from a snapshot that is not.
    pub(crate) fn is_intact(&self) -> bool {
        match self.block() {
            IndexBlock::Owned(_) => !self.is_of_damaged(),
            IndexBlock::Mapped(file) => {
                let numbers = file.numbers();
                numbers[2] == checksum(&numbers[HEADER..])
            }
        }
    }
}

/// Another name each time, so that snapshots may be written to one path at the same time.
fn unfinished_path(path: &Path) -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    path.with_extension(format!("{}-{number}.unfinished", std::process::id()))
}

fn versions() -> u64 {
    versions_with(text::stem)
}

/// The versions of all that decides what the tables hold. That of the stemmer is what it makes of
/// words for which stemmers have rules.
fn versions_with(stem: impl Fn(&str) -> Cow<'_, str>) -> u64 {
    let stems = STEMMED.split_ascii_whitespace();
    let stems = stems.map(|word| hash_word(stem(word).as_bytes()));
    fold_numbers(
        [FORMAT_VERSION, NORMALISER_VERSION.into()]
            .into_iter()
            .chain(stems),
    )
}

const STEMMED: &str = "payments paid caresses ties cries gas gaps kiwis agreed feed plastered \
    bled motoring sing hopping hoped luxuriated falling filing happy cry say enjoy relational \
    conditional valency digitizer conformably radically differently vilely analogously \
    predication operator feudalism decisiveness hopefulness callousness formality sensitivity \
    sensibility analogist fluently triplicate formative formalize electricity electrical hopeful \
    goodness revival allowance inference airliner gyroscopic adjustable defensible irritant \
    replacement adjustment dependent adoption communism activate angularity homologous effective \
    rate controlling roll skis dying news howe atlas cosmos inning proceed generate communal \
    arsenal past universal succeed earring canning organization university over emerge yes \
    c3po internationalisation overnight";

#[expect(
    clippy::cast_possible_truncation,
    reason = "written from the length of a slice"
)]
fn bounds(header: &[u64], table: usize) -> (usize, usize) {
    let at = BOUNDS + 2 * table;
    (header[at] as usize, header[at + 1] as usize)
}

/// Eight sums beside each other, which is as quick as memory can be read.
fn checksum(numbers: &[u64]) -> u64 {
    let mut sums = [0_u64; 8];
    let (chunks, rest) = numbers.as_chunks::<8>();
    for chunk in chunks {
        for (sum, number) in sums.iter_mut().zip(chunk) {
            *sum = (*sum ^ number)
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .rotate_left(29);
        }
    }
    fold_numbers(sums.into_iter().chain(rest.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_stemmer_is_another_version() {
        fn other(word: &str) -> Cow<'_, str> {
            match word {
                "skis" => Cow::Borrowed("skis"),
                word => text::stem(word),
            }
        }

        assert_eq!(versions(), versions());
        assert_ne!(versions(), versions_with(other));
    }

    #[test]
    fn tables_are_as_they_were_put_into_a_block() {
        for length in [0, 100, 3_000_000] {
            let table: Vec<u8> = (0..=u8::MAX).cycle().take(length).collect();
            let mut tables: [&[u8]; TABLES] = [b"earshot"; TABLES];
            tables[3] = &table;

            let block = IndexBlock::of_tables(&tables);

            assert!(block.tables() == tables);
        }
    }
}
