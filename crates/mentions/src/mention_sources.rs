//! The sources of mentions: a search for every term, threads, and the newest comments of the
//! communities that matter. A source that fails does not affect the others.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use anyhow::Context;

use super::mention::Mention;
use super::mention_reader;
use super::progress_stages::{READING_THREADS, SEARCHING};
use finds::{KnownBrand, ProgressReporter};
use listening::{
    Comment, Ears, Fullname, Gap, HackerNewsTexts, Missed, Post, Search, Sort, SubredditName,
    Thing, Thread, Timeframe, What, Why,
};

/// The mentions of all sources, each once.
#[derive(Debug, Default)]
pub(super) struct GatheredMentions {
    pub(super) mentions: Vec<Mention>,
    pub(super) missed: Vec<Missed>,
    /// The searches that an outage cut off.
    pub(super) gaps: Vec<Gap>,
    /// Whether any source answered.
    pub(super) has_answer: bool,
}

/// A thread to read: its community and post.
pub(super) type ThreadName = (SubredditName, Fullname);

/// What is searched and read.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchScope {
    /// A search each.
    pub(super) queries: Vec<String>,
    /// Read besides the threads of what the searches find.
    pub(super) threads: Vec<ThreadName>,
    pub(super) subreddits: Vec<SubredditName>,
    /// Where the user has switched it on.
    pub(super) hacker_news: Option<HackerNewsTexts>,
}

/// How many calls run at a time. `listening` keeps Reddit's rate limit; this bounds what one search
/// holds in memory and in the queue.
const AT_ONCE: usize = 8;
/// A call that returns a hundred posts costs as much as one that returns ten.
const ASKED_FOR: usize = 100;
/// Every thread is a call.
const MOST_THREADS: usize = 40;
const MOST_COMMENTS: usize = 200;
const NEWEST_COMMENTS: usize = 100;

/// Searches every source and reads what mentions the company.
pub(super) async fn mentions(
    reddit: &Ears,
    known: &Arc<KnownBrand>,
    scope: SearchScope,
    reporter: &mut ProgressReporter<'_>,
) -> anyhow::Result<GatheredMentions> {
    let mut results = CallResults::default();
    let posts = results.search(reddit, &scope.queries, reporter).await?;
    let mentioning = named(known, posts).await?;
    let threads = thread_names(&mentioning, scope.threads);
    let threads = results
        .read_threads(reddit, threads, mentioning.len(), reporter)
        .await?;
    let response = reddit
        .newest_comments(&scope.subreddits, NEWEST_COMMENTS)
        .await;
    results.has_answer |= response.missed.is_empty() && !scope.subreddits.is_empty();
    results.add_gaps(&response.missed, |missed| match &missed.what {
        What::Subreddit(name) => Some(Gap::Comments(name.clone())),
        _ => None,
    });
    results.miss(response.missed);
    let mut texts = RedditTexts {
        posts: mentioning,
        threads,
        comments: response.found,
    };
    if let Some(hacker_news) = &scope.hacker_news {
        for thing in results
            .search_hacker_news(hacker_news, &scope.queries)
            .await
        {
            match thing {
                Thing::Post(post) => texts.posts.push(post),
                Thing::Comment(comment) => texts.comments.push(comment),
            }
        }
    }
    Ok(GatheredMentions {
        mentions: read(known, texts).await?,
        missed: results.missed,
        gaps: results.gaps,
        has_answer: results.has_answer,
    })
}

/// What the calls so far have missed.
#[derive(Debug, Default)]
struct CallResults {
    missed: Vec<Missed>,
    gaps: Vec<Gap>,
    has_answer: bool,
}

impl CallResults {
    /// Every post once, by its id.
    async fn search(
        &mut self,
        reddit: &Ears,
        queries: &[String],
        reporter: &mut ProgressReporter<'_>,
    ) -> anyhow::Result<HashMap<String, Post>> {
        let calls: Vec<_> = queries.iter().map(|query| search(reddit, query)).collect();
        let mut posts = HashMap::new();
        let collect = |(found, missed): (Vec<Post>, Vec<Missed>)| {
            self.has_answer |= missed.is_empty();
            self.add_gaps(&missed, |missed| match &missed.what {
                What::Search(query) => Some(Gap::Search(query.clone())),
                _ => None,
            });
            self.miss(missed);
            let there = found.into_iter().filter(|post| !post.is_removed);
            posts.extend(there.map(|post| (post.reddit_id.clone(), post)));
            0
        };
        let calls = (calls, AT_ONCE);
        reporter.run_calls(SEARCHING, calls, collect).await?;
        Ok(posts)
    }

    async fn read_threads(
        &mut self,
        reddit: &Ears,
        names: Vec<ThreadName>,
        found: usize,
        reporter: &mut ProgressReporter<'_>,
    ) -> anyhow::Result<Vec<Thread>> {
        let calls: Vec<_> = names.iter().map(|name| thread(reddit, name)).collect();
        let mut threads = Vec::new();
        let collect = |(thread, missed, (subreddit, post)): ThreadResult| {
            self.has_answer |= missed.is_empty();
            self.add_gaps(&missed, |_| {
                Some(Gap::Thread {
                    subreddit: subreddit.to_string(),
                    post: post.to_string(),
                })
            });
            self.miss(missed);
            threads.extend(thread);
            found
        };
        let calls = (calls, AT_ONCE);
        reporter.run_calls(READING_THREADS, calls, collect).await?;
        Ok(threads)
    }

