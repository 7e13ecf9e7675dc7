//! Makes the tables of an index from what was collected.

use std::cmp::Reverse;

use lens::text;

use super::builder::{CollectedCondition, IndexBuilder, SequenceSet, TermKey, WordSet, number};
use super::filed_groups::{FiledGroup, stem_mark};
use super::filed_phrases::FiledPhrases;
use super::hash_slots::{VALUE_BITS, filled_slots};
use super::layout::IndexTables;
use super::phrase_slots::filled_phrase_slots;
use super::term_list::{ListedQuery, TermList};
use super::term_numbers::{TermNumbers, order_by_key, starts};
use super::{NO_TERM, stem_flags, word_flags};

pub(super) fn assemble(mut collected: IndexBuilder) -> IndexTables {
    add_plain_stems(&mut collected);
    let numbers = TermNumbers::new(&collected);
    let mut tables = IndexTables {
        counts: vec![
            number(collected.words.len()),
            number(collected.phrases.len()),
            numbers.plain_terms,
        ],
        ..IndexTables::default()
    };
    write_terms(&mut tables, &collected, &numbers);
    file_phrases(&mut tables, &numbers);
    file_groups(&mut tables, &collected, &numbers);
    write_lists(&mut tables, &collected, &numbers);
    fill_vocabulary(&mut tables, &collected, &numbers);
    write_texts(&mut tables, &collected, &numbers);
    tables
}

/// Most texts hold a stem as a word; in the table of words it is found at once.
fn add_plain_stems(collected: &mut IndexBuilder) {
    for at in 0..number(collected.stems.len()) {
        let stem = collected.stems.get(at);
        if text::stem(stem) == stem {
            let word = collected.words.add(stem);
            collected.words.counts[word as usize] += collected.stems.counts[at as usize];
        }
    }
}

/// Words of phrases in their order, stems of groups with the rarest first.
fn write_terms(tables: &mut IndexTables, collected: &IndexBuilder, numbers: &TermNumbers) {
    let (phrases, groups) = (&collected.phrases, &collected.groups);
    let words = phrases.total_words() + groups.total_words();
    tables.term_words = Vec::with_capacity(words);
    tables.term_starts = Vec::with_capacity(phrases.len() + groups.len() + 1);
    tables.term_starts.push(0);
    for phrase in &numbers.phrase_order {
        let words = phrases.get(*phrase).iter();
        let ids = words.map(|word| numbers.words.ids[*word as usize]);
        tables.term_words.extend(ids);
        tables.term_starts.push(number(tables.term_words.len()));
    }
    for group in 0..number(groups.len()) {
        let start = tables.term_words.len();
        let stems = groups.get(group).iter();
        let ids = stems.map(|stem| numbers.stems.ids[*stem as usize]);
        tables.term_words.extend(ids);
        tables.term_words[start..].sort_unstable_by_key(|stem| Reverse(*stem));
        tables.term_starts.push(number(tables.term_words.len()));
    }
}

fn file_phrases(tables: &mut IndexTables, numbers: &TermNumbers) {
    tables.word_phrases = vec![NO_TERM; numbers.words.ids.len() + 1];
    let mut filed = FiledPhrases::default();
    for term in 0..number(numbers.phrases.len()) {
        let words = term_words(tables, term);
        if let [word] = *words {
            tables.word_phrases[word as usize] = term;
        } else {
            filed.add(term, words);
        }
    }
    (tables.phrase_filter, tables.triple_filter) = filed.filters();
    let (slots, places) = filled_phrase_slots(filed.sorted_slots());
    tables.phrase_slots = slots;
    tables.counts.push(number(places));
}

