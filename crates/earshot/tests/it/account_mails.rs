//! The mails of accounts: what they say, to whom, and that nobody else can speak through them.

use identity::mail_texts;
use platform::mail_layout::MailLayout;
use platform::outbox::NewMail;
use reqwest::Method;
use serde_json::{Value, json};

use crate::kit::{Person, TestApp};

const LINK: &str = "https://app.example.com/auth/v1/verify?token=pkce_abc&type=signup";

fn letters(name: Option<&str>) -> [(&'static str, NewMail); 8] {
    let site = "https://app.example.com".parse().unwrap();
    let head = MailLayout::new(&site, "help@example.com");
    let to = "nora@paperlark.example";
    [
        (
            "Confirm your email for Earshot",
            mail_texts::confirmation(&head, to, name, LINK),
        ),
        (
            "Reset your Earshot password",
            mail_texts::recovery(&head, to, name, LINK),
        ),
        (
            "Confirm your new email for Earshot",
            mail_texts::email_change(&head, to, name, LINK),
        ),
        (
            "Welcome to Earshot",
            mail_texts::welcome(&head, to, name, LINK),
        ),
        (
            "Welcome to Earshot",
            mail_texts::welcome_with_company(&head, to, name, LINK),
        ),
        (
            "Your Earshot password was changed",
            mail_texts::password_changed(&head, to, name, LINK),
        ),
        (
            "Google sign-in was added to your Earshot account",
            mail_texts::google_connected(&head, to, name, LINK),
        ),
        (
            "Your Earshot email was changed",
            mail_texts::address_changed(&head, to, name, ("n…@veld.example", LINK)),
        ),
    ]
}

fn body_of(person: &Person) -> Value {
    json!({ "email": person.email, "name": "Ada", "userId": person.id })
}

#[test]
fn both_halves_of_every_mail_have_the_greeting_the_link_and_whom_to_ask() {
    for (subject, letter) in letters(Some("Nora Feld")) {
        let link_in_html = LINK.replace('&', "&#38;");

        assert_eq!(
            (letter.subject.as_str(), letter.to.as_str()),
            (subject, "nora@paperlark.example")
        );
        assert!(letter.text.starts_with("Hi Nora, "), "{}", letter.text);
        assert!(
            letter.text.contains(&format!("\n{LINK}\n")),
            "{}",
            letter.text
        );
        assert!(letter.html.contains("Hi Nora, "), "{subject}");
        assert_eq!(
            letter
                .html
                .matches(&format!("href=\"{link_in_html}\""))
                .count(),
            2,
            "{subject}"
        );
        assert!(
            letter.html.contains(&format!(">{link_in_html}</a>")),
            "{subject}"
        );
        for half in [&letter.text, &letter.html] {
            assert!(half.contains("help@example.com"), "{subject}");
            assert!(half.contains("If that was not you"), "{subject}");
        }
    }
}

#[test]
fn every_mail_is_readable_in_the_dark_and_without_images() {
    for (subject, letter) in letters(None) {
        let images = letter.html.matches("<img ").count();

        assert!(
            letter
                .html
                .contains("<meta name=\"color-scheme\" content=\"light dark\">")
        );
        assert!(letter.html.contains("@media (prefers-color-scheme: dark)"));
        assert!(letter.html.contains("#1a1714") && letter.html.contains("#0f0d0b"));
        assert_eq!(
            letter
                .html
                .matches("src=\"https://app.example.com/mail/")
                .count(),
            images,
            "{subject}"
        );
        assert!(!letter.html.contains("data:"), "{subject}");
        assert!(letter.text.starts_with("Hi, "), "{subject}");
    }
}

#[test]
fn a_name_carries_neither_markup_nor_a_link_nor_a_header() {
    for name in [
        "<a href=\"https://evil.example\">Nora</a>",
        "https://evil.example",
        "evil.example",
        "Nora\r\nBcc: eve@evil.example",
        "{{ link }}",
        "\u{202e}evil.example",
    ] {
        for (subject, letter) in letters(Some(name)) {
            let whole = format!("{}{}{}", letter.subject, letter.text, letter.html);
            assert!(!whole.contains("evil"), "{name}");
            assert!(!whole.contains("<a href=\"https://evil"), "{name}");
            assert_eq!(letter.subject, subject);
            assert_eq!(letter.to, "nora@paperlark.example");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_user_is_welcomed_once_however_often_the_page_asks() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    for _ in 0..2 {
        let reply = ada
            .posts("/api/auth/signup-notification", &body_of(&ada))
            .await;
        assert_eq!(
            (reply.status.as_u16(), reply.json()),
            (200, json!({ "success": true }))
        );
    }
    let (one, two) = (body_of(&ada), body_of(&ada));
    let at_once = tokio::join!(
        ada.posts("/api/auth/signup-notification", &one),
        ada.posts("/api/auth/signup-notification", &two)
    );
    app.works_off_jobs().await;

    assert_eq!(
        (at_once.0.status.as_u16(), at_once.1.status.as_u16()),
        (200, 200)
    );
    let mails = app.visitor().reads_mail_to(&ada.email).await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0]["subject"], "Welcome to Earshot");
    assert!(mails[0]["text"].as_str().unwrap().starts_with("Hi Ada, "));
    let start = format!(
        "{}/onboarding",
        app.app().site_url.as_str().trim_end_matches('/')
    );
    assert_eq!(mails[0]["links"], json!([start]));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_given_their_website_is_welcomed_to_the_dashboard() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut tx = app.db().begin().await.unwrap();
    let filled = earshot::lifecycle::fill(&mut tx, &app.app().clock, ada.id).await;
    filled.unwrap();
    tx.commit().await.unwrap();
    app.works_off_jobs().await;

    let reply = ada
        .posts("/api/auth/signup-notification", &body_of(&ada))
        .await;
    assert_eq!(reply.status, 200);
    app.works_off_jobs().await;

    let mails = app.visitor().reads_mail_to(&ada.email).await;
    let welcome = mails
        .iter()
        .find(|mail| mail["subject"] == "Welcome to Earshot")
        .unwrap();
    let site = app.app().site_url.as_str().trim_end_matches('/').to_owned();
    assert_eq!(welcome["links"], json!([format!("{site}/dashboard")]));
    let text = welcome["text"].as_str().unwrap();
    assert!(!text.contains("Give us your website"), "{text}");
}

#[test]
fn the_last_mail_says_what_is_gone_what_is_kept_and_whom_to_ask() {
    let site = "https://app.example.com".parse().unwrap();
    let head = MailLayout::new(&site, "help@example.com");
    let letter = |had_subscription, is_trial_remembered| {
        let about = mail_texts::AccountDeleted {
            had_subscription,
            is_trial_remembered,
        };
        mail_texts::account_deleted(&head, "nora@paperlark.example", Some("Nora Feld"), about)
    };

    for (had_subscription, is_trial_remembered) in
        [(false, false), (true, false), (false, true), (true, true)]
    {
        let letter = letter(had_subscription, is_trial_remembered);
        assert_eq!(letter.subject, "Your Earshot account is deleted");
        for half in [&letter.html, &letter.text] {
            assert!(half.contains("Hi Nora, "), "{half}");
            assert!(half.contains("help@example.com"), "{half}");
            let says = |text: &str| half.contains(text);
            assert_eq!(says("you will not be charged again"), had_subscription);
            assert_eq!(says("24 months"), is_trial_remembered);
            assert_eq!(says("Nothing about you is kept."), !is_trial_remembered);
        }
        assert!(letter.html.contains("prefers-color-scheme: dark"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_welcomed_on_the_word_of_somebody_else() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let about_bob = [
        body_of(&bob),
        json!({ "email": bob.email, "name": "Bob", "userId": ada.id }),
        json!({ "email": ada.email, "name": "Ada", "userId": bob.id }),
        json!({ "email": ada.email, "name": "Ada", "userId": "" }),
    ];

    for body in about_bob {
        let reply = ada.posts("/api/auth/signup-notification", &body).await;
        reply.refuses(403, "You can only do this for your own account.");
    }
    let stranger = app.visitor();
    let reply = stranger
        .posts("/api/auth/signup-notification", &body_of(&bob))
        .await;

    reply.refuses(401, "Please sign in to continue");
    assert_eq!(app.works_off_jobs().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_up_gets_the_mail_as_it_was_designed() {
    let app = TestApp::start_with(&[("EARSHOT_SUPPORT_EMAIL", "help@earshot.test")]).await;
    let signing_up = app
        .visitor()
        .request(Method::POST, "/auth/v1/signup")
        .header("apikey", app.anon_key())
        .json(&json!({
            "email": "nora@paperlark.example", "password": "correct horse battery",
            "data": { "full_name": "Nora Feld" },
        }));

    let reply = app.visitor().sends(signing_up).await;
    app.works_off_jobs().await;

    assert_eq!(reply.status.as_u16(), 200, "{}", reply.body);
    let mails = app.visitor().reads_mail_to("nora@paperlark.example").await;
    assert_eq!(mails[0]["subject"], "Confirm your email for Earshot");
    let links = mails[0]["links"].as_array().unwrap();
    assert_eq!(links.len(), 1, "{links:?}");
    assert!(
        links[0]
            .as_str()
            .unwrap()
            .contains("/auth/v1/verify?token=")
    );
    assert!(
        mails[0]["html"]
            .as_str()
            .unwrap()
            .contains("help@earshot.test")
    );
}
