//! Google ranks: at which place of a plain web search a post stands, and stood.
//!
//! A query is asked at most once a day per country, whoever listens for it. What was seen is kept
//! as history for a year; a post that has not been seen for thirty days has no rank any more.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use providers::rank::{RESULTS_PER_PAGE, SearchResult, WebSearch};
use providers::reddit::Fullname;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::response_cache::Question;
use super::store::ranks::{self, RankRow};
use super::{Ears, Heard, What, Why};
use platform::clock::Clock;
use platform::db::{Db, DbResult};
use platform::rate_limit::{self, Limit};

/// The posts among the results of a web search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// As it was asked: lower case, single spaces.
    pub query: String,
    /// Two letters.
    pub country: String,
    /// When it was last asked.
    pub asked_at: DateTime<Utc>,
    /// Those that were seen within thirty days, the highest first.
    pub posts: Vec<Ranked>,
}

/// A post and its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// Its whole name, such as `t3_1abcde`.
    pub reddit_id: String,
    /// The place at which it was last seen; the first is 1.
    pub place: i64,
    pub seen_at: DateTime<Utc>,
    /// All of its places, newest first; the first of them is the one above.
    pub history: Vec<Placing>,
}

/// A place at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placing {
    pub place: i64,
    pub seen_at: DateTime<Utc>,
}

/// What one search found.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Seen {
    asked_at: DateTime<Utc>,
}

/// How many pages of ten are looked at. Nobody looks further.
const PAGES: u32 = 3;
const ASKED_AGAIN_AFTER: TimeDelta = TimeDelta::days(1);
/// What has not been seen for so long has no rank.
const RANKED: TimeDelta = TimeDelta::days(30);
const KEPT: TimeDelta = TimeDelta::days(365);
/// Searches cost money: how many pages one person, and everybody, may have asked for in a day.
const PER_USER: Limit = Limit::new(300, TimeDelta::days(1));
const FOR_ALL: Limit = Limit::new(20_000, TimeDelta::days(1));
const LONGEST_QUERY: usize = 200;

pub(super) async fn of(ears: &Ears, query: &str) -> Heard<Option<Ranking>> {
    let query = folded(query);
    let missed = |why| Heard::nothing(None, What::Ranks(query.clone()), why);
    let sources = &ears.listening.sources;
    let Some(provider) = &sources.ranks else {
        return missed(Why::NotConfigured);
    };
    // The place in a search that is narrowed to one site says nothing about Google.
    if query.is_empty() || query.split(' ').any(is_operator) {
        return missed(Why::Nonsense);
    }
    let country = sources.country;
    let parts = [country.as_str(), query.as_str()];
    let question = Question::new("ranks", &parts, ASKED_AGAIN_AFTER);
    let cache = &ears.listening.cache;
    let seen = cache
        .through(
            &question,
            ears.asker.urgency,
            ask(ears, provider.as_ref(), &query),
        )
        .await;
    // What was seen on earlier days is there even if today's answer is not.
    let (asked_at, why) = match seen {
        Ok(seen) => (Some(seen.asked_at), None),
        Err(why) => (None, Some(why)),
    };
    match ranks::of(&sources.db, &query, country.as_str()).await {
        Ok(rows) => {
            let ranking = ranking(
                &query,
                country.as_str(),
                asked_at,
                rows,
                sources.clock.now(),
            );
            let mut heard = why.map_or_else(|| Heard::whole(None), missed);
            heard.found = ranking;
            heard
        }
        Err(error) => {
            tracing::warn!(%error, "ranks could not be read");
            missed(Why::NotNow)
        }
    }
}

/// Lower case, single spaces, not longer than anybody types.
fn folded(query: &str) -> String {
    let words: Vec<&str> = query.split_whitespace().collect();
    let text = words.join(" ").to_lowercase();
    text.chars()
        .take(LONGEST_QUERY)
        .collect::<String>()
        .trim()
        .to_owned()
}

fn is_operator(word: &str) -> bool {
    ["site:", "inurl:", "-site:", "-inurl:"]
        .iter()
        .any(|operator| word.starts_with(operator))
}