/// Each group of several stems goes under the rarest.
fn file_groups(tables: &mut IndexTables, collected: &IndexBuilder, numbers: &TermNumbers) {
    let stems = numbers.stems.ids.len() + 1;
    let first = number(collected.phrases.len());
    tables.stem_groups = vec![NO_TERM; stems];
    let mut filed: Vec<(u32, FiledGroup)> = Vec::new();
    for term in first..numbers.plain_terms {
        let stems = term_words(tables, term);
        let rarest = stems[0];
        match FiledGroup::new(stems, term) {
            Some(group) => filed.push((rarest, group)),
            None => tables.stem_groups[rarest as usize] = term,
        }
    }
    filed.sort_unstable_by_key(|(rarest, group)| (*rarest, group.second, group.term));
    tables.anchor_starts = starts(stems, filed.iter().map(|(rarest, _)| *rarest));
    let marks = filed.iter().map(|(_, group)| stem_mark(group.second));
    tables.group_marks = marks.collect();
    tables.groups = filed.into_iter().map(|(_, group)| group).collect();
}

fn fill_vocabulary(tables: &mut IndexTables, collected: &IndexBuilder, numbers: &TermNumbers) {
    let stem_values: Vec<u32> = (0..numbers.stems.ids.len())
        .map(|stem| stem_value(tables, numbers, numbers.stems.ids[stem]))
        .collect();
    tables.word_stems = vec![0; collected.words.len() + 1];
    // Without groups no stem is asked about, and stemming takes longer than all else here.
    let stemmed = if collected.stems.len() == 0 {
        &[]
    } else {
        &numbers.words.ids[..]
    };
    for (word, id) in (0..).zip(stemmed) {
        let stem = text::stem(collected.words.get(word));
        if let Some(stem) = collected.stems.find(&stem) {
            tables.word_stems[*id as usize] = stem_values[stem as usize];
        }
    }
    let words = collected.words.hashes().iter().zip(&numbers.words.ids);
    let words = words.map(|(hash, id)| (*hash, word_value(tables, numbers, *id)));
    let word_slots = filled_slots(words);
    tables.word_slots = word_slots;
    let stems = collected.stems.hashes().iter().copied();
    tables.stem_slots = filled_slots(stems.zip(stem_values));
}

fn stem_value(tables: &IndexTables, numbers: &TermNumbers, id: u32) -> u32 {
    let at = id as usize;
    let is_group = is_looked_for(tables, numbers, tables.stem_groups[at]);
    let is_anchor = tables.anchor_starts[at] < tables.anchor_starts[at + 1];
    let group = if is_group { stem_flags::IS_GROUP } else { 0 };
    let anchor = if is_anchor { stem_flags::IS_ANCHOR } else { 0 };
    packed(id, stem_flags::BITS) | group | anchor
}

fn word_value(tables: &IndexTables, numbers: &TermNumbers, id: u32) -> u32 {
    let is_phrase = is_looked_for(tables, numbers, tables.word_phrases[id as usize]);
    let phrase = if is_phrase { word_flags::IS_PHRASE } else { 0 };
    let has_stem = tables.word_stems[id as usize] != 0;
    let stem = if has_stem { word_flags::HAS_STEM } else { 0 };
    packed(id, word_flags::BITS) | phrase | stem
}

/// Whether a term of one word leads to queries, by itself or with symbols. Others, such as what many
/// queries exclude, are only asked about where a query has been found.
fn is_looked_for(tables: &IndexTables, numbers: &TermNumbers, term: u32) -> bool {
    let has_queries = || !tables.term_lists[term as usize].is_empty();
    term != NO_TERM && (term < numbers.with_variants || has_queries())
}

fn packed(id: u32, bits: u32) -> u32 {
    assert!(
        id >> (VALUE_BITS - bits) == 0,
        "fewer than 16 million words"
    );
    id << bits
}

