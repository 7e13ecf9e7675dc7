//! The reminder on the day before a trial ends, with what was found so far. It is about a charge, so
//! no preference switches it off.
//!
//! `billing` raises the event once for each end; the mail and the end of the job are one commit.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::store::trial_reminders;
use super::trial_reminder_mail::{self, MAX_LISTED, TrialReminderContents, TrialReminderPost};
use identity::User;
use platform::app::App;
use platform::clock::Clock;
use platform::db::{DbResult, Tx};
use platform::jobs::{self, Done, Job, Lease, NewJob};
use platform::mail_layout::{MailLayout, greeting};
use platform::outbox;
use platform::product::Plan;

/// How many reminders are rewritten in one transaction.
const REMINDERS_AT_A_TIME: i64 = 100;

/// Queues the reminder of a trial that ends within a day; `plan` is charged for from then on.
pub async fn remind_of_trial_end(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    (plan, ends_at): (Plan, DateTime<Utc>),
) -> anyhow::Result<()> {
    let reminder = RemindOfTrialEnd {
        user_id,
        plan_id: plan.id().to_owned(),
        ends_at,
    };
    let job = NewJob::of(&reminder).lane(user_id.to_string());
    jobs::enqueue(tx, clock, job).await?;
    Ok(())
}

/// Writes one user's reminder.
#[derive(Debug, Serialize, Deserialize)]
pub struct RemindOfTrialEnd {
    user_id: Uuid,
    plan_id: String,
    ends_at: DateTime<Utc>,
}

impl Job for RemindOfTrialEnd {
    const KIND: &'static str = "remind_of_trial_end";
    /// Nobody may be charged unawares because a provider or the database was away for an hour.
    const MAX_FAILURES: i64 = 30;
    type Context = App;

    async fn run(self, app: App, lease: Lease) -> anyhow::Result<Done> {
        let user = identity::find(&app.db, &self.user_id.to_string()).await?;
        // After the end it would say "tomorrow" of yesterday; the receipt says what was charged.
        let is_in_time = app.clock.now() < self.ends_at;
        let Some(user) = user.filter(|_| is_in_time) else {
            return lease.done().await;
        };
        let mut contents = self.gather(&app, &user).await?;
        let mut tx = lease.begin().await?;
        hold_listed(&mut tx, self.user_id, &mut contents).await?;
        let mail = trial_reminder_mail::compose(&contents, user.id.to_string());
        let mail_id = app.outbox.post(&mut tx, mail).await?;
        let (named, now) = (contents.named(), app.clock.now());
        let stored = serde_json::to_value(&contents)?;
        trial_reminders::add(&mut tx, (mail_id, user.id), stored, &named, now).await?;
        lease.finish(tx, json!({ "posts": contents.posts })).await
    }
}

impl RemindOfTrialEnd {
    async fn gather(&self, app: &App, user: &User) -> anyhow::Result<TrialReminderContents> {
        let posts = discovery::state_counts(&app.db, user.id).await?;
        let mentions = mentions::state_counts(&app.db, user.id).await?;
        // Open ones, best first; nobody needs to answer a post of their own.
        let mut open = discovery::new_since(&app.db, user.id, DateTime::UNIX_EPOCH).await?;
        open.retain(|post| !post.names_brand);
        let now = app.clock.now();
        let layout = MailLayout::new(&app.site_url, &app.settings.support_email);
        let company = onboarding::company_of(&app.db, user.id).await?;
        let plan = Plan::named(&self.plan_id).unwrap_or(Plan::Starter);
        Ok(TrialReminderContents {
            to: user.email.clone(),
            greeting: greeting(user.full_name()),
            company: company.map(|company| company.company_name),
            site: layout.site,
            support_email: layout.support_email,
            plan: plan.terms().name.to_owned(),
            price: plan.terms().price,
            ends_at: self.ends_at,
            posts: posts.open + posts.saved + posts.answered + posts.won,
            mentions: mentions.open + mentions.saved + mentions.answered + mentions.won,
            answered: posts.answered + posts.won + mentions.answered + mentions.won,
            best: open
                .iter()
                .take(MAX_LISTED)
                .map(|post| TrialReminderPost::of(post, now))
                .collect(),
        })
    }
}

/// Holds the listed posts until the commit and drops those that are gone. Later removals find the
/// reminder.
async fn hold_listed(
    tx: &mut Tx,
    user_id: Uuid,
    contents: &mut TrialReminderContents,
) -> DbResult<()> {
    for post in std::mem::take(&mut contents.best) {
        if discovery::hold_shown(tx, user_id, post.id).await? {
            contents.best.push(post);
        }
    }
    Ok(())
}

/// Removes a post that is gone from Reddit from some of the reminders that name it; true if others
/// may. One that is not sent yet is written anew, of one that is sent the text goes.
pub(super) async fn forget_post(tx: &mut Tx, reddit_id: &str) -> anyhow::Result<bool> {
    let mails = trial_reminders::naming(tx, reddit_id, REMINDERS_AT_A_TIME).await?;
    let may_be_more = mails.len() >= usize::try_from(REMINDERS_AT_A_TIME)?;
    for mail_id in mails {
        let Some(reminder) = trial_reminders::hold(tx, mail_id).await? else {
            continue;
        };
        let mut contents: TrialReminderContents = serde_json::from_value(reminder.contents.0)?;
        contents.remove_post(reddit_id);
        let mail = trial_reminder_mail::compose(&contents, String::new());
        if !outbox::rewrite(tx, reminder.mail_id, &mail).await? {
            outbox::blank(tx, reminder.mail_id).await?;
        }
        let stored = serde_json::to_value(&contents)?;
        trial_reminders::remove_post(tx, mail_id, reddit_id, stored).await?;
    }
    Ok(may_be_more)
}
