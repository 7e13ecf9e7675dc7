//! Another plan, the end, taking the end back, and the provider's own page.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::buying::{sold, who};
use super::only_oneself;
use super::showing::TrialStatus;
use crate::changing::{self, Reactivated};
use crate::letters::day;
use crate::standing::Standing;
use crate::{NotDone, store, till};
use identity::SignedIn;
use platform::api_error::{ApiResult, ErrorBody};
use platform::app::App;
use platform::product::KeywordChoice;
use platform::request::Json;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanWish {
    current_subscription_id: String,
    /// `starter` or `pro`.
    #[schema(example = "pro")]
    new_plan_id: String,
    user_email: Option<String>,
    metadata: Option<PlanMetadata>,
    /// Keywords that rest on a smaller plan, if it has no room for all.
    #[serde(default)]
    paused_keywords: Vec<String>,
    /// Keywords that stay on a smaller plan before others.
    #[serde(default)]
    keep_keywords: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct PlanMetadata {
    /// The caller's own id.
    user_id: Option<String>,
}

/// What has become of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubscriptionChanged {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// A sentence for people.
    message: String,
    data: TrialStatus,
    /// Where to pay, if it takes a new checkout.
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_link: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<String>,
    /// With a `payment_link`: there is no trial left, so the card is charged at the checkout.
    #[serde(skip_serializing_if = "Option::is_none")]
    bills_at_once: Option<bool>,
}

/// Change the plan
///
/// A larger plan counts at once; in a trial it ends the trial and is billed now. A smaller one
/// counts at once in a trial and at the period's end otherwise.
#[utoipa::path(
    post, path = "/api/subscription/change-plan", tag = "Subscription", request_body = PlanWish,
    responses(
        (status = 200, body = SubscriptionChanged),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 402, body = ErrorBody, description = "Nothing lives that could be changed, or the card was declined."),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody),
        (status = 503, body = ErrorBody)
    )
)]
pub async fn change_plan(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(wish): Json<PlanWish>,
) -> ApiResult<axum::Json<SubscriptionChanged>> {
    let user_id = wish.metadata.as_ref().and_then(|it| it.user_id.as_deref());
    only_oneself(&caller, wish.user_email.as_deref(), user_id)?;
    let plan = sold(&app, &wish.new_plan_id)?;
    let choice = KeywordChoice {
        pause: wish.paused_keywords,
        keep: wish.keep_keywords,
    };
    let id = &wish.current_subscription_id;
    let changed = changing::change_plan(&app, caller.user_id, id, plan, &choice).await;
    let changed =
        changed.map_err(|it| it.into_failure("Failed to change plan. Please try again."))?;
    let verb = if changed.is_upgrade {
        "updated"
    } else {
        "changed"
    };
    let message = format!("Successfully {verb} to {} plan!", plan.terms().name);
    Ok(told(&app, message, &changed.standing))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cancellation {
    subscription_id: String,
    #[serde(default)]
    reason: String,
    /// Accepted and not used: the server decides.
    #[expect(
        dead_code,
        reason = "the client sends it; a trial ends at once, nothing else does"
    )]
    cancel_immediately: Option<bool>,
    user_email: Option<String>,
}

/// The longest reason that is kept.
const LONGEST_REASON: usize = 1000;

/// Cancel
///
/// A trial is cancelled at once and keeps its access until its last day; anything else runs to the
/// end of the period.
#[utoipa::path(
    post, path = "/api/subscription/cancel", tag = "Subscription", request_body = Cancellation,
    responses(
        (status = 200, body = SubscriptionChanged),
        (status = 401, body = ErrorBody),
        (status = 402, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody),
        (status = 503, body = ErrorBody)
    )
)]
pub async fn cancel_subscription(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(wish): Json<Cancellation>,
) -> ApiResult<axum::Json<SubscriptionChanged>> {
    only_oneself(&caller, wish.user_email.as_deref(), None)?;
    let reason: String = wish.reason.trim().chars().take(LONGEST_REASON).collect();
    let id = &wish.subscription_id;
    let cancelled = changing::cancel(&app, caller.user_id, id, &reason).await;
    let standing = cancelled
        .map_err(|it| it.into_failure("Failed to cancel subscription. Please try again."))?;
    Ok(told(&app, cancelled_words(&standing), &standing))
}

