//! Drafting a comment: a durable job, so that closing the tab loses nothing and a second request joins
//! the first.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use lens::text::{Language, language};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::draft_company::DraftCompany;
use super::draft_post::DraftPost;
use super::draft_progress::DraftProgress;
use super::subreddit_rules::{CommentLimits, CommentRule};
use super::tone::Tone;
use super::writing::{self, Assignment};
use super::{comment_model, store};
use platform::app::App;
use platform::db::Db;
use platform::jobs::{self, Done, End, Enqueued, Job, Lease, NewJob};
use platform::llm::Llm;
use platform::rate_limit::{Limit, RateLimitExceeded, take};

/// A draft of a comment, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Draft {
    pub id: Uuid,
    /// The post it answers.
    pub post_id: String,
    pub comment: String,
    /// Zero if no language model was used.
    pub tokens_used: u32,
    #[schema(example = "Helpful and engaging")]
    pub style: String,
    #[schema(value_type = String, example = "helpful and professional")]
    pub tone: Tone,
    /// Whether a language model wrote it.
    pub used_model: bool,
    /// How many drafts there have been for this post, including this one.
    pub attempts: i64,
    /// What the user should know before posting, such as a rule of the subreddit.
    pub warnings: Vec<String>,
    /// A note about how it was written.
    pub message: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// What the panel calls every draft (spec §3).
pub(super) const STYLE: &str = "Helpful and engaging";

#[derive(Debug, thiserror::Error)]
pub(super) enum DraftError {
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

/// Writes one draft; holds everything that is needed for it.
#[derive(Debug, Serialize, Deserialize)]
pub struct DraftComment {
    pub(super) user_id: Uuid,
    pub(super) post: DraftPost,
    pub(super) company: DraftCompany,
    pub(super) rules: Vec<CommentRule>,
    pub(super) tone: Tone,
    pub(super) wants_link: bool,
}

/// Drafts a comment for a user, or joins a draft that is being written, and waits for the result.
pub(super) async fn draft_comment(app: &App, job: DraftComment) -> Result<Draft, DraftError> {
    let job_id = start(app, &job).await?;
    let end = jobs::wait_for_end(&app.db, job_id).await;
    let End::Done(result) = end.map_err(anyhow::Error::from)? else {
        return Err(DraftError::Failed);
    };
    Ok(serde_json::from_value(result).map_err(anyhow::Error::from)?)
}

/// Plans do not limit comments; this only stops scripts.
const DRAFT_LIMIT: Limit = Limit::new(20, TimeDelta::minutes(1));

async fn start(app: &App, job: &DraftComment) -> Result<Uuid, DraftError> {
    let DraftComment {
        user_id,
        post,
        tone,
        wants_link,
        ..
    } = job;
    let key = format!(
        "draft_comment:{user_id}:{}:{}:{wants_link}",
        post.id,
        tone.name()
    );
    let new = NewJob::of(job).lane(user_id.to_string()).once(key);
    let started = async {
        let mut tx = app.db.begin().await?;
        let enqueued = jobs::enqueue(&mut tx, &app.clock, new).await?;
        // Joining a running draft costs nothing; a rejected request rolls the job back with the
        // transaction.
        if let Enqueued::New(_) = enqueued {
            let name = format!("comment drafts of {user_id}");
            if let Err(exceeded) = take(&mut tx, &name, DRAFT_LIMIT, app.clock.real()).await? {
                return Ok(Err(exceeded));
            }
        }
        tx.commit().await?;
        Ok::<_, anyhow::Error>(Ok(enqueued.id()))
    };
    started.await?.map_err(DraftError::TooMany)
}

/// What drafting needs.
#[derive(Clone, Debug)]
pub struct DraftTools {
    pub db: Db,
    pub llm: Option<Llm>,
}

impl Job for DraftComment {
    const KIND: &'static str = "draft_comment";
    // A failing model is not a failure of the job; only our own failures are retried.
    const MAX_FAILURES: i64 = 3;
    const TIME_LIMIT: Duration = Duration::from_mins(2);
    type Context = DraftTools;

    async fn run(self, tools: DraftTools, lease: Lease) -> anyhow::Result<Done> {
        let last = store::load_draft(&tools.db, self.user_id, &self.post.id).await?;
        let attempts = last.map_or(0, |draft| draft.attempts);
        let others = store::recent_comments(&tools.db, self.user_id, COMPARED_COMMENTS).await?;
        let progress = DraftProgress {
            lease: lease.clone(),
            user_id: self.user_id,
            post_id: self.post.id.clone(),
        };
        progress.report_start().await?;
        let draft = self.write(tools.llm, &progress, (attempts, others)).await?;
        let mut tx = lease.begin().await?;
        store::save_draft(&mut tx, progress.user_id, &draft).await?;
        progress.report_end(&mut tx).await?;
        lease.finish(tx, json!(draft)).await
    }
}

/// How many of the user's earlier comments a new one must differ from.
const COMPARED_COMMENTS: i64 = 40;

impl DraftComment {
    async fn write(
        self,
        llm: Option<Llm>,
        progress: &DraftProgress,
        (attempts, others): (i64, Vec<String>),
    ) -> anyhow::Result<Draft> {
        let limits = CommentLimits::of(&self.rules);
        let (job, offline_draft, limits) = write_offline(self, limits, (attempts, others)).await?;
        let assignment = job.assignment(&limits, attempts);
        let by_model = match &llm {
            Some(llm) => {
                let model = llm.for_user(job.user_id);
                comment_model::write_comment(model, progress, &assignment, &offline_draft).await
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
            post_id: job.post.id.clone(),
            tokens_used: by_model.as_ref().map_or(0, |it| it.tokens_used),
            used_model: by_model.is_some(),
            comment: by_model.map_or(offline_draft, |it| it.comment),
            style: STYLE.to_owned(),
            tone: job.tone,
            attempts: attempts + 1,
            warnings: job.warnings(&limits),
            message: message.map(str::to_owned),
            created_at: progress.lease.clock().now(),
        })
    }

    fn assignment<'a>(&'a self, limits: &'a CommentLimits, attempts: i64) -> Assignment<'a> {
        Assignment {
            post: &self.post,
            company: &self.company,
            limits,
            tone: self.tone,
            wants_link: self.wants_link,
            attempt: usize::try_from(attempts).unwrap_or(0),
        }
    }

    fn warnings(&self, limits: &CommentLimits) -> Vec<String> {
        let mut warnings = limits.warnings(&self.post.subreddit);
        let text = format!("{} {}", self.post.title, self.post.body);
        if let Language::Other(_) = language(&text) {
            warnings.push("The post does not seem to be in English; the draft is.".to_owned());
        }
        warnings
    }
}

/// Runs the offline writer. It takes milliseconds on ordinary posts, but the post is not ours, so it
/// must not block a thread that serves requests.
async fn write_offline(
    job: DraftComment,
    limits: CommentLimits,
    (attempts, others): (i64, Vec<String>),
) -> anyhow::Result<(DraftComment, String, CommentLimits)> {
    let writing = tokio::task::spawn_blocking(move || {
        let assignment = job.assignment(&limits, attempts);
        let draft = writing::write_unlike(&assignment, &others);
        (job, draft, limits)
    });
    Ok(writing.await?)
}
