//! The questions: search, newest, thread, again, rules, communities, ranks.

use std::cmp::Reverse;

use chrono::{DateTime, TimeDelta, Utc};
use futures::FutureExt;
use futures::future::join_all;
use providers::reddit::{
    self, Fullname, MAX_ITEMS_PER_CALL, PageRequest, PageStart, SubredditName,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::call_queue::Asker;
use super::google_rank::{self, Ranking};
use super::multi_subreddit::{key, of_each};
use super::posts::{Again, Comment, Post, Rule, Subreddit};
use super::response_cache::Question;
use super::threads;
use super::{Heard, Listening, Missed, Sort, Thread, Timeframe, Urgency, What, Why};

/// Asks on behalf of a person. Every answer says what could not be heard.
#[derive(Clone, Debug)]
pub struct Ears {
    pub(super) listening: Listening,
    pub(super) asker: Asker,
}

/// What is searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    pub words: String,
    pub sort: Sort,
    pub timeframe: Timeframe,
    /// In this community alone.
    pub subreddit: Option<SubredditName>,
    /// How many posts at most; every hundred is a call.
    pub limit: usize,
}

/// A page of posts, and where the next begins.
pub type PostPage = (Vec<Post>, Option<String>);

const SEARCH_KEPT: TimeDelta = TimeDelta::minutes(10);
const NEWEST_KEPT: TimeDelta = TimeDelta::minutes(2);
const RULES_KEPT: TimeDelta = TimeDelta::days(1);
/// Reddit's lists end near a thousand things.
const MOST_PAGES: usize = 10;

impl Search {
    /// The posts closest to the words, of any age.
    pub fn new(words: &str) -> Self {
        Self {
            words: words.to_owned(),
            sort: Sort::default(),
            timeframe: Timeframe::default(),
            subreddit: None,
            limit: MAX_ITEMS_PER_CALL,
        }
    }

    fn page(&self, limit: usize, after: Option<String>) -> reddit::PostSearch {
        reddit::PostSearch {
            words: self.words.clone(),
            sort: self.sort,
            timeframe: self.timeframe,
            subreddit: self.subreddit.clone(),
            limit,
            after,
        }
    }
}

impl Ears {
    pub(super) fn new(listening: Listening, user_id: Uuid, urgency: Urgency) -> Self {
        Self {
            listening,
            asker: Asker::new(user_id, urgency),
        }
    }

    /// Until when Reddit's limit makes these calls wait; none while they go on.
    pub fn waits_until(&self) -> Option<DateTime<Utc>> {
        self.listening.line.waits_until(self.asker)
    }

    /// Posts with these words.
    pub async fn search(&self, search: &Search) -> Heard<Vec<Post>> {
        let mut heard = Heard::whole(Vec::new());
        let mut after = None;
        for _ in 0..MOST_PAGES {
            let left = search.limit.saturating_sub(heard.found.len());
            let limit = left.clamp(1, MAX_ITEMS_PER_CALL);
            match self.search_page(&search.page(limit, after)).await {
                Ok((posts, next)) => {
                    let is_empty = posts.is_empty();
                    heard.found.extend(posts);
                    after = next.filter(|_| !is_empty);
                }
                Err(why) => {
                    let what = What::Search(search.words.clone());
                    heard.missed.push(Missed { what, why });
                    break;
                }
            }
            if after.is_none() || heard.found.len() >= search.limit {
                break;
            }
        }
        heard
    }

    /// Several searches at once; the answers are in their order.
    pub async fn search_all(&self, searches: &[Search]) -> Heard<Vec<Vec<Post>>> {
        let all = join_all(searches.iter().map(|search| self.search(search))).await;
        Heard::together(all.into_iter().map(|heard| heard.map(|posts| vec![posts])))
    }

    async fn search_page(&self, search: &reddit::PostSearch) -> Result<PostPage, Why> {
        let subreddit = search.subreddit.as_ref().map_or("", SubredditName::as_str);
        let parts = [
            &search.words.to_lowercase(),
            &format!("{:?} {:?} {}", search.sort, search.timeframe, search.limit),
            &subreddit.to_lowercase(),
            search.after.as_deref().unwrap_or_default(),
        ];
        let question = Question::new("search", &parts, SEARCH_KEPT);
        let ask = async {
            let line = &self.listening.line;
            let page = line.ask(self.asker, || line.reddit.search(search)).await?;
            Ok(self.posts(page))
        };
        self.through(&question, ask).await
    }

    /// The newest posts of these communities, newest first, `limit` of every twenty communities.
    /// None named, none asked.
    pub async fn newest(&self, subreddits: &[SubredditName], limit: usize) -> Heard<Vec<Post>> {
        let newest = |names| self.newest_posts(names, limit).boxed();
        let mut heard = of_each(subreddits, newest).await;
        heard.found.sort_by_key(|post| Reverse(post.created_at));
        heard
    }

