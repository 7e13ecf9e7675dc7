//! The job that writes one mail about findings: an alert, a digest, the first morning's mail, or a note
//! that there was nothing.
//!
//! The mail, what it names and the end of the job are one commit, and `told_until` moves with them: a
//! finding is in one mail only, wherever a process crashes.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::digest_contents::{
    DigestContents, DigestMention, DigestPost, DigestSuggestion, MAX_LISTED, MailKind,
    SearchEffort, TrialTerms, say_each_fit_once,
};
use super::digest_findings::{self, NewFindings};
use super::digest_mail;
use super::mail_frequency::MailFrequency;
use super::preferences::{self, PreferencesRow};
use super::store::{self, NewDigest};
use super::unsubscribe_token::{self, UnsubscribeSigner};
use billing::Access;
use identity::User;
use platform::app::App;
use platform::crash;
use platform::db::{DbResult, Tx};
use platform::jobs::{Done, Job, JobUrgency, Lease};
use platform::mail_layout::MailLayout;
use platform::outbox;

/// Writes one user's mail about what is new.
#[derive(Debug, Serialize, Deserialize)]
pub struct WriteDigest {
    pub(super) user_id: Uuid,
}

impl Job for WriteDigest {
    const KIND: &'static str = "write_digest";
    const URGENCY: JobUrgency = JobUrgency::Background;
    type Context = App;

    async fn run(self, app: App, lease: Lease) -> anyhow::Result<Done> {
        let Some(reader) = load_reader(&app, self.user_id).await? else {
            return lease.done().await;
        };
        let now = app.clock.now();
        let allowed_at = reader.allowed_at(now);
        if allowed_at > now {
            return put_off(&lease, self.user_id, allowed_at).await;
        }
        let found = digest_findings::load(&app.db, &reader.preferences, reader.kind, now).await?;
        let Some(findings) = found else {
            return put_off_alert(&lease, &reader, now).await;
        };
        crash::point("notifications.after_gather");
        let mut contents = build_contents(&app, &reader, &findings).await?;
        let mut tx = lease.begin().await?;
        let Some(current) = lock_if_wanted(&mut tx, &reader.preferences).await? else {
            return lease.finish(tx, json!({ "digest": null })).await;
        };
        lock_listed(&mut tx, self.user_id, &mut contents).await?;
        let is_sent = contents.kind == MailKind::QuietNote || !contents.is_empty();
        if is_sent {
            post_mail(&app, &mut tx, &contents, (&reader, &findings)).await?;
        }
        plan_next(
            &mut tx,
            &current,
            (&reader, &findings),
            is_sent.then_some(now),
        )
        .await?;
        store::set_told_until(&mut tx, self.user_id, findings.until).await?;
        crash::point("notifications.before_save");
        let counts =
            json!({ "posts": contents.posts_in_all, "mentions": contents.mentions_in_all });
        lease.finish(tx, counts).await
    }
}

/// A user who gets a mail now, and which.
struct DigestReader {
    user: User,
    preferences: PreferencesRow,
    access: Access,
    kind: MailKind,
}

impl DigestReader {
    /// An alert keeps to the pause after the last one and to the quiet hours; a digest was planned with
    /// them in mind.
    fn allowed_at(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        match self.kind {
            MailKind::Alert => self.preferences.next_alert(now),
            _ => now,
        }
    }
}

/// `None` for users who get no mail: no subscription, switched off, or an address that rejects it.
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
    let kind = kind_of(app, &preferences).await?;
    Ok(Some(DigestReader {
        user,
        preferences,
        access,
        kind,
    }))
}

async fn kind_of(app: &App, preferences: &PreferencesRow) -> DbResult<MailKind> {
    if preferences.chosen_frequency() == MailFrequency::Instant {
        return Ok(MailKind::Alert);
    }
    let mut tx = app.db.begin().await?;
    let reader = preferences::reader_of(&mut tx, &app.clock, preferences).await?;
    Ok(match reader {
        Some(reader) if reader.awaits_first => MailKind::FirstMorning,
        _ => MailKind::Digest,
    })
}

/// What came up stays for the mail that is written then.
async fn put_off(lease: &Lease, user_id: Uuid, until: DateTime<Utc>) -> anyhow::Result<Done> {
    let mut tx = lease.begin().await?;
    store::set_next_digest(&mut tx, user_id, Some(until)).await?;
    lease.finish(tx, json!({ "put_off_until": until })).await
}

/// What was found is too young to be sure that it is all; an alert looks again, a digest has its day.
async fn put_off_alert(
    lease: &Lease,
    reader: &DigestReader,
    now: DateTime<Utc>,
) -> anyhow::Result<Done> {
    match reader.kind {
        MailKind::Alert => put_off(lease, reader.user.id, now + LOOK_AGAIN).await,
        _ => lease.done().await,
    }
}