    /// Stories and comments with the company's names.
    async fn search_hacker_news(
        &mut self,
        source: &HackerNewsTexts,
        queries: &[String],
    ) -> Vec<Thing> {
        let mut found = Vec::new();
        for query in queries {
            // Its search knows no operators.
            let words = query.replace('"', "");
            match source.search_all(&words, Timeframe::Year).await {
                Ok(things) => {
                    self.has_answer = true;
                    found.extend(things);
                }
                Err(why) => {
                    let what = What::Search(query.clone());
                    let missed = [Missed { what, why }];
                    self.add_gaps(&missed, |_| Some(Gap::Search(query.clone())));
                    self.missed.extend(missed);
                }
            }
        }
        found
    }

    /// What an outage cut off can be asked again.
    fn add_gaps(&mut self, missed: &[Missed], gap: impl Fn(&Missed) -> Option<Gap>) {
        let cut_off = missed.iter().filter(|missed| missed.why.is_outage());
        self.gaps.extend(cut_off.filter_map(gap));
    }

    /// A thread or community that is closed by now is not a failure of the search, nor is a source that
    /// the operator chose not to connect.
    fn miss(&mut self, missed: Vec<Missed>) {
        let is_gone = |why: Why| matches!(why, Why::NotFound | Why::Forbidden | Why::NotConfigured);
        let others = missed.into_iter().filter(|missed| !is_gone(missed.why));
        self.missed.extend(others);
    }
}

/// Everything that was fetched.
#[derive(Debug)]
struct RedditTexts {
    posts: Vec<Post>,
    threads: Vec<Thread>,
    comments: Vec<Comment>,
}

/// The posts in which the company is meant, newest first.
async fn named(known: &Arc<KnownBrand>, posts: HashMap<String, Post>) -> anyhow::Result<Vec<Post>> {
    let known = known.clone();
    // This takes milliseconds per post, so it runs on a blocking thread.
    let thinking = tokio::task::spawn_blocking(move || {
        let mut named: Vec<Post> = posts
            .into_values()
            .filter(|post| mention_reader::of_post(&known, post).is_some())
            .collect();
        named.sort_by_cached_key(|post| {
            std::cmp::Reverse((post.created_at, post.reddit_id.clone()))
        });
        named
    });
    thinking.await.context("looking for the company's names")
}

/// The threads of mentions first, then the others.
fn thread_names(posts: &[Post], others: Vec<ThreadName>) -> Vec<ThreadName> {
    let own = posts.iter().filter(|post| post.comments > 0);
    let own = own.filter_map(|post| {
        let subreddit = SubredditName::parse(&post.subreddit).ok()?;
        Some((subreddit, post.reddit_id.parse().ok()?))
    });
    let mut known: HashSet<String> = HashSet::new();
    let mut names: Vec<ThreadName> = own.chain(others).collect();
    names.retain(|(_, post)| known.insert(post.to_string()));
    names.truncate(MOST_THREADS);
    names
}

async fn read(known: &Arc<KnownBrand>, texts: RedditTexts) -> anyhow::Result<Vec<Mention>> {
    let known = known.clone();
    let thinking = tokio::task::spawn_blocking(move || texts.read(&known));
    thinking.await.context("reading the mentions")
}

impl RedditTexts {
    /// Newest first, so that the result does not depend on the order of the answers.
    fn read(self, known: &KnownBrand) -> Vec<Mention> {
        let mut all: HashMap<String, Mention> = HashMap::new();
        let threads = self.threads.iter().map(|thread| &thread.post);
        for post in self
            .posts
            .iter()
            .chain(threads.filter(|post| !post.is_removed))
        {
            add(&mut all, mention_reader::of_post(known, post));
        }
        for thread in &self.threads {
            if let Some(mention) = all.get_mut(&thread.post.reddit_id) {
                mention_reader::with_insights(known, mention, &thread.comments);
            }
            for comment in thread.comments.iter().filter(|comment| !comment.is_removed) {
                let title = &thread.post.title;
                let mention =
                    mention_reader::of_comment(known, comment, title, answers(thread, comment));
                add(&mut all, mention);
            }
        }
        for comment in self.comments.iter().filter(|comment| !comment.is_removed) {
            let title = comment.post_title.as_deref().unwrap_or_default();
            add(
                &mut all,
                mention_reader::of_comment(known, comment, title, 0),
            );
        }
        let mut mentions: Vec<Mention> = all.into_values().collect();
        for mention in &mut mentions {
            mention_reader::read(known, mention);
        }
        mentions.sort_by_cached_key(|it| std::cmp::Reverse((it.created_at, it.reddit_id.clone())));
        mentions
    }
}

fn add(all: &mut HashMap<String, Mention>, mention: Option<Mention>) {
    if let Some(mention) = mention {
        all.entry(mention.reddit_id.clone()).or_insert(mention);
    }
}

fn answers(thread: &Thread, comment: &Comment) -> usize {
    let all = thread.comments.iter();
    all.filter(|other| other.parent_id == comment.reddit_id)
        .count()
}

async fn search(reddit: &Ears, query: &str) -> (Vec<Post>, Vec<Missed>) {
    let search = Search {
        sort: Sort::New,
        timeframe: Timeframe::Year,
        limit: ASKED_FOR,
        ..Search::new(query)
    };
    let response = reddit.search(&search).await;
    (response.found, response.missed)
}

/// A thread, what could not be read of it, and its name.
type ThreadResult = (Option<Thread>, Vec<Missed>, ThreadName);

async fn thread(reddit: &Ears, name: &ThreadName) -> ThreadResult {
    let (subreddit, post) = name;
    let response = reddit.thread(subreddit, post, MOST_COMMENTS).await;
    (response.found, response.missed, name.clone())
}
