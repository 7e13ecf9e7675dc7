//! Billing mails about a change: a trial has started, a payment failed, a subscription was cancelled.

use askama::Template;
use chrono::{DateTime, Utc};

use super::Status;
use super::payment_mail;
use super::subscription_state::SubscriptionState;
use identity::User;
use platform::app::App;
use platform::jobs::JobUrgency;
use platform::mail_layout::{MailLayout, greeting};
use platform::outbox::NewMail;

/// What a mail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BillingMail {
    TrialStarted,
    PaymentFailed,
    Cancelled,
}

/// The mails that a change from one state to another calls for. That a trial has started is not among
/// them: a state may be written without one.
pub(super) fn mails_for_change(
    before: Option<&SubscriptionState>,
    after: Option<&SubscriptionState>,
) -> Vec<BillingMail> {
    let (Some(before), Some(after)) = (before, after) else {
        return Vec::new();
    };
    let is_ending = |it: &SubscriptionState| it.is_cancelling || it.is_cancelled_trial;
    let was_live = before.status.is_live() && !before.is_given;
    let is_unpaid = after.is_past_due || after.status == Status::PaymentFailed;
    let was_unpaid = before.is_past_due || before.status == Status::PaymentFailed;
    let has_ended = was_live && after.status == Status::Cancelled;
    let is_newly_ending = is_ending(after) && !is_ending(before);
    let mut mails = Vec::new();
    if was_live && is_unpaid && !was_unpaid {
        mails.push(BillingMail::PaymentFailed);
    }
    if was_live && !is_ending(before) && (is_newly_ending || has_ended) {
        mails.push(BillingMail::Cancelled);
    }
    mails
}

pub(super) fn compose(
    app: &App,
    user: &User,
    mail: BillingMail,
    state: Option<&SubscriptionState>,
) -> NewMail {
    let layout = MailLayout::new(&app.site_url, &app.settings.support_email);
    let texts = match mail {
        BillingMail::TrialStarted => return payment_mail::trial_started(&layout, user, state),
        BillingMail::PaymentFailed => payment_failed(state),
        BillingMail::Cancelled => cancelled(state),
    };
    render(&layout, user, &texts)
}

/// The texts of one mail.
struct BillingMailTexts {
    subject: &'static str,
    preheader: &'static str,
    heading: &'static str,
    says: String,
    button: &'static str,
    path: &'static str,
    reason: &'static str,
}

pub(super) const SETTINGS: &str = "/dashboard?tab=settings";

fn payment_failed(state: Option<&SubscriptionState>) -> BillingMailTexts {
    let says = match state.and_then(|it| it.access_until) {
        Some(until) => format!(
            "your card could not be charged. You keep access until {}. \
             Please update your card before then. We also try again automatically.",
            format_day(Some(until))
        ),
        None => "your card could not be charged, so your plan is paused. \
                 Nothing is lost. Add a card that works to resume your plan."
            .to_owned(),
    };
    BillingMailTexts {
        subject: "Your payment for Earshot did not go through",
        preheader: "Please check your card.",
        heading: "Your payment did not go through",
        says,
        button: "Update my card",
        path: SETTINGS,
        reason: "You received this because a payment for your Earshot subscription failed.",
    }
}

fn cancelled(state: Option<&SubscriptionState>) -> BillingMailTexts {
    let live = state.filter(|it| it.status.is_live());
    let end = live.and_then(|it| it.access_until.or(it.cancel_at));
    let says = match end {
        Some(end) => format!(
            "your subscription is cancelled, and you will not be charged again. You keep access \
             until {}. You can undo this until then.",
            format_day(Some(end))
        ),
        None => "your subscription has ended, and you will not be charged again. Your posts and \
                 mentions are kept, and you can come back whenever you like."
            .to_owned(),
    };
    BillingMailTexts {
        subject: "Your Earshot subscription is cancelled",
        preheader: "You will not be charged again.",
        heading: "Your subscription is cancelled",
        says,
        button: "View my subscription",
        path: SETTINGS,
        reason: "You received this because your Earshot subscription was cancelled. \
                 If that was not you, write to us.",
    }
}

/// "15 November 2026".
pub(super) fn format_day(moment: Option<DateTime<Utc>>) -> String {
    moment.map_or_else(
        || "the last day".to_owned(),
        |moment| moment.format("%-d %B %Y").to_string(),
    )
}

#[derive(Template)]
#[template(path = "mail/account.html")]
struct BillingMailHtml<'a> {
    letterhead: &'a MailLayout,
    words: &'a BillingMailTexts,
    greeting: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "mail/account.txt")]
struct BillingMailText<'a> {
    letterhead: &'a MailLayout,
    words: &'a BillingMailTexts,
    greeting: &'a str,
    link: &'a str,
}

fn render(letterhead: &MailLayout, user: &User, words: &BillingMailTexts) -> NewMail {
    let greeting = &greeting(user.full_name());
    let link = &format!("{}{}", letterhead.site, words.path);
    let html = BillingMailHtml {
        letterhead,
        words,
        greeting,
        link,
    };
    let text = BillingMailText {
        letterhead,
        words,
        greeting,
        link,
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

pub(super) fn render_template(template: &impl Template) -> String {
    template
        .render()
        .expect("a template of texts cannot fail; a test renders each")
}