const LOOK_AGAIN: TimeDelta = TimeDelta::minutes(2);

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
    let kind = written_kind(reader, findings, company.is_some());
    let best = findings.posts.iter().take(MAX_LISTED);
    let mut posts: Vec<DigestPost> = best.map(|post| DigestPost::of(post, now)).collect();
    say_each_fit_once(&mut posts);
    let (effort, suggestions) = search_facts(app, reader.user.id, kind, findings.since).await?;
    Ok(DigestContents {
        kind,
        to: reader.user.email.clone(),
        company: company.map(|company| company.company_name),
        frequency: reader.preferences.chosen_frequency(),
        site: layout.site,
        support_email: layout.support_email,
        unsubscribe: unsubscribe_token::link(&app.site_url, &token),
        written_at: now,
        minimum_match: reader.preferences.minimum_match,
        below_minimum: findings.below_minimum,
        posts_in_all: count(findings.posts.len()),
        mentions_in_all: count(findings.mentions.len()),
        posts,
        mentions: findings
            .mentions
            .iter()
            .take(MAX_LISTED)
            .map(DigestMention::from)
            .collect(),
        effort,
        suggestions,
        trial: trial_terms(reader.access).filter(|_| kind == MailKind::FirstMorning),
    })
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A digest of nothing is a note, if the user wants one, has a company to listen for, and most of the
/// period has passed.
fn written_kind(reader: &DigestReader, findings: &NewFindings, has_company: bool) -> MailKind {
    let frequency = reader.preferences.chosen_frequency();
    let is_note = reader.kind == MailKind::Digest
        && has_company
        && findings.is_empty()
        && reader.preferences.quiet_notes
        && frequency.has_quiet_notes()
        && findings.until - findings.since >= frequency.period() / 2;
    if is_note {
        MailKind::QuietNote
    } else {
        reader.kind
    }
}

/// What was searched, and what would find more, for mails that say so.
async fn search_facts(
    app: &App,
    user_id: Uuid,
    kind: MailKind,
    since: DateTime<Utc>,
) -> anyhow::Result<(Option<SearchEffort>, Vec<DigestSuggestion>)> {
    if !matches!(kind, MailKind::FirstMorning | MailKind::QuietNote) {
        return Ok((None, Vec::new()));
    }
    let (searches, posts) = searches::effort_since(&app.db, user_id, since).await?;
    let suggested = match kind {
        MailKind::QuietNote => discovery::suggested_searches(&app.db, user_id, MAX_LISTED).await?,
        _ => Vec::new(),
    };
    let suggestions = suggested
        .into_iter()
        .map(|(phrase, would_have_found)| DigestSuggestion {
            phrase,
            would_have_found,
        });
    Ok((
        Some(SearchEffort { searches, posts }),
        suggestions.collect(),
    ))
}

fn trial_terms(access: Access) -> Option<TrialTerms> {
    let terms = access.plan.terms();
    Some(TrialTerms {
        ends_at: access.trial_ends_at?,
        plan: terms.name.to_owned(),
        price: terms.price.unwrap_or_default(),
    })
}

/// The preferences if mails are still wanted and no other was sent meanwhile; locked until the commit.
async fn lock_if_wanted(tx: &mut Tx, seen: &PreferencesRow) -> DbResult<Option<PreferencesRow>> {
    let current = store::lock_preferences(tx, seen.user_id).await?;
    let is_same = |now: &PreferencesRow| {
        now.enabled && now.told_until == seen.told_until && now.frequency == seen.frequency
    };
    Ok(current.filter(is_same))
}

/// Locks the listed posts and mentions until the commit and drops those that are gone. Later removals
/// find the mail.
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

async fn post_mail(
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

/// Plans the mail after this one. `current` may already hold a time: something was found since this
/// mail was queued.
async fn plan_next(
    tx: &mut Tx,
    current: &PreferencesRow,
    (reader, findings): (&DigestReader, &NewFindings),
    sent_at: Option<DateTime<Utc>>,
) -> DbResult<()> {
    let user_id = current.user_id;
    if reader.kind != MailKind::Alert {
        // The first one of a trial may have been early; the others come when they were chosen for.
        let next = sent_at.and_then(|at| current.next_digest(at));
        if next.is_some() {
            store::set_next_digest(tx, user_id, next).await?;
        }
        return Ok(());
    }
    if let Some(at) = sent_at {
        store::set_alerted(tx, user_id, at).await?;
    }
    if findings.has_later && current.next_digest_at.is_none() {
        let next = findings.until + LOOK_AGAIN + LOOK_AGAIN;
        store::set_next_digest(tx, user_id, Some(next)).await?;
    }
    Ok(())
}
