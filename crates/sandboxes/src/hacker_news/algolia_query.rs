//! The parameters of a search, as Algolia reads them.

use providers::hacker_news::plain_text;
use serde_json::{Value, json};
use url::form_urlencoded;

use super::{
    item_json,
    item_store::{ItemStore, StoredItem},
};

/// A search by date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AlgoliaQuery {
    pub(super) words: String,
    /// All groups must apply, and of each group one tag.
    tags: Vec<Vec<String>>,
    /// What `created_at_i` is compared with.
    times: Vec<(String, i64)>,
    page: usize,
    hits_per_page: usize,
}

const DEFAULT_HITS: usize = 20;
const MAX_HITS: usize = 1000;

impl AlgoliaQuery {
    pub(super) fn read(query: &str) -> Self {
        let text = |wanted: &str| {
            let mut pairs = form_urlencoded::parse(query.as_bytes());
            let found = pairs.find(|(name, _)| name == wanted);
            found.map_or_else(String::new, |(_, value)| value.into_owned())
        };
        let hits = text("hitsPerPage").parse().unwrap_or(DEFAULT_HITS);
        Self {
            words: text("query"),
            tags: tag_groups(&text("tags")),
            times: text("numericFilters").split(',').filter_map(time).collect(),
            page: text("page").parse().unwrap_or_default(),
            hits_per_page: hits.clamp(1, MAX_HITS),
        }
    }

    /// The page of hits, newest first.
    pub(super) fn answer(&self, items: &ItemStore) -> Value {
        let found: Vec<&StoredItem> = items
            .shown()
            .filter(|item| self.has_tags(items, item) && self.is_in_time(item))
            .filter(|item| self.has_words(items, item))
            .collect();
        let first = self.page.saturating_mul(self.hits_per_page);
        let shown = found.iter().skip(first).take(self.hits_per_page);
        let hits: Vec<Value> = shown.map(|item| item_json::hit(items, item)).collect();
        json!({
            "hits": hits, "nbHits": found.len(), "page": self.page,
            "nbPages": found.len().div_ceil(self.hits_per_page),
            "hitsPerPage": self.hits_per_page, "exhaustiveNbHits": true,
            "query": self.words, "processingTimeMS": 1,
        })
    }

    fn has_tags(&self, items: &ItemStore, item: &StoredItem) -> bool {
        let own = [
            item.kind.to_owned(),
            format!("author_{}", item.content.author),
            format!("story_{}", items.story_of(item).number),
        ];
        let mut groups = self.tags.iter();
        groups.all(|group| group.iter().any(|tag| own.contains(tag)))
    }

    fn is_in_time(&self, item: &StoredItem) -> bool {
        self.times.iter().all(|(comparison, limit)| {
            let created = item.created_s;
            match comparison.as_str() {
                ">" => created > *limit,
                ">=" => created >= *limit,
                "<" => created < *limit,
                "<=" => created <= *limit,
                _ => created == *limit,
            }
        })
    }

    /// All words must occur; of the last one its beginning is enough.
    fn has_words(&self, items: &ItemStore, item: &StoredItem) -> bool {
        let content = &item.content;
        let text = format!(
            "{} {} {} {} {}",
            content.title,
            plain_text(&content.html),
            content.link.as_deref().unwrap_or_default(),
            content.author,
            items.story_of(item).content.title,
        );
        let known = words(&text);
        let mut wanted = words(&self.words);
        let last = wanted.pop();
        let begins = |last: String| known.iter().any(|word| word.starts_with(&last));
        wanted.iter().all(|word| known.contains(word)) && last.is_none_or(begins)
    }
}

fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(ToOwned::to_owned).collect()
}

/// `story,author_ada` asks for both, `(story,comment)` for one of them.
fn tag_groups(tags: &str) -> Vec<Vec<String>> {
    let mut groups: Vec<Vec<String>> = Vec::new();
    let mut is_inside = false;
    for tag in tags.split(',') {
        let name = tag.trim().trim_matches(['(', ')']).to_owned();
        match groups.last_mut() {
            Some(group) if is_inside => group.push(name),
            _ if !name.is_empty() => groups.push(vec![name]),
            _ => {}
        }
        is_inside = (is_inside || tag.contains('(')) && !tag.contains(')');
    }
    groups
}

/// `created_at_i>1790000000`.
fn time(filter: &str) -> Option<(String, i64)> {
    let rest = filter.trim().strip_prefix("created_at_i")?;
    let limit = rest.trim_start_matches(['<', '>', '=']);
    let comparison = &rest[..rest.len() - limit.len()];
    Some((comparison.to_owned(), limit.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_grouped_by_brackets() {
        for (tags, expected) in [
            ("", ""),
            ("story", "story"),
            ("story,author_ada", "story & author_ada"),
            ("(story,comment)", "story | comment"),
            (
                "author_ada,(story,poll,job),front",
                "author_ada & story | poll | job & front",
            ),
        ] {
            let groups: Vec<String> = tag_groups(tags)
                .iter()
                .map(|group| group.join(" | "))
                .collect();
            assert_eq!(groups.join(" & "), expected, "{tags}");
        }
    }

    #[test]
    fn times_are_compared_as_they_say() {
        let filters = "created_at_i>5,created_at_i<=9,points>3,created_at_i>x";
        let times: Vec<_> = filters.split(',').filter_map(time).collect();

        assert_eq!(times, [(">".to_owned(), 5), ("<=".to_owned(), 9)]);
    }
}
