//! The HTTP API of comments.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::draft::Draft;
use super::draft_company::DraftCompany;
use super::draft_job::{self, DraftComment, DraftError};
use super::draft_post::{self, DraftPost};
use super::tone::Tone;
use super::{store, subreddit_rules, thread_answers};
use identity::SignedIn;
use listening::Listening;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::{Json, Path};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenerateCommentRequest {
    post_data: CommentPost,
    #[serde(default)]
    user_context: CommentContext,
    /// Ignored: one draft is written either way.
    #[serde(default)]
    #[expect(dead_code, reason = "the page sends it, and there is one answer to it")]
    variations: bool,
}

/// The post or mention as the page shows it. If it is in the user's list, only the id is used.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CommentPost {
    id: String,
    title: String,
    content: Option<String>,
    subreddit: Option<String>,
    author: Option<String>,
}

/// The company and the tone. What Earshot knows about the user's company takes precedence.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct CommentContext {
    /// One of: helpful and professional (default), casual and friendly, expert and authoritative,
    /// conversational and engaging, supportive and encouraging.
    #[schema(value_type = Option<String>, example = "helpful and professional")]
    tone: Option<Tone>,
    business_name: Option<String>,
    business_type: Option<String>,
    target_audience: Option<String>,
    value_proposition: Option<String>,
    industry: Option<String>,
    website_url: Option<String>,
    meta_description: Option<String>,
    /// Whether the comment may link to the user's own site.
    #[serde(rename = "includeLink")]
    include_link: Option<bool>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CommentDraftResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Null if there is no draft yet.
    result: Option<Draft>,
    /// Always null.
    error: Option<String>,
}

impl CommentDraftResponse {
    fn with(result: Option<Draft>) -> axum::Json<Self> {
        axum::Json(Self {
            success: true,
            result,
            error: None,
        })
    }
}

/// Draft a comment on a post or a mention
///
/// Responds when the draft is ready. A second request in the meantime joins the first; a later one writes another draft. The model's text is sent live on the channel `progress_{userId}`. Without a model, or if it fails, the result is a reply kit. Nothing is posted.
#[utoipa::path(
    post, path = "/api/ai-comment/generate", tag = "Comments", request_body = GenerateCommentRequest,
    responses(
        (status = 200, body = CommentDraftResponse),
        (status = 401, body = ErrorBody),
        (status = 402, body = ErrorBody, description = "There is no active subscription."),
        (status = 409, body = ErrorBody, description = "There is no company yet."),
        (status = 422, body = ErrorBody, description = "The tone is unknown, or the post has no id or title."),
        (status = 429, body = ErrorBody)
    )
)]
pub async fn generate_comment(
    State(app): State<App>,
    Extension(listening): Extension<Listening>,
    SignedIn(caller): SignedIn,
    Json(request): Json<GenerateCommentRequest>,
) -> ApiResult<axum::Json<CommentDraftResponse>> {
    let post = parse_post(request.post_data)?;
    let context = request.user_context;
    let drafted = draft((&app, &listening), caller.user_id, post, context).await;
    Ok(CommentDraftResponse::with(Some(
        drafted.map_err(into_api_error)?,
    )))
}

