//! The job that writes one digest: what is new, best first, as a mail in the outbox.
//!
//! The digest, its mail and the end of the job are one commit, and `told_until` moves with them: an
//! item is in one digest only, wherever a process crashes.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::digest_contents::{DigestContents, DigestMention, DigestPost, MAX_LISTED, is_fresh};
use super::digest_mail;
use super::preferences::PreferencesRow;
use super::store::{self, NewDigest};
use super::unsubscribe_token::{self, UnsubscribeSigner};
use discovery::NewPost;
use identity::User;
use mentions::NewMention;
use platform::app::App;
use platform::crash;
use platform::db::{DbResult, Tx};
use platform::jobs::{Done, Job, JobUrgency, Lease};
use platform::mail_layout::{MailLayout, greeting};
use platform::outbox;

/// Writes one user's digest, if there is anything new.
#[derive(Debug, Serialize, Deserialize)]
pub struct WriteDigest {
    pub(super) user_id: Uuid,
}

/// A row carries a time from before its transaction commits. Rows younger than this are left to the
/// next digest, so that none is committed late and missed by both.
const COMMIT_DELAY: TimeDelta = TimeDelta::minutes(1);

impl Job for WriteDigest {
    const KIND: &'static str = "write_digest";
    const URGENCY: JobUrgency = JobUrgency::Background;
    type Context = App;

    async fn run(self, app: App, lease: Lease) -> anyhow::Result<Done> {
        let Some((reader, findings)) = load_findings(&app, self.user_id).await? else {
            return lease.done().await;
        };
        crash::point("notifications.after_gather");
        let mut contents = build_contents(&app, &reader, &findings).await?;
        let mut tx = lease.begin().await?;
        if !is_still_wanted(&mut tx, &reader.preferences).await? {
            return lease.finish(tx, json!({ "digest": null })).await;
        }
        lock_listed(&mut tx, self.user_id, &mut contents).await?;
        if !contents.is_empty() {
            post_digest(&app, &mut tx, &contents, (&reader, &findings)).await?;
            // The first one of a trial may have been early; the others come when they were chosen for.
            let next = reader
                .preferences
                .next_digest(Some(reader.plan), app.clock.now());
            store::set_next_digest(&mut tx, self.user_id, next).await?;
        }
        store::set_told_until(&mut tx, self.user_id, findings.until).await?;
        crash::point("notifications.before_save");
        let counts =
            json!({ "posts": contents.posts_in_all, "mentions": contents.mentions_in_all });
        lease.finish(tx, counts).await
    }
}

/// A user who gets a digest now.
struct DigestReader {
    user: User,
    preferences: PreferencesRow,
    plan: platform::product::Plan,
}

/// What was found since the last digest.
struct NewFindings {
    since: DateTime<Utc>,
    until: DateTime<Utc>,
    posts: Vec<NewPost>,
    mentions: Vec<NewMention>,
}

/// `None` for users who get no digest: no subscription, switched off, or an address that rejects it.
async fn load_findings(
    app: &App,
    user_id: Uuid,
) -> anyhow::Result<Option<(DigestReader, NewFindings)>> {
    let Some(reader) = load_reader(app, user_id).await? else {
        return Ok(None);
    };
    let (since, until) = (
        reader.preferences.told_until,
        app.clock.now() - COMMIT_DELAY,
    );
    if until <= since {
        return Ok(None);
    }
    let mut posts = discovery::new_since(&app.db, user_id, since).await?;
    posts.retain(|post| post.found_at <= until && !post.names_brand);
    let mut mentions = mentions::new_since(&app.db, user_id, since).await?;
    // A mention the user has already opened is not new.
    mentions.retain(|mention| mention.found_at <= until && !mention.is_read);
    let findings = NewFindings {
        since,
        until,
        posts,
        mentions,
    };
    Ok(Some((reader, findings)))
}

async fn load_reader(app: &App, user_id: Uuid) -> anyhow::Result<Option<DigestReader>> {
    let access = billing::access_of(&app.db, &app.clock, user_id).await?;
    let preferences = store::load_preferences(&app.db, user_id).await?;
    let Some(preferences) = preferences.filter(|it| it.enabled && access.is_live) else {
        return Ok(None);
    };
    let user = identity::find(&app.db, &user_id.to_string()).await?;
    let Some(user) = user.filter(User::is_confirmed) else {
        return Ok(None);
    };
    if outbox::is_refused(&app.db, &user.email).await? {
        return Ok(None);
    }
    Ok(Some(DigestReader {
        user,
        preferences,
        plan: access.plan,
    }))
}

async fn build_contents(
    app: &App,
    reader: &DigestReader,
    findings: &NewFindings,
) -> anyhow::Result<DigestContents> {
    let now = app.clock.now();
    let company = onboarding::company_of(&app.db, reader.user.id).await?;
    let token = UnsubscribeSigner::of(&app.db)
        .await?
        .token_of(reader.user.id);
    let layout = MailLayout::new(&app.site_url, &app.settings.support_email);
    let ranking = findings
        .posts
        .iter()
        .filter(|post| post.google_ranking.is_some());
    let fresh = findings.posts.iter().filter(|post| is_fresh(post, now));
    let best = findings.posts.iter().take(MAX_LISTED);
    Ok(DigestContents {
        to: reader.user.email.clone(),
        greeting: greeting(reader.user.full_name()),
        company: company.map(|company| company.company_name),
        frequency: reader.preferences.schedule(reader.plan).frequency,
        site: layout.site,
        support_email: layout.support_email,
        unsubscribe: unsubscribe_token::link(&app.site_url, &token),
        posts_in_all: count(findings.posts.len()),
        ranking: count(ranking.count()),
        fresh: count(fresh.count()),
        mentions_in_all: count(findings.mentions.len()),
        posts: best.map(|post| DigestPost::of(post, now)).collect(),
        mentions: findings
            .mentions
            .iter()
            .take(MAX_LISTED)
            .map(DigestMention::from)
            .collect(),
    })
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Whether digests are still on and no other digest was sent meanwhile; locked until the commit.
async fn is_still_wanted(tx: &mut Tx, seen: &PreferencesRow) -> DbResult<bool> {
    let current = store::lock_preferences(tx, seen.user_id).await?;
    Ok(current.is_some_and(|now| now.enabled && now.told_until == seen.told_until))
}

/// Locks the listed posts and mentions until the commit and drops those that are gone. Later removals
/// find the digest.
async fn lock_listed(tx: &mut Tx, user_id: Uuid, contents: &mut DigestContents) -> DbResult<()> {
    let mut gone = Vec::new();
    for post in &contents.posts {
        if !discovery::hold_shown(tx, user_id, post.id).await? {
            gone.push(post.id);
        }
    }
    for mention in &contents.mentions {
        if !mentions::hold_shown(tx, user_id, mention.id).await? {
            gone.push(mention.id);
        }
    }
    contents.keep_posts(|post| !gone.contains(&post.id));
    contents.keep_mentions(|mention| !gone.contains(&mention.id));
    Ok(())
}

async fn post_digest(
    app: &App,
    tx: &mut Tx,
    contents: &DigestContents,
    (reader, findings): (&DigestReader, &NewFindings),
) -> anyhow::Result<()> {
    let user_id = reader.user.id;
    let mail = digest_mail::compose(contents, user_id.to_string());
    let mail_id = app.outbox.post(tx, mail).await?;
    let digest = NewDigest {
        user_id,
        mail_id,
        period: (findings.since, findings.until),
        contents,
        at: app.clock.now(),
    };
    store::add_digest(tx, digest).await
}