    async fn newest_posts(&self, names: &[SubredditName], limit: usize) -> Result<Vec<Post>, Why> {
        let question = Question::new("new", &key(names, limit), NEWEST_KEPT);
        let part = PageRequest::first(limit.min(MAX_ITEMS_PER_CALL));
        let ask = async {
            let line = &self.listening.line;
            let page = line.ask(self.asker_about(names), || line.reddit.newest(names, &part));
            Ok(self.posts(page.await?).0)
        };
        self.through(&question, ask).await
    }

    /// The newest hundred posts of all communities, newest first, or those before the one with this
    /// name, and where the next page begins. Never an answer from before.
    pub async fn newest_of_all(&self, after: Option<String>) -> Result<PostPage, Why> {
        let from = after.map_or(PageStart::Start, PageStart::After);
        let limit = MAX_ITEMS_PER_CALL;
        let part = PageRequest { limit, from };
        let line = &self.listening.line;
        let page = line.ask(self.asker, || line.reddit.newest(&[], &part));
        Ok(self.posts(page.await?))
    }

    /// The newest comments of these communities, newest first, `limit` of every twenty communities.
    pub async fn newest_comments(
        &self,
        subreddits: &[SubredditName],
        limit: usize,
    ) -> Heard<Vec<Comment>> {
        let newest = |names| self.comments(names, limit).boxed();
        let mut heard = of_each(subreddits, newest).await;
        heard
            .found
            .sort_by_key(|comment| Reverse(comment.created_at));
        heard
    }

    async fn comments(&self, names: &[SubredditName], limit: usize) -> Result<Vec<Comment>, Why> {
        let question = Question::new("new comments", &key(names, limit), NEWEST_KEPT);
        let part = PageRequest::first(limit.min(MAX_ITEMS_PER_CALL));
        let ask = async {
            let line = &self.listening.line;
            let page = line.ask(self.asker_about(names), || {
                line.reddit.newest_comments(names, &part)
            });
            let comments = page.await?.items;
            let told = comments
                .iter()
                .map(|comment| Comment::told(comment, &*line.reddit));
            Ok(told.collect())
        };
        self.through(&question, ask).await
    }

    /// A post with its comments, about `most_comments` of them: more calls are made only for what
    /// is missing from the first five hundred.
    pub async fn thread(
        &self,
        subreddit: &SubredditName,
        post: &Fullname,
        most_comments: usize,
    ) -> Heard<Option<Thread>> {
        threads::read(self, subreddit, post, most_comments).await
    }

    /// What has become of posts and comments that are known.
    pub async fn again(&self, ids: &[Fullname]) -> Heard<Again> {
        self.listening.batches.look(self.asker, ids).await
    }

    /// What a community asks of those who write in it; asked once a day.
    pub async fn rules(&self, subreddit: &SubredditName) -> Heard<Option<Vec<Rule>>> {
        let name = subreddit.as_str().to_lowercase();
        let question = Question::new("rules", &[&name], RULES_KEPT);
        let ask = async {
            let line = &self.listening.line;
            let rules = line.ask(self.asker, || line.reddit.rules(subreddit));
            let rules = rules.await?.into_iter().map(Rule::from);
            Ok(rules.collect::<Vec<_>>())
        };
        match self.through(&question, ask).await {
            Ok(rules) => Heard::whole(Some(rules)),
            Err(why) => Heard::nothing(None, What::Rules(subreddit.to_string()), why),
        }
    }

    /// Communities that are about the words.
    pub async fn subreddits(&self, words: &str, limit: usize) -> Heard<Vec<Subreddit>> {
        let part = PageRequest::first(limit.min(MAX_ITEMS_PER_CALL));
        let parts = [words.to_lowercase(), limit.to_string()];
        let question = Question::new("subreddits", &parts, SEARCH_KEPT);
        let ask = async {
            let line = &self.listening.line;
            let page = line.ask(self.asker, || line.reddit.subreddits(words, &part));
            let found = page.await?.items.into_iter().map(Subreddit::from);
            Ok(found.collect::<Vec<_>>())
        };
        match self.through(&question, ask).await {
            Ok(found) => Heard::whole(found),
            Err(why) => Heard::nothing(Vec::new(), What::Subreddits(words.to_owned()), why),
        }
    }

    /// The posts among the results of a plain web search for the query, with their places and those
    /// of earlier days. None if nobody can be asked and nothing is known.
    pub async fn ranks(&self, query: &str) -> Heard<Option<Ranking>> {
        google_rank::of(self, query).await
    }

    pub(super) async fn through<T: Serialize + DeserializeOwned + Send>(
        &self,
        question: &Question,
        ask: impl Future<Output = Result<T, Why>> + Send,
    ) -> Result<T, Why> {
        let cache = &self.listening.cache;
        cache.through(question, self.asker.urgency, ask).await
    }

    /// Of several communities one may be the reason for a failure: then each is asked about alone.
    fn asker_about(&self, names: &[SubredditName]) -> Asker {
        if names.len() > 1 {
            self.asker.once()
        } else {
            self.asker
        }
    }

    fn posts(&self, page: reddit::ListingPage<reddit::SubredditPost>) -> PostPage {
        let reddit = &*self.listening.line.reddit;
        let posts = page.items.into_iter().map(|post| Post::told(post, reddit));
        (posts.collect(), page.after)
    }
}
