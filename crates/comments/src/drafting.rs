//! From a wish to a draft: a durable job, so that a closed tab loses nothing and a second call joins
//! the first.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use lens::text::{Language, language};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::company::Company;
use super::page::Page;
use super::post::Post;
use super::rules::{Limits, Rule};
use super::tone::Tone;
use super::writing::{self, Assignment};
use super::{model, store};
use platform::app::App;
use platform::db::Db;
use platform::jobs::{self, Done, End, Enqueued, Job, Lease, NewJob};
use platform::llm::Llm;
use platform::rate_limit::{Limit, RateLimitExceeded, take};

/// A draft of a comment, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Draft {
    pub id: Uuid,
    /// Which post it answers.
    pub post_id: String,
    pub comment: String,
    /// Zero where no language model had a hand in it.
    pub tokens_used: u32,
    #[schema(example = "Helpful and engaging")]
    pub style: String,
    #[schema(value_type = String, example = "helpful and professional")]
    pub tone: Tone,
    /// Whether a language model had a hand in it.
    pub used_model: bool,
    /// How many drafts of this post there were, with this one.
    pub attempts: i64,
    /// What to know before posting it, such as a rule of the subreddit.
    pub warnings: Vec<String>,
    /// How it was written, where that is worth a line.
    pub message: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// As the panel calls every draft (spec §3).
pub(super) const STYLE: &str = "Helpful and engaging";

#[derive(Debug, thiserror::Error)]
pub(super) enum NotDrafted {
    #[error("An active subscription is required.")]
    NoSubscription,
    #[error("Please analyse your website first.")]
    NoCompany,
    #[error(transparent)]
    TooMany(RateLimitExceeded),
    #[error("Failed to generate comment")]
    Failed,
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

/// What is wanted, with everything that is needed for it.
#[derive(Debug, Serialize, Deserialize)]
pub struct DraftComment {
    pub(super) user_id: Uuid,
    pub(super) post: Post,
    pub(super) company: Company,
    pub(super) rules: Vec<Rule>,
    pub(super) tone: Tone,
    pub(super) wants_link: bool,
}

/// Writes a comment for a person, or joins the one that is being written, and waits for its end.
pub(super) async fn draft(app: &App, wanted: DraftComment) -> Result<Draft, NotDrafted> {
    let job_id = begin(app, &wanted).await?;
    let end = jobs::wait_for_end(&app.db, job_id).await;
    let End::Done(result) = end.map_err(anyhow::Error::from)? else {
        return Err(NotDrafted::Failed);
    };
    Ok(serde_json::from_value(result).map_err(anyhow::Error::from)?)
}

/// Plans put no limit on comments; this one only stops programs.
const DRAFTS: Limit = Limit::new(20, TimeDelta::minutes(1));

async fn begin(app: &App, wanted: &DraftComment) -> Result<Uuid, NotDrafted> {
    let DraftComment {
        user_id,
        post,
        tone,
        wants_link,
        ..
    } = wanted;
    let key = format!(
        "draft_comment:{user_id}:{}:{}:{wants_link}",
        post.id,
        tone.name()
    );
    let new = NewJob::of(wanted).lane(user_id.to_string()).once(key);
    let begun = async {
        let mut tx = app.db.begin().await?;
        let enqueued = jobs::enqueue(&mut tx, &app.clock, new).await?;
        // Who joins costs nothing; who is refused undoes the job by dropping the transaction.
        if let Enqueued::New(_) = enqueued {
            let name = format!("comment drafts of {user_id}");
            if let Err(empty) = take(&mut tx, &name, DRAFTS, app.clock.real()).await? {
                return Ok(Err(empty));
            }
        }
        tx.commit().await?;
        Ok::<_, anyhow::Error>(Ok(enqueued.id()))
    };
    begun.await?.map_err(NotDrafted::TooMany)
}

/// What drafting needs.
#[derive(Clone, Debug)]
pub struct DraftTools {
    pub db: Db,
    pub llm: Option<Llm>,
}

impl Job for DraftComment {
    const KIND: &'static str = "draft_comment";
    // What becomes of a model is no failure; only our own troubles are tried again.
    const MAX_FAILURES: i64 = 3;
    const TIME_LIMIT: Duration = Duration::from_mins(2);
    type Context = DraftTools;

    async fn run(self, tools: DraftTools, lease: Lease) -> anyhow::Result<Done> {
        let last = store::of(&tools.db, self.user_id, &self.post.id).await?;
        let attempts = last.map_or(0, |draft| draft.attempts);
        let others = store::recent(&tools.db, self.user_id, REMEMBERED).await?;
        let page = Page {
            lease: lease.clone(),
            user_id: self.user_id,
            post_id: self.post.id.clone(),
        };
        page.starts().await?;
        let draft = self.written(tools.llm, &page, (attempts, others)).await?;
        let mut tx = lease.begin().await?;
        store::keep(&mut tx, page.user_id, &draft).await?;
        page.ends(&mut tx).await?;
        lease.finish(tx, json!(draft)).await
    }
}

/// Of so many comments that somebody got before, a new one is to be unlike.
const REMEMBERED: i64 = 40;

impl DraftComment {
    async fn written(
        self,
        llm: Option<Llm>,
        page: &Page,
        (attempts, others): (i64, Vec<String>),
    ) -> anyhow::Result<Draft> {
        let limits = Limits::of(&self.rules);
        let (wanted, plain, limits) = plainly(self, limits, (attempts, others)).await?;
        let assignment = wanted.assignment(&limits, attempts);
        let by_model = match &llm {
            Some(llm) => {
                model::comment(llm.for_user(wanted.user_id), page, &assignment, &plain).await
            }
            None => None,
        };
        let message = match (&llm, &by_model) {
            (_, Some(_)) => None,
            (Some(_), None) => {
                Some("The language model could not be used, so this was written without one.")
            }
            (None, None) => Some("Written without a language model."),
        };
        Ok(Draft {
            id: Uuid::now_v7(),
            post_id: wanted.post.id.clone(),
            tokens_used: by_model.as_ref().map_or(0, |written| written.tokens),
            used_model: by_model.is_some(),
            comment: by_model.map_or(plain, |written| written.comment),
            style: STYLE.to_owned(),
            tone: wanted.tone,
            attempts: attempts + 1,
            warnings: wanted.warnings(&limits),
            message: message.map(str::to_owned),
            created_at: page.lease.clock().now(),
        })
    }

    fn assignment<'a>(&'a self, limits: &'a Limits, attempts: i64) -> Assignment<'a> {
        Assignment {
            post: &self.post,
            company: &self.company,
            limits,
            tone: self.tone,
            wants_link: self.wants_link,
            attempt: usize::try_from(attempts).unwrap_or(0),
        }
    }

    fn warnings(&self, limits: &Limits) -> Vec<String> {
        let mut warnings = limits.warnings(&self.post.subreddit);
        let text = format!("{} {}", self.post.title, self.post.body);
        if let Language::Other(_) = language(&text) {
            warnings.push("The post does not seem to be in English; the draft is.".to_owned());
        }
        warnings
    }
}

/// The offline writer. Milliseconds on ordinary posts, but the post is a stranger's: not on a thread
/// that serves others.
async fn plainly(
    wanted: DraftComment,
    limits: Limits,
    (attempts, others): (i64, Vec<String>),
) -> anyhow::Result<(DraftComment, String, Limits)> {
    let writing = tokio::task::spawn_blocking(move || {
        let assignment = wanted.assignment(&limits, attempts);
        let plain = writing::write_unlike(&assignment, &others);
        (wanted, plain, limits)
    });
    Ok(writing.await?)
}
