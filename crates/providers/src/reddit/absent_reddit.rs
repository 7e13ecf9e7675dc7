//! Reddit where the operator has connected other sources alone.

use async_trait::async_trait;

use super::{
    Fullname, ListingPage, MoreComments, PageRequest, PostSearch, PostThread, Reddit, RedditError,
    RedditResponse, RedditThing, Replies, SubredditComment, SubredditName, SubredditPost,
    SubredditRule, SubredditSummary,
};

/// Answers nothing and calls nobody.
#[derive(Debug, Clone, Copy)]
pub struct AbsentReddit;

#[async_trait]
impl Reddit for AbsentReddit {
    async fn search(
        &self,
        _search: &PostSearch,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError> {
        Err(RedditError::NotConfigured)
    }

    async fn newest(
        &self,
        _subreddits: &[SubredditName],
        _part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError> {
        Err(RedditError::NotConfigured)
    }

    async fn newest_comments(
        &self,
        _subreddits: &[SubredditName],
        _part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditComment>>, RedditError> {
        Err(RedditError::NotConfigured)
    }

    async fn thread(
        &self,
        _subreddit: &SubredditName,
        _post: &str,
    ) -> Result<RedditResponse<PostThread>, RedditError> {
        Err(RedditError::NotConfigured)
    }

    async fn more_comments(
        &self,
        _post: &str,
        _more: &MoreComments,
    ) -> Result<RedditResponse<Replies>, RedditError> {
        Err(RedditError::NotConfigured)
    }

    async fn by_ids(
        &self,
        _ids: &[Fullname],
    ) -> Result<RedditResponse<Vec<RedditThing>>, RedditError> {
        Err(RedditError::NotConfigured)
    }

    async fn rules(
        &self,
        _subreddit: &SubredditName,
    ) -> Result<RedditResponse<Vec<SubredditRule>>, RedditError> {
        Err(RedditError::NotConfigured)
    }

    async fn subreddits(
        &self,
        _words: &str,
        _part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditSummary>>, RedditError> {
        Err(RedditError::NotConfigured)
    }

    fn address_of(&self, permalink: &str) -> String {
        format!("https://www.reddit.com{permalink}")
    }
}
