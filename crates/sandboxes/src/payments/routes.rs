//! Which path does what.

use axum::http::{Method, StatusCode, Uri};
use serde_json::Value;

use super::{
    checkout, customers,
    desk::Desk,
    form::Form,
    lists,
    model::{Event, Invoice},
    portal,
    problem::Problem,
    shapes, subscriptions,
};

pub(super) async fn answer(
    desk: &mut Desk<'_>,
    method: &Method,
    uri: &Uri,
    body: &[u8],
) -> Result<Value, Problem> {
    let segments: Vec<&str> = uri.path().trim_start_matches("/v1/").split('/').collect();
    if *method == Method::GET {
        let form = Form::read(uri.query().unwrap_or_default().as_bytes());
        return read(desk, &segments, &form, uri).await;
    }
    let form = Form::read(body);
    match (method.as_str(), segments.as_slice()) {
        ("POST", ["customers"]) => customers::create(desk, &form),
        ("POST", ["customers", id]) => customers::update(desk, id, &form).await,
        ("POST", ["checkout", "sessions"]) => checkout::create(desk, &form).await,
        ("POST", ["checkout", "sessions", id, "expire"]) => checkout::close(desk, id).await,
        ("POST", ["subscriptions", id]) => subscriptions::update(desk, id, &form).await,
        ("DELETE", ["subscriptions", id]) => subscriptions::cancel(desk, id).await,
        ("POST", ["billing_portal", "sessions"]) => portal::create(desk, &form).await,
        _ => Err(unrecognized(method, uri.path())),
    }
}

async fn read(
    desk: &Desk<'_>,
    segments: &[&str],
    form: &Form,
    uri: &Uri,
) -> Result<Value, Problem> {
    match segments {
        ["customers"] => customers::list(desk, form).await,
        ["customers", id] => customers::show(desk, id).await,
        ["products"] => lists::page("/v1/products", desk.shop.products(), form),
        ["products", id] => desk
            .shop
            .product(id)
            .ok_or_else(|| Problem::no_such("product", id)),
        ["prices"] => lists::page("/v1/prices", desk.shop.prices(), form),
        ["prices", id] => desk
            .shop
            .price(id)
            .ok_or_else(|| Problem::no_such("price", id)),
        ["checkout", "sessions"] => checkout::list(desk, form).await,
        ["checkout", "sessions", id] => checkout::show(desk, id).await,
        ["subscriptions"] => subscriptions::list(desk, form).await,
        ["subscriptions", id] => subscriptions::show(desk, id).await,
        ["invoices"] => subscriptions::invoices(desk, form).await,
        ["invoices", id] => {
            let invoice: Option<Invoice> = desk.get(id).await?;
            let invoice = invoice.ok_or_else(|| Problem::no_such("invoice", id))?;
            Ok(shapes::invoice(&invoice, desk.origin))
        }
        ["events"] => {
            let events: Vec<Event> = desk.list(None, form.text("type")).await?;
            let all = events.into_iter().map(|event| event.body).collect();
            lists::page("/v1/events", all, form)
        }
        ["events", id] => {
            let event: Option<Event> = desk.get(id).await?;
            event
                .map(|event| event.body)
                .ok_or_else(|| Problem::no_such("event", id))
        }
        _ => Err(unrecognized(&Method::GET, uri.path())),
    }
}

pub(super) fn unrecognized(method: &Method, path: &str) -> Problem {
    Problem {
        status: StatusCode::NOT_FOUND,
        ..Problem::invalid(format!("Unrecognized request URL ({method}: {path})."))
    }
}
