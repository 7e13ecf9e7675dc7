//! The letters of this room.

use askama::Template;

use platform::jobs::JobUrgency;
use platform::mail_layout::{MailLayout, greeting};
use platform::outbox::NewMail;

/// Asks the owner of an address to confirm a sign-up.
pub fn confirmation(letterhead: &MailLayout, to: &str, name: Option<&str>, link: &str) -> NewMail {
    let words = Words {
        subject: "Confirm your email for Earshot",
        preheader: "One click and you are in.",
        heading: "Confirm your email",
        says: "one click and your Earshot account is ready. Next, give us your website and we’ll \
               work out what your customers ask for.",
        button: "Confirm email address",
        reason: "You received this because someone signed up to Earshot with this address. \
                 If that was not you, ignore this email and nothing happens.",
    };
    letter(letterhead, to, name, link, words)
}

/// Lets somebody in who has forgotten the password.
pub fn recovery(letterhead: &MailLayout, to: &str, name: Option<&str>, link: &str) -> NewMail {
    let words = Words {
        subject: "Reset your Earshot password",
        preheader: "The link works once and expires in an hour.",
        heading: "Choose a new password",
        says: "use this link to sign in and choose a new password. It works once and expires in \
               an hour.",
        button: "Choose a new password",
        reason: "You received this because someone asked to reset the password of this account. \
                 If that was not you, ignore this email. Your password stays the same, and no one \
                 can sign in without this link.",
    };
    letter(letterhead, to, name, link, words)
}

/// Asks the owner of a new address to confirm that it is theirs.
pub fn email_change(letterhead: &MailLayout, to: &str, name: Option<&str>, link: &str) -> NewMail {
    let words = Words {
        subject: "Confirm your new email for Earshot",
        preheader: "Until then, your old address stays in use.",
        heading: "Confirm your new email",
        says: "one click and your Earshot account moves to this address. \
               Until then you sign in with the old one.",
        button: "Confirm new address",
        reason: "You received this because someone wants to use this address for an Earshot \
                 account. If that was not you, ignore this email and nothing changes.",
    };
    letter(letterhead, to, name, link, words)
}

/// Tells the owner of an account that its password was changed.
pub fn password_changed(
    letterhead: &MailLayout,
    to: &str,
    name: Option<&str>,
    link: &str,
) -> NewMail {
    let words = Words {
        subject: "Your Earshot password was changed",
        preheader: "All other devices were signed out.",
        heading: "Your password was changed",
        says: "the password of your Earshot account was just changed, \
               and all other devices were signed out.",
        button: "Open Earshot",
        reason: "You received this because the password of this account was changed. \
                 If that was not you, choose \u{201c}Forgot password\u{201d} at the link above \
                 and write to us right away.",
    };
    letter(letterhead, to, name, link, words)
}

/// Tells the owner of an account that it was joined with a Google account.
pub fn google_connected(
    letterhead: &MailLayout,
    to: &str,
    name: Option<&str>,
    link: &str,
) -> NewMail {
    let words = Words {
        subject: "Google sign-in was added to your Earshot account",
        preheader: "You can now sign in with Google too.",
        heading: "Google sign-in was added",
        says: "you can now sign in to your Earshot account with Google. \
               Your password, if you have one, still works.",
        button: "Open Earshot",
        reason: "You received this because someone signed in with a Google account that has \
                 this address. If that was not you, secure your Google account and contact us \
                 right away.",
    };
    letter(letterhead, to, name, link, words)
}

/// Tells the old address of an account that it was moved to another one.
pub fn address_changed(
    letterhead: &MailLayout,
    to: &str,
    name: Option<&str>,
    (new_email, link): (&str, &str),
) -> NewMail {
    let says = format!(
        "your Earshot account was just moved to {new_email}. You sign in with that address now, \
         and this is the last email to the old one."
    );
    let words = Words {
        subject: "Your Earshot email was changed",
        preheader: "Your account was moved to another address.",
        heading: "Your email was changed",
        says: &says,
        button: "Open Earshot",
        reason: "You received this because this was the address of an Earshot account. \
                 If that was not you, write to us right away and we’ll help you get it back.",
    };
    letter(letterhead, to, name, link, words)
}

