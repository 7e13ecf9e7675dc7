//! The letters of this room: a trial ends soon, a payment failed, something was cancelled.

use askama::Template;
use chrono::{DateTime, Utc};

use super::Status;
use super::standing::Standing;
use identity::User;
use platform::app::App;
use platform::mail_layout::{MailLayout, greeting};
use platform::outbox::NewMail;
use platform::product::Plan;

/// What somebody gets a letter about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion {
    TrialEnding,
    PaymentFailed,
    Cancelled,
}

/// What has happened between two states that is worth a letter. Reminders go by the clock and are
/// not among it.
pub(super) fn occasions(before: Option<&Standing>, after: Option<&Standing>) -> Vec<Occasion> {
    let (Some(before), Some(after)) = (before, after) else {
        return Vec::new();
    };
    let is_ending = |it: &Standing| it.is_cancelling || it.is_cancelled_trial;
    let was_living = before.status.is_live() && !before.is_given;
    let fails = after.is_past_due || after.status == Status::PaymentFailed;
    let failed = before.is_past_due || before.status == Status::PaymentFailed;
    let has_ended = was_living && after.status == Status::Cancelled;
    let is_newly_ending = is_ending(after) && !is_ending(before);
    let mut occasions = Vec::new();
    if was_living && fails && !failed {
        occasions.push(Occasion::PaymentFailed);
    }
    if was_living && !is_ending(before) && (is_newly_ending || has_ended) {
        occasions.push(Occasion::Cancelled);
    }
    occasions
}

pub(super) fn write(
    app: &App,
    person: &User,
    occasion: Occasion,
    standing: Option<&Standing>,
) -> NewMail {
    let letterhead = MailLayout::new(&app.site_url, &app.settings.support_email);
    letter(&letterhead, person, &words(occasion, standing))
}

/// What one letter says.
struct Words {
    subject: &'static str,
    preheader: &'static str,
    heading: &'static str,
    says: String,
    button: &'static str,
    path: &'static str,
    reason: &'static str,
}

const SETTINGS: &str = "/dashboard?tab=settings";

fn words(occasion: Occasion, standing: Option<&Standing>) -> Words {
    match occasion {
        Occasion::TrialEnding => trial_ending(standing),
        Occasion::PaymentFailed => payment_failed(standing),
        Occasion::Cancelled => cancelled(standing),
    }
}

fn trial_ending(standing: Option<&Standing>) -> Words {
    let end = day(standing.and_then(|it| it.trial_ends_at));
    let plan = standing.map_or(Plan::Starter, |it| it.next_plan.unwrap_or(it.plan));
    let (name, price) = (plan.terms().name, plan.terms().price.unwrap_or_default());
    Words {
        subject: "Your Earshot trial ends tomorrow",
        preheader: "Nothing to do if you stay.",
        heading: "Your trial ends tomorrow",
        says: format!(
            "your free trial ends on {end}. Then {name} begins and costs ${price} a month. \
             If you would rather stop, cancel before that day and nothing is charged."
        ),
        button: "Look at my subscription",
        path: SETTINGS,
        reason: "You received this because your free trial of Earshot is about to end.",
    }
}

fn payment_failed(standing: Option<&Standing>) -> Words {
    let says = match standing.and_then(|it| it.access_until) {
        Some(until) => format!(
            "your card could not be charged. You keep access until {}. \
             Please change your card before that day; we try it again by ourselves.",
            day(Some(until))
        ),
        None => "your card could not be charged, so your plan is paused. \
                 Nothing of yours is lost: choose a card that works, and it goes on."
            .to_owned(),
    };
    Words {
        subject: "Your payment for Earshot did not go through",
        preheader: "Please check your card.",
        heading: "Your payment did not go through",
        says,
        button: "Change my card",
        path: SETTINGS,
        reason: "You received this because a payment for your Earshot subscription failed.",
    }
}

fn cancelled(standing: Option<&Standing>) -> Words {
    let ahead = standing.filter(|it| it.status.is_live());
    let end = ahead.and_then(|it| it.access_until.or(it.cancel_at));
    let says = match end {
        Some(end) => format!(
            "your subscription is cancelled, and nothing more is charged. \
             You keep access until {}. Until then you can take it back.",
            day(Some(end))
        ),
        None => "your subscription has ended, and nothing more is charged. \
                 What you found stays yours; you can come back whenever you like."
            .to_owned(),
    };
    Words {
        subject: "Your Earshot subscription is cancelled",
        preheader: "Nothing more is charged.",
        heading: "Your subscription is cancelled",
        says,
        button: "Look at my subscription",
        path: SETTINGS,
        reason: "You received this because the subscription of your Earshot account was cancelled. \
                 If that was not you, write to us.",
    }
}

/// "15 November 2026".
pub(super) fn day(moment: Option<DateTime<Utc>>) -> String {
    moment.map_or_else(
        || "the last day".to_owned(),
        |moment| moment.format("%-d %B %Y").to_string(),
    )
}

#[derive(Template)]
#[template(path = "mail/account.html")]
struct Html<'a> {
    letterhead: &'a MailLayout,
    words: &'a Words,
    greeting: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "mail/account.txt")]
struct Text<'a> {
    letterhead: &'a MailLayout,
    words: &'a Words,
    greeting: &'a str,
    link: &'a str,
}

fn letter(letterhead: &MailLayout, person: &User, words: &Words) -> NewMail {
    let greeting = &greeting(person.full_name());
    let link = &format!("{}{}", letterhead.site, words.path);
    let html = Html {
        letterhead,
        words,
        greeting,
        link,
    };
    let text = Text {
        letterhead,
        words,
        greeting,
        link,
    };
    NewMail {
        lane: person.id.to_string(),
        to: person.email.clone(),
        subject: words.subject.to_owned(),
        html: rendered(&html),
        text: rendered(&text),
        headers: Vec::new(),
    }
}

fn rendered(template: &impl Template) -> String {
    template
        .render()
        .expect("a template of texts cannot fail; a test renders each")
}
