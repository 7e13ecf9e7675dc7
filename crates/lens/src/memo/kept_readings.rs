//! A place outside of this process where readings are kept. This crate does no input or output, so the
//! caller brings the place.

use std::{fmt, sync::OnceLock};

/// Readings by the name of their kind and a hash of what was read. They are those of one set of weights.
pub trait KeptReadings: Send + Sync {
    fn get(&self, kind: &str, hash: i64) -> Option<Vec<f32>>;
    fn keep(&self, kind: &str, hash: i64, numbers: &[f32]);
}

/// From now on this process looks there before it reads. Later calls change nothing.
pub fn keep_readings_in(place: Box<dyn KeptReadings>) {
    let _ = PLACE.set(place);
}

static PLACE: OnceLock<Box<dyn KeptReadings>> = OnceLock::new();

impl fmt::Debug for dyn KeptReadings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("KeptReadings")
    }
}

pub(super) fn get_or_read<T: Numbers>(kind: &str, hash: i64, read: impl FnOnce() -> T) -> T {
    let Some(place) = PLACE.get() else {
        return read();
    };
    let kept = place.get(kind, hash);
    kept.and_then(|numbers| T::of_numbers(&numbers))
        .unwrap_or_else(|| {
            let value = read();
            place.keep(kind, hash, value.numbers());
            value
        })
}

/// A reading as the numbers that it is.
pub(crate) trait Numbers: Sized {
    fn numbers(&self) -> &[f32];
    fn of_numbers(numbers: &[f32]) -> Option<Self>;
}

impl<const LENGTH: usize> Numbers for [f32; LENGTH] {
    fn numbers(&self) -> &[f32] {
        self
    }

    fn of_numbers(numbers: &[f32]) -> Option<Self> {
        numbers.try_into().ok()
    }
}
