//! Reddit and Google as far away as they are in the world: the sandboxes, with every call taking its
//! time, and counted by kind.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use platform::tasks::pause;
use providers::rank::{Country, RankError, SearchResult, WebSearch};
use providers::reddit::{
    Fullname, ListingPage, MoreComments, PageRequest, PostSearch, PostThread, Reddit, RedditError,
    RedditResponse, RedditThing, Replies, SubredditComment, SubredditName, SubredditPost,
    SubredditRule, SubredditSummary,
};
use tokio_util::sync::CancellationToken;

/// How long a call takes.
const LATENCY: Duration = Duration::from_millis(300);

/// How often each kind of call was made.
#[derive(Debug, Default)]
pub(crate) struct Made {
    pub(crate) searches: AtomicUsize,
    pub(crate) by_ids: AtomicUsize,
    pub(crate) threads: AtomicUsize,
    pub(crate) rank_pages: AtomicUsize,
}

impl Made {
    /// The counts since the last time, in the order of the fields.
    pub(crate) fn take(&self) -> [usize; 4] {
        let all = [
            &self.searches,
            &self.by_ids,
            &self.threads,
            &self.rank_pages,
        ];
        all.map(|count| count.swap(0, Ordering::Relaxed))
    }
}

pub(crate) struct FarReddit {
    pub(crate) near: Arc<dyn Reddit>,
    pub(crate) made: Arc<Made>,
    /// What searches for these words find, instead of what the sandbox finds.
    pub(crate) found: HashMap<String, Vec<SubredditPost>>,
}

#[derive(Debug)]
pub(crate) struct FarRanks {
    pub(crate) near: Arc<dyn WebSearch>,
    pub(crate) made: Arc<Made>,
}

async fn travel() {
    pause(LATENCY, &CancellationToken::new()).await;
}

impl fmt::Debug for FarReddit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FarReddit").finish_non_exhaustive()
    }
}

#[async_trait]
impl WebSearch for FarRanks {
    async fn search(
        &self,
        query: &str,
        country: Country,
        page: u32,
    ) -> Result<Vec<SearchResult>, RankError> {
        self.made.rank_pages.fetch_add(1, Ordering::Relaxed);
        travel().await;
        self.near.search(query, country, page).await
    }
}

#[async_trait]
impl Reddit for FarReddit {
    async fn search(
        &self,
        search: &PostSearch,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError> {
        self.made.searches.fetch_add(1, Ordering::Relaxed);
        travel().await;
        let mut response = self.near.search(search).await?;
        if let Some(found) = self.found.get(&search.words) {
            response.what.items.clone_from(found);
        }
        Ok(response)
    }

    async fn newest(
        &self,
        names: &[SubredditName],
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError> {
        travel().await;
        self.near.newest(names, part).await
    }

    async fn newest_comments(
        &self,
        names: &[SubredditName],
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditComment>>, RedditError> {
        travel().await;
        self.near.newest_comments(names, part).await
    }

    async fn thread(
        &self,
        subreddit: &SubredditName,
        post: &str,
    ) -> Result<RedditResponse<PostThread>, RedditError> {
        self.made.threads.fetch_add(1, Ordering::Relaxed);
        travel().await;
        self.near.thread(subreddit, post).await
    }

    async fn more_comments(
        &self,
        post: &str,
        more: &MoreComments,
    ) -> Result<RedditResponse<Replies>, RedditError> {
        // A thread that is read on is two calls, one after the other.
        self.made.threads.fetch_add(1, Ordering::Relaxed);
        travel().await;
        self.near.more_comments(post, more).await
    }

    async fn by_ids(
        &self,
        ids: &[Fullname],
    ) -> Result<RedditResponse<Vec<RedditThing>>, RedditError> {
        self.made.by_ids.fetch_add(1, Ordering::Relaxed);
        travel().await;
        self.near.by_ids(ids).await
    }

    async fn rules(
        &self,
        subreddit: &SubredditName,
    ) -> Result<RedditResponse<Vec<SubredditRule>>, RedditError> {
        travel().await;
        self.near.rules(subreddit).await
    }

    async fn subreddits(
        &self,
        words: &str,
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditSummary>>, RedditError> {
        travel().await;
        self.near.subreddits(words, part).await
    }

    fn address_of(&self, permalink: &str) -> String {
        self.near.address_of(permalink)
    }
}
