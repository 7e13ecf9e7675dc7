//! The billing portal: invoices, and another card.

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
        cards::Card,
        desk::Desk,
        form::Form,
        model::{Customer, Invoice, PortalVisit},
        portal,
        problem::Problem,
        server::Till,
    },
    Notice, day, dollars, nothing_here, page,
};

#[derive(Template)]
#[template(path = "payments/portal.html")]
struct PortalPage<'a> {
    visit: &'a PortalVisit,
    email: &'a str,
    last_four: Option<&'static str>,
    invoices: Vec<Line>,
    cards: &'static [TestCard],
    notice: Option<&'a str>,
    problem: Option<&'a str>,
}

struct Line {
    id: String,
    day: String,
    amount: String,
    status: &'static str,
}

pub(in super::super) async fn show(
    State(till): State<Arc<Till>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let turn = till.turn().await?;
    let desk = turn.desk();
    match portal::find(&desk, &id).await {
        Ok(visit) => portal_page(&desk, &visit, None, None).await,
        Err(_) => nothing_here(),
    }
}

pub(in super::super) async fn change_card(
    State(till): State<Arc<Till>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, Problem> {
    let turn = till.turn().await?;
    let mut desk = turn.desk();
    let Ok(visit) = portal::find(&desk, &id).await else {
        return nothing_here();
    };
    let form = Form::read(&body);
    let number = form.text("card").unwrap_or_default();
    match portal::change_card(&mut desk, &visit, number).await? {
        Ok(notice) => {
            turn.save(desk).await?;
            portal_page(&turn.desk(), &visit, Some(notice), None).await
        }
        Err(problem) => portal_page(&desk, &visit, None, Some(problem)).await,
    }
}

pub(in super::super) async fn show_invoice(
    State(till): State<Arc<Till>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let turn = till.turn().await?;
    let Some(invoice) = turn.desk().get::<Invoice>(&id).await? else {
        return nothing_here();
    };
    let line = line(&invoice);
    let title = format!("Invoice of {}", line.day);
    let (start, end) = (day(invoice.period_start), day(invoice.period_end));
    let text = format!("{}, {}. For {start} to {end}.", line.amount, line.status);
    let notice = Notice {
        title: &title,
        text: &text,
        back: None,
    };
    page(StatusCode::OK, &notice)
}

async fn portal_page(
    desk: &Desk<'_>,
    visit: &PortalVisit,
    notice: Option<&str>,
    problem: Option<&str>,
) -> Result<Response, Problem> {
    let customer: Option<Customer> = desk.get(&visit.customer).await?;
    let invoices: Vec<Invoice> = desk.list(Some(&visit.customer), None).await?;
    let (email, card) = customer.map_or((None, None), |customer| (customer.email, customer.card));
    let template = PortalPage {
        visit,
        email: email.as_deref().unwrap_or("nobody in particular"),
        last_four: card.map(Card::last_four),
        invoices: invoices.iter().map(line).collect(),
        cards: CARDS,
        notice,
        problem,
    };
    page(StatusCode::OK, &template)
}

fn line(invoice: &Invoice) -> Line {
    Line {
        id: invoice.id.clone(),
        day: day(invoice.created),
        amount: dollars(invoice.cents),
        status: if invoice.is_paid { "paid" } else { "open" },
    }
}
