//! A second opinion: the reader, taught whether a text is for or against a brand.
//!
//! Two readers that were trained apart are asked, and the mean of what they say counts.

use std::sync::LazyLock;

use super::marked_text::marked_tokens;
use crate::{
    memo::{Memo, token_hash},
    reader::adapter::{AdaptedReader, AdapterHead, MARK, mean},
};

/// The shares of against, neither and for; none if the author does not name the brand.
pub(super) fn read_opinion(title: &str, body: &str, brand: &[&str]) -> Option<[f32; 3]> {
    let tokens = marked_tokens(title, body, brand)?;
    Some(KNOWN.get_or_read(token_hash(&tokens), || opinion(&tokens)))
}

fn opinion(tokens: &[u32]) -> [f32; 3] {
    let [one, other] = OpinionReader::shipped();
    let (one, other) = (one.shares(tokens), other.shares(tokens));
    std::array::from_fn(|class| f32::midpoint(one[class], other[class]))
}

/// Under a megabyte: a mention is judged again when its company's names change.
static KNOWN: LazyLock<Memo<[f32; 3]>> = LazyLock::new(|| Memo::new("opinion", 16_384));

struct OpinionReader {
    reader: AdaptedReader,
    head: AdapterHead<3>,
}

impl OpinionReader {
    fn shipped() -> &'static [Self; 2] {
        static SHIPPED: LazyLock<[OpinionReader; 2]> = LazyLock::new(|| {
            let adapters: [&[u8]; 2] = [
                include_bytes!("../../models/opinion-1.safetensors"),
                include_bytes!("../../models/opinion-2.safetensors"),
            ];
            adapters.map(|adapter| OpinionReader::parse(adapter).expect("the adapter is whole"))
        });
        &SHIPPED
    }

    fn parse(adapter: &'static [u8]) -> Option<Self> {
        let reader = AdaptedReader::parse(adapter)?;
        let head = reader.head("sentiment")?;
        Some(Self { reader, head })
    }

    fn shares(&self, tokens: &[u32]) -> [f32; 3] {
        let rows = self.reader.last_layer(tokens);
        let rows = rows.iter().zip(tokens);
        let named = rows.filter(|(_, token)| **token == MARK);
        self.head.shares(&mean(named.map(|(row, _)| row)))
    }
}
