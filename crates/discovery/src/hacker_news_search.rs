//! Hacker News as a source of candidates.

use super::candidate_collector::SourceResult;
use super::candidate_sources::{SearchSpan, SourceRead};
use super::found_via::FoundVia;
use super::keyword_matcher::is_ruled_out;
use lens::text::stem;
use listening::{Post, Search, TextSource};

/// What is searched for.
#[derive(Clone, Debug)]
pub(super) struct HackerNewsQuery {
    words: String,
    pub(super) via: FoundVia,
}

impl HackerNewsQuery {
    /// Its search knows no operators: the words are searched for, and what the keyword rules out is left
    /// out here.
    pub(super) fn keyword(keyword: &str) -> Self {
        Self {
            words: searches::wanted_text(keyword),
            via: FoundVia::new(keyword, "keyword"),
        }
    }

    /// Of the last word its beginning is enough there, so the more telling one stands last, without its
    /// ending.
    pub(super) fn subject([one, other]: &[String; 2]) -> Self {
        let phrase = searches::subject_phrase([one, other]);
        Self {
            words: format!("{other} {}", stem(one)),
            via: FoundVia::new(&phrase, "subject"),
        }
    }

    fn rules_out(&self, post: &Post) -> bool {
        self.via.origin == "keyword" && is_ruled_out(&self.via.phrase, post)
    }
}

pub(super) async fn search(
    source: &impl TextSource<Text = Post>,
    query: HackerNewsQuery,
    (sort, timeframe): SearchSpan,
) -> SourceResult {
    let search = Search {
        sort,
        timeframe,
        ..Search::new(&query.words)
    };
    let response = source.search(&search).await;
    let has_answer = response.missed.is_empty();
    let mut posts = response.found;
    posts.retain(|post| !query.rules_out(post));
    SourceResult {
        posts,
        read: Some(SourceRead {
            search_id: None,
            via: query.via,
            reddit_ids: Vec::new(),
        }),
        has_answer,
        missed: response.missed,
        ..SourceResult::default()
    }
}
