//! Hacker News as a source of candidates.

use super::candidate_collector::SourceResult;
use super::candidate_sources::{SearchSpan, SourceRead};
use super::found_via::FoundVia;
use super::keyword_matcher::is_ruled_out;
use listening::{Post, Search, TextSource};

/// Its search knows no operators: the words are searched for, and what the keyword rules out is left out
/// here.
pub(super) async fn search(
    source: &impl TextSource<Text = Post>,
    keyword: String,
    (sort, timeframe): SearchSpan,
) -> SourceResult {
    let search = Search {
        sort,
        timeframe,
        ..Search::new(&searches::wanted_text(&keyword))
    };
    let response = source.search(&search).await;
    let has_answer = response.missed.is_empty();
    let mut posts = response.found;
    posts.retain(|post| !is_ruled_out(&keyword, post));
    SourceResult {
        posts,
        read: Some(SourceRead {
            search_id: None,
            via: FoundVia::new(&keyword, "keyword"),
            reddit_ids: Vec::new(),
        }),
        has_answer,
        missed: response.missed,
        ..SourceResult::default()
    }
}
