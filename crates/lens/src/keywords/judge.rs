//! How likely a founder would accept a keyword: a linear model over how the reader and the static
//! table see it beside the company, what of it the site says, and where it comes from.
//!
//! Made by `training keywords` from lists that were read and judged.

use std::sync::LazyLock;

/// Where a keyword comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeywordSource {
    /// A competitor that the site names.
    Competitor,
    Category,
    Product,
    Menu,
    Listed,
    Problem,
    Phrase,
    /// A name, a wish or a product of the taxonomy.
    KnownTerm,
    KnownProblem,
    KnownProduct,
    /// A phrase of the open posts.
    Typed,
    /// The company together with its customers: "app for choirs".
    Audience,
}

/// How a phrase and its words stand to the company and its site.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhraseFit {
    /// The cosine with the company, read as a company's line and as a customer's title.
    pub as_company: f32,
    pub as_post: f32,
    /// The closeness by the static table.
    pub words: f32,
    /// The share of its words that the site says, and that the one-liner says.
    pub said: f32,
    pub said_first: f32,
    /// The closeness of the word that is furthest off, of all and of those that the site does not say.
    pub furthest: f32,
    pub furthest_unsaid: f32,
    /// The closeness to anything that companies offer.
    pub offered: f32,
    pub rarest: f32,
    pub length: f32,
    /// Whether it reads like a piece of a sentence: with a number, or an adjective at the end.
    pub has_count: bool,
    pub ends_describing: bool,
}

/// What a keyword is judged by.
pub type KeywordInputs = [f32; INPUTS];

const INPUTS: usize = 38;

/// The inputs of one keyword. `best` has the best of each number among the company's candidates,
/// `further` is how much further off its category is than the closest, `close` how close that is.
pub fn inputs(
    source: KeywordSource,
    fit: &PhraseFit,
    best: &PhraseFit,
    (close, further): (f32, f32),
) -> KeywordInputs {
    let is = |one: bool| f32::from(u8::from(one));
    let from = |one: KeywordSource| is(source == one);
    let is_known = is(matches!(
        source,
        KeywordSource::KnownTerm | KeywordSource::KnownProblem | KeywordSource::KnownProduct
    ));
    let is_own = 1.0 - is_known - from(KeywordSource::Typed);
    [
        1.0,
        fit.as_company * 3.0,
        fit.as_post * 3.0,
        fit.words * 3.0,
        (best.as_company - fit.as_company) * 3.0,
        (best.as_post - fit.as_post) * 3.0,
        (best.words - fit.words) * 3.0,
        fit.said,
        fit.said_first,
        fit.furthest * 3.0,
        fit.furthest_unsaid * 3.0,
        fit.offered * 3.0,
        fit.rarest / 4.0,
        is(fit.length < 1.5),
        is(fit.length > 3.5),
        from(KeywordSource::Category),
        from(KeywordSource::Product),
        from(KeywordSource::Menu),
        from(KeywordSource::Listed),
        from(KeywordSource::Problem),
        from(KeywordSource::Phrase),
        from(KeywordSource::KnownTerm),
        from(KeywordSource::KnownProblem),
        from(KeywordSource::KnownProduct),
        from(KeywordSource::Typed),
        is_known * (close - 0.8) * 2.0,
        is_known * further * 4.0,
        is_known * fit.said,
        is_known * (best.as_company - fit.as_company) * 3.0,
        is_own * fit.as_company * 3.0,
        is_own * fit.offered * 3.0,
        from(KeywordSource::Typed) * fit.said,
        from(KeywordSource::Audience),
        is(fit.has_count),
        is(fit.ends_describing),
        is_known * fit.as_post * 3.0,
        from(KeywordSource::Problem) * fit.as_post * 3.0,
        is_own * fit.rarest / 4.0,
    ]
}

/// The probability that a founder accepts a keyword.
pub fn probability(weights: &KeywordInputs, inputs: &KeywordInputs) -> f32 {
    let sum: f32 = weights
        .iter()
        .zip(inputs)
        .map(|(weight, x)| weight * x)
        .sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The weights of `models/keywords.bin`.
pub(super) static WEIGHTS: LazyLock<KeywordInputs> = LazyLock::new(|| {
    let bytes = include_bytes!("../../models/keywords.bin");
    let mut weights = [0.0; INPUTS];
    for (weight, bytes) in weights.iter_mut().zip(bytes.as_chunks::<4>().0) {
        *weight = f32::from_le_bytes(*bytes);
    }
    weights
});
