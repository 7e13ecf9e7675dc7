//! The sources of candidate posts: the searches of the plan, ranks, and the newest posts of
//! communities. They are asked concurrently, and one that fails does not affect the others.

use std::collections::HashMap;

use futures::future::join_all;
use uuid::Uuid;

use super::candidate_collector::{CandidateCollector, SourceResult};
use super::community_choice;
use super::found_via::FoundVia;
use super::hacker_news_search::{self, HackerNewsQuery};
use super::keyword_matcher::is_ruled_out;
use super::progress_stages::{SEARCHING, SEARCHING_COMMUNITIES};
use super::relevance_judge::Candidate;
use super::scan_plan::{ScanPlan, ScanSearch};
use super::store::PostOrder;
use super::thread_comments::read_threads;
use super::typed_search;
use finds::{ProgressReporter, ProgressStage};
use listening::{
    Ears, Gap, HackerNewsTexts, Missed, Post, Search, Sort, SubredditName, TextSource, Timeframe,
    What,
};
use platform::jobs::Lease;

/// The results of all sources.
#[derive(Debug, Default)]
pub(super) struct GatheredCandidates {
    pub(super) candidates: Vec<Candidate>,
    /// What each search and each community returned.
    pub(super) reads: Vec<SourceRead>,
    pub(super) missed: Vec<Missed>,
    /// The sources that an outage cut off.
    pub(super) gaps: Vec<Gap>,
    /// Whether any source answered.
    pub(super) has_answer: bool,
}

/// What one search or community returned.
#[derive(Clone, Debug)]
pub(super) struct SourceRead {
    /// Of a search that is part of the plan.
    pub(super) search_id: Option<Uuid>,
    pub(super) via: FoundVia,
    pub(super) reddit_ids: Vec<String>,
}

/// A source of posts.
#[derive(Clone, Debug)]
enum CandidateSource {
    /// Reddit's own search.
    Search(ScanSearch),
    /// A web search for a keyword: which posts Google shows, and at which rank.
    Web(String),
    /// The newest posts of a community.
    Newest(SubredditName),
    /// Hacker News' own search.
    HackerNews(HackerNewsTexts, HackerNewsQuery),
}

/// How many sources are searched at a time. `listening` keeps Reddit's rate limit; this bounds what
/// one discovery holds in memory and in the queue. A source of ranks makes three calls in sequence:
/// with a lower limit they would run in waves.
pub(super) const AT_ONCE: usize = 32;
/// The options of the spec (§7): for every keyword, posts of so many communities, so many of each.
const SUBREDDIT_LIMIT: usize = 10;
const POST_LIMIT: usize = 25;
/// A call that returns a hundred posts costs as much as one that returns ten.
const ASKED_FOR: usize = 100;
/// Posts that only Google returned are fetched from Reddit, the highest ranks first.
pub(super) const MOST_LOOKED_UP: usize = 100;
/// How many comments one call returns.
pub(super) const MOST_COMMENTS: usize = 100;

/// Asks in two rounds: the searches and ranks, then the newest posts of the communities that the user
/// has and of those that the first round showed. Asked to stop, it hands on what there is.
pub(super) async fn candidates(
    (reddit, lease): (&Ears, &Lease),
    (plan, order): (&ScanPlan, PostOrder),
    judge: &std::sync::Arc<super::relevance_judge::RelevanceJudge>,
    reporter: &mut ProgressReporter<'_>,
) -> anyhow::Result<GatheredCandidates> {
    reporter.watch(reddit);
    let mut collector = CandidateCollector::default();
    let gathering = async {
        let first = plan.first_round();
        ask_all(
            reddit,
            (first, order),
            (SEARCHING, reporter),
            &mut collector,
        )
        .await?;
        if !collector.has_answer {
            // Reddit is away; the communities will be asked with the next try.
            return Ok(());
        }
        collector.look_up(reddit).await;
        let posts = collector.posts.values().map(|(post, _)| post.clone());
        let names = community_choice::communities(reddit, plan, judge, posts.collect()).await?;
        let second = plan.second_round(names);
        let stage = (SEARCHING_COMMUNITIES, reporter);
        ask_all(reddit, (second, order), stage, &mut collector).await
    };
    tokio::select! {
        asked = gathering => asked?,
        () = lease.stop_asked() => {
            let gathered = collector.together();
            // Who stops a search wants what there is, also if it is nothing.
            return Ok(GatheredCandidates { has_answer: true, ..gathered });
        }
    }
    let mut gathered = collector.together();
    read_threads(reddit, &plan.web, &mut gathered).await;
    Ok(gathered)
}

