//! What of the judged posts is kept: the least score, the owner's filters, and what they exclude.

use lens::intent::Intent;
use serde_json::json;
use uuid::Uuid;

use super::judging::Judged;
use super::lead::{Lead, NO_AUTHOR};
use super::store;
use listening::{Exclusions, Filters, Level};
use platform::db::Db;

/// Below this hardly anybody would want to answer: read aloud for the three sample companies, what
/// lies above it is mostly about their trade and asks for something, what lies below is not.
pub(super) const LEAST_SCORE: i64 = 40;

/// Whether a new post is worth keeping. Filtering takes noise away; advanced filtering also what
/// nobody asks in, what lies below the owner's threshold, and what they exclude.
pub(super) fn is_kept(judged: &Judged, filters: &Filters) -> bool {
    let lead = &judged.lead;
    if lead.relevance_score < LEAST_SCORE || (filters.is_on && judged.is_noise) {
        return false;
    }
    let is_advanced = filters.is_on && filters.level == Level::Advanced;
    let asks_nothing = judged.intent == Intent::Mention;
    let is_refused = is_advanced
        && (asks_nothing && lead.relevance_score < WORTH_IT_ANYWAY
            || lead.relevance_score < filters.min_confidence);
    !is_refused && !is_excluded(lead, &filters.exclusions)
}

/// A post that asks for nothing may still be the very subject.
const WORTH_IT_ANYWAY: i64 = 60;

fn is_excluded(lead: &Lead, exclusions: &Exclusions) -> bool {
    let text = format!("{}\n{}", lead.title, lead.content.as_deref().unwrap_or(""));
    excludes(exclusions, &lead.subreddit, &lead.author, &text)
}

fn excludes(exclusions: &Exclusions, subreddit: &str, author: &str, text: &str) -> bool {
    let author = Some(author).filter(|author| *author != NO_AUTHOR);
    exclusions.excludes(subreddit, author, text).is_some()
}

/// Hides what the owner has excluded since it was saved, if their settings have changed.
pub(super) async fn bring_up_to_date(db: &Db, user_id: Uuid) -> anyhow::Result<()> {
    let (settings, done_by) = tokio::try_join!(named_settings(db, user_id), async {
        Ok(store::filtered_by(db, user_id).await?)
    },)?;
    if settings == done_by.unwrap_or_default() {
        return Ok(());
    }
    hide_excluded(db, user_id).await
}

/// Hides the posts that the owner excludes, and shows those again that are excluded no more.
pub(super) async fn hide_excluded(db: &Db, user_id: Uuid) -> anyhow::Result<()> {
    let settings = named_settings(db, user_id).await?;
    let filters = listening::filters_of(db, user_id).await?;
    let posts = store::for_exclusions(db, user_id).await?;
    let changed: Vec<(Uuid, bool)> = posts
        .into_iter()
        .filter_map(|post| {
            let text = format!("{}\n{}", post.title, post.content.unwrap_or_default());
            let exclusions = &filters.exclusions;
            let is_excluded = excludes(exclusions, &post.subreddit, &post.author, &text);
            (is_excluded != post.excluded).then_some((post.id, is_excluded))
        })
        .collect();
    let mut tx = db.begin().await?;
    store::keep_exclusions(&mut tx, user_id, &settings, &changed).await?;
    Ok(tx.commit().await?)
}

/// The settings as one text that changes with them; empty where nothing was ever set.
async fn named_settings(db: &Db, user_id: Uuid) -> anyhow::Result<String> {
    let settings = listening::export(db, user_id).await?;
    if settings.is_empty() {
        return Ok(String::new());
    }
    Ok(json!(settings).to_string())
}
