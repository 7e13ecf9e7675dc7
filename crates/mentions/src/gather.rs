//! Where mentions come from: searches for every term, the threads that are gathered, and the newest
//! comments of the communities that matter. One that fails does not take the others with it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use anyhow::Context;

use super::brand::KnownBrand;
use super::mention::Mention;
use super::progress::{READING_THREADS, SEARCHING};
use super::reading;
use finds::ProgressReporter;
use listening::{
    Comment, Ears, Fullname, Missed, Post, Search, Sort, SubredditName, Thread, Timeframe, Why,
};

/// What all sources brought together, each place once.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) mentions: Vec<Mention>,
    pub(super) missed: Vec<Missed>,
    /// Whether anybody answered at all.
    pub(super) was_heard: bool,
}

/// A thread that is gathered: in which community, which post.
pub(super) type ThreadName = (SubredditName, Fullname);

/// What is looked at beside the searches.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    pub(super) threads: Vec<ThreadName>,
    pub(super) subreddits: Vec<SubredditName>,
}

/// How many are asked at a time. Reddit's budget is kept by `listening`; this bounds what one search
/// holds in memory and in line.
const AT_ONCE: usize = 8;
/// A call that brings a hundred posts costs as much as one that brings ten.
const ASKED_FOR: usize = 100;
/// Every thread is a call.
const MOST_THREADS: usize = 40;
const MOST_COMMENTS: usize = 200;
const NEWEST_COMMENTS: usize = 100;

/// Asks every source, and reads what mentions the company.
pub(super) async fn mentions(
    ears: &Ears,
    known: &Arc<KnownBrand>,
    around: Surroundings,
    reporter: &mut ProgressReporter<'_>,
) -> anyhow::Result<Gathered> {
    let mut asked = Asked::default();
    let posts = asked.search(ears, known, reporter).await?;
    let naming = named(known, posts).await?;
    let threads = thread_names(&naming, around.threads);
    let threads = asked
        .read_threads(ears, threads, naming.len(), reporter)
        .await?;
    let heard = ears
        .newest_comments(&around.subreddits, NEWEST_COMMENTS)
        .await;
    asked.was_heard |= heard.missed.is_empty() && !around.subreddits.is_empty();
    asked.miss(heard.missed);
    let said = Said {
        posts: naming,
        threads,
        comments: heard.found,
    };
    Ok(Gathered {
        mentions: read(known, said).await?,
        missed: asked.missed,
        was_heard: asked.was_heard,
    })
}

/// How asking went.
#[derive(Debug, Default)]
struct Asked {
    missed: Vec<Missed>,
    was_heard: bool,
}

impl Asked {
    /// Every post once, by its id.
    async fn search(
        &mut self,
        ears: &Ears,
        known: &KnownBrand,
        reporter: &mut ProgressReporter<'_>,
    ) -> anyhow::Result<HashMap<String, Post>> {
        let queries = known.queries();
        let calls: Vec<_> = queries.iter().map(|query| search(ears, query)).collect();
        let mut posts = HashMap::new();
        let collect = |(found, missed): (Vec<Post>, Vec<Missed>)| {
            self.was_heard |= missed.is_empty();
            self.missed.extend(missed);
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
        ears: &Ears,
        names: Vec<ThreadName>,
        found: usize,
        reporter: &mut ProgressReporter<'_>,
    ) -> anyhow::Result<Vec<Thread>> {
        let calls: Vec<_> = names.iter().map(|name| thread(ears, name)).collect();
        let mut threads = Vec::new();
        let collect = |(thread, missed): (Option<Thread>, Vec<Missed>)| {
            self.was_heard |= missed.is_empty();
            self.miss(missed);
            threads.extend(thread);
            found
        };
        let calls = (calls, AT_ONCE);
        reporter.run_calls(READING_THREADS, calls, collect).await?;
        Ok(threads)
    }

    /// A thread or community that is closed by now is no failure of the search.
    fn miss(&mut self, missed: Vec<Missed>) {
        let is_gone = |why: Why| matches!(why, Why::NotFound | Why::Forbidden);
        let others = missed.into_iter().filter(|missed| !is_gone(missed.why));
        self.missed.extend(others);
    }
}

/// Everything that people said, as far as it was heard.
#[derive(Debug)]
struct Said {
    posts: Vec<Post>,
    threads: Vec<Thread>,
    comments: Vec<Comment>,
}

/// The posts in which the company is meant, newest first.
async fn named(known: &Arc<KnownBrand>, posts: HashMap<String, Post>) -> anyhow::Result<Vec<Post>> {
    let known = known.clone();
    // Thinking takes milliseconds a post: not on a thread that serves others.
    let thinking = tokio::task::spawn_blocking(move || {
        let mut named: Vec<Post> = posts
            .into_values()
            .filter(|post| reading::of_post(&known, post).is_some())
            .collect();
        named.sort_by_cached_key(|post| {
            std::cmp::Reverse((post.created_at, post.reddit_id.clone()))
        });
        named
    });
    thinking.await.context("looking for the company's names")
}

/// The threads of mentions first, then those that are gathered for other reasons.
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

async fn read(known: &Arc<KnownBrand>, said: Said) -> anyhow::Result<Vec<Mention>> {
    let known = known.clone();
    let thinking = tokio::task::spawn_blocking(move || said.read(&known));
    thinking.await.context("reading the mentions")
}

impl Said {
    /// Newest first, so that a search is the same however the answers came in.
    fn read(self, known: &KnownBrand) -> Vec<Mention> {
        let mut all: HashMap<String, Mention> = HashMap::new();
        let threads = self.threads.iter().map(|thread| &thread.post);
        for post in self
            .posts
            .iter()
            .chain(threads.filter(|post| !post.is_removed))
        {
            add(&mut all, reading::of_post(known, post));
        }
        for thread in &self.threads {
            if let Some(mention) = all.get_mut(&thread.post.reddit_id) {
                reading::with_insights(known, mention, &thread.comments);
            }
            for comment in thread.comments.iter().filter(|comment| !comment.is_removed) {
                let title = &thread.post.title;
                let mention = reading::of_comment(known, comment, title, answers(thread, comment));
                add(&mut all, mention);
            }
        }
        for comment in self.comments.iter().filter(|comment| !comment.is_removed) {
            let title = comment.post_title.as_deref().unwrap_or_default();
            add(&mut all, reading::of_comment(known, comment, title, 0));
        }
        let mut mentions: Vec<Mention> = all.into_values().collect();
        for mention in &mut mentions {
            reading::read(known, mention);
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

async fn search(ears: &Ears, query: &str) -> (Vec<Post>, Vec<Missed>) {
    let search = Search {
        sort: Sort::New,
        timeframe: Timeframe::Year,
        limit: ASKED_FOR,
        ..Search::new(query)
    };
    let heard = ears.search(&search).await;
    (heard.found, heard.missed)
}

async fn thread(ears: &Ears, (subreddit, post): &ThreadName) -> (Option<Thread>, Vec<Missed>) {
    let heard = ears.thread(subreddit, post, MOST_COMMENTS).await;
    (heard.found, heard.missed)
}