fn cancelled_words(standing: &Standing) -> String {
    if standing.is_cancelled_trial {
        let end = day(standing.access_until);
        return format!("Your trial is cancelled. You keep access until {end}.");
    }
    if standing.is_cancelling {
        let end = day(standing.cancel_at);
        return format!("Your subscription ends on {end}. Nothing more is charged.");
    }
    "Your subscription is cancelled. Nothing more is charged.".to_owned()
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reactivation {
    subscription_id: String,
    user_email: Option<String>,
}

/// Take a cancellation back
///
/// A cancelled trial has ended at the provider already: the answer then has a `payment_link`.
#[utoipa::path(
    post, path = "/api/subscription/reactivate-existing", tag = "Subscription", request_body = Reactivation,
    responses(
        (status = 200, body = SubscriptionChanged),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody),
        (status = 503, body = ErrorBody)
    )
)]
pub async fn reactivate_subscription(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(wish): Json<Reactivation>,
) -> ApiResult<axum::Json<SubscriptionChanged>> {
    only_oneself(&caller, wish.user_email.as_deref(), None)?;
    let again = changing::reactivate(&app, who(&caller), &wish.subscription_id).await;
    let again = again
        .map_err(|it| it.into_failure("Failed to reactivate subscription. Please try again."))?;
    match again {
        Reactivated::GoesOn(standing) => {
            let message = "Subscription reactivated successfully!".to_owned();
            Ok(told(&app, message, &standing))
        }
        Reactivated::NeedsCheckout(started) => {
            let stored = store::account(&app.db, caller.user_id).await?;
            let words = if started.bills_at_once {
                "Your trial is nearly over, so this is billed at the checkout."
            } else {
                "Confirm your card, and your trial goes on."
            };
            Ok(axum::Json(SubscriptionChanged {
                success: true,
                message: words.to_owned(),
                data: TrialStatus::of(stored.standing(), app.clock.now()),
                payment_link: Some(started.link),
                session_id: Some(started.session_id),
                bills_at_once: Some(started.bills_at_once),
            }))
        }
    }
}

fn told(app: &App, message: String, standing: &Standing) -> axum::Json<SubscriptionChanged> {
    axum::Json(SubscriptionChanged {
        success: true,
        message,
        data: TrialStatus::of(Some(standing), app.clock.now()),
        payment_link: None,
        session_id: None,
        bills_at_once: None,
    })
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Portal {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// The provider's page with invoices and cards, good for a short while.
    url: String,
}

/// The provider's page with invoices and cards
#[utoipa::path(
    post, path = "/api/subscription/portal", tag = "Subscription",
    responses(
        (status = 200, body = Portal),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "There is none before the first payment."),
        (status = 503, body = ErrorBody)
    )
)]
pub async fn open_portal(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<Portal>> {
    let headline = "The billing page could not be opened";
    let account = store::account(&app.db, caller.user_id).await?;
    let customer = account.customer_id.ok_or(NotDone::NoCustomer);
    let customer = customer.map_err(|it| it.into_failure(headline))?;
    let site = app.site_url.as_str().trim_end_matches('/');
    let back = format!("{site}/dashboard?tab=settings");
    let key = format!("portal:{customer}:{}", uuid::Uuid::now_v7());
    let url = till::portal(&app, &customer, &back, &key).await;
    let url = url.map_err(|it| NotDone::from(it).into_failure(headline))?;
    Ok(axum::Json(Portal { success: true, url }))
}
