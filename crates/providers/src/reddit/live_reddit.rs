//! The live adapter: each method of the trait is one call.

use std::fmt::Write as _;

use async_trait::async_trait;

use super::{
    Fullname, ListingPage, MAX_ITEMS_PER_CALL, MAX_SEARCH_CHARACTERS, MoreComments, PageRequest,
    PageStart, PostSearch, PostThread, Reddit, RedditError, RedditResponse, RedditSettings,
    RedditThing, Replies, Sort, SubredditComment, SubredditName, SubredditPost, SubredditRule,
    SubredditSummary, Timeframe,
    client::RedditClient,
    names,
    wire::{Listing, MoreCommentsResponse, RulesResponse, ThingEnvelope},
};

/// Reddit's API.
#[derive(Debug)]
pub struct LiveReddit {
    client: RedditClient,
}

/// The maximum number of comments that Reddit returns at once.
const MOST_COMMENTS: &str = "500";
/// Below this depth Reddit always returns "more" instead of comments.
const DEEPEST: &str = "10";

type QueryParameters = Vec<(&'static str, String)>;

impl LiveReddit {
    pub fn new(settings: RedditSettings) -> Self {
        Self {
            client: RedditClient::new(settings),
        }
    }
}

#[async_trait]
impl Reddit for LiveReddit {
    async fn search(
        &self,
        search: &PostSearch,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError> {
        let mut parameters = plain();
        parameters.extend([
            ("q", shortened(&search.words)),
            ("sort", sort_word(search.sort).to_owned()),
            ("t", timeframe_word(search.timeframe).to_owned()),
            ("type", "link".to_owned()),
            ("limit", limited(search.limit)),
        ]);
        parameters.extend(search.after.clone().map(|after| ("after", after)));
        let path = match &search.subreddit {
            None => "/search".to_owned(),
            Some(subreddit) => {
                parameters.push(("restrict_sr", "1".to_owned()));
                format!("/r/{subreddit}/search")
            }
        };
        let heard: RedditResponse<Listing> = self.client.get(&path, &parameters).await?;
        heard.read(|listing| listing.page(ThingEnvelope::post))
    }

    async fn newest(
        &self,
        subreddits: &[SubredditName],
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError> {
        let path = format!("/r/{}/new", together(subreddits));
        let heard: RedditResponse<Listing> = self.client.get(&path, &parted(part)).await?;
        heard.read(|listing| listing.page(ThingEnvelope::post))
    }

    async fn newest_comments(
        &self,
        subreddits: &[SubredditName],
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditComment>>, RedditError> {
        let path = format!("/r/{}/comments", together(subreddits));
        let heard: RedditResponse<Listing> = self.client.get(&path, &parted(part)).await?;
        heard.read(|listing| listing.page(ThingEnvelope::comment))
    }

    async fn thread(
        &self,
        subreddit: &SubredditName,
        post: &str,
    ) -> Result<RedditResponse<PostThread>, RedditError> {
        if !names::is_id(post) {
            return Err(RedditError::NotFound);
        }
        let mut parameters = plain();
        parameters.push(("limit", MOST_COMMENTS.to_owned()));
        parameters.push(("depth", DEEPEST.to_owned()));
        let path = format!("/r/{subreddit}/comments/{post}");
        let heard: RedditResponse<(Listing, Listing)> = self.client.get(&path, &parameters).await?;
        heard.read(|(post, comments)| {
            let post = post.page(ThingEnvelope::post)?.items.into_iter().next();
            Ok(PostThread {
                post: post.ok_or(RedditError::InvalidResponse)?,
                replies: comments.replies(),
            })
        })
    }

    async fn more_comments(
        &self,
        post: &str,
        more: &MoreComments,
    ) -> Result<RedditResponse<Replies>, RedditError> {
        if !names::is_id(post) || !more.ids.iter().all(|id| names::is_id(id)) {
            return Err(RedditError::NotFound);
        }
        let ids = &more.ids[..more.ids.len().min(MAX_ITEMS_PER_CALL)];
        let mut form = plain();
        form.extend([
            ("api_type", "json".to_owned()),
            ("link_id", format!("t3_{post}")),
            ("children", ids.join(",")),
            ("limit_children", "false".to_owned()),
        ]);
        let heard: RedditResponse<MoreCommentsResponse> =
            self.client.post("/api/morechildren", &form).await?;
        heard.read(MoreCommentsResponse::replies)
    }

    async fn by_ids(
        &self,
        ids: &[Fullname],
    ) -> Result<RedditResponse<Vec<RedditThing>>, RedditError> {
        debug_assert!(
            ids.len() <= MAX_ITEMS_PER_CALL,
            "one call takes a hundred ids"
        );
        let mut names = String::new();
        for id in ids.iter().take(MAX_ITEMS_PER_CALL) {
            let comma = if names.is_empty() { "" } else { "," };
            let _ = write!(names, "{comma}{id}");
        }
        let mut parameters = plain();
        parameters.push(("id", names));
        let heard: RedditResponse<Listing> = self.client.get("/api/info", &parameters).await?;
        heard.read(Listing::things)
    }

    async fn rules(
        &self,
        subreddit: &SubredditName,
    ) -> Result<RedditResponse<Vec<SubredditRule>>, RedditError> {
        let path = format!("/r/{subreddit}/about/rules");
        let heard: RedditResponse<RulesResponse> = self.client.get(&path, &plain()).await?;
        heard.read(|answer| Ok(answer.rules()))
    }

    async fn subreddits(
        &self,
        words: &str,
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditSummary>>, RedditError> {
        let mut parameters = parted(part);
        parameters.push(("q", shortened(words)));
        let heard: RedditResponse<Listing> =
            self.client.get("/subreddits/search", &parameters).await?;
        heard.read(|listing| listing.page(ThingEnvelope::subreddit))
    }

    fn address_of(&self, permalink: &str) -> String {
        let site = self.client.settings.www.as_str().trim_end_matches('/');
        format!("{site}/{}", permalink.trim_start_matches('/'))
    }
}

impl<T> RedditResponse<T> {
    fn read<U>(
        self,
        read: impl FnOnce(T) -> Result<U, RedditError>,
    ) -> Result<RedditResponse<U>, RedditError> {
        Ok(RedditResponse {
            what: read(self.what)?,
            window: self.window,
        })
    }
}

/// Asks for plain texts, without `&amp;` in them.
fn plain() -> QueryParameters {
    vec![("raw_json", "1".to_owned())]
}

fn parted(part: &PageRequest) -> QueryParameters {
    let mut parameters = plain();
    parameters.push(("limit", limited(part.limit)));
    match &part.from {
        PageStart::Start => {}
        PageStart::After(thing) => parameters.push(("after", thing.clone())),
        PageStart::Before(thing) => parameters.push(("before", thing.clone())),
    }
    parameters
}

fn limited(limit: usize) -> String {
    limit.clamp(1, MAX_ITEMS_PER_CALL).to_string()
}

fn together(subreddits: &[SubredditName]) -> String {
    if subreddits.is_empty() {
        return "all".to_owned();
    }
    let names: Vec<&str> = subreddits.iter().map(SubredditName::as_str).collect();
    names.join("+")
}

/// Reddit rejects longer queries, so the last words are dropped.
fn shortened(words: &str) -> String {
    let words = words.trim();
    let Some((end, _)) = words.char_indices().nth(MAX_SEARCH_CHARACTERS) else {
        return words.to_owned();
    };
    let head = &words[..end];
    let cut = head.rfind(char::is_whitespace).unwrap_or(end);
    head[..cut].trim_end().to_owned()
}

fn sort_word(sort: Sort) -> &'static str {
    match sort {
        Sort::Relevance => "relevance",
        Sort::Hot => "hot",
        Sort::Top => "top",
        Sort::New => "new",
        Sort::Comments => "comments",
    }
}

fn timeframe_word(timeframe: Timeframe) -> &'static str {
    match timeframe {
        Timeframe::Hour => "hour",
        Timeframe::Day => "day",
        Timeframe::Week => "week",
        Timeframe::Month => "month",
        Timeframe::Year => "year",
        Timeframe::All => "all",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_searches_lose_their_last_words() {
        let long = "invoice ".repeat(80);

        let short = shortened(&long);

        assert_eq!(short.chars().count(), 511);
        assert!(short.ends_with(" invoice"), "{short}");
        assert_eq!(shortened(" late invoice "), "late invoice");
        assert_eq!(shortened(&"ü".repeat(600)).chars().count(), 512);
    }
}
