//! The sources of candidate posts. They are searched concurrently, and one that fails does not
//! affect the others.

use std::collections::HashMap;

use futures::StreamExt;
use futures::stream;

use super::keyword_matcher::{self, KeywordPattern, SearchedText};
use super::progress_stages::SEARCHING;
use super::relevance_judge::Candidate;
use super::store::PostOrder;
use finds::ProgressReporter;
use listening::{
    Ears, Fullname, Gap, Missed, Post, Search, Sort, SubredditName, Thing, Timeframe, Why,
};

/// The results of all sources.
#[derive(Debug, Default)]
pub(super) struct GatheredCandidates {
    pub(super) candidates: Vec<Candidate>,
    pub(super) missed: Vec<Missed>,
    /// The sources that an outage cut off.
    pub(super) gaps: Vec<Gap>,
    /// Whether any source answered.
    pub(super) has_answer: bool,
}

/// A source of posts.
#[derive(Clone, Debug)]
enum CandidateSource {
    /// Reddit's own search for a keyword.
    Search(String),
    /// A web search for a keyword: which posts Google shows, and at which rank.
    Web(String),
}

/// The result of one source.
#[derive(Debug, Default)]
struct SourceResult {
    posts: Vec<(String, Post)>,
    /// Keyword, Reddit id and rank.
    ranks: Vec<(String, String, u32)>,
    missed: Vec<Missed>,
    gaps: Vec<Gap>,
    has_answer: bool,
}

/// How many sources are searched at a time. `listening` keeps Reddit's rate limit; this bounds what
/// one discovery holds in memory and in the queue. Ten keywords have twenty sources, and a source of
/// ranks makes three calls in sequence: with a lower limit they would run in waves.
const AT_ONCE: usize = 32;
/// The options of the spec (§7): for every keyword, posts of so many communities, so many of each.
const SUBREDDIT_LIMIT: usize = 10;
const POST_LIMIT: usize = 25;
/// A call that returns a hundred posts costs as much as one that returns ten.
const ASKED_FOR: usize = 100;
/// Posts that only Google returned are fetched from Reddit, the highest ranks first.
const MOST_LOOKED_UP: usize = 100;
/// Comments are read if neither title nor body explains why Google shows a post.
const MOST_THREADS: usize = 10;
/// How many comments one call returns.
const MOST_COMMENTS: usize = 100;

/// Searches every source for every keyword, or those alone that an earlier search left open.
pub(super) async fn candidates(
    reddit: &Ears,
    keywords: &[String],
    (order, only): (PostOrder, Option<&[Gap]>),
    reporter: &mut ProgressReporter<'_>,
) -> anyhow::Result<GatheredCandidates> {
    let sources = sources(keywords, only).into_iter();
    let calls: Vec<_> = sources.map(|source| ask(reddit, source, order)).collect();
    let mut collector = CandidateCollector::default();
    let collect = |result| {
        collector.add(result);
        collector.posts.len()
    };
    let calls = (calls, AT_ONCE);
    reporter.run_calls(SEARCHING, calls, collect).await?;
    collector.look_up(reddit).await;
    let mut gathered = collector.together();
    read_threads(reddit, keywords, &mut gathered).await;
    Ok(gathered)
}

fn sources(keywords: &[String], only: Option<&[Gap]>) -> Vec<CandidateSource> {
    let all = keywords.iter().flat_map(|keyword| {
        [
            CandidateSource::Search(keyword.clone()),
            CandidateSource::Web(keyword.clone()),
        ]
    });
    // A keyword that was removed meanwhile leaves no gap.
    all.filter(|source| only.is_none_or(|gaps| gaps.contains(&source.gap())))
        .collect()
}

impl CandidateSource {
    /// What is left open if it does not answer.
    fn gap(&self) -> Gap {
        match self {
            CandidateSource::Search(keyword) => Gap::Search(keyword.clone()),
            CandidateSource::Web(keyword) => Gap::Ranks(keyword.clone()),
        }
    }
}

async fn ask(reddit: &Ears, source: CandidateSource, order: PostOrder) -> SourceResult {
    let gap = source.gap();
    let mut result = match source {
        CandidateSource::Search(keyword) => search(reddit, keyword, order).await,
        CandidateSource::Web(keyword) => web(reddit, keyword).await,
    };
    if is_cut_off(&result.missed) {
        result.gaps.push(gap);
    }
    result
}

fn is_cut_off(missed: &[Missed]) -> bool {
    missed.iter().any(|missed| missed.why.is_outage())
}

async fn search(reddit: &Ears, keyword: String, order: PostOrder) -> SourceResult {
    let (sort, timeframe) = match order {
        PostOrder::Relevance => (Sort::Relevance, Timeframe::Year),
        PostOrder::New => (Sort::New, Timeframe::Year),
        PostOrder::Popular => (Sort::Top, Timeframe::Year),
    };
    let search = Search {
        sort,
        timeframe,
        limit: ASKED_FOR,
        ..search_for(&keyword)
    };
    let response = Box::pin(reddit.search(&search)).await;
    let posts = within_limits(response.found);
    SourceResult {
        posts: posts
            .into_iter()
            .map(|post| (keyword.clone(), post))
            .collect(),
        has_answer: response.missed.is_empty(),
        missed: response.missed,
        ..SourceResult::default()
    }
}

