//! The provider's own billing page.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{BillingError, store, stripe_calls};
use identity::SignedIn;
use platform::api_error::{ApiResult, ErrorBody};
use platform::app::App;
use platform::request::NoBody;

#[derive(Debug, Serialize, ToSchema)]
pub struct PortalResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// The provider's page for invoices and cards, valid for a short time.
    url: String,
}

/// Open the provider's page for invoices and cards
#[utoipa::path(
    post, path = "/api/subscription/portal", tag = "Subscription",
    responses(
        (status = 200, body = PortalResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "There is no billing page before the first payment."),
        (status = 503, body = ErrorBody)
    )
)]
pub async fn open_portal(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    _: NoBody,
) -> ApiResult<axum::Json<PortalResponse>> {
    let headline = "The billing page could not be opened";
    let account = store::load_account(&app.db, caller.user_id).await?;
    let customer = account.customer_id.ok_or(BillingError::NoCustomer);
    let customer = customer.map_err(|it| it.into_api_error(headline))?;
    let site = app.site_url.as_str().trim_end_matches('/');
    let return_url = format!("{site}/dashboard?tab=settings");
    let key = format!("portal:{customer}:{}", uuid::Uuid::now_v7());
    let url = stripe_calls::portal(&app, &customer, &return_url, &key).await;
    let url = url.map_err(|it| BillingError::from(it).into_api_error(headline))?;
    Ok(axum::Json(PortalResponse { success: true, url }))
}
