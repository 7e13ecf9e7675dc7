//! One customer as support sees them: how they stand and what became of their work. Nothing that they or
//! strangers wrote is here: no keyword, no post, no draft, no text of the company. The errors of jobs
//! stay out too, because an error can quote what its job was about.

use uuid::Uuid;

use super::written_numbers::{count_of, day, kind, moment, number};
use billing::SubscriptionSummary;
use identity::User;
use platform::app::App;
use platform::db::DbResult;
use platform::jobs::{self, JobSummary};
use platform::mail_deliveries::{self, MailDelivery};
use platform::product::Allowance;
use platform::{budget, outbox};
use scanner::ScanSummary;

pub(super) struct SupportView {
    pub(super) id: String,
    pub(super) address: String,
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) scans: Vec<SupportScan>,
    pub(super) mails: Vec<SupportMail>,
    pub(super) jobs: Vec<SupportJob>,
}

pub(super) struct SupportScan {
    pub(super) started: String,
    pub(super) found: String,
    pub(super) problems: Vec<String>,
}

pub(super) struct SupportMail {
    pub(super) written: String,
    pub(super) state: String,
    pub(super) is_well: bool,
}

pub(super) struct SupportJob {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) state: String,
    pub(super) failures: i64,
    pub(super) is_dead: bool,
}

const MOST_MAILS: i64 = 10;
const MOST_JOBS: i64 = 20;

impl SupportView {
    /// None if there is no such account.
    pub(super) async fn of(app: &App, user_id: Uuid) -> DbResult<Option<Self>> {
        let Some(user) = identity::find(&app.db, &user_id.to_string()).await? else {
            return Ok(None);
        };
        let lane = user_id.to_string();
        let scans = scanner::newest_scans(&app.db, user_id).await?;
        let to = (lane.as_str(), user.email.as_str());
        let mails = mail_deliveries::deliveries(&app.db, to, MOST_MAILS).await?;
        let jobs = jobs::of_lane(&app.db, &lane, MOST_JOBS).await?;
        Ok(Some(Self {
            id: lane,
            facts: facts(app, &user).await?,
            address: user.email,
            scans: scans.into_iter().map(SupportScan::from).collect(),
            mails: mails.into_iter().map(SupportMail::from).collect(),
            jobs: jobs.into_iter().map(SupportJob::from).collect(),
        }))
    }
}

async fn facts(app: &App, user: &User) -> DbResult<Vec<(&'static str, String)>> {
    let (db, clock) = (&app.db, &app.clock);
    let access = billing::access_of(db, clock, user.id).await?;
    let subscription = billing::subscription_of(db, user.id).await?;
    let terms = access.plan.terms();
    let keywords = i64::try_from(keywords::of(db, user.id).await?.len()).unwrap_or(i64::MAX);
    let posts = billing::used_posts(db, clock, user.id).await?;
    let next = scanner::next_scan(db, user.id).await?;
    let tokens = budget::spent_today_by(db, clock, user.id).await?;
    let is_refused = outbox::is_refused(db, &user.email).await?;
    let found = format!(
        "{}, {}",
        count_of(discovery::count_of(db, user.id).await?, "post", "posts"),
        count_of(
            mentions::count_of(db, user.id).await?,
            "mention",
            "mentions"
        )
    );
    let trial = match access.trial_ends_at {
        Some(at) => format!("until {}", moment(at)),
        None if access.is_trial => "cancelled, runs out by itself".to_owned(),
        None => "no".to_owned(),
    };
    let address = match (user.is_confirmed(), is_refused) {
        (_, true) => "its server refused the last mail for good",
        (true, false) => "confirmed",
        (false, false) => "not confirmed yet",
    };
    Ok(vec![
        ("State", state_words(subscription.as_ref())),
        (
            "Access",
            if access.is_live { "yes" } else { "no" }.to_owned(),
        ),
        ("Plan", terms.name.to_owned()),
        ("Trial", trial),
        ("Keywords", of_limit(keywords, terms.keywords)),
        ("Posts this month", of_limit(posts, terms.posts_per_month)),
        ("Found", found),
        (
            "Next scan",
            next.map_or("none".to_owned(), |next| moment(next.next_run_at)),
        ),
        ("Tokens today", number(tokens)),
        ("Mail address", address.to_owned()),
        ("Account since", day(user.created_at)),
        (
            "Last sign-in",
            user.last_sign_in_at.map_or("never".to_owned(), moment),
        ),
    ])
}

fn state_words(subscription: Option<&SubscriptionSummary>) -> String {
    let Some(it) = subscription else {
        return "No subscription".to_owned();
    };
    let mut words = kind(it.status.name());
    if it.is_past_due {
        words.push_str(", the last renewal failed");
    }
    if it.is_cancelling {
        words.push_str(", ends with the period");
    }
    if it.is_given {
        words.push_str(", given by an operator");
    }
    if let Some(end) = it.period_end {
        words = format!("{words}, period until {}", day(end));
    }
    words
}

fn of_limit(used: i64, limit: Allowance) -> String {
    match limit {
        Allowance::UpTo(most) => format!("{} of {}", number(used), number(most.into())),
        Allowance::Unlimited => format!("{}, no limit", number(used)),
    }
}

impl From<ScanSummary> for SupportScan {
    fn from(scan: ScanSummary) -> Self {
        let found = match scan.ended_at {
            Some(_) => format!(
                "{}, {}",
                count_of(scan.new_posts, "new post", "new posts"),
                count_of(scan.new_mentions, "new mention", "new mentions")
            ),
            None => "running".to_owned(),
        };
        let again = scan
            .repeat_at
            .map(|at| format!("Tried again at {}.", moment(at)));
        Self {
            started: moment(scan.started_at),
            found,
            problems: scan.problems.into_iter().chain(again).collect(),
        }
    }
}

impl From<MailDelivery> for SupportMail {
    fn from(mail: MailDelivery) -> Self {
        let is_open = mail
            .job_state
            .as_deref()
            .is_some_and(|state| state != "dead" && state != "done");
        let state = match (mail.sent_at, mail.refused_at) {
            (Some(at), _) => format!("Sent {}", moment(at)),
            (None, Some(at)) => {
                let why = mail.refusal.unwrap_or_default();
                format!("Refused {}: {why}", moment(at))
            }
            (None, None) if is_open => {
                let tries = count_of(mail.failures, "failed try", "failed tries");
                format!("Waiting, {tries}")
            }
            (None, None) => "Gave up after two days".to_owned(),
        };
        Self {
            written: moment(mail.created_at),
            is_well: mail.sent_at.is_some() || (mail.refused_at.is_none() && is_open),
            state,
        }
    }
}

impl From<JobSummary> for SupportJob {
    fn from(job: JobSummary) -> Self {
        Self {
            id: job.id.to_string(),
            kind: kind(&job.kind),
            is_dead: job.state == "dead",
            state: kind(&job.state),
            failures: job.failures,
        }
    }
}
