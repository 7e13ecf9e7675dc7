//! Mails with figures: a trial has started, a subscription has started, a receipt.

use askama::Template;
use providers::payments::PaidInvoice;

use super::billing_mail::{SETTINGS, format_day, render_template};
use super::new_invoices::InvoiceMail;
use super::subscription_state::SubscriptionState;
use identity::User;
use platform::app::App;
use platform::jobs::JobUrgency;
use platform::mail_layout::{MailLayout, greeting};
use platform::outbox::NewMail;
use platform::product::{Allowance, Plan};

const DASHBOARD: &str = "/dashboard";

/// The mail about a paid invoice; `state` is the subscription as it is now.
pub(super) fn compose(
    app: &App,
    user: &User,
    mail: InvoiceMail,
    (invoice, state): (&PaidInvoice, Option<&SubscriptionState>),
) -> NewMail {
    let layout = MailLayout::new(&app.site_url, &app.settings.support_email);
    let texts = match mail {
        InvoiceMail::SubscriptionStarted => subscription_started(&layout, invoice, state),
        InvoiceMail::Receipt => receipt(&layout, invoice, state),
    };
    render(&layout, user, &texts)
}

pub(super) fn trial_started(
    layout: &MailLayout,
    user: &User,
    state: Option<&SubscriptionState>,
) -> NewMail {
    let plan = state.map_or(Plan::Starter, |it| it.plan);
    let end = format_day(state.and_then(|it| it.trial_ends_at));
    let texts = PaymentMailTexts {
        subject: "Your free trial of Earshot has started",
        preheader: "The first posts will be in your inbox tomorrow morning.".to_owned(),
        heading: "Your free trial has started",
        says: format!(
            "your free trial of {} has started. Earshot is reading Reddit for you now, and the first \
             posts will be in your inbox tomorrow morning.",
            plan.terms().name
        ),
        figures: vec![
            ("Plan", plan.terms().name.to_owned()),
            ("Trial ends", end),
            ("After that", price(plan)),
        ],
        button: "Open in Earshot",
        link: page(layout, DASHBOARD),
        note: Some(Note {
            says: "Not for you? Cancel before then and you won\u{2019}t be charged. It takes one click:",
            label: "cancel in Settings",
            link: page(layout, SETTINGS),
        }),
        reason: "You received this because you started a free trial of Earshot.",
    };
    render(layout, user, &texts)
}

fn subscription_started(
    layout: &MailLayout,
    invoice: &PaidInvoice,
    state: Option<&SubscriptionState>,
) -> PaymentMailTexts {
    let plan = plan_of(invoice, state);
    let mut figures = vec![
        ("Plan", format!("{}, {}", plan.terms().name, price(plan))),
        ("Paid", amount(invoice)),
        ("Date", format_day(Some(invoice.paid_at))),
    ];
    figures.extend(period(invoice));
    figures.extend(next_charge(invoice, state));
    PaymentMailTexts {
        subject: "Your Earshot subscription has started",
        preheader: format!("{}, {}.", plan.terms().name, price(plan)),
        heading: "Your subscription has started",
        says: format!("thank you for subscribing. {}", includes(plan)),
        figures,
        button: "Open in Earshot",
        link: page(layout, DASHBOARD),
        note: Some(match &invoice.url {
            Some(url) => Note {
                says: "For your records:",
                label: "view the invoice",
                link: url.clone(),
            },
            None => Note {
                says: "Your card and your invoices:",
                label: "open Settings",
                link: page(layout, SETTINGS),
            },
        }),
        reason: "You received this because the first payment for your Earshot subscription went \
                 through.",
    }
}

fn receipt(
    layout: &MailLayout,
    invoice: &PaidInvoice,
    state: Option<&SubscriptionState>,
) -> PaymentMailTexts {
    let plan = plan_of(invoice, state);
    let mut figures = vec![
        ("Amount", amount(invoice)),
        ("Plan", plan.terms().name.to_owned()),
    ];
    figures.extend(period(invoice));
    figures.push(("Paid on", format_day(Some(invoice.paid_at))));
    let (button, link) = match &invoice.url {
        Some(url) => ("View the invoice", url.clone()),
        None => ("See invoices in Settings", page(layout, SETTINGS)),
    };
    PaymentMailTexts {
        subject: "Your receipt from Earshot",
        preheader: format!("{} for {}.", amount(invoice), plan.terms().name),
        heading: "Your receipt",
        says: "thank you for your payment. Here are the details.".to_owned(),
        figures,
        button,
        link,
        note: invoice.url.as_ref().map(|_| Note {
            says: "To change your card or your plan:",
            label: "open Settings",
            link: page(layout, SETTINGS),
        }),
        reason: "You received this because a payment for your Earshot subscription went through.",
    }
}