async fn ask_all(
    reddit: &Ears,
    (sources, order): (Vec<CandidateSource>, PostOrder),
    (stage, reporter): (ProgressStage, &mut ProgressReporter<'_>),
    collector: &mut CandidateCollector,
) -> anyhow::Result<()> {
    let sources = sources.into_iter();
    let calls: Vec<_> = sources
        .map(|source| ask(reddit, source, span_of(order)))
        .collect();
    let collect = |result| {
        collector.add(result);
        collector.posts.len()
    };
    reporter.run_calls(stage, (calls, AT_ONCE), collect).await
}

impl ScanPlan {
    fn first_round(&self) -> Vec<CandidateSource> {
        let searches = self.searches.iter().filter(|it| !it.is_in_communities);
        let searches = searches.cloned().map(CandidateSource::Search);
        let web = self.web.iter().cloned().map(CandidateSource::Web);
        let hacker_news = self.hacker_news.iter().flat_map(|texts| {
            let keywords = self.web.iter().map(|it| HackerNewsQuery::keyword(it));
            let subjects = self.subjects.iter().map(HackerNewsQuery::subject);
            let queries = keywords.chain(subjects);
            queries.map(|query| CandidateSource::HackerNews(texts.clone(), query))
        });
        self.open(searches.chain(web).chain(hacker_news))
    }

    fn second_round(&self, names: Vec<SubredditName>) -> Vec<CandidateSource> {
        let within = within_communities(&names);
        let searches = self
            .searches
            .iter()
            .filter(|it| it.is_in_communities && !names.is_empty());
        let searches = searches.map(|search| {
            let query = format!("({}) ({within})", search.query);
            CandidateSource::Search(ScanSearch {
                query,
                ..search.clone()
            })
        });
        let searches: Vec<_> = searches.collect();
        let newest = names.into_iter().map(CandidateSource::Newest);
        self.open(searches.into_iter().chain(newest))
    }

    /// All, or those that an earlier discovery left open. What was removed meanwhile leaves no gap.
    fn open(&self, sources: impl Iterator<Item = CandidateSource>) -> Vec<CandidateSource> {
        let is_open = |source: &CandidateSource| {
            let gaps = self.only.as_ref();
            gaps.is_none_or(|gaps| gaps.contains(&source.gap()))
        };
        sources.filter(is_open).collect()
    }
}

/// `subreddit:freelance OR subreddit:agency`, as far as Reddit reads: 512 characters.
fn within_communities(names: &[SubredditName]) -> String {
    const LONGEST: usize = 400;
    let mut query = String::new();
    for name in names {
        let part = format!("subreddit:{}", name.as_str());
        if query.len() + part.len() > LONGEST {
            break;
        }
        if !query.is_empty() {
            query.push_str(" OR ");
        }
        query.push_str(&part);
    }
    query
}

impl CandidateSource {
    /// What is left open if it does not answer.
    fn gap(&self) -> Gap {
        match self {
            CandidateSource::Search(search) => Gap::Search(search.via.phrase.clone()),
            CandidateSource::Web(keyword) => Gap::Ranks(keyword.clone()),
            CandidateSource::Newest(name) => Gap::Newest(name.as_str().to_lowercase()),
            CandidateSource::HackerNews(_, query) => Gap::Search(query.via.phrase.clone()),
        }
    }
}

/// A few searches and ranks at once, of the last month, for somebody who waits for a first look.
pub(super) async fn first_look(
    reddit: &Ears,
    searches: Vec<ScanSearch>,
    web: &[String],
) -> GatheredCandidates {
    let searches = searches.into_iter().map(CandidateSource::Search);
    let sources = searches.chain(web.iter().cloned().map(CandidateSource::Web));
    let asked = sources.map(|source| ask(reddit, source, LAST_MONTH));
    let mut collector = CandidateCollector::default();
    for result in join_all(asked).await {
        collector.add(result);
    }
    collector.look_up(reddit).await;
    collector.together()
}

/// Which posts Reddit is asked for first, and how old they may be.
pub(super) type SearchSpan = (Sort, Timeframe);

const LAST_MONTH: SearchSpan = (Sort::Relevance, Timeframe::Month);

fn span_of(order: PostOrder) -> SearchSpan {
    let sort = match order {
        PostOrder::Relevance => Sort::Relevance,
        PostOrder::New | PostOrder::Found => Sort::New,
        PostOrder::Popular => Sort::Top,
    };
    (sort, Timeframe::Year)
}

async fn ask(reddit: &Ears, source: CandidateSource, span: SearchSpan) -> SourceResult {
    let gap = source.gap();
    let mut result = match source {
        CandidateSource::Search(search) => search_posts(reddit, search, span).await,
        CandidateSource::Web(keyword) => web(reddit, keyword).await,
        CandidateSource::Newest(name) => newest(reddit, name).await,
        CandidateSource::HackerNews(texts, query) => {
            hacker_news_search::search(&texts, query, span).await
        }
    };
    if is_cut_off(&result.missed) {
        result.gaps.push(gap);
    }
    result
}

pub(super) fn is_cut_off(missed: &[Missed]) -> bool {
    missed.iter().any(|missed| missed.why.is_outage())
}

async fn search_posts(
    source: &impl TextSource<Text = Post>,
    planned: ScanSearch,
    (sort, timeframe): SearchSpan,
) -> SourceResult {
    // What a person typed has a person's limits (spec §7); what was derived has operators of its own.
    let is_typed = matches!(planned.via.origin.as_str(), "keyword" | "query");
    let search = Search {
        sort,
        timeframe,
        limit: ASKED_FOR,
        ..if is_typed {
            typed_search::search_for(&planned.query)
        } else {
            Search::new(&planned.query)
        }
    };
    let response = source.search(&search).await;
    let has_answer = response.missed.is_empty();
    let phrase = &planned.via.phrase;
    let mut missed = response.missed;
    // People know what they wrote and the phrase, not the operators that are sent.
    if planned.query != *phrase {
        for missed in &mut missed {
            missed.what = What::Search(phrase.clone());
        }
    }
    let posts = if is_typed {
        let mut found = response.found;
        found.retain(|post| !is_ruled_out(phrase, post));
        within_limits(found)
    } else {
        response.found
    };
    SourceResult {
        posts,
        read: Some(SourceRead {
            search_id: planned.id,
            via: planned.via,
            reddit_ids: Vec::new(),
        }),
        has_answer,
        missed,
        ..SourceResult::default()
    }
}

async fn newest(source: &impl TextSource<Text = Post>, name: SubredditName) -> SourceResult {
    let response = source.newest(name.as_str(), ASKED_FOR, None).await;
    SourceResult {
        posts: response.found,
        read: Some(SourceRead {
            search_id: None,
            via: FoundVia::community(name.as_str()),
            reddit_ids: Vec::new(),
        }),
        has_answer: response.missed.is_empty(),
        missed: response.missed,
        ..SourceResult::default()
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
    let query = searches::web_query(&keyword);
    let response = reddit.ranks(query.as_ref().unwrap_or(&keyword)).await;
    let has_answer = response.found.is_some();
    let ranked = response.found.into_iter().flat_map(|ranking| ranking.posts);
    let ranks = ranked.filter_map(|post| {
        let place = u32::try_from(post.place).ok()?;
        Some((keyword.clone(), post.reddit_id, place))
    });
    let mut missed = response.missed;
    if query.is_some() {
        for missed in &mut missed {
            missed.what = What::Ranks(keyword.clone());
        }
    }
    SourceResult {
        ranks: ranks.collect(),
        missed,
        has_answer,
        ..SourceResult::default()
    }
}
