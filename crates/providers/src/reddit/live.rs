//! The live adapter: each question of the trait as one call.

use std::fmt::Write as _;

use async_trait::async_trait;

use super::{
    Comment, Fullname, Heard, MOST_AT_ONCE, MOST_SEARCH_CHARACTERS, More, Page, Part, Place, Post,
    Reddit, RedditFailed, RedditSettings, Replies, Rule, Search, Sort, Subreddit, SubredditName,
    Thing, Thread, Timeframe,
    client::Client,
    name,
    wire::{Envelope, Listing, MoreAnswer, RulesAnswer},
};

/// Asks Reddit.
#[derive(Debug)]
pub struct LiveReddit {
    client: Client,
}

/// As many comments as Reddit shows at once.
const MOST_COMMENTS: &str = "500";
/// Below this Reddit speaks of "more" in any case.
const DEEPEST: &str = "10";

type Parameters = Vec<(&'static str, String)>;

impl LiveReddit {
    pub fn new(settings: RedditSettings) -> Self {
        Self {
            client: Client::new(settings),
        }
    }
}

#[async_trait]
impl Reddit for LiveReddit {
    async fn search(&self, search: &Search) -> Result<Heard<Page<Post>>, RedditFailed> {
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
        let heard: Heard<Listing> = self.client.get(&path, &parameters).await?;
        heard.read(|listing| listing.page(Envelope::post))
    }

    async fn newest(
        &self,
        subreddits: &[SubredditName],
        part: &Part,
    ) -> Result<Heard<Page<Post>>, RedditFailed> {
        let path = format!("/r/{}/new", together(subreddits));
        let heard: Heard<Listing> = self.client.get(&path, &parted(part)).await?;
        heard.read(|listing| listing.page(Envelope::post))
    }

    async fn newest_comments(
        &self,
        subreddits: &[SubredditName],
        part: &Part,
    ) -> Result<Heard<Page<Comment>>, RedditFailed> {
        let path = format!("/r/{}/comments", together(subreddits));
        let heard: Heard<Listing> = self.client.get(&path, &parted(part)).await?;
        heard.read(|listing| listing.page(Envelope::comment))
    }

    async fn thread(
        &self,
        subreddit: &SubredditName,
        post: &str,
    ) -> Result<Heard<Thread>, RedditFailed> {
        if !name::is_id(post) {
            return Err(RedditFailed::NotFound);
        }
        let mut parameters = plain();
        parameters.push(("limit", MOST_COMMENTS.to_owned()));
        parameters.push(("depth", DEEPEST.to_owned()));
        let path = format!("/r/{subreddit}/comments/{post}");
        let heard: Heard<(Listing, Listing)> = self.client.get(&path, &parameters).await?;
        heard.read(|(post, comments)| {
            let post = post.page(Envelope::post)?.items.into_iter().next();
            Ok(Thread {
                post: post.ok_or(RedditFailed::Nonsense)?,
                replies: comments.replies(),
            })
        })
    }

    async fn more_comments(&self, post: &str, more: &More) -> Result<Heard<Replies>, RedditFailed> {
        if !name::is_id(post) || !more.ids.iter().all(|id| name::is_id(id)) {
            return Err(RedditFailed::NotFound);
        }
        let ids = &more.ids[..more.ids.len().min(MOST_AT_ONCE)];
        let mut form = plain();
        form.extend([
            ("api_type", "json".to_owned()),
            ("link_id", format!("t3_{post}")),
            ("children", ids.join(",")),
            ("limit_children", "false".to_owned()),
        ]);
        let heard: Heard<MoreAnswer> = self.client.post("/api/morechildren", &form).await?;
        heard.read(MoreAnswer::replies)
    }

    async fn by_ids(&self, ids: &[Fullname]) -> Result<Heard<Vec<Thing>>, RedditFailed> {
        debug_assert!(ids.len() <= MOST_AT_ONCE, "one call takes a hundred ids");
        let mut names = String::new();
        for id in ids.iter().take(MOST_AT_ONCE) {
            let comma = if names.is_empty() { "" } else { "," };
            let _ = write!(names, "{comma}{id}");
        }
        let mut parameters = plain();
        parameters.push(("id", names));
        let heard: Heard<Listing> = self.client.get("/api/info", &parameters).await?;
        heard.read(Listing::things)
    }

    async fn rules(&self, subreddit: &SubredditName) -> Result<Heard<Vec<Rule>>, RedditFailed> {
        let path = format!("/r/{subreddit}/about/rules");
        let heard: Heard<RulesAnswer> = self.client.get(&path, &plain()).await?;
        heard.read(|answer| Ok(answer.rules()))
    }

    async fn subreddits(
        &self,
        words: &str,
        part: &Part,
    ) -> Result<Heard<Page<Subreddit>>, RedditFailed> {
        let mut parameters = parted(part);
        parameters.push(("q", shortened(words)));
        let heard: Heard<Listing> = self.client.get("/subreddits/search", &parameters).await?;
        heard.read(|listing| listing.page(Envelope::subreddit))
    }

    fn address_of(&self, permalink: &str) -> String {
        let site = self.client.settings.www.as_str().trim_end_matches('/');
        format!("{site}/{}", permalink.trim_start_matches('/'))
    }
}

impl<T> Heard<T> {
    fn read<U>(
        self,
        read: impl FnOnce(T) -> Result<U, RedditFailed>,
    ) -> Result<Heard<U>, RedditFailed> {
        Ok(Heard {
            what: read(self.what)?,
            window: self.window,
        })
    }
}

/// Texts as they were written, not with `&amp;` in them.
fn plain() -> Parameters {
    vec![("raw_json", "1".to_owned())]
}

fn parted(part: &Part) -> Parameters {
    let mut parameters = plain();
    parameters.push(("limit", limited(part.limit)));
    match &part.from {
        Place::Start => {}
        Place::After(thing) => parameters.push(("after", thing.clone())),
        Place::Before(thing) => parameters.push(("before", thing.clone())),
    }
    parameters
}

fn limited(limit: usize) -> String {
    limit.clamp(1, MOST_AT_ONCE).to_string()
}

fn together(subreddits: &[SubredditName]) -> String {
    if subreddits.is_empty() {
        return "all".to_owned();
    }
    let names: Vec<&str> = subreddits.iter().map(SubredditName::as_str).collect();
    names.join("+")
}

/// Reddit refuses longer texts, so the last words go.
fn shortened(words: &str) -> String {
    let words = words.trim();
    let Some((end, _)) = words.char_indices().nth(MOST_SEARCH_CHARACTERS) else {
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