/// Greets somebody whose address is confirmed.
pub fn welcome(letterhead: &MailLayout, to: &str, name: Option<&str>, link: &str) -> NewMail {
    let words = Words {
        subject: "Welcome to Earshot",
        preheader: "Give us your website and we’ll start listening.",
        heading: "Welcome to Earshot",
        says: "your account is ready. Give us your website and we’ll find the Reddit posts \
               worth answering and every mention of your brand.",
        button: "Start listening",
        reason: "You received this once, because an Earshot account was confirmed with this \
                 address. If that was not you, write to us and we’ll remove it.",
    };
    letter(letterhead, to, name, link, words)
}

/// Greets somebody whose address is confirmed and whose website is known already.
pub fn welcome_with_company(
    letterhead: &MailLayout,
    to: &str,
    name: Option<&str>,
    link: &str,
) -> NewMail {
    let words = Words {
        subject: "Welcome to Earshot",
        preheader: "We have your website. Continue in your dashboard.",
        heading: "Welcome to Earshot",
        says: "your account is ready and we know your website. The dashboard shows the Reddit posts \
               worth answering and every mention of your brand.",
        button: "Open your dashboard",
        reason: "You received this once, because an Earshot account was confirmed with this \
                 address. If that was not you, write to us and we’ll remove it.",
    };
    letter(letterhead, to, name, link, words)
}

/// What somebody who deleted their account is told about it.
#[derive(Clone, Copy, Debug)]
pub struct AccountDeleted {
    /// A subscription was running, and is cancelled.
    pub had_subscription: bool,
    /// Keyed hashes stay, so that the trial is given once per person.
    pub is_trial_remembered: bool,
}

/// Tells the owner of a deleted account what is gone and what stays. It leads nowhere: there is no
/// account to open.
pub fn account_deleted(
    letterhead: &MailLayout,
    to: &str,
    name: Option<&str>,
    about: AccountDeleted,
) -> NewMail {
    let greeting = &greeting(name);
    let html = AccountDeletedHtml {
        letterhead,
        greeting,
        about,
    };
    let text = AccountDeletedText {
        letterhead,
        greeting,
        about,
    };
    NewMail {
        lane: String::new(),
        to: to.to_owned(),
        subject: "Your Earshot account is deleted".to_owned(),
        html: rendered(&html),
        text: rendered(&text),
        headers: Vec::new(),
        urgency: JobUrgency::Interactive,
    }
}

#[derive(Template)]
#[template(path = "mail/account_deleted.html")]
struct AccountDeletedHtml<'a> {
    letterhead: &'a MailLayout,
    greeting: &'a str,
    about: AccountDeleted,
}

#[derive(Template)]
#[template(path = "mail/account_deleted.txt")]
struct AccountDeletedText<'a> {
    letterhead: &'a MailLayout,
    greeting: &'a str,
    about: AccountDeleted,
}

/// What one kind of letter says.
#[derive(Clone, Copy)]
struct Words<'a> {
    subject: &'static str,
    /// What mailboxes show behind the subject.
    preheader: &'static str,
    heading: &'static str,
    /// Goes on after "Hi Nora,".
    says: &'a str,
    button: &'static str,
    /// Why somebody gets this, and what to do if it was not them.
    reason: &'static str,
}

#[derive(Template)]
#[template(path = "mail/account.html")]
struct AccountHtml<'a> {
    letterhead: &'a MailLayout,
    words: Words<'a>,
    greeting: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "mail/account.txt")]
struct AccountText<'a> {
    letterhead: &'a MailLayout,
    words: Words<'a>,
    greeting: &'a str,
    link: &'a str,
}

/// The lane is the address, for the callers who know of no user.
fn letter(
    letterhead: &MailLayout,
    to: &str,
    name: Option<&str>,
    link: &str,
    words: Words<'_>,
) -> NewMail {
    let greeting = &greeting(name);
    let html = AccountHtml {
        letterhead,
        words,
        greeting,
        link,
    };
    let text = AccountText {
        letterhead,
        words,
        greeting,
        link,
    };
    NewMail {
        lane: to.to_owned(),
        to: to.to_owned(),
        subject: words.subject.to_owned(),
        html: rendered(&html),
        text: rendered(&text),
        headers: Vec::new(),
        // Somebody looks at a page that says "check your inbox".
        urgency: JobUrgency::Immediate,
    }
}

fn rendered(template: &impl Template) -> String {
    template
        .render()
        .expect("a template of texts cannot fail; a test renders each")
}
