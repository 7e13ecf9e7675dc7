//! What a table holds, in one number that does not depend on the order of its rows.

use std::fmt;

use anyhow::Context;
use sha2::{Digest, Sha256};

use super::canonical_json::canonical;
use super::cell::Cell;

/// How many rows there are, and the sum of their fingerprints. Each engine sorts texts its own way,
/// so the digest does not ask for an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableDigest {
    pub rows: u64,
    sum: [u64; 4],
}

impl TableDigest {
    pub(super) fn add(&mut self, row: &[Cell]) -> anyhow::Result<()> {
        let mut hasher = Sha256::new();
        for cell in row {
            update(&mut hasher, cell)?;
        }
        let fingerprint = hasher.finalize();
        for (lane, bytes) in self.sum.iter_mut().zip(fingerprint.chunks_exact(8)) {
            let bytes = bytes.try_into().expect("a chunk has eight bytes");
            *lane = lane.wrapping_add(u64::from_le_bytes(bytes));
        }
        self.rows += 1;
        Ok(())
    }
}

impl fmt::Display for TableDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for lane in self.sum {
            write!(formatter, "{lane:016x}")?;
        }
        Ok(())
    }
}

/// Every value begins with its kind and its length, so that no two rows are the same bytes.
fn update(hasher: &mut Sha256, cell: &Cell) -> anyhow::Result<()> {
    match cell {
        Cell::Null => hasher.update([0]),
        Cell::Boolean(value) => hasher.update([1, u8::from(*value)]),
        Cell::Integer(value) => fixed(hasher, 2, value.to_le_bytes()),
        // SQLite keeps no negative zero, and both engines call it equal to zero.
        Cell::Real(value) => fixed(hasher, 3, (value + 0.0).to_bits().to_le_bytes()),
        Cell::Text(text) => sized(hasher, 4, text.as_bytes()),
        Cell::Bytes(bytes) => sized(hasher, 5, bytes),
        Cell::Id(id) => sized(hasher, 6, id.as_bytes()),
        Cell::Time(microseconds) => fixed(hasher, 7, microseconds.to_le_bytes()),
        Cell::Json(text) => {
            let text = canonical(text).context("reading a value that should be JSON")?;
            sized(hasher, 8, text.as_bytes());
        }
    }
    Ok(())
}

fn fixed(hasher: &mut Sha256, kind: u8, bytes: [u8; 8]) {
    hasher.update([kind]);
    hasher.update(bytes);
}

fn sized(hasher: &mut Sha256, kind: u8, bytes: &[u8]) {
    hasher.update([kind]);
    hasher.update((bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(rows: &[&[Cell]]) -> TableDigest {
        let mut digest = TableDigest::default();
        for row in rows {
            digest.add(row).unwrap();
        }
        digest
    }

    fn text(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }

    #[test]
    fn the_order_of_rows_does_not_matter() {
        let (one, other) = ([text("a"), Cell::Null], [text("b"), Cell::Integer(1)]);
        assert_eq!(digest(&[&one, &other]), digest(&[&other, &one]));
    }

    #[test]
    fn every_difference_of_a_value_matters() {
        let rows: [&[Cell]; 9] = [
            &[text("ab"), text("c")],
            &[text("a"), text("bc")],
            &[text(""), Cell::Null],
            &[Cell::Null, text("")],
            &[Cell::Bytes(Vec::new()), Cell::Null],
            &[Cell::Integer(1)],
            &[Cell::Boolean(true)],
            &[Cell::Real(1.0)],
            &[Cell::Time(1)],
        ];
        for (place, one) in rows.iter().enumerate() {
            for other in &rows[place + 1..] {
                assert_ne!(digest(&[one]), digest(&[other]), "{one:?} {other:?}");
            }
        }
        let twice = digest(&[rows[0], rows[0]]);
        assert_ne!(twice, digest(&[rows[0]]));
    }

    #[test]
    fn zero_has_one_digest_and_neighbouring_floats_have_two() {
        let of = |value: f64| digest(&[&[Cell::Real(value)]]);
        assert_eq!(of(0.0), of(-0.0));
        assert_ne!(of(0.1), of(0.1_f64.next_up()));
    }
}