/// Files each query under its rarest term.
fn write_lists(tables: &mut IndexTables, collected: &IndexBuilder, numbers: &TermNumbers) {
    let terms = numbers.plain_terms as usize + collected.variants.len();
    let mut filed: Vec<(u32, ListedQuery)> = Vec::with_capacity(collected.queries.len());
    for query in &collected.queries {
        let mut place = None;
        let mut term = query.first;
        if let Some(at) = query.condition.checked_sub(1) {
            let condition = &collected.conditions[at as usize];
            let rarest = condition.required.iter().copied();
            term = rarest
                .min_by_key(|term| frequency(collected, *term))
                .unwrap_or(term);
            place = Some(tables.conditions.len());
            write_condition(&mut tables.conditions, condition, term, numbers);
        }
        let listed = ListedQuery::new(query.customer, query.subscription, place);
        filed.push((numbers.term(term), listed));
    }
    tables.counts.push(number(filed.len()));
    let keys: Vec<u32> = filed.iter().map(|(term, _)| *term).collect();
    tables.term_lists = vec![TermList::EMPTY; terms];
    let order = order_by_key(terms, &keys);
    let sorted = order.iter().map(|at| filed[*at as usize]);
    let sorted: Vec<(u32, ListedQuery)> = sorted.collect();
    for of_term in sorted.chunk_by(|left, right| left.0 == right.0) {
        let queries = of_term.iter().map(|(_, query)| *query);
        tables.term_lists[of_term[0].0 as usize] = TermList::new(queries, &mut tables.listed);
    }
}

/// How often the rarest word of a term is in other terms.
fn frequency(collected: &IndexBuilder, term: TermKey) -> u32 {
    let rarest = |sequences: &SequenceSet, at: u32, words: &WordSet| {
        let counts = sequences.get(at).iter();
        counts.map(|word| words.counts[*word as usize]).min()
    };
    let count = match term {
        TermKey::Phrase(phrase) => rarest(&collected.phrases, phrase, &collected.words),
        TermKey::Group(group) => rarest(&collected.groups, group, &collected.stems),
        TermKey::Variant(variant) => {
            let (phrase, _) = collected.variants[variant as usize];
            rarest(&collected.phrases, phrase, &collected.words)
        }
    };
    count.unwrap_or_default()
}

/// Four counts, then the other required terms, the excluded terms, and the communities.
fn write_condition(
    conditions: &mut Vec<u32>,
    condition: &CollectedCondition,
    anchor: TermKey,
    numbers: &TermNumbers,
) {
    let required = condition.required.iter().filter(|term| **term != anchor);
    let required: Vec<u32> = required.map(|term| numbers.term(*term)).collect();
    conditions.extend([
        number(required.len()),
        number(condition.excluded.len()),
        number(condition.communities.len()),
        number(condition.excluded_communities.len()),
    ]);
    conditions.extend(required);
    conditions.extend(condition.excluded.iter().map(|term| numbers.term(*term)));
    let communities = condition.communities.iter();
    for hash in communities.chain(&condition.excluded_communities) {
        let bytes = hash.to_le_bytes();
        let (halves, _) = bytes.as_chunks::<4>();
        conditions.extend(halves.iter().map(|half| u32::from_le_bytes(*half)));
    }
}

fn write_texts(tables: &mut IndexTables, collected: &IndexBuilder, numbers: &TermNumbers) {
    tables.text_starts.push(0);
    let words = numbers.words.order.iter();
    let stems = numbers.stems.order.iter();
    let variants = numbers.variant_order.iter();
    let texts = words
        .map(|word| collected.words.get(*word))
        .chain(stems.map(|stem| collected.stems.get(*stem)))
        .chain(variants.map(|variant| &*collected.variants[*variant as usize].1));
    for text in texts {
        tables.text.extend_from_slice(text.as_bytes());
        tables.text_starts.push(number(tables.text.len()));
    }
    let with_variants = collected.variants.iter();
    let bases = with_variants.map(|variant| numbers.phrases[variant.0 as usize]);
    let mut bases: Vec<u32> = bases.collect();
    bases.sort_unstable();
    let count = bases.last().map_or(0, |last| *last as usize + 1);
    tables.variant_starts = starts(count, bases.into_iter());
}

fn term_words(tables: &IndexTables, term: u32) -> &[u32] {
    super::layout::between(&tables.term_words, &tables.term_starts, term)
}
