//! Makes the tables of an index from what was collected.

use std::cmp::Reverse;

use lens::text;

use super::builder::{CollectedCondition, IndexBuilder, SequenceSet, TermKey, WordSet, number};
use super::hash_slots::{VALUE_BITS, filled_filter, filled_slots};
use super::layout::{IndexTables, ListedQuery};
use super::phrase_slots::{
    MAX_OFFSET, PhraseLength, PhraseSlot, filled_phrase_slots, pair_hash, triple_hash,
};
use super::{NO_TERM, stem_flags, word_flags};

pub(super) fn assemble(mut collected: IndexBuilder) -> IndexTables {
    add_plain_stems(&mut collected);
    let numbering = Numbering::new(&collected);
    let mut tables = IndexTables {
        counts: vec![
            number(collected.words.len()),
            number(collected.phrases.len()),
            numbering.plain_terms,
        ],
        ..IndexTables::default()
    };
    write_terms(&mut tables, &collected, &numbering);
    file_phrases(&mut tables, &numbering);
    file_groups(&mut tables, &collected, &numbering);
    write_lists(&mut tables, &collected, &numbering);
    fill_vocabulary(&mut tables, &collected, &numbering);
    write_texts(&mut tables, &collected, &numbering);
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

/// The final ids. Frequent words have small ones, so that what is read often lies together.
struct Numbering {
    words: Ranks,
    stems: Ranks,
    /// By phrase as collected: its term. Those that also exist with symbols come first, then those
    /// of frequent words, which are found most often.
    phrases: Vec<u32>,
    /// How many of them also exist with symbols.
    with_variants: u32,
    /// Phrases by term.
    phrase_order: Vec<u32>,
    /// Phrases with symbols in the order of their phrases.
    variant_order: Vec<u32>,
    variants: Vec<u32>,
    plain_terms: u32,
}

/// Ids from 1 on, by frequency, and the order in which they were given.
struct Ranks {
    ids: Vec<u32>,
    order: Vec<u32>,
}

impl Ranks {
    fn new(words: &WordSet) -> Self {
        let mut order: Vec<u32> = (0..number(words.len())).collect();
        order.sort_by_key(|word| Reverse(words.counts[*word as usize]));
        let mut ids = vec![0; order.len()];
        for (rank, word) in order.iter().enumerate() {
            ids[*word as usize] = number(rank + 1);
        }
        Self { ids, order }
    }
}

impl Numbering {
    fn new(collected: &IndexBuilder) -> Self {
        let mut has_variants = vec![false; collected.phrases.len()];
        for (phrase, _) in &collected.variants {
            has_variants[*phrase as usize] = true;
        }
        let words = Ranks::new(&collected.words);
        let rarest_word = |phrase: u32| {
            let ids = collected.phrases.get(phrase).iter();
            ids.map(|word| words.ids[*word as usize]).max()
        };
        let keys = (0..).zip(&has_variants).map(|(phrase, has_variants)| {
            let rarest = rarest_word(phrase).filter(|_| !has_variants);
            rarest.unwrap_or_default()
        });
        let phrase_order = order_by_key(words.ids.len() + 1, &keys.collect::<Vec<u32>>());
        let phrases = inverse(&phrase_order);
        let mut variant_order: Vec<u32> = (0..number(collected.variants.len())).collect();
        variant_order
            .sort_by_key(|variant| phrases[collected.variants[*variant as usize].0 as usize]);
        Self {
            words,
            stems: Ranks::new(&collected.stems),
            phrases,
            with_variants: number(has_variants.iter().filter(|has| **has).count()),
            phrase_order,
            variants: inverse(&variant_order),
            variant_order,
            plain_terms: number(collected.phrases.len() + collected.groups.len()),
        }
    }

    fn term(&self, key: TermKey) -> u32 {
        match key {
            TermKey::Phrase(phrase) => self.phrases[phrase as usize],
            TermKey::Group(group) => number(self.phrases.len()) + group,
            TermKey::Variant(variant) => self.plain_terms + self.variants[variant as usize],
        }
    }
}

/// Numbers from 0 on in the order of their keys, which are below a limit.
fn order_by_key(limit: usize, keys: &[u32]) -> Vec<u32> {
    let mut places = starts(limit, keys.iter().copied());
    let mut order = vec![0; keys.len()];
    for (at, key) in (0..).zip(keys) {
        let place = &mut places[*key as usize];
        order[*place as usize] = at;
        *place += 1;
    }
    order
}

fn inverse(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    for (place, at) in order.iter().enumerate() {
        places[*at as usize] = number(place);
    }
    places
}

/// Words of phrases in their order, stems of groups with the rarest first.
fn write_terms(tables: &mut IndexTables, collected: &IndexBuilder, numbering: &Numbering) {
    let (phrases, groups) = (&collected.phrases, &collected.groups);
    let words = phrases.total_words() + groups.total_words();
    tables.term_words = Vec::with_capacity(words);
    tables.term_starts = Vec::with_capacity(phrases.len() + groups.len() + 1);
    tables.term_starts.push(0);
    for phrase in &numbering.phrase_order {
        let words = phrases.get(*phrase).iter();
        let ids = words.map(|word| numbering.words.ids[*word as usize]);
        tables.term_words.extend(ids);
        tables.term_starts.push(number(tables.term_words.len()));
    }
    for group in 0..number(groups.len()) {
        let start = tables.term_words.len();
        let stems = groups.get(group).iter();
        let ids = stems.map(|stem| numbering.stems.ids[*stem as usize]);
        tables.term_words.extend(ids);
        tables.term_words[start..].sort_unstable_by_key(|stem| Reverse(*stem));
        tables.term_starts.push(number(tables.term_words.len()));
    }
}

/// Each phrase of several words goes under the pair or, if it has more than two words, under the
/// three neighbours that hold its rarest words.
fn file_phrases(tables: &mut IndexTables, numbering: &Numbering) {
    tables.word_phrases = vec![NO_TERM; numbering.words.ids.len() + 1];
    let mut filed: Vec<PhraseSlot> = Vec::with_capacity(numbering.phrases.len());
    for term in 0..number(numbering.phrases.len()) {
        let words = term_words(tables, term);
        if let [word] = words {
            let word = *word as usize;
            tables.word_phrases[word] = term;
            continue;
        }
        filed.push(phrase_slot(term, words));
    }
    filed.sort_unstable_by_key(|slot| (slot.hash(), slot.term()));
    tables.phrase_filter = filled_filter(filed.iter().map(|slot| slot.hash()));
    let (slots, places) = filled_phrase_slots(&filed);
    tables.phrase_slots = slots;
    tables.counts.push(number(places));
}

/// Where the two or three words start under which a phrase is filed, and their hash.
fn rarest_neighbours(words: &[u32]) -> (usize, u64) {
    if let [left, right] = *words {
        return (0, pair_hash(left, right));
    }
    let rarity = |at: &usize| {
        let mut neighbours = [words[*at], words[*at + 1], words[*at + 2]];
        neighbours.sort_unstable_by_key(|word| Reverse(*word));
        neighbours
    };
    let offsets = 0..(words.len() - 2).min(MAX_OFFSET);
    let offset = offsets.max_by_key(rarity).unwrap_or_default();
    let pair = pair_hash(words[offset], words[offset + 1]);
    (offset, triple_hash(pair, words[offset + 2]))
}

/// A phrase as it is filed.
fn phrase_slot(term: u32, words: &[u32]) -> PhraseSlot {
    let (offset, hash) = rarest_neighbours(words);
    let (length, detail) = match *words {
        [_, _] => (PhraseLength::Two, 0),
        [_, _, last] => (PhraseLength::Three, last),
        _ => {
            let beside = words[if offset > 0 { 0 } else { 3 }];
            (PhraseLength::More, PhraseSlot::long_detail(offset, beside))
        }
    };
    PhraseSlot::new(hash, term, length, detail)
}

/// Each group of several stems goes under the rarest.
fn file_groups(tables: &mut IndexTables, collected: &IndexBuilder, numbering: &Numbering) {
    let stems = numbering.stems.ids.len() + 1;
    let first = number(collected.phrases.len());
    tables.stem_groups = vec![NO_TERM; stems];
    let mut filed: Vec<(u32, u32, u32)> = Vec::new();
    for term in first..numbering.plain_terms {
        match *term_words(tables, term) {
            [only] => tables.stem_groups[only as usize] = term,
            [anchor, second, ..] => filed.push((anchor, second, term)),
            [] => {}
        }
    }
    filed.sort_unstable();
    tables.anchor_starts = starts(stems, filed.iter().map(|group| group.0));
    tables.group_seconds = filed.iter().map(|group| group.1).collect();
    tables.group_terms = filed.iter().map(|group| group.2).collect();
}

fn fill_vocabulary(tables: &mut IndexTables, collected: &IndexBuilder, numbering: &Numbering) {
    let stem_values: Vec<u32> = (0..numbering.stems.ids.len())
        .map(|stem| stem_value(tables, numbering, numbering.stems.ids[stem]))
        .collect();
    tables.word_stems = vec![0; collected.words.len() + 1];
    for (word, id) in (0..).zip(&numbering.words.ids) {
        let stem = text::stem(collected.words.get(word));
        if let Some(stem) = collected.stems.find(&stem) {
            tables.word_stems[*id as usize] = stem_values[stem as usize];
        }
    }
    let words = collected.words.hashes.iter().zip(&numbering.words.ids);
    let words = words.map(|(hash, id)| (*hash, word_value(tables, numbering, *id)));
    let word_slots = filled_slots(words);
    tables.word_slots = word_slots;
    let stems = collected.stems.hashes.iter().copied();
    tables.stem_slots = filled_slots(stems.zip(stem_values));
}

fn stem_value(tables: &IndexTables, numbering: &Numbering, id: u32) -> u32 {
    let at = id as usize;
    let is_group = is_looked_for(tables, numbering, tables.stem_groups[at]);
    let is_anchor = tables.anchor_starts[at] < tables.anchor_starts[at + 1];
    let group = if is_group { stem_flags::IS_GROUP } else { 0 };
    let anchor = if is_anchor { stem_flags::IS_ANCHOR } else { 0 };
    packed(id, stem_flags::BITS) | group | anchor
}

fn word_value(tables: &IndexTables, numbering: &Numbering, id: u32) -> u32 {
    let is_phrase = is_looked_for(tables, numbering, tables.word_phrases[id as usize]);
    let phrase = if is_phrase { word_flags::IS_PHRASE } else { 0 };
    packed(id, word_flags::BITS) | phrase
}

/// Whether a term of one word leads to queries, by itself or with symbols. Others, such as what many
/// queries exclude, are only asked about where a query has been found.
fn is_looked_for(tables: &IndexTables, numbering: &Numbering, term: u32) -> bool {
    let list = || &tables.list_starts[term as usize..][..2];
    term != NO_TERM && (term < numbering.with_variants || list()[0] < list()[1])
}

fn packed(id: u32, bits: u32) -> u32 {
    assert!(
        id >> (VALUE_BITS - bits) == 0,
        "fewer than 16 million words"
    );
    id << bits
}

/// Files each query under its rarest term.
fn write_lists(tables: &mut IndexTables, collected: &IndexBuilder, numbering: &Numbering) {
    let terms = numbering.plain_terms as usize + collected.variants.len();
    let mut filed: Vec<(u32, ListedQuery)> = Vec::with_capacity(collected.queries.len());
    for query in &collected.queries {
        let mut listed = ListedQuery {
            customer: query.customer,
            subscription: query.subscription,
            condition: 0,
        };
        let mut term = query.first;
        if let Some(at) = query.condition.checked_sub(1) {
            let condition = &collected.conditions[at as usize];
            let rarest = condition.required.iter().copied();
            term = rarest
                .min_by_key(|term| frequency(collected, *term))
                .unwrap_or(term);
            listed.condition = number(tables.conditions.len() + 1);
            write_condition(&mut tables.conditions, condition, term, numbering);
        }
        filed.push((numbering.term(term), listed));
    }
    let keys: Vec<u32> = filed.iter().map(|(term, _)| *term).collect();
    tables.list_starts = starts(terms, keys.iter().copied());
    let order = order_by_key(terms, &keys);
    tables.listed = order.iter().map(|at| filed[*at as usize].1).collect();
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
    numbering: &Numbering,
) {
    let required = condition.required.iter().filter(|term| **term != anchor);
    let required: Vec<u32> = required.map(|term| numbering.term(*term)).collect();
    conditions.extend([
        number(required.len()),
        number(condition.excluded.len()),
        number(condition.communities.len()),
        number(condition.excluded_communities.len()),
    ]);
    conditions.extend(required);
    conditions.extend(condition.excluded.iter().map(|term| numbering.term(*term)));
    let communities = condition.communities.iter();
    for hash in communities.chain(&condition.excluded_communities) {
        let bytes = hash.to_le_bytes();
        let (halves, _) = bytes.as_chunks::<4>();
        conditions.extend(halves.iter().map(|half| u32::from_le_bytes(*half)));
    }
}

fn write_texts(tables: &mut IndexTables, collected: &IndexBuilder, numbering: &Numbering) {
    tables.text_starts.push(0);
    let words = numbering.words.order.iter();
    let stems = numbering.stems.order.iter();
    let variants = numbering.variant_order.iter();
    let texts = words
        .map(|word| collected.words.get(*word))
        .chain(stems.map(|stem| collected.stems.get(*stem)))
        .chain(variants.map(|variant| &*collected.variants[*variant as usize].1));
    for text in texts {
        tables.text.extend_from_slice(text.as_bytes());
        tables.text_starts.push(number(tables.text.len()));
    }
    let with_variants = collected.variants.iter();
    let bases = with_variants.map(|variant| numbering.phrases[variant.0 as usize]);
    let mut bases: Vec<u32> = bases.collect();
    bases.sort_unstable();
    let count = bases.last().map_or(0, |last| *last as usize + 1);
    tables.variant_starts = starts(count, bases.into_iter());
}

fn term_words(tables: &IndexTables, term: u32) -> &[u32] {
    super::layout::between(&tables.term_words, &tables.term_starts, term)
}

/// Where the entries of each key start, when they are sorted by key.
fn starts(keys: usize, entries: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut starts = vec![0; keys + 1];
    for key in entries {
        starts[key as usize + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    starts
}
