//! Webhook endpoints: create, list. They are what an operator registers at Stripe.

use serde_json::Value;

use super::{
    ids, list_page, records::WebhookEndpointRecord, stripe_error::StripeError, stripe_form::Form,
    stripe_json, unit_of_work::UnitOfWork,
};

pub(super) fn create(work: &mut UnitOfWork<'_>, form: &Form) -> Result<Value, StripeError> {
    let enabled_events = form.list("enabled_events");
    if enabled_events.is_empty() {
        return Err(StripeError::missing_param("enabled_events"));
    }
    let endpoint = WebhookEndpointRecord {
        id: ids::fresh("we"),
        url: form.demand("url")?.to_owned(),
        enabled_events,
        created: work.now,
    };
    work.put(&endpoint);
    Ok(stripe_json::webhook_endpoint(&endpoint))
}

pub(super) async fn list(work: &UnitOfWork<'_>, form: &Form) -> Result<Value, StripeError> {
    let endpoints: Vec<WebhookEndpointRecord> = work.list(None, None).await?;
    let all = endpoints
        .iter()
        .map(stripe_json::webhook_endpoint)
        .collect();
    list_page::page("/v1/webhook_endpoints", all, form)
}
