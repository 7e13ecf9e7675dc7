//! The comments of threads that Google shows for a keyword that neither title nor body holds.

use futures::{StreamExt, stream};

use super::candidate_sources::{AT_ONCE, GatheredCandidates, MOST_COMMENTS, is_cut_off};
use super::keyword_matcher::{self, KeywordPattern, SearchedText};
use super::relevance_judge::Candidate;
use listening::{Ears, Gap, Missed, SubredditName};

/// Comments are read if neither title nor body explains why Google shows a post.
const MOST_THREADS: usize = 10;

/// Google indexes whole threads. If the post itself does not contain the words, its comments may.
pub(super) async fn read_threads(
    reddit: &Ears,
    keywords: &[String],
    gathered: &mut GatheredCandidates,
) {
    let patterns: Vec<KeywordPattern> = keywords
        .iter()
        .map(|word| KeywordPattern::new(word))
        .collect();
    let is_unexplained = |candidate: &Candidate| {
        let post = SearchedText {
            title: &candidate.post.title,
            body: &candidate.post.body,
            comments: "",
        };
        candidate.found_for.is_empty()
            && candidate.post.comments > 0
            && keyword_matcher::match_keywords(&patterns, post, &candidate.post.subreddit)
                .keywords
                .is_empty()
    };
    let unexplained = gathered.candidates.iter_mut();
    let reading: Vec<_> = unexplained
        .filter(|candidate| is_unexplained(candidate))
        .take(MOST_THREADS)
        .map(|candidate| read_thread(reddit, candidate))
        .collect();
    let mut reading = stream::iter(reading).buffer_unordered(AT_ONCE);
    while let Some((missed, gaps)) = reading.next().await {
        gathered.missed.extend(missed);
        gathered.gaps.extend(gaps);
    }
}

/// What could not be read, and which searches for ranks would find the thread again.
async fn read_thread(reddit: &Ears, candidate: &mut Candidate) -> (Vec<Missed>, Vec<Gap>) {
    let post = &candidate.post;
    let names = (
        SubredditName::parse(&post.subreddit),
        post.reddit_id.parse(),
    );
    let (Ok(subreddit), Ok(name)) = names else {
        return (Vec::new(), Vec::new());
    };
    let response = Box::pin(reddit.thread(&subreddit, &name, MOST_COMMENTS)).await;
    if let Some(thread) = response.found {
        let said: Vec<String> = thread.comments.into_iter().map(|it| it.body).collect();
        candidate.comments = said.join("\n");
    }
    let ranks = candidate.ranks.iter();
    let gaps = ranks.map(|(keyword, _)| Gap::Ranks(keyword.clone()));
    let gaps = gaps.filter(|_| is_cut_off(&response.missed)).collect();
    (response.missed, gaps)
}
