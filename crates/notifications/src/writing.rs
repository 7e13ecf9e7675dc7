//! Writing one digest: what is new, best first, as a mail in the outbox.
//!
//! The digest, its mail and the end of the job are one commit, and `told_until` moves with them: what
//! is in a digest is in no other, wherever a process dies.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::contents::{Contents, MentionLine, NAMED, PostLine, is_fresh};
use super::letters;
use super::preferences::Preferences;
use super::store::{self, NewDigest};
use super::unsubscribing::{self, Signer};
use discovery::NewPost;
use identity::User;
use mentions::NewMention;
use platform::app::App;
use platform::crash;
use platform::db::{DbResult, Tx};
use platform::jobs::{Done, Job, Lease};
use platform::mail_layout::{MailLayout, greeting};
use platform::outbox;

/// Writes one person's digest, if there is anything to tell.
#[derive(Debug, Serialize, Deserialize)]
pub struct WriteDigest {
    pub(super) user_id: Uuid,
}

/// What is saved in a transaction carries the moment before its commit. What is younger than this is
/// left to the next digest, so that nothing slips in behind the end of this one.
const SETTLING: TimeDelta = TimeDelta::minutes(1);

impl Job for WriteDigest {
    const KIND: &'static str = "write_digest";
    type Context = App;

    async fn run(self, app: App, lease: Lease) -> anyhow::Result<Done> {
        let Some((reader, news)) = gather(&app, self.user_id).await? else {
            return lease.done().await;
        };
        crash::point("notifications.after_gather");
        let mut contents = contents(&app, &reader, &news).await?;
        let mut tx = lease.begin().await?;
        if !is_still_wanted(&mut tx, &reader.preferences).await? {
            return lease.finish(tx, json!({ "digest": null })).await;
        }
        hold_named(&mut tx, self.user_id, &mut contents).await?;
        if !contents.is_empty() {
            post(&app, &mut tx, &contents, (&reader, &news)).await?;
        }
        store::tell_until(&mut tx, self.user_id, news.until).await?;
        crash::point("notifications.before_save");
        let told = json!({ "posts": contents.posts_in_all, "mentions": contents.mentions_in_all });
        lease.finish(tx, told).await
    }
}

/// Somebody who may get a digest at this moment.
struct Reader {
    user: User,
    preferences: Preferences,
    plan: platform::product::Plan,
}

/// What was found between two moments.
struct News {
    since: DateTime<Utc>,
    until: DateTime<Utc>,
    posts: Vec<NewPost>,
    mentions: Vec<NewMention>,
}

/// None for those who get no digest: not subscribed, not wanted, or an address that refuses it.
async fn gather(app: &App, user_id: Uuid) -> anyhow::Result<Option<(Reader, News)>> {
    let Some(reader) = reader(app, user_id).await? else {
        return Ok(None);
    };
    let (since, until) = (reader.preferences.told_until, app.clock.now() - SETTLING);
    if until <= since {
        return Ok(None);
    }
    let mut posts = discovery::new_since(&app.db, user_id, since).await?;
    posts.retain(|post| post.found_at <= until);
    let mut mentions = mentions::new_since(&app.db, user_id, since).await?;
    // What its reader has opened already is no news.
    mentions.retain(|mention| mention.found_at <= until && !mention.is_read);
    let news = News {
        since,
        until,
        posts,
        mentions,
    };
    Ok(Some((reader, news)))
}

async fn reader(app: &App, user_id: Uuid) -> anyhow::Result<Option<Reader>> {
    let access = billing::access_of(&app.db, &app.clock, user_id).await?;
    let preferences = store::of(&app.db, user_id).await?;
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
    Ok(Some(Reader {
        user,
        preferences,
        plan: access.plan,
    }))
}

async fn contents(app: &App, reader: &Reader, news: &News) -> anyhow::Result<Contents> {
    let now = app.clock.now();
    let company = onboarding::company_of(&app.db, reader.user.id).await?;
    let token = Signer::of(&app.db).await?.token_of(reader.user.id);
    let letterhead = MailLayout::new(&app.site_url, &app.settings.support_email);
    let ranking = news
        .posts
        .iter()
        .filter(|post| post.google_ranking.is_some());
    let fresh = news.posts.iter().filter(|post| is_fresh(post, now));
    let best = news.posts.iter().take(NAMED);
    Ok(Contents {
        to: reader.user.email.clone(),
        greeting: greeting(reader.user.full_name()),
        company: company.map(|company| company.company_name),
        frequency: reader.preferences.rhythm(reader.plan).frequency,
        site: letterhead.site,
        support_email: letterhead.support_email,
        unsubscribe: unsubscribing::link(&app.site_url, &token),
        posts_in_all: count(news.posts.len()),
        ranking: count(ranking.count()),
        fresh: count(fresh.count()),
        mentions_in_all: count(news.mentions.len()),
        posts: best.map(|post| PostLine::of(post, now)).collect(),
        mentions: news
            .mentions
            .iter()
            .take(NAMED)
            .map(MentionLine::from)
            .collect(),
    })
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Held until the commit: nobody has switched it off or told the same meanwhile.
async fn is_still_wanted(tx: &mut Tx, seen: &Preferences) -> DbResult<bool> {
    let held = store::hold_known(tx, seen.user_id).await?;
    Ok(held.is_some_and(|now| now.enabled && now.told_until == seen.told_until))
}

/// What the mail names is there until the commit; what disappears later finds the digest.
async fn hold_named(tx: &mut Tx, user_id: Uuid, contents: &mut Contents) -> DbResult<()> {
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

async fn post(
    app: &App,
    tx: &mut Tx,
    contents: &Contents,
    (reader, news): (&Reader, &News),
) -> anyhow::Result<()> {
    let user_id = reader.user.id;
    let letter = letters::write(contents, user_id.to_string());
    let mail_id = app.outbox.post(tx, letter).await?;
    let digest = NewDigest {
        user_id,
        mail_id,
        told: (news.since, news.until),
        contents,
        at: app.clock.now(),
    };
    store::add(tx, digest).await
}
