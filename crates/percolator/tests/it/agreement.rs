//! No difference is allowed between the percolator and the slow ways.

use percolator::{
    KeywordQuery, KeywordSubscription, Percolator, PercolatorMatch, PercolatorText, TextSpan,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::automaton_oracle;
use crate::generated::{part, phrase, query, text};
use crate::naive_oracle::NaiveQuery;

/// A text with its parts and its community.
pub(crate) type OwnedText = (Vec<String>, Option<&'static str>);

/// Subscriptions of three customers, numbered from 0.
pub(crate) fn subscribed(queries: &[NaiveQuery]) -> Vec<KeywordSubscription> {
    let subscribe = |(id, query): (u32, &NaiveQuery)| KeywordSubscription {
        id,
        customer: id % 3,
        query: KeywordQuery::parse(&query.keyword()).expect("it asks for something"),
    };
    (0..).zip(queries).map(subscribe).collect()
}

/// What a percolator finds, sorted, all texts at once.
pub(crate) fn found(percolator: &Percolator, texts: &[OwnedText]) -> Vec<Vec<PercolatorMatch>> {
    let parts: Vec<Vec<&str>> = texts
        .iter()
        .map(|(parts, _)| parts.iter().map(String::as_str).collect())
        .collect();
    let texts: Vec<PercolatorText> = parts
        .iter()
        .zip(texts)
        .map(|(parts, (_, community))| PercolatorText {
            parts,
            community: *community,
        })
        .collect();
    let mut matches = percolator.match_batch(&texts);
    for matches in &mut matches {
        matches.sort();
    }
    matches
}

fn expected(queries: &[NaiveQuery], texts: &[OwnedText]) -> Vec<Vec<PercolatorMatch>> {
    let in_text = |(parts, community): &OwnedText| {
        let mut matches: Vec<PercolatorMatch> = (0..)
            .zip(queries)
            .filter(|(_, query)| query.matches(parts, *community))
            .map(|(subscription, _)| PercolatorMatch {
                customer: subscription % 3,
                subscription,
            })
            .collect();
        matches.sort();
        matches
    };
    texts.iter().map(in_text).collect()
}

proptest! {
    #[test]
    fn it_finds_what_the_naive_way_finds(
        queries in vec(query(), 1..20),
        texts in vec(text(), 1..12),
    ) {
        let percolator = Percolator::build(subscribed(&queries));

        prop_assert_eq!(found(&percolator, &texts), expected(&queries, &texts));
    }

    #[test]
    fn one_text_at_a_time_gives_the_same_as_many(
        queries in vec(query(), 1..20),
        texts in vec(text(), 1..12),
    ) {
        let percolator = Percolator::build(subscribed(&queries));

        let singly: Vec<_> = texts
            .iter()
            .flat_map(|text| found(&percolator, std::slice::from_ref(text)))
            .collect();

        prop_assert_eq!(singly, found(&percolator, &texts));
    }

    #[test]
    fn phrases_are_found_where_an_automaton_finds_them(
        phrases in vec(phrase(), 1..40),
        texts in vec(part(), 1..12),
    ) {
        let subscriptions = (0..).zip(&phrases).map(|(id, phrase)| KeywordSubscription {
            id,
            customer: 0,
            query: KeywordQuery::exact_phrase(phrase).expect("a phrase"),
        });
        let percolator = Percolator::build(subscriptions);

        let texts_of_one: Vec<OwnedText> =
            texts.iter().map(|text| (vec![text.clone()], None)).collect();
        let numbers: Vec<Vec<u32>> = found(&percolator, &texts_of_one)
            .into_iter()
            .map(|matches| matches.into_iter().map(|one| one.subscription).collect())
            .collect();

        prop_assert_eq!(numbers, automaton_oracle::phrases_in(&phrases, &texts));
    }

    #[test]
    fn spans_are_those_of_the_query_alone(
        queries in vec(query(), 1..10),
        text in text(),
    ) {
        let subscriptions = subscribed(&queries);
        let percolator = Percolator::build(subscriptions.clone());
        let parts: Vec<&str> = text.0.iter().map(String::as_str).collect();
        let read = PercolatorText { parts: &parts, community: text.1 };

        for subscription in subscriptions {
            let wanted = PercolatorMatch {
                customer: subscription.customer,
                subscription: subscription.id,
            };
            let spans = percolator.spans(read, wanted);
            let alone = subscription.query.matches(&parts, text.1).unwrap_or_default();

            let is_in_order = spans.is_sorted_by(|left, right| {
                left.part < right.part || left.end <= right.start
            });
            prop_assert!(is_in_order);
            let is_text = |span: &TextSpan| parts[span.part].get(span.start..span.end).is_some();
            prop_assert!(spans.iter().all(is_text));
            prop_assert_eq!(spans, alone);
        }
    }

    #[test]
    fn any_keyword_and_any_text_can_be_read(
        keywords in vec("\\PC{0,30}", 1..10),
        text in "\\PC{0,200}",
    ) {
        let queries = keywords.iter().filter_map(|keyword| KeywordQuery::parse(keyword).ok());
        let subscriptions: Vec<KeywordSubscription> = (0..)
            .zip(queries)
            .map(|(id, query)| KeywordSubscription { id, customer: 0, query })
            .collect();
        let percolator = Percolator::build(subscriptions.clone());

        let both = keywords.join(" ") + &text;
        let matches = found(&percolator, &[(vec![both.clone()], None)]).remove(0);

        let alone: Vec<u32> = subscriptions
            .iter()
            .filter(|one| one.query.matches(&[&both], None).is_some())
            .map(|one| one.id)
            .collect();
        let found: Vec<u32> = matches.iter().map(|one| one.subscription).collect();
        prop_assert_eq!(found, alone);
    }
}
