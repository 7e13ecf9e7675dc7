//! A second way to find phrases: an automaton over the words of a text with spaces around them.

use daachorse::DoubleArrayAhoCorasick;

use crate::naive_oracle::naive_tokens;

/// For each text the numbers of the phrases that it holds.
pub(crate) fn phrases_in(phrases: &[String], texts: &[String]) -> Vec<Vec<u32>> {
    let spaced = |text: &String| format!(" {} ", naive_tokens(text).join(" "));
    let mut patterns: Vec<String> = phrases.iter().map(spaced).collect();
    patterns.sort();
    patterns.dedup();
    let automaton = DoubleArrayAhoCorasick::<u32>::new(&patterns).expect("patterns with words");
    let find = |text: &String| {
        let text = spaced(text);
        let found: Vec<u32> = automaton
            .find_overlapping_iter(&text)
            .map(|found| found.value())
            .collect();
        (0..)
            .zip(phrases)
            .filter(|(_, phrase)| {
                let pattern = patterns.binary_search(&spaced(phrase)).unwrap_or_default();
                found.iter().any(|one| *one as usize == pattern)
            })
            .map(|(number, _)| number)
            .collect()
    };
    texts.iter().map(find).collect()
}
