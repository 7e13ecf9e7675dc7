//! Hacker News as a source of texts: stories are posts, comments are comments, and both live in a place
//! of that name.

use chrono::TimeDelta;
use futures::StreamExt;
use providers::hacker_news::{
    HackerNewsClient, HackerNewsError, HackerNewsItem, HackerNewsSearch, ItemKind,
};

use super::posts::{plain, time};
use super::source_name::{hacker_news_id, hacker_news_number};
use super::{
    Comment, Heard, Post, Search, SourceName, SourcePosition, SourceText, TextSource, Thing,
    Timeframe, What, Why,
};
use platform::clock::Clock;

/// Reads Hacker News.
#[derive(Clone, Debug)]
pub struct HackerNewsTexts {
    pub(super) client: HackerNewsClient,
    pub(super) clock: Clock,
}

/// What became of the numbers that were asked for.
#[derive(Debug, Default)]
pub struct ReadItems {
    pub things: Vec<Thing>,
    /// Numbers that are answered: a text, or something that is none.
    pub answered: Vec<i64>,
}

/// What has become of items that are known.
#[derive(Debug, Default)]
pub struct ItemsAgain {
    /// Still there, as they are now.
    pub there: Vec<Thing>,
    /// The ids of those that were deleted.
    pub gone: Vec<String>,
}

/// Nobody states a limit; a browser opens about as many connections.
const AT_ONCE: usize = 8;
/// How far up from a comment its story is looked for.
const DEEPEST: usize = 30;
/// Of what the search knows, so many.
const MOST_FOUND: u32 = 100;

impl HackerNewsTexts {
    /// The highest number that is given out.
    pub async fn newest_number(&self) -> Result<i64, Why> {
        Ok(self.client.newest_number().await?)
    }

    /// The texts with these numbers. A number that has no text yet is not answered: numbers are given
    /// out before items appear. The story of a comment is not known here, see [`Self::with_story`].
    pub async fn read(&self, numbers: &[i64]) -> Result<ReadItems, Why> {
        let numbers = numbers.iter().copied();
        let calls: Vec<_> = numbers.map(|number| self.client.item(number)).collect();
        let mut calls = futures::stream::iter(calls).buffer_unordered(AT_ONCE);
        let mut read = ReadItems::default();
        while let Some(item) = calls.next().await {
            if let Some(item) = item? {
                read.answered.push(item.number);
                read.things.extend(self.thing(item));
            }
        }
        Ok(read)
    }

    /// What has become of the texts with these ids.
    pub async fn again(&self, ids: &[&str]) -> Result<ItemsAgain, Why> {
        let numbers: Vec<i64> = ids.iter().filter_map(|id| hacker_news_number(id)).collect();
        let read = self.read(&numbers).await?;
        let is_there = |id: &String| read.things.iter().any(|thing| thing.reddit_id() == id);
        let answered = read.answered.iter().map(|number| hacker_news_id(*number));
        let gone: Vec<String> = answered.filter(|id| !is_there(id)).collect();
        let there = read.things;
        Ok(ItemsAgain { there, gone })
    }

    /// The comment with its story, which takes a call for each comment above it.
    pub async fn with_story(&self, comment: Comment) -> Result<Comment, Why> {
        let mut above = hacker_news_number(&comment.parent_id);
        for _ in 0..DEEPEST {
            let Some(number) = above else { break };
            let Some(item) = self.client.item(number).await? else {
                break;
            };
            if item.kind != ItemKind::Comment {
                return Ok(Comment {
                    post_id: hacker_news_id(item.number),
                    post_title: Some(plain(item.title)).filter(|title| !title.is_empty()),
                    ..comment
                });
            }
            above = item.parent;
        }
        Ok(comment)
    }

