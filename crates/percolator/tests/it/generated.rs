//! Texts and queries that share words, so that many of them match.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use crate::naive_oracle::NaiveQuery;

const WORDS: [&str; 32] = [
    "late",
    "later",
    "payment",
    "Payments",
    "PAY",
    "paid",
    "invoice",
    "invoicing",
    "bora",
    "app",
    "apps",
    "crm",
    "c",
    "net",
    "at",
    "t",
    "hire",
    "hiring",
    "Straße",
    "STRASSE",
    "cafe\u{301}",
    "café",
    "我",
    "用写",
    "カﾞ",
    "ΟΔΟΣ",
    "half½",
    "❹",
    "x1",
    "internationalisation",
    "internationalisations",
    "Москва",
];
const GAPS: [&str; 24] = [
    " ", " ", " ", " ", "  ", ", ", "-", "'", "’", "\n", "++ ", "# ", "&", ".", " .", "…", "™ ",
    "", "\u{200B}", "\u{AD}", "\u{301}", "/", "_", " 'n' ",
];
const LITERALS: [&str; 6] = ["C++", "C#", ".NET", "AT&T", "crm.app", "C+"];
const COMMUNITIES: [&str; 3] = ["SaaS", "freelance", "for_hire"];

/// One part of a text.
pub(crate) fn part() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        12 => select(WORDS.to_vec()).prop_map(str::to_owned),
        2 => select(LITERALS.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,3}",
    ];
    vec((word, select(GAPS.to_vec())), 0..24).prop_map(|pieces| {
        let pieces = pieces.into_iter();
        pieces
            .flat_map(|(word, gap)| [word, gap.to_owned()])
            .collect()
    })
}

/// A text of some parts, and where it was posted.
pub(crate) fn text() -> impl Strategy<Value = (Vec<String>, Option<&'static str>)> {
    (vec(part(), 0..3), option::of(select(COMMUNITIES.to_vec())))
}

pub(crate) fn phrase() -> impl Strategy<Value = String> {
    vec(select(WORDS.to_vec()), 1..5).prop_map(|words| words.join(" "))
}

/// A query that asks for something; all words that it may hold are long enough to be kept.
pub(crate) fn query() -> impl Strategy<Value = NaiveQuery> {
    let words = || {
        let telling = [
            "late",
            "Payments",
            "paid",
            "invoicing",
            "apps",
            "crm",
            "hire",
            "Straße",
        ];
        select(telling.to_vec()).prop_map(str::to_owned)
    };
    let communities = || vec(select(COMMUNITIES.to_vec()), 0..2);
    let parts = (
        vec(words(), 0..4),
        vec(phrase(), 0..3),
        vec(select(LITERALS.to_vec()), 0..2),
        vec(words(), 0..2),
        vec(phrase(), 0..2),
        communities(),
        communities(),
    );
    parts
        .prop_map(
            |(words, phrases, literals, excluded_words, excluded_phrases, c, x)| NaiveQuery {
                words,
                phrases,
                literals,
                excluded_words,
                excluded_phrases,
                communities: c,
                excluded_communities: x,
            },
        )
        .prop_filter("asks for something", |query| {
            query.words.len() + query.phrases.len() + query.literals.len() > 0
        })
}
