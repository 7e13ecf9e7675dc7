//! Where posts come from: every source is asked at once, a few at a time, and one that fails does
//! not take the others with it.

use std::collections::HashMap;

use futures::StreamExt;
use futures::stream;

use super::judging::Candidate;
use super::matching::{self, Haystack, Needle};
use super::progress::SEARCHING;
use super::store::Order;
use finds::ProgressReporter;
use listening::{Ears, Fullname, Missed, Post, Search, Sort, SubredditName, Thing, Timeframe, Why};

/// What all sources brought together.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) candidates: Vec<Candidate>,
    pub(super) missed: Vec<Missed>,
    /// Whether anybody answered at all.
    pub(super) was_heard: bool,
}

/// A way in which posts come. One more, a stream that many companies share, will stand here.
#[derive(Clone, Debug)]
enum Source {
    /// Reddit's own search for a keyword.
    Search(String),
    /// A plain web search for a keyword: which posts Google shows, and at which place.
    Web(String),
}

/// What one source brought.
#[derive(Debug, Default)]
struct Brought {
    posts: Vec<(String, Post)>,
    /// For which keyword, which post, at which place.
    ranks: Vec<(String, String, u32)>,
    missed: Vec<Missed>,
    was_heard: bool,
}

/// How many are asked at a time. Reddit's budget and its calls at once are kept by `listening`; this
/// bounds what one discovery holds in memory and in line. Ten keywords have twenty sources, and a
/// source of ranks is three calls one after the other: with fewer at a time they would go in waves.
const AT_ONCE: usize = 32;
/// The options of the spec (§7): of so many communities, so many posts each, for every keyword.
const SUBREDDIT_LIMIT: usize = 10;
const POST_LIMIT: usize = 25;
/// A call that brings a hundred posts costs as much as one that brings ten.
const ASKED_FOR: usize = 100;
/// Posts that only Google knew are looked up, the highest first.
const MOST_LOOKED_UP: usize = 100;
/// Threads are read where neither title nor body says why Google shows a post.
const MOST_THREADS: usize = 10;
/// What a first call brings of a thread.
const MOST_COMMENTS: usize = 100;

/// Asks every source about every keyword.
pub(super) async fn candidates(
    ears: &Ears,
    keywords: &[String],
    order: Order,
    reporter: &mut ProgressReporter<'_>,
) -> anyhow::Result<Gathered> {
    let sources = keywords.iter().flat_map(|keyword| {
        [
            Source::Search(keyword.clone()),
            Source::Web(keyword.clone()),
        ]
    });
    let calls: Vec<_> = sources.map(|source| ask(ears, source, order)).collect();
    let mut gathering = Gathering::default();
    let collect = |brought| {
        gathering.add(brought);
        gathering.posts.len()
    };
    let calls = (calls, AT_ONCE);
    reporter.run_calls(SEARCHING, calls, collect).await?;
    gathering.look_up(ears).await;
    let mut gathered = gathering.together();
    read_threads(ears, keywords, &mut gathered).await;
    Ok(gathered)
}

async fn ask(ears: &Ears, source: Source, order: Order) -> Brought {
    match source {
        Source::Search(keyword) => search(ears, keyword, order).await,
        Source::Web(keyword) => web(ears, keyword).await,
    }
}

async fn search(ears: &Ears, keyword: String, order: Order) -> Brought {
    let (sort, timeframe) = match order {
        Order::Relevance => (Sort::Relevance, Timeframe::Year),
        Order::New => (Sort::New, Timeframe::Year),
        Order::Popular => (Sort::Top, Timeframe::Year),
    };
    let search = Search {
        sort,
        timeframe,
        limit: ASKED_FOR,
        ..search_for(&keyword)
    };
    let heard = Box::pin(ears.search(&search)).await;
    let posts = within_limits(heard.found);
    Brought {
        posts: posts
            .into_iter()
            .map(|post| (keyword.clone(), post))
            .collect(),
        was_heard: heard.missed.is_empty(),
        missed: heard.missed,
        ..Brought::default()
    }
}

/// `subreddit:freelance late payments` is looked for in that community alone, as at Reddit.
fn search_for(keyword: &str) -> Search {
    let name = |word: &str| SubredditName::parse(word.strip_prefix("subreddit:")?).ok();
    let subreddit = keyword.split(' ').find_map(name);
    let words: Vec<&str> = keyword.split(' ').filter(|it| name(it).is_none()).collect();
    match subreddit {
        Some(_) if !words.is_empty() => Search {
            subreddit,
            ..Search::new(&words.join(" "))
        },
        _ => Search::new(keyword),
    }
}

/// A community that is full of a word does not crowd out the others.
fn within_limits(posts: Vec<Post>) -> Vec<Post> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut kept = Vec::new();
    for post in posts {
        let name = post.subreddit.to_lowercase();
        if !counts.contains_key(&name) && counts.len() == SUBREDDIT_LIMIT {
            continue;
        }
        let count = counts.entry(name).or_default();
        *count += 1;
        if *count <= POST_LIMIT {
            kept.push(post);
        }
    }
    kept
}

