//! The billing portal: the subscription, invoices, and another card.

use std::sync::Arc;

use askama::Template;
use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::Response,
};
use bytes::Bytes;

use super::{
    super::{
        CARDS, TestCard,
        cards::SavedCard,
        portal,
        records::{CustomerRecord, InvoiceRecord, PortalRecord, SubscriptionRecord},
        server::PaymentServer,
        stripe_error::StripeError,
        stripe_form::Form,
        unit_of_work::UnitOfWork,
    },
    NoticePage, day, dollars, nothing_here, page,
};

#[derive(Template)]
#[template(path = "payments/portal.html")]
struct PortalPage<'a> {
    visit: &'a PortalRecord,
    email: &'a str,
    last_four: Option<&'static str>,
    subscription: Option<SubscriptionView>,
    invoices: Vec<InvoiceRow>,
    cards: &'static [TestCard],
    notice: Option<&'a str>,
    problem: Option<&'a str>,
}

/// The running subscription.
struct SubscriptionView {
    name: String,
    period_end: String,
    /// When it ends, once it is cancelled.
    ends: Option<String>,
}

struct InvoiceRow {
    id: String,
    day: String,
    amount: String,
    status: &'static str,
}

pub(in super::super) async fn show(
    State(server): State<Arc<PaymentServer>>,
    Path(id): Path<String>,
) -> Result<Response, StripeError> {
    let lock = server.lock().await?;
    let work = lock.work();
    match portal::find(&work, &id).await {
        Ok(visit) => portal_page(&work, &visit, None, None).await,
        Err(_) => nothing_here(),
    }
}

pub(in super::super) async fn change_card(
    State(server): State<Arc<PaymentServer>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, StripeError> {
    let lock = server.lock().await?;
    let mut work = lock.work();
    let Ok(visit) = portal::find(&work, &id).await else {
        return nothing_here();
    };
    let form = Form::read(&body);
    let number = form.text("card").unwrap_or_default();
    match portal::change_card(&mut work, &visit, number).await? {
        Ok(notice) => {
            lock.save(work).await?;
            portal_page(&lock.work(), &visit, Some(notice), None).await
        }
        Err(problem) => portal_page(&work, &visit, None, Some(problem)).await,
    }
}

pub(in super::super) async fn cancel(
    State(server): State<Arc<PaymentServer>>,
    Path(id): Path<String>,
) -> Result<Response, StripeError> {
    set_cancelled(&server, &id, true).await
}

pub(in super::super) async fn renew(
    State(server): State<Arc<PaymentServer>>,
    Path(id): Path<String>,
) -> Result<Response, StripeError> {
    set_cancelled(&server, &id, false).await
}

async fn set_cancelled(
    server: &PaymentServer,
    id: &str,
    is_cancelled: bool,
) -> Result<Response, StripeError> {
    let lock = server.lock().await?;
    let mut work = lock.work();
    let Ok(visit) = portal::find(&work, id).await else {
        return nothing_here();
    };
    let notice = portal::set_cancelled(&mut work, &visit, is_cancelled).await?;
    lock.save(work).await?;
    portal_page(&lock.work(), &visit, Some(notice), None).await
}

pub(in super::super) async fn show_invoice(
    State(server): State<Arc<PaymentServer>>,
    Path(id): Path<String>,
) -> Result<Response, StripeError> {
    let lock = server.lock().await?;
    let Some(invoice) = lock.work().get::<InvoiceRecord>(&id).await? else {
        return nothing_here();
    };
    let row = row(&invoice);
    let title = format!("Invoice of {}", row.day);
    let (start, end) = (day(invoice.period_start), day(invoice.period_end));
    let text = format!("{}, {}. For {start} to {end}.", row.amount, row.status);
    let notice = NoticePage {
        title: &title,
        text: &text,
        back: None,
    };
    page(StatusCode::OK, &notice)
}

async fn portal_page(
    work: &UnitOfWork<'_>,
    visit: &PortalRecord,
    notice: Option<&str>,
    problem: Option<&str>,
) -> Result<Response, StripeError> {
    let customer: Option<CustomerRecord> = work.get(&visit.customer).await?;
    let invoices: Vec<InvoiceRecord> = work.list(Some(&visit.customer), None).await?;
    let subscriptions: Vec<SubscriptionRecord> = work.list(Some(&visit.customer), None).await?;
    let running = subscriptions.iter().find(|it| portal::is_running(it));
    let (email, card) = customer.map_or((None, None), |customer| (customer.email, customer.card));
    let template = PortalPage {
        visit,
        email: email.as_deref().unwrap_or("unknown"),
        last_four: card.map(SavedCard::last_four),
        subscription: running.map(|running| view(work, running)),
        invoices: invoices.iter().map(row).collect(),
        cards: CARDS,
        notice,
        problem,
    };
    page(StatusCode::OK, &template)
}

fn view(work: &UnitOfWork<'_>, subscription: &SubscriptionRecord) -> SubscriptionView {
    let at_period_end = subscription
        .cancel_at_period_end
        .then_some(subscription.period_end);
    let offer = work.price_list.offer(&subscription.price);
    SubscriptionView {
        name: offer.map_or_else(|| subscription.price.clone(), |offer| offer.name.clone()),
        period_end: day(subscription.period_end),
        ends: subscription.cancel_at.or(at_period_end).map(day),
    }
}

fn row(invoice: &InvoiceRecord) -> InvoiceRow {
    InvoiceRow {
        id: invoice.id.clone(),
        day: day(invoice.created),
        amount: dollars(invoice.cents),
        status: if invoice.is_paid { "paid" } else { "open" },
    }
}
