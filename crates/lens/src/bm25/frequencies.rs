//! How rare a word is on Reddit, for judging one post without a corpus.

use std::{collections::BTreeMap, sync::LazyLock};

use crate::string_table::StringTable;

/// The inverse document frequency of a stem in the open posts: about 1 for a word in every tenth
/// post, about 10 for a word in none.
pub fn background_idf(stem: &str) -> f32 {
    let table = &*FREQUENCIES;
    table
        .stems
        .find(stem.as_bytes())
        .map_or(RAREST, |at| f32::from(table.idf[at]) / STEPS)
}

/// The table of `models/frequencies.bin`, from the number of posts that contain each stem.
#[doc(hidden)]
pub fn frequencies_to_bytes(holding: &BTreeMap<String, u32>, posts: u32) -> Vec<u8> {
    let stems = StringTable::new(holding.keys().cloned().collect());
    let idf = stems.iter().map(|stem| {
        let holding = f64::from(holding[stem]);
        let rarity = (1.0 + (f64::from(posts) - holding + 0.5) / (holding + 0.5)).ln();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "below 256"
        )]
        let step = (rarity * f64::from(STEPS)).round() as u8;
        step
    });
    let idf = idf.collect::<Vec<_>>();
    [stems.to_bytes(), idf].concat()
}

/// A logarithm up to 11 is kept in a byte, so each step is a twentieth.
const STEPS: f32 = 20.0;

/// For a stem that at most three of the 66,575 open posts contain.
const RAREST: f32 = 10.2;

struct DocumentFrequencies {
    stems: StringTable,
    idf: &'static [u8],
}

static FREQUENCIES: LazyLock<DocumentFrequencies> = LazyLock::new(|| {
    let bytes: &'static [u8] = include_bytes!("../../models/frequencies.bin");
    let (stems, used) = StringTable::parse(bytes).expect("the shipped table is whole");
    DocumentFrequencies {
        stems,
        idf: &bytes[used..],
    }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_words_weigh_more_than_everyday_ones() {
        assert!(background_idf("work") < background_idf("invoic"));
        assert!(background_idf("invoic") < background_idf("zzyzx"));
    }
}
