//! A mail that a user asks for, to see that mails arrive.

use askama::Template;
use chrono::TimeDelta;

use identity::Caller;
use platform::app::App;
use platform::jobs::JobUrgency;
use platform::mail_layout::MailLayout;
use platform::outbox::NewMail;
use platform::rate_limit::{self, Limit, RateLimitExceeded};

/// Enough to try a mail program's settings, too few to annoy anybody.
const LIMIT: Limit = Limit::new(3, TimeDelta::minutes(10));

/// The texts, as `mail/account.html` takes them.
struct TestMailTexts {
    subject: &'static str,
    preheader: &'static str,
    heading: &'static str,
    says: &'static str,
    button: &'static str,
    reason: &'static str,
}

const TEXTS: TestMailTexts = TestMailTexts {
    subject: "A test from Earshot",
    preheader: "Emails from Earshot are reaching you.",
    heading: "Emails from Earshot are reaching you",
    says: "you asked for a test, and here it is. Alerts and digests come from this address. If \
           this email was in your spam folder, mark it as not spam.",
    button: "Back to Settings",
    reason: "You received this because you asked for a test email in Earshot’s settings.",
};

/// Sends a test to the caller's own address.
pub(super) async fn send(
    app: &App,
    caller: &Caller,
) -> anyhow::Result<Result<(), RateLimitExceeded>> {
    let mut tx = app.db.begin().await?;
    let bucket = format!("test_mail:{}", caller.user_id);
    if let Err(exceeded) = rate_limit::take(&mut tx, &bucket, LIMIT, app.clock.real()).await? {
        return Ok(Err(exceeded));
    }
    app.outbox.post(&mut tx, compose(app, caller)).await?;
    tx.commit().await?;
    Ok(Ok(()))
}

fn compose(app: &App, caller: &Caller) -> NewMail {
    let letterhead = &MailLayout::new(&app.site_url, &app.settings.support_email);
    let link = &format!("{}/dashboard?tab=settings", letterhead.site);
    let (words, greeting) = (&TEXTS, "Hi,");
    let html = TestMailHtml {
        letterhead,
        words,
        greeting,
        link,
    };
    let text = TestMailText {
        letterhead,
        words,
        greeting,
        link,
    };
    NewMail {
        lane: caller.user_id.to_string(),
        to: caller.email.clone(),
        subject: words.subject.to_owned(),
        html: render_template(&html),
        text: render_template(&text),
        headers: Vec::new(),
        urgency: JobUrgency::Immediate,
    }
}

#[derive(Template)]
#[template(path = "mail/account.html")]
struct TestMailHtml<'a> {
    letterhead: &'a MailLayout,
    words: &'a TestMailTexts,
    greeting: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "mail/account.txt")]
struct TestMailText<'a> {
    letterhead: &'a MailLayout,
    words: &'a TestMailTexts,
    greeting: &'a str,
    link: &'a str,
}

fn render_template(template: &impl Template) -> String {
    template
        .render()
        .expect("a template of texts cannot fail; a test renders each")
}