fn page(layout: &MailLayout, path: &str) -> String {
    format!("{}{path}", layout.site)
}

/// The plan that was paid for; of an invoice without a price of ours, the plan of now.
fn plan_of(invoice: &PaidInvoice, state: Option<&SubscriptionState>) -> Plan {
    let paid = invoice.plan.as_deref().and_then(Plan::named);
    paid.or(state.map(|it| it.plan)).unwrap_or(Plan::Starter)
}

fn price(plan: Plan) -> String {
    let price = plan.terms().price;
    price.map_or_else(
        || "as agreed".to_owned(),
        |price| format!("${price} a month"),
    )
}

/// "$21.00", or "21.00 EUR".
fn amount(invoice: &PaidInvoice) -> String {
    let (whole, cents) = (invoice.amount_cents / 100, invoice.amount_cents % 100);
    if invoice.currency == "usd" {
        return format!("${whole}.{cents:02}");
    }
    format!("{whole}.{cents:02} {}", invoice.currency.to_uppercase())
}

fn period(invoice: &PaidInvoice) -> Option<(&'static str, String)> {
    let (start, end) = invoice.period?;
    let days = format!("{} to {}", format_day(Some(start)), format_day(Some(end)));
    Some(("Period", days))
}

/// None for somebody who has cancelled already.
fn next_charge(
    invoice: &PaidInvoice,
    state: Option<&SubscriptionState>,
) -> Option<(&'static str, String)> {
    let renewing = state.filter(|it| it.is_live_at_provider() && !it.is_cancelling)?;
    let end = renewing.period_end.or(invoice.period.map(|(_, end)| end))?;
    Some(("Next charge", format_day(Some(end))))
}

/// What a plan includes, from the plan table.
fn includes(plan: Plan) -> String {
    let terms = plan.terms();
    let scans = match terms.cadence_hours {
        24 => "every day".to_owned(),
        168 => "every week".to_owned(),
        hours if hours % 24 == 0 => format!("every {} days", hours / 24),
        1 => "every hour".to_owned(),
        hours => format!("every {hours} hours"),
    };
    let (keywords, posts) = (up_to(terms.keywords), up_to(terms.posts_per_month));
    format!(
        "From now on Earshot scans Reddit {scans} for {keywords} keywords and saves {posts} posts a \
         month."
    )
}

fn up_to(allowance: Allowance) -> String {
    match allowance {
        Allowance::UpTo(most) => format!("up to {most}"),
        Allowance::Unlimited => "any number of".to_owned(),
    }
}

/// The texts of one mail.
struct PaymentMailTexts {
    subject: &'static str,
    preheader: String,
    heading: &'static str,
    /// Follows the greeting.
    says: String,
    figures: Vec<(&'static str, String)>,
    button: &'static str,
    link: String,
    note: Option<Note>,
    reason: &'static str,
}

/// A line below the button, with a link at its end.
struct Note {
    says: &'static str,
    label: &'static str,
    link: String,
}

#[derive(Template)]
#[template(path = "mail/payment.html")]
struct PaymentMailHtml<'a> {
    letterhead: &'a MailLayout,
    words: &'a PaymentMailTexts,
    greeting: &'a str,
}

#[derive(Template)]
#[template(path = "mail/payment.txt")]
struct PaymentMailText<'a> {
    letterhead: &'a MailLayout,
    words: &'a PaymentMailTexts,
    greeting: &'a str,
}

fn render(letterhead: &MailLayout, user: &User, words: &PaymentMailTexts) -> NewMail {
    let greeting = &greeting(user.full_name());
    let html = PaymentMailHtml {
        letterhead,
        words,
        greeting,
    };
    let text = PaymentMailText {
        letterhead,
        words,
        greeting,
    };
    NewMail {
        lane: user.id.to_string(),
        to: user.email.clone(),
        subject: words.subject.to_owned(),
        html: render_template(&html),
        text: render_template(&text),
        headers: Vec::new(),
        urgency: JobUrgency::Interactive,
    }
}