async fn web(ears: &Ears, keyword: String) -> Brought {
    let heard = ears.ranks(&keyword).await;
    let was_heard = heard.found.is_some();
    let ranked = heard.found.into_iter().flat_map(|ranking| ranking.posts);
    let ranks = ranked.filter_map(|post| {
        let place = u32::try_from(post.place).ok()?;
        Some((keyword.clone(), post.reddit_id, place))
    });
    // Where nobody tells ranks, none are missed: the operator chose so.
    let missed = heard.missed.into_iter();
    Brought {
        ranks: ranks.collect(),
        missed: missed.filter(|it| it.why != Why::NotConfigured).collect(),
        was_heard,
        ..Brought::default()
    }
}

/// Answers as they come in, each post once.
#[derive(Debug, Default)]
struct Gathering {
    posts: HashMap<String, (Post, Vec<String>)>,
    ranks: HashMap<String, Vec<(String, u32)>>,
    missed: Vec<Missed>,
    was_heard: bool,
}

impl Gathering {
    fn add(&mut self, brought: Brought) {
        self.was_heard |= brought.was_heard;
        for (keyword, post) in brought.posts {
            let known = self.posts.entry(post.reddit_id.clone());
            known.or_insert_with(|| (post, Vec::new())).1.push(keyword);
        }
        for (keyword, reddit_id, place) in brought.ranks {
            let ranks = self.ranks.entry(reddit_id).or_default();
            ranks.push((keyword, place));
        }
        self.missed.extend(brought.missed);
    }

    /// Asks for the posts of which Google told only the place.
    async fn look_up(&mut self, ears: &Ears) {
        let unknown = self
            .ranks
            .iter()
            .filter(|(id, _)| !self.posts.contains_key(*id));
        let mut unknown: Vec<(u32, Fullname)> = unknown
            .filter_map(|(id, ranks)| {
                let best = ranks.iter().map(|(_, place)| *place).min()?;
                Some((best, id.parse().ok()?))
            })
            .collect();
        unknown.sort();
        unknown.truncate(MOST_LOOKED_UP);
        if unknown.is_empty() {
            return;
        }
        let names: Vec<Fullname> = unknown.into_iter().map(|(_, name)| name).collect();
        let heard = ears.again(&names).await;
        for thing in heard.found.there {
            if let Thing::Post(post) = thing {
                self.posts
                    .insert(post.reddit_id.clone(), (post, Vec::new()));
            }
        }
        self.missed.extend(heard.missed);
    }

    /// Newest first, so that a discovery is the same however the answers came in.
    fn together(mut self) -> Gathered {
        let mut candidates: Vec<Candidate> = Vec::new();
        for (reddit_id, (post, mut found_for)) in self.posts {
            let mut ranks = self.ranks.remove(&reddit_id).unwrap_or_default();
            ranks.sort();
            found_for.sort();
            candidates.push(Candidate {
                post,
                found_for,
                ranks,
                comments: String::new(),
            });
        }
        candidates.sort_by(|one, other| {
            let newest = other.post.created_at.cmp(&one.post.created_at);
            newest.then_with(|| one.post.reddit_id.cmp(&other.post.reddit_id))
        });
        Gathered {
            candidates,
            missed: self.missed,
            was_heard: self.was_heard,
        }
    }
}

/// Google shows a thread for what is said anywhere in it. Where the post itself does not hold the
/// words, its comments may.
async fn read_threads(ears: &Ears, keywords: &[String], gathered: &mut Gathered) {
    let needles: Vec<Needle> = keywords.iter().map(|word| Needle::new(word)).collect();
    let is_unexplained = |candidate: &Candidate| {
        let post = Haystack {
            title: &candidate.post.title,
            body: &candidate.post.body,
            comments: "",
        };
        candidate.found_for.is_empty()
            && candidate.post.comments > 0
            && matching::matched(&needles, post).keywords.is_empty()
    };
    let unexplained = gathered.candidates.iter_mut();
    let reading: Vec<_> = unexplained
        .filter(|candidate| is_unexplained(candidate))
        .take(MOST_THREADS)
        .map(|candidate| read_thread(ears, candidate))
        .collect();
    let mut reading = stream::iter(reading).buffer_unordered(AT_ONCE);
    while let Some(missed) = reading.next().await {
        gathered.missed.extend(missed);
    }
}

async fn read_thread(ears: &Ears, candidate: &mut Candidate) -> Vec<Missed> {
    let post = &candidate.post;
    let names = (
        SubredditName::parse(&post.subreddit),
        post.reddit_id.parse(),
    );
    let (Ok(subreddit), Ok(name)) = names else {
        return Vec::new();
    };
    let heard = Box::pin(ears.thread(&subreddit, &name, MOST_COMMENTS)).await;
    if let Some(thread) = heard.found {
        let said: Vec<String> = thread.comments.into_iter().map(|it| it.body).collect();
        candidate.comments = said.join("\n");
    }
    heard.missed
}
