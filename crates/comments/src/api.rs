//! Comments on the wire.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::company::Company;
use super::drafting::{self, Draft, DraftComment, NotDrafted};
use super::post::{self, Post};
use super::tone::Tone;
use super::{rules, store};
use identity::SignedIn;
use listening::Listening;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::{Json, Path};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommentWanted {
    post_data: PostToAnswer,
    #[serde(default)]
    user_context: CommentContext,
    /// One draft is written either way.
    #[serde(default)]
    #[expect(dead_code, reason = "the page sends it, and there is one answer to it")]
    variations: bool,
}

/// The post as the page shows it. Of a post that was found for the user, only the id is believed.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PostToAnswer {
    id: String,
    title: String,
    content: Option<String>,
    subreddit: Option<String>,
    author: Option<String>,
}

/// For whom and how. What Earshot knows of the user's company goes before what is said here.
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
    /// Whether the comment may give the address of the user's own site.
    #[serde(rename = "includeLink")]
    include_link: Option<bool>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CommentDrafted {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Null where there is none yet.
    result: Option<Draft>,
    /// Always null.
    error: Option<String>,
}

impl CommentDrafted {
    fn with(result: Option<Draft>) -> axum::Json<Self> {
        axum::Json(Self {
            success: true,
            result,
            error: None,
        })
    }
}

/// Draft a comment on a post
///
/// Answers when the draft is there; asking again meanwhile joins it, asking again afterwards writes
/// another one. Where a language model writes, its text arrives live on the channel
/// `progress_{userId}`. Nothing is posted.
#[utoipa::path(
    post, path = "/api/ai-comment/generate", tag = "Comments", request_body = CommentWanted,
    responses(
        (status = 200, body = CommentDrafted),
        (status = 401, body = ErrorBody),
        (status = 402, body = ErrorBody, description = "There is no live subscription."),
        (status = 409, body = ErrorBody, description = "Nothing is known of a company yet."),
        (status = 422, body = ErrorBody, description = "The tone is none of the five, or the post has no id or title."),
        (status = 429, body = ErrorBody)
    )
)]
pub async fn generate_comment(
    State(app): State<App>,
    Extension(listening): Extension<Listening>,
    SignedIn(caller): SignedIn,
    Json(wanted): Json<CommentWanted>,
) -> ApiResult<axum::Json<CommentDrafted>> {
    let told = told(wanted.post_data)?;
    let drafted = draft(
        (&app, &listening),
        caller.user_id,
        told,
        wanted.user_context,
    )
    .await;
    Ok(CommentDrafted::with(Some(drafted.map_err(refusal)?)))
}

/// The last draft of a post
#[utoipa::path(
    get, path = "/api/ai-comment/{postId}", tag = "Comments",
    params(("postId" = String, Path, description = "The post's id.")),
    responses((status = 200, body = CommentDrafted), (status = 401, body = ErrorBody))
)]
pub async fn show_comment(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(post_id): Path<String>,
) -> ApiResult<axum::Json<CommentDrafted>> {
    let draft = store::of(&app.db, caller.user_id, &post_id).await?;
    Ok(CommentDrafted::with(draft))
}

const LONGEST_ID: usize = 100;

fn told(post: PostToAnswer) -> ApiResult<Post> {
    let is_named = (1..=LONGEST_ID).contains(&post.id.chars().count());
    if !is_named || post.title.trim().is_empty() {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "The post needs an id and a title.",
        ));
    }
    let subreddit = post.subreddit.unwrap_or_default();
    Ok(Post {
        id: post.id,
        title: post.title,
        body: post.content.unwrap_or_default(),
        subreddit: subreddit.trim_start_matches("r/").to_owned(),
        author: post.author.unwrap_or_default(),
    })
}

async fn draft(
    (app, listening): (&App, &Listening),
    user_id: Uuid,
    told: Post,
    context: CommentContext,
) -> Result<Draft, NotDrafted> {
    if !may_draft(app, user_id).await? {
        return Err(NotDrafted::NoSubscription);
    }
    let post = post::believed(app, user_id, told).await?;
    let known = onboarding::company_of(&app.db, user_id).await;
    let known = known.map_err(anyhow::Error::from)?;
    let tone = context.tone.unwrap_or_default();
    let wants_link = context.include_link.unwrap_or(false);
    let company = known.map(Company::from).or_else(|| described(context));
    let wanted = DraftComment {
        user_id,
        rules: rules::rules_of(listening, user_id, &post.subreddit).await,
        company: company.ok_or(NotDrafted::NoCompany)?,
        post,
        tone,
        wants_link,
    };
    drafting::draft(app, wanted).await
}

/// The one place that asks whether paid work may be done for somebody.
async fn may_draft(app: &App, user_id: Uuid) -> Result<bool, NotDrafted> {
    let access = billing::access_of(&app.db, &app.clock, user_id).await;
    Ok(access.map_err(anyhow::Error::from)?.is_live)
}

/// The company as the page describes it, for those who have none here.
fn described(context: CommentContext) -> Option<Company> {
    let name = context
        .business_name
        .filter(|name| !name.trim().is_empty())?;
    let some = Option::unwrap_or_default;
    Some(Company {
        name,
        website_url: some(context.website_url),
        business_type: some(context.business_type),
        industry: some(context.industry),
        description: some(context.value_proposition),
        meta_description: some(context.meta_description),
        audience: some(context.target_audience),
        products: Vec::new(),
    })
}

fn refusal(refused: NotDrafted) -> ApiError {
    let text = refused.to_string();
    match refused {
        NotDrafted::NoSubscription => ApiError::new(StatusCode::PAYMENT_REQUIRED, text),
        NotDrafted::NoCompany => {
            ApiError::new(StatusCode::CONFLICT, text).headline("Website Analysis Required")
        }
        NotDrafted::TooMany(empty) => ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "That was often. Please wait a moment and try again.",
        )
        .retry_after(empty.wait_s),
        NotDrafted::Failed => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, text),
        NotDrafted::Unforeseen(error) => error.into(),
    }
}