    /// Stories and comments with these words, newest first.
    pub async fn search_all(&self, words: &str, timeframe: Timeframe) -> Result<Vec<Thing>, Why> {
        let since = self.clock.now() - age_limit(timeframe);
        let search = HackerNewsSearch {
            words: words.to_owned(),
            since: since.into(),
            page: 0,
            limit: MOST_FOUND,
        };
        let items = self.client.search(&search).await?;
        Ok(items.into_iter().filter_map(|it| self.thing(it)).collect())
    }

    /// None for what is gone and for jobs and polls.
    fn thing(&self, item: HackerNewsItem) -> Option<Thing> {
        if item.is_gone {
            return None;
        }
        match item.kind {
            ItemKind::Story => Some(Thing::Post(self.post(item))),
            ItemKind::Comment => Some(Thing::Comment(self.comment(item))),
            ItemKind::Other => None,
        }
    }

    fn post(&self, item: HackerNewsItem) -> Post {
        Post {
            reddit_id: hacker_news_id(item.number),
            subreddit: SourceName::HackerNews.title().to_owned(),
            title: plain(item.title),
            body: plain(item.text),
            author: item.author,
            created_at: time(item.written_at),
            edited_at: None,
            score: item.score,
            upvote_ratio: 1.0,
            comments: item.comments,
            url: self.client.address_of(item.number),
            link: item.link,
            flair: None,
            is_adult: false,
            is_stickied: false,
            is_locked: false,
            is_removed: false,
            subscribers: 0,
        }
    }

    fn comment(&self, item: HackerNewsItem) -> Comment {
        let parent = item.parent.unwrap_or(item.number);
        Comment {
            reddit_id: hacker_news_id(item.number),
            post_id: hacker_news_id(item.story.unwrap_or(parent)),
            parent_id: hacker_news_id(parent),
            post_title: item.story_title.map(plain),
            subreddit: SourceName::HackerNews.title().to_owned(),
            body: plain(item.text),
            author: item.author,
            created_at: time(item.written_at),
            edited_at: None,
            score: item.score,
            url: self.client.address_of(item.number),
            is_by_the_posts_author: false,
            is_stickied: false,
            is_removed: false,
        }
    }
}

impl TextSource for HackerNewsTexts {
    type Text = Post;

    async fn search(&self, search: &Search) -> Heard<Vec<Post>> {
        match self.search_all(&search.words, search.timeframe).await {
            Ok(things) => Heard::whole(things.into_iter().filter_map(story).collect()),
            Err(why) => Heard::nothing(Vec::new(), What::Search(search.words.clone()), why),
        }
    }

    /// The whole of Hacker News is one place.
    async fn newest(
        &self,
        place: &str,
        most: usize,
        resume: Option<&SourcePosition>,
    ) -> Heard<Vec<Post>> {
        match self.search_all("", Timeframe::Day).await {
            Ok(things) => {
                let stories = things.into_iter().filter_map(story);
                let is_after = |post: &Post| resume.is_none_or(|resume| post.position() > *resume);
                Heard::whole(stories.filter(is_after).take(most).collect())
            }
            Err(why) => Heard::nothing(Vec::new(), What::Subreddit(place.to_owned()), why),
        }
    }
}

fn story(thing: Thing) -> Option<Post> {
    match thing {
        Thing::Post(post) => Some(post),
        Thing::Comment(_) => None,
    }
}

fn age_limit(timeframe: Timeframe) -> TimeDelta {
    match timeframe {
        Timeframe::Hour => TimeDelta::hours(1),
        Timeframe::Day => TimeDelta::days(1),
        Timeframe::Week => TimeDelta::days(7),
        Timeframe::Month => TimeDelta::days(30),
        Timeframe::Year => TimeDelta::days(365),
        // Older than Hacker News.
        Timeframe::All => TimeDelta::days(40 * 365),
    }
}

impl From<HackerNewsError> for Why {
    fn from(failed: HackerNewsError) -> Self {
        match failed {
            HackerNewsError::Unavailable { .. } => Why::NotNow,
            HackerNewsError::RateLimited { .. } => Why::RateLimited,
            HackerNewsError::InvalidResponse => Why::Nonsense,
        }
    }
}