/// Asks page after page, and writes down which posts stood where.
async fn ask(ears: &Ears, provider: &dyn WebSearch, query: &str) -> Result<Seen, Why> {
    let sources = &ears.listening.sources;
    let now = sources.clock.now();
    let mut rows = Vec::new();
    for page in 1..=PAGES {
        match count(ears).await {
            Ok(()) => {}
            // A first page is worth keeping without the second.
            Err(_) if page > 1 => break,
            Err(why) => return Err(why),
        }
        let found = provider.search(query, sources.country, page).await;
        let found = match found {
            Ok(found) => found,
            Err(_) if page > 1 => break,
            Err(failed) => return Err(Why::from(failed)),
        };
        let is_last = found.len() < usize::try_from(RESULTS_PER_PAGE).unwrap_or(10) / 2;
        rows.extend(found.iter().filter_map(|found| row(found, now)));
        if is_last {
            break;
        }
    }
    write(&sources.db, (query, sources.country.as_str()), &rows)
        .await
        .map_err(|error| {
            tracing::warn!(%error, "could not save ranks");
            Why::NotNow
        })?;
    Ok(Seen { asked_at: now })
}

/// A post that stands twice among the results has the higher place.
fn row(found: &SearchResult, now: DateTime<Utc>) -> Option<RankRow> {
    let post = found.post()?;
    Some(RankRow {
        reddit_id: Fullname::Post(post.id).to_string(),
        place: i64::from(found.position),
        seen_at: now,
    })
}

async fn write(db: &Db, about: (&str, &str), rows: &[RankRow]) -> DbResult<()> {
    let mut tx = db.begin().await?;
    for row in rows {
        ranks::add(&mut tx, about, row).await?;
    }
    tx.commit().await
}

/// Out of the person's searches of today and everybody's.
async fn count(ears: &Ears) -> Result<(), Why> {
    let taken = take(
        ears.asker.user_id,
        &ears.listening.sources.db,
        &ears.listening.sources.clock,
    );
    match taken.await {
        Ok(true) => Ok(()),
        Ok(false) => Err(Why::Spent),
        Err(error) => {
            tracing::warn!(%error, "the searches of today could not be counted");
            Err(Why::NotNow)
        }
    }
}

async fn take(user_id: Uuid, db: &Db, clock: &Clock) -> DbResult<bool> {
    let mut tx = db.begin().await?;
    let name = format!("rank searches of {user_id}");
    let real = clock.real();
    let is_theirs = rate_limit::take(&mut tx, &name, PER_USER, real)
        .await?
        .is_ok();
    if !is_theirs
        || rate_limit::take(&mut tx, "rank searches", FOR_ALL, real)
            .await?
            .is_err()
    {
        return Ok(false);
    }
    tx.commit().await?;
    Ok(true)
}

/// None if the query was never asked.
fn ranking(
    query: &str,
    country: &str,
    asked_at: Option<DateTime<Utc>>,
    rows: Vec<RankRow>,
    now: DateTime<Utc>,
) -> Option<Ranking> {
    let asked_at = asked_at.or_else(|| rows.first().map(|row| row.seen_at))?;
    let mut places: BTreeMap<String, Vec<Placing>> = BTreeMap::new();
    for row in rows {
        let placing = Placing {
            place: row.place,
            seen_at: row.seen_at,
        };
        places.entry(row.reddit_id).or_default().push(placing);
    }
    let ranked = places.into_iter().filter_map(|(reddit_id, history)| {
        let last = *history.first()?;
        (last.seen_at > now - RANKED).then_some(Ranked {
            reddit_id,
            place: last.place,
            seen_at: last.seen_at,
            history,
        })
    });
    let mut posts: Vec<Ranked> = ranked.collect();
    posts.sort_by_key(|post| post.place);
    Some(Ranking {
        query: query.to_owned(),
        country: country.to_owned(),
        asked_at,
        posts,
    })
}

pub(super) async fn forget_old(db: &Db, clock: &Clock) -> DbResult<()> {
    ranks::forget_before(db, clock.now() - KEPT).await.map(drop)
}
