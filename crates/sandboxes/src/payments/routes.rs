//! The routes of the API.

use axum::http::{Method, StatusCode, Uri};
use serde_json::Value;

use super::{
    checkout, customers, list_page, portal,
    records::{EventRecord, InvoiceRecord},
    stripe_error::StripeError,
    stripe_form::Form,
    stripe_json, subscriptions,
    unit_of_work::UnitOfWork,
    webhook_endpoints,
};

pub(super) async fn answer(
    work: &mut UnitOfWork<'_>,
    method: &Method,
    uri: &Uri,
    body: &[u8],
) -> Result<Value, StripeError> {
    let segments: Vec<&str> = uri.path().trim_start_matches("/v1/").split('/').collect();
    if *method == Method::GET {
        let form = Form::read(uri.query().unwrap_or_default().as_bytes());
        return read(work, &segments, &form, uri).await;
    }
    let form = Form::read(body);
    match (method.as_str(), segments.as_slice()) {
        ("POST", ["customers"]) => customers::create(work, &form),
        ("POST", ["customers", id]) => customers::update(work, id, &form).await,
        ("POST", ["checkout", "sessions"]) => checkout::create(work, &form).await,
        ("POST", ["checkout", "sessions", id, "expire"]) => checkout::close(work, id).await,
        ("POST", ["subscriptions", id]) => subscriptions::update(work, id, &form).await,
        ("DELETE", ["subscriptions", id]) => subscriptions::cancel(work, id).await,
        ("POST", ["billing_portal", "sessions"]) => portal::create(work, &form).await,
        ("POST", ["webhook_endpoints"]) => webhook_endpoints::create(work, &form),
        _ => Err(unrecognized(method, uri.path())),
    }
}

async fn read(
    work: &UnitOfWork<'_>,
    segments: &[&str],
    form: &Form,
    uri: &Uri,
) -> Result<Value, StripeError> {
    match segments {
        ["account"] => Ok(stripe_json::account()),
        ["webhook_endpoints"] => webhook_endpoints::list(work, form).await,
        ["billing_portal", "configurations"] => {
            let all = vec![stripe_json::portal_configuration()];
            list_page::page("/v1/billing_portal/configurations", all, form)
        }
        ["customers"] => customers::list(work, form).await,
        ["customers", id] => customers::show(work, id).await,
        ["products"] => list_page::page("/v1/products", work.price_list.products(), form),
        ["products", id] => work
            .price_list
            .product(id)
            .ok_or_else(|| StripeError::no_such("product", id)),
        ["prices"] => list_page::page("/v1/prices", work.price_list.prices(), form),
        ["prices", id] => work
            .price_list
            .price(id)
            .ok_or_else(|| StripeError::no_such("price", id)),
        ["checkout", "sessions"] => checkout::list(work, form).await,
        ["checkout", "sessions", id] => checkout::show(work, id).await,
        ["subscriptions"] => subscriptions::list(work, form).await,
        ["subscriptions", id] => subscriptions::show(work, id, form).await,
        ["invoices"] => subscriptions::invoices(work, form).await,
        ["invoices", id] => {
            let invoice: Option<InvoiceRecord> = work.get(id).await?;
            let invoice = invoice.ok_or_else(|| StripeError::no_such("invoice", id))?;
            Ok(stripe_json::invoice(&invoice, work.origin))
        }
        ["events"] => {
            let events: Vec<EventRecord> = work.list(None, form.text("type")).await?;
            let all = events.into_iter().map(|event| event.body).collect();
            list_page::page("/v1/events", all, form)
        }
        ["events", id] => {
            let event: Option<EventRecord> = work.get(id).await?;
            event
                .map(|event| event.body)
                .ok_or_else(|| StripeError::no_such("event", id))
        }
        _ => Err(unrecognized(&Method::GET, uri.path())),
    }
}

pub(super) fn unrecognized(method: &Method, path: &str) -> StripeError {
    StripeError {
        status: StatusCode::NOT_FOUND,
        ..StripeError::invalid(format!("Unrecognized request URL ({method}: {path})."))
    }
}