/// Get the last draft for a post
#[utoipa::path(
    get, path = "/api/ai-comment/{postId}", tag = "Comments",
    params(("postId" = String, Path, description = "The post's id.")),
    responses((status = 200, body = CommentDraftResponse), (status = 401, body = ErrorBody))
)]
pub async fn show_comment(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(post_id): Path<String>,
) -> ApiResult<axum::Json<CommentDraftResponse>> {
    let draft = store::load_draft(&app.db, caller.user_id, &post_id).await?;
    Ok(CommentDraftResponse::with(draft))
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct EditCommentRequest {
    /// 1 to 10,000 characters.
    #[schema(min_length = 1, max_length = 10_000)]
    comment: String,
}

const MAX_COMMENT_CHARS: usize = 10_000;

/// Save the user's own text
///
/// The text becomes the newest version of the draft; what the model wrote stays as the version before.
#[utoipa::path(
    put, path = "/api/ai-comment/{postId}", tag = "Comments", request_body = EditCommentRequest,
    params(("postId" = String, Path, description = "The post's id.")),
    responses(
        (status = 200, body = CommentDraftResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "There is no draft yet."),
        (status = 422, body = ErrorBody, description = "The comment is empty or too long.")
    )
)]
pub async fn edit_comment(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(post_id): Path<String>,
    Json(request): Json<EditCommentRequest>,
) -> ApiResult<axum::Json<CommentDraftResponse>> {
    let comment = request.comment.as_str();
    let length = comment.chars().count();
    if comment.trim().is_empty() || length > MAX_COMMENT_CHARS {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "A comment must have 1 to 10,000 characters.",
        ));
    }
    let mut tx = app.db.begin().await?;
    let place = (caller.user_id, post_id.as_str());
    let edited = store::edit_draft(&mut tx, place, comment, app.clock.now()).await?;
    let Some(draft) = edited else {
        let text = "There is no draft for this post yet.";
        return Err(ApiError::new(StatusCode::NOT_FOUND, text));
    };
    tx.commit().await?;
    Ok(CommentDraftResponse::with(Some(draft)))
}

const MAX_ID_CHARS: usize = 100;

fn parse_post(post: CommentPost) -> ApiResult<DraftPost> {
    let has_id = (1..=MAX_ID_CHARS).contains(&post.id.chars().count());
    if !has_id || post.title.trim().is_empty() {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "The post needs an id and a title.",
        ));
    }
    let subreddit = post.subreddit.unwrap_or_default();
    Ok(DraftPost {
        id: post.id,
        title: post.title,
        body: post.content.unwrap_or_default(),
        subreddit: subreddit.trim_start_matches("r/").to_owned(),
        author: post.author.unwrap_or_default(),
        ..DraftPost::default()
    })
}

async fn draft(
    (app, listening): (&App, &Listening),
    user_id: Uuid,
    given: DraftPost,
    context: CommentContext,
) -> Result<Draft, DraftError> {
    if !may_draft(app, user_id).await? {
        return Err(DraftError::NoSubscription);
    }
    let post = draft_post::stored_or_given(app, user_id, given).await?;
    let company = onboarding::company_of(&app.db, user_id).await;
    let company = company.map_err(anyhow::Error::from)?;
    let tone = context.tone.unwrap_or_default();
    let wants_link = context.include_link.unwrap_or(false);
    let company = company
        .map(DraftCompany::from)
        .or_else(|| company_from(context));
    let job = DraftComment {
        user_id,
        rules: subreddit_rules::rules_of(listening, user_id, &post).await,
        answers: thread_answers::best_answers(listening, user_id, &post).await,
        company: company.ok_or(DraftError::NoCompany)?,
        post,
        tone,
        wants_link,
    };
    draft_job::draft_comment(app, job).await
}

/// Whether the user has a live subscription.
async fn may_draft(app: &App, user_id: Uuid) -> Result<bool, DraftError> {
    let access = billing::access_of(&app.db, &app.clock, user_id).await;
    Ok(access.map_err(anyhow::Error::from)?.is_live)
}

/// The company as the page describes it, for users who have none here.
fn company_from(context: CommentContext) -> Option<DraftCompany> {
    let name = context
        .business_name
        .filter(|name| !name.trim().is_empty())?;
    let text = Option::unwrap_or_default;
    Some(DraftCompany {
        name,
        website_url: text(context.website_url),
        business_type: text(context.business_type),
        industry: text(context.industry),
        description: text(context.value_proposition),
        meta_description: text(context.meta_description),
        audience: text(context.target_audience),
        ..DraftCompany::default()
    })
}

fn into_api_error(refused: DraftError) -> ApiError {
    let text = refused.to_string();
    match refused {
        DraftError::NoSubscription => ApiError::new(StatusCode::PAYMENT_REQUIRED, text),
        DraftError::NoCompany => {
            ApiError::new(StatusCode::CONFLICT, text).headline("Website Analysis Required")
        }
        DraftError::TooMany(exceeded) => ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "Too many requests. Please wait a moment and try again.",
        )
        .retry_after(exceeded.wait_s),
        DraftError::Failed => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, text),
        DraftError::Unforeseen(error) => error.into(),
    }
}
