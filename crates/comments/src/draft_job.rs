//! Drafting a comment: a durable job, so that closing the tab loses nothing and a second request joins
//! the first.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::comment_check::CommentChecks;
use super::draft::{Draft, DraftKind, DraftProblem, STYLE};
use super::draft_company::DraftCompany;
use super::draft_model::{self, ModelDraft};
use super::draft_post::DraftPost;
use super::draft_progress::DraftProgress;
use super::draft_prompt::Assignment;
use super::reply_kit::ReplyKit;
use super::store;
use super::streaming_model::StreamingModel;
use super::subreddit_rules::{CommentLimits, CommentRule};
use super::tone::Tone;
use platform::app::App;
use platform::db::Db;
use platform::jobs::{self, Done, End, Enqueued, Job, Lease, NewJob};
use platform::llm::{ANSWER_JOB_LIMIT, Llm};
use platform::rate_limit::{Limit, RateLimitExceeded, take};

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
    /// The best answers of the thread so far.
    #[serde(default)]
    pub(super) answers: Vec<String>,
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
    /// Whether the model is the sandbox's, which answers with samples.
    pub is_sandbox: bool,
}

impl Job for DraftComment {
    const KIND: &'static str = "draft_comment";
    // A failing model is not a failure of the job; only our own failures are retried.
    const MAX_FAILURES: i64 = 3;
    const TIME_LIMIT: Duration = ANSWER_JOB_LIMIT;
    type Context = DraftTools;

    async fn run(self, tools: DraftTools, lease: Lease) -> anyhow::Result<Done> {
        let last = store::load_draft(&tools.db, self.user_id, &self.post.id).await?;
        let attempts = last.map_or(0, |draft| draft.attempts);
        let progress = DraftProgress {
            lease: lease.clone(),
            user_id: self.user_id,
            post_id: self.post.id.clone(),
        };
        progress.report_start().await?;
        let (job, kit) = gather_kit(self).await?;
        let written = job.write(&tools, &progress, &kit).await?;
        let draft = job.draft(&tools, (written, kit), attempts, lease.clock().now());
        let mut tx = lease.begin().await?;
        let draft = store::save_draft(&mut tx, progress.user_id, &draft).await?;
        progress.report_end(&mut tx).await?;
        lease.finish(tx, json!(draft)).await
    }
}

/// How many of the user's earlier comments a new one must differ from.
const COMPARED_COMMENTS: i64 = 40;

impl DraftComment {
    /// The model's comment, or why there is none.
    async fn write(
        &self,
        tools: &DraftTools,
        progress: &DraftProgress,
        kit: &ReplyKit,
    ) -> anyhow::Result<Result<ModelDraft, DraftProblem>> {
        let Some(llm) = &tools.llm else {
            return Ok(Err(DraftProblem::NoModel));
        };
        let earlier = store::comments_on_other_posts(
            &tools.db,
            self.user_id,
            &self.post.id,
            COMPARED_COMMENTS,
        );
        let limits = CommentLimits::of(&self.rules);
        let assignment = Assignment {
            post: &self.post,
            company: &self.company,
            rules: &self.rules,
            limits: &limits,
            kit,
            answers: &self.answers,
            tone: self.tone,
            wants_link: self.wants_link,
        };
        let checks = CommentChecks::new(assignment, &earlier.await?);
        let model = StreamingModel::new(llm.for_user(self.user_id), progress);
        Ok(draft_model::write_draft(&model, &checks).await)
    }

    fn draft(
        &self,
        tools: &DraftTools,
        (written, kit): (Result<ModelDraft, DraftProblem>, ReplyKit),
        attempts: i64,
        created_at: DateTime<Utc>,
    ) -> Draft {
        let problem = written.as_ref().err().copied();
        let written = written.ok();
        let (kind, comment) = match &written {
            Some(written) => (DraftKind::Draft, written.comment.clone()),
            None => (DraftKind::Kit, kit.as_text(&self.post.subreddit)),
        };
        Draft {
            id: Uuid::now_v7(),
            post_id: self.post.id.clone(),
            comment,
            tokens_used: written.as_ref().map_or(0, |it| it.tokens_used),
            style: STYLE.to_owned(),
            tone: self.tone,
            kind,
            used_model: written.is_some(),
            is_sample: written.is_some() && tools.is_sandbox,
            problem,
            checks: written.map(|it| it.checks).unwrap_or_default(),
            kit: problem.map(|_| kit),
            attempts: attempts + 1,
            warnings: CommentLimits::of(&self.rules).warnings(&self.post.subreddit),
            message: problem.map(|problem| problem.message().to_owned()),
            versions: Vec::new(),
            created_at,
        }
    }
}

/// Gathers the kit. It reads sentences of a post that is not ours, so it must not block a thread that
/// serves requests.
async fn gather_kit(job: DraftComment) -> anyhow::Result<(DraftComment, ReplyKit)> {
    let gathering = tokio::task::spawn_blocking(move || {
        let kit = ReplyKit::gather(&job.post, &job.company, &job.rules);
        (job, kit)
    });
    Ok(gathering.await?)
}