/// `subreddit:freelance late payments` searches that community only, as on Reddit.
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

async fn web(reddit: &Ears, keyword: String) -> SourceResult {
    let response = reddit.ranks(&keyword).await;
    let has_answer = response.found.is_some();
    let ranked = response.found.into_iter().flat_map(|ranking| ranking.posts);
    let ranks = ranked.filter_map(|post| {
        let place = u32::try_from(post.place).ok()?;
        Some((keyword.clone(), post.reddit_id, place))
    });
    // Without a rank provider no ranks are missing: the operator chose so.
    let missed = response.missed.into_iter();
    SourceResult {
        ranks: ranks.collect(),
        missed: missed.filter(|it| it.why != Why::NotConfigured).collect(),
        has_answer,
        ..SourceResult::default()
    }
}

/// Collects results as they come in, each post once.
#[derive(Debug, Default)]
struct CandidateCollector {
    posts: HashMap<String, (Post, Vec<String>)>,
    ranks: HashMap<String, Vec<(String, u32)>>,
    missed: Vec<Missed>,
    gaps: Vec<Gap>,
    has_answer: bool,
}

impl CandidateCollector {
    fn add(&mut self, result: SourceResult) {
        self.has_answer |= result.has_answer;
        for (keyword, post) in result.posts {
            let known = self.posts.entry(post.reddit_id.clone());
            known.or_insert_with(|| (post, Vec::new())).1.push(keyword);
        }
        for (keyword, reddit_id, place) in result.ranks {
            let ranks = self.ranks.entry(reddit_id).or_default();
            ranks.push((keyword, place));
        }
        self.missed.extend(result.missed);
        self.gaps.extend(result.gaps);
    }

    /// Fetches the posts of which only the rank is known.
    async fn look_up(&mut self, reddit: &Ears) {
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
        let response = reddit.again(&names).await;
        if is_cut_off(&response.missed) {
            // Ranks are kept for a day, so asking for them again costs the look-up alone.
            let ranks = names
                .iter()
                .filter_map(|name| self.ranks.get(&name.to_string()));
            let gaps = ranks
                .flatten()
                .map(|(keyword, _)| Gap::Ranks(keyword.clone()));
            self.gaps.extend(gaps);
        }
        for thing in response.found.there {
            if let Thing::Post(post) = thing {
                self.posts
                    .insert(post.reddit_id.clone(), (post, Vec::new()));
            }
        }
        self.missed.extend(response.missed);
    }

    /// Newest first, so that the result does not depend on the order of the answers.
    fn together(mut self) -> GatheredCandidates {
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
        GatheredCandidates {
            candidates,
            missed: self.missed,
            gaps: self.gaps,
            has_answer: self.has_answer,
        }
    }
}

/// Google indexes whole threads. If the post itself does not contain the words, its comments may.
async fn read_threads(reddit: &Ears, keywords: &[String], gathered: &mut GatheredCandidates) {
    let patterns: Vec<KeywordPattern> = keywords
        .iter()
        .map(|word| KeywordPattern::new(word))
        .collect();
    let is_unexplained = |candidate: &Candidate| {
        let post = SearchedText {
            title: &candidate.post.title,
            body: &candidate.post.body,
            comments: "",
        };
        candidate.found_for.is_empty()
            && candidate.post.comments > 0
            && keyword_matcher::match_keywords(&patterns, post)
                .keywords
                .is_empty()
    };
    let unexplained = gathered.candidates.iter_mut();
    let reading: Vec<_> = unexplained
        .filter(|candidate| is_unexplained(candidate))
        .take(MOST_THREADS)
        .map(|candidate| read_thread(reddit, candidate))
        .collect();
    let mut reading = stream::iter(reading).buffer_unordered(AT_ONCE);
    while let Some((missed, gaps)) = reading.next().await {
        gathered.missed.extend(missed);
        gathered.gaps.extend(gaps);
    }
}

/// What could not be read, and which searches for ranks would find the thread again.
async fn read_thread(reddit: &Ears, candidate: &mut Candidate) -> (Vec<Missed>, Vec<Gap>) {
    let post = &candidate.post;
    let names = (
        SubredditName::parse(&post.subreddit),
        post.reddit_id.parse(),
    );
    let (Ok(subreddit), Ok(name)) = names else {
        return (Vec::new(), Vec::new());
    };
    let response = Box::pin(reddit.thread(&subreddit, &name, MOST_COMMENTS)).await;
    if let Some(thread) = response.found {
        let said: Vec<String> = thread.comments.into_iter().map(|it| it.body).collect();
        candidate.comments = said.join("\n");
    }
    let ranks = candidate.ranks.iter();
    let gaps = ranks.map(|(keyword, _)| Gap::Ranks(keyword.clone()));
    let gaps = gaps.filter(|_| is_cut_off(&response.missed)).collect();
    (response.missed, gaps)
}
