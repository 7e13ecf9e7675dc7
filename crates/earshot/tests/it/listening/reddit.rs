//! Reddit as the tests look at it: the live adapter on a sandbox, with a note of every call.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use platform::clock::Clock;
use providers::reddit::{
    Fullname, ListingPage, LiveReddit, MoreComments, PageRequest, PostSearch, PostThread,
    RateWindow, Reddit, RedditError, RedditResponse, RedditThing, Replies, SubredditComment,
    SubredditName, SubredditPost, SubredditRule, SubredditSummary,
};
use tokio::time::{Instant, timeout};

use crate::kit::noon;

/// Passes every call on, unless the test wants it to fail, and remembers it.
#[derive(Debug)]
pub(crate) struct Watched {
    reddit: LiveReddit,
    notes: Mutex<Notes>,
    /// How long a call may take; the adapter's own limit is longer than a test's patience.
    deadline: Duration,
    /// Reddit's window goes by the wall's time. Where the test's stands still, the window that is
    /// told of does so too.
    held: Option<Clock>,
}

#[derive(Debug, Default)]
struct Notes {
    calls: Vec<Call>,
    refusals: usize,
    failures: VecDeque<RedditError>,
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// What was asked, such as `search late payments`.
    pub(crate) what: String,
    pub(crate) at: Instant,
}

impl Watched {
    pub(crate) fn new(reddit: LiveReddit, deadline: Duration, held: Option<Clock>) -> Arc<Self> {
        Arc::new(Self {
            reddit,
            notes: Mutex::default(),
            deadline,
            held,
        })
    }

    pub(crate) fn calls(&self) -> Vec<Call> {
        self.notes.lock().unwrap().calls.clone()
    }

    pub(crate) fn asked(&self) -> Vec<String> {
        self.calls().into_iter().map(|call| call.what).collect()
    }

    /// How many calls were answered with "not now".
    pub(crate) fn refusals(&self) -> usize {
        self.notes.lock().unwrap().refusals
    }

    /// Lets the next call fail.
    pub(crate) fn fails_next(&self, failure: RedditError) {
        self.notes.lock().unwrap().failures.push_back(failure);
    }

    async fn noted<T>(
        &self,
        what: String,
        call: impl Future<Output = Result<RedditResponse<T>, RedditError>>,
    ) -> Result<RedditResponse<T>, RedditError> {
        let failure = {
            let mut notes = self.notes.lock().unwrap();
            let at = Instant::now();
            notes.calls.push(Call { what, at });
            notes.failures.pop_front()
        };
        let answer = match failure {
            Some(failure) => Err(failure),
            None => timeout(self.deadline, call)
                .await
                .unwrap_or(Err(RedditError::Unavailable { retry_after: None })),
        };
        let is_refusal = matches!(
            answer,
            Err(RedditError::Unavailable { .. } | RedditError::RateLimited { .. })
        );
        self.notes.lock().unwrap().refusals += usize::from(is_refusal);
        answer.map(|heard| RedditResponse {
            window: self
                .held
                .as_ref()
                .map_or(heard.window, |clock| Some(self.held_window(clock))),
            ..heard
        })
    }

    /// A thousand calls in ten minutes of a clock that was started at noon.
    fn held_window(&self, clock: &Clock) -> RateWindow {
        let used = f64::from(u32::try_from(self.calls().len()).unwrap());
        let passed_s = (clock.real() - noon()).num_seconds().rem_euclid(600);
        RateWindow {
            used,
            remaining: (1000.0 - used).max(0.0),
            reset: Duration::from_secs(u64::try_from(600 - passed_s).unwrap()),
        }
    }
}

fn joined(names: &[SubredditName]) -> String {
    let names: Vec<&str> = names.iter().map(SubredditName::as_str).collect();
    names.join("+")
}

#[async_trait]
impl Reddit for Watched {
    async fn search(
        &self,
        search: &PostSearch,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError> {
        let what = format!("search {}", search.words);
        self.noted(what, self.reddit.search(search)).await
    }

    async fn newest(
        &self,
        names: &[SubredditName],
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError> {
        let what = format!("newest {}", joined(names));
        self.noted(what, self.reddit.newest(names, part)).await
    }

    async fn newest_comments(
        &self,
        names: &[SubredditName],
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditComment>>, RedditError> {
        let what = format!("comments {}", joined(names));
        self.noted(what, self.reddit.newest_comments(names, part))
            .await
    }

    async fn thread(
        &self,
        subreddit: &SubredditName,
        post: &str,
    ) -> Result<RedditResponse<PostThread>, RedditError> {
        let what = format!("thread {post}");
        self.noted(what, self.reddit.thread(subreddit, post)).await
    }

    async fn more_comments(
        &self,
        post: &str,
        more: &MoreComments,
    ) -> Result<RedditResponse<Replies>, RedditError> {
        let what = format!("more {post}");
        self.noted(what, self.reddit.more_comments(post, more))
            .await
    }

    async fn by_ids(
        &self,
        ids: &[Fullname],
    ) -> Result<RedditResponse<Vec<RedditThing>>, RedditError> {
        let what = format!("ids {}", ids.len());
        self.noted(what, self.reddit.by_ids(ids)).await
    }

    async fn rules(
        &self,
        subreddit: &SubredditName,
    ) -> Result<RedditResponse<Vec<SubredditRule>>, RedditError> {
        let what = format!("rules {subreddit}");
        self.noted(what, self.reddit.rules(subreddit)).await
    }

    async fn subreddits(
        &self,
        words: &str,
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditSummary>>, RedditError> {
        let what = format!("subreddits {words}");
        self.noted(what, self.reddit.subreddits(words, part)).await
    }

    fn address_of(&self, permalink: &str) -> String {
        self.reddit.address_of(permalink)
    }
}
