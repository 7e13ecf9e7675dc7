//! The features of the intent models: phrases by position, style, and words.

use super::style::{StyleFeatures, style};
use crate::cues::{CueMatch, Cues, TokenStream};
use std::sync::LazyLock;

/// The zones of a post: title, opening and rest. People say what they want in the title or soon
/// after.
const ZONES: usize = 3;
/// How many words of a body are its opening.
const OPENING: usize = 40;
/// Buckets for hashed words.
pub const BUCKETS: usize = 1 << 14;

/// The features of a post.
#[derive(Debug)]
pub struct IntentFeatures {
    pub(super) title: TokenStream,
    pub(super) body: TokenStream,
    hits: Vec<(usize, CueMatch)>,
    style: StyleFeatures,
}

impl IntentFeatures {
    pub fn new(title: &str, body: &str) -> Self {
        let title_stream = TokenStream::new(title, 1_000);
        let body_stream = TokenStream::new(body, 6_000);
        let mut hits: Vec<(usize, CueMatch)> = CUES
            .find(&title_stream)
            .into_iter()
            .map(|hit| (0, hit))
            .collect();
        for hit in CUES.find(&body_stream) {
            hits.push((if hit.from < OPENING { 1 } else { 2 }, hit));
        }
        let mut style = style(title, body, &title_stream, &body_stream);
        style.extend(wishes(&title_stream, &body_stream, &hits));
        Self {
            title: title_stream,
            body: body_stream,
            hits,
            style,
        }
    }

    /// The numbers every model uses: phrases by zone, then style.
    pub fn numbers(&self) -> Vec<f32> {
        let mut numbers = vec![0.0_f32; CUES.names().len() * ZONES];
        for (zone, hit) in &self.hits {
            numbers[hit.name * ZONES + zone] += 1.0;
        }
        for count in &mut numbers {
            *count = count.ln_1p();
        }
        numbers.extend(self.style.iter().map(|(_, value)| value));
        numbers
    }

    /// Hashed words and word pairs with their values. Title words have buckets of their own.
    pub fn words(&self) -> Vec<(usize, f32)> {
        let mut words = Vec::new();
        for (stream, seed) in [(&self.title, 1_u64), (&self.body, 2)] {
            let own = seed_words(stream, seed);
            let value = 1.0 / small(own.len()).max(1.0).sqrt();
            words.extend(own.into_iter().map(|hash| (hash, value)));
        }
        words
    }

    /// The phrases, each with its index in [`Self::numbers`].
    pub(super) fn phrases(&self) -> impl Iterator<Item = (usize, String)> {
        self.hits.iter().map(|(zone, hit)| {
            let stream = if *zone == 0 { &self.title } else { &self.body };
            (hit.name * ZONES + zone, stream.phrase(hit.from, hit.to))
        })
    }
}

/// What each of [`IntentFeatures::numbers`] counts: a phrase's name with its zone, or a style
/// feature.
pub fn names() -> Vec<(&'static str, usize)> {
    let phrases = CUES
        .names()
        .iter()
        .flat_map(|name| (0..ZONES).map(move |zone| (*name, zone)));
    let style = IntentFeatures::new("", "").style;
    phrases
        .chain(style.into_iter().map(|(name, _)| (name, 0)))
        .collect()
}

fn seed_words(stream: &TokenStream, seed: u64) -> Vec<usize> {
    let mut hashes = Vec::new();
    let mut last = seed;
    for word in stream.words() {
        let hash = word.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        hashes.push(bucket(hash));
        if seed == 1 {
            hashes.push(bucket(hash ^ 0x5bd1_e995));
        }
        hashes.push(bucket(last.wrapping_mul(31) ^ hash));
        last = hash;
    }
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

fn bucket(hash: u64) -> usize {
    let mixed = (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    usize::try_from(mixed >> 40).expect("24 bits fit") % BUCKETS
}

/// Wishes followed by a product within a few words, in the title and in the body, and titles that
/// are little more than the name of a product.
fn wishes(title: &TokenStream, body: &TokenStream, hits: &[(usize, CueMatch)]) -> StyleFeatures {
    let named = |hit: &CueMatch, names: &[&str]| names.contains(&CUES.names()[hit.name]);
    let is_wish = |zone: &usize, hit: &CueMatch| {
        let stream = if *zone == 0 { title } else { body };
        let reach = hit.to..(hit.to + WISH_REACH).min(stream.len());
        let end = reach
            .clone()
            .find(|at| stream.is_mark(*at))
            .unwrap_or(reach.end);
        named(hit, WISHES)
            && hits.iter().any(|(other_zone, other)| {
                (*other_zone == 0) == (*zone == 0)
                    && named(other, &["product"])
                    && (hit.from..end).contains(&other.from)
            })
    };
    let (mut in_title, mut in_body) = (0, 0);
    for (zone, hit) in hits.iter().take(MOST_HITS) {
        if is_wish(zone, hit) {
            *(if *zone == 0 {
                &mut in_title
            } else {
                &mut in_body
            }) += 1;
        }
    }
    let is_name = title.len() <= 9
        && hits
            .iter()
            .any(|(zone, hit)| *zone == 0 && named(hit, &["product"]));
    vec![
        ("title wishes a product", small(in_title).ln_1p()),
        ("body wishes a product", small(in_body).ln_1p()),
        ("title names a product", f32::from(u8::from(is_name))),
    ]
}

const WISHES: &[&str] = &[
    "seek",
    "market",
    "recommend",
    "exists",
    "best",
    "uses",
    "alternative",
    "budget",
];
/// The most words between a wish and its product.
const WISH_REACH: usize = 8;
/// How many phrases are checked for wishes, so that a text full of them takes no longer.
const MOST_HITS: usize = 150;

#[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
pub(super) fn small(count: usize) -> f32 {
    count as f32
}

static CUES: LazyLock<Cues> = LazyLock::new(|| Cues::parse(include_str!("../words/intent.txt")));
