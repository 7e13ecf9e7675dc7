//! Random numbers for shuffling, initial weights and bootstrap samples.

/// Pseudo-random numbers (xorshift), the same on every run.
#[derive(Debug)]
pub(crate) struct SeededRandom(pub(crate) u64);

impl SeededRandom {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From 0 up to 1.
    pub(crate) fn share(&mut self) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "24 bits are exact")]
        let number = (self.next() >> 40) as f32;
        number / 16_777_216.0
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).expect("it is below a usize")
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}
