//! What was found since a user's last mail and belongs into the next one.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::digest_contents::MailKind;
use super::preferences::PreferencesRow;
use super::store;
use discovery::NewPost;
use mentions::NewMention;
use platform::db::Db;

/// What was found in a period, best first.
#[derive(Debug)]
pub(super) struct NewFindings {
    pub(super) since: DateTime<Utc>,
    pub(super) until: DateTime<Utc>,
    pub(super) posts: Vec<NewPost>,
    pub(super) mentions: Vec<NewMention>,
    /// How many leads did not reach the user's line.
    pub(super) below_minimum: i64,
    /// Something came after `until`, which the next mail is for.
    pub(super) has_later: bool,
}

/// A row carries a time from before its transaction commits. Rows younger than this are left to the
/// next mail, so that none is committed late and missed by both.
const COMMIT_DELAY: TimeDelta = TimeDelta::minutes(1);

/// What is new to a user; none if the last mail has only just been written.
pub(super) async fn load(
    db: &Db,
    preferences: &PreferencesRow,
    kind: MailKind,
    now: DateTime<Utc>,
) -> anyhow::Result<Option<NewFindings>> {
    let (user_id, since) = (preferences.user_id, preferences.told_until);
    let until = now - COMMIT_DELAY;
    if until <= since {
        return Ok(None);
    }
    let (posts, later_posts) = discovery::new_since(db, user_id, since)
        .await?
        .into_iter()
        .partition::<Vec<_>, _>(|post| post.found_at <= until);
    let (mentions, later_mentions) = mentions::new_since(db, user_id, since)
        .await?
        .into_iter()
        .partition::<Vec<_>, _>(|mention| mention.found_at <= until);
    let mut findings = NewFindings {
        since,
        until,
        posts,
        mentions,
        below_minimum: 0,
        has_later: !later_posts.is_empty() || !later_mentions.is_empty(),
    };
    findings.keep_wanted(preferences, kind);
    findings.keep_one_per_thread();
    if kind == MailKind::Alert {
        findings.keep_unnamed_threads(named_threads(db, user_id).await?);
    }
    Ok(Some(findings))
}

async fn named_threads(db: &Db, user_id: Uuid) -> anyhow::Result<HashSet<String>> {
    Ok(store::named_threads(db, user_id)
        .await?
        .into_iter()
        .collect())
}

impl NewFindings {
    pub(super) fn is_empty(&self) -> bool {
        self.posts.is_empty() && self.mentions.is_empty()
    }

    /// Somebody who names the company is no new lead, and a mention that was opened is not new. The
    /// first morning shows what there is, because nobody has moved the line yet.
    fn keep_wanted(&mut self, preferences: &PreferencesRow, kind: MailKind) {
        let least = match kind {
            MailKind::FirstMorning => 0,
            _ => preferences.minimum_match,
        };
        let has_posts = preferences.lead_alerts;
        self.posts.retain(|post| has_posts && !post.names_brand);
        let leads = self.posts.len();
        self.posts.retain(|post| post.relevance_score >= least);
        self.below_minimum = i64::try_from(leads - self.posts.len()).unwrap_or(0);
        let has_mentions = preferences.mention_alerts;
        let has_all = kind != MailKind::Alert;
        self.mentions.retain(|mention| {
            has_mentions && !mention.is_read && (has_all || mention.leaning == "negative")
        });
    }

    /// The best of each thread.
    fn keep_one_per_thread(&mut self) {
        let (mut leads, mut mentions) = (HashSet::new(), HashSet::new());
        self.posts.retain(|post| leads.insert(post.thread_id()));
        self.mentions
            .retain(|mention| mentions.insert(mention.post_id.clone()));
    }

    /// An alert names a thread once: what is said there later is for the list. Where a thread has a
    /// mention and a lead, the mention says more.
    fn keep_unnamed_threads(&mut self, mut named: HashSet<String>) {
        self.mentions
            .retain(|mention| named.insert(mention.post_id.clone()));
        self.posts.retain(|post| named.insert(post.thread_id()));
    }
}
