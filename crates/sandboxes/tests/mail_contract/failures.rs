//! What went wrong, and whether trying again makes sense.

use providers::mail::{MailError, Mailer, SmtpMailer};
use sandboxes::mail::SENTINELS;
use tokio::{join, time::Instant};

use crate::kit::{Sandbox, free_port, mail_to, mailer_to, scripted};

#[tokio::test]
async fn every_sentinel_fails_as_documented() {
    let sandbox = Sandbox::start().await;
    let mut seen = Vec::new();
    for sentinel in SENTINELS {
        let answer = sandbox
            .mailer()
            .send(&mail_to(&format!("{}@example.com", sentinel.local_part)))
            .await;
        seen.push((sentinel.local_part, kind(&answer)));
    }

    assert_eq!(
        seen,
        [
            ("refused", "address refused"),
            ("busy", "unavailable"),
            ("rejected", "refused")
        ]
    );
    assert_eq!(sandbox.inbox.mails(), []);
}

#[tokio::test]
async fn the_reason_repeats_what_the_server_said() {
    let sandbox = Sandbox::start().await;

    let answer = sandbox
        .mailer()
        .send(&mail_to("refused@example.com"))
        .await
        .unwrap_err();

    assert!(answer.to_string().contains("550"), "{answer}");
    assert!(
        answer.to_string().contains("That mailbox does not exist"),
        "{answer}"
    );
}

#[tokio::test]
async fn with_nobody_listening_the_server_is_unavailable() {
    let (listener, address) = free_port().await;
    drop(listener);

    let answer = mailer_to(address).send(&mail_to("ada@example.com")).await;

    assert_eq!(kind(&answer), "unavailable");
}

#[tokio::test]
async fn a_mail_that_the_inbox_could_not_keep_is_not_acknowledged() {
    let sandbox = Sandbox::start().await;
    sandbox.inbox.fill_up();

    let answer = sandbox.mailer().send(&mail_to("ada@example.com")).await;
    assert_eq!(kind(&answer), "unavailable");

    sandbox.inbox.release();
    sandbox
        .mailer()
        .send(&mail_to("ada@example.com"))
        .await
        .unwrap();
    assert_eq!(sandbox.inbox.mails().len(), 1);
}

#[tokio::test]
async fn a_held_mail_is_acknowledged_only_once_it_is_released() {
    let sandbox = Sandbox::start().await;
    sandbox.inbox.hold();
    let mailer = sandbox.mailer();
    let mail = mail_to("ada@example.com");

    let (answer, kept_before) = join!(mailer.send(&mail), async {
        sandbox.inbox.wait_for_attempts(1).await;
        let kept_before = sandbox.inbox.mails().len();
        sandbox.inbox.release();
        kept_before
    });

    assert_eq!(kept_before, 0);
    assert_eq!(answer, Ok(()));
    assert_eq!(sandbox.inbox.mails().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_answers_is_given_up() {
    let sandbox = Sandbox::start().await;
    sandbox.inbox.hold();
    let held = sandbox.mailer().send(&mail_to("ada@example.com")).await;
    assert_eq!(kind(&held), "unavailable");

    let before = Instant::now();
    let (listener, address) = free_port().await;
    let silent = mailer_to(address).send(&mail_to("ada@example.com")).await;
    assert_eq!(kind(&silent), "unavailable");
    assert_eq!(before.elapsed().as_secs(), 10);
    drop(listener);
}

#[tokio::test]
async fn only_words_about_the_mail_itself_refuse_it() {
    check(&["554 No service for you"], "unavailable").await;
    check(&["220 hello", "550 I do not know you"], "unavailable").await;
    check(
        &["220 hello", "250 AUTH PLAIN", "535 Wrong password"],
        "unavailable",
    )
    .await;
    check(&["220 hello", "250 PIPELINING"], "unavailable").await;
    check(
        &["220 hello", "250 AUTH PLAIN", "235 ok", "530 Sign in first"],
        "unavailable",
    )
    .await;
    check(
        &["220 hello", "250 AUTH PLAIN", "235 ok", "421 Going down"],
        "unavailable",
    )
    .await;
    check(
        &[
            "220 hello",
            "250 AUTH PLAIN",
            "235 ok",
            "250 ok",
            "452 Full",
        ],
        "unavailable",
    )
    .await;
    check(
        &["220 hello", "250 AUTH PLAIN", "235 ok", "250 ok", "garbage"],
        "unavailable",
    )
    .await;
    check(
        &[
            "220 hello",
            "250 AUTH PLAIN",
            "235 ok",
            "250 ok",
            "501 Bad recipient",
        ],
        "refused",
    )
    .await;
    check(
        &[
            "220 hello",
            "250 AUTH PLAIN",
            "235 ok",
            "250 ok",
            "250 ok",
            "554 No",
        ],
        "refused",
    )
    .await;
}

#[tokio::test]
async fn an_address_beyond_ascii_is_refused_where_the_server_cannot_carry_it() {
    let (address, _server) = scripted(&["220 hello", "250 8BITMIME"]).await;

    let answer = mailer_to(address).send(&mail_to("jörg@example.com")).await;

    assert_eq!(kind(&answer), "address refused");
}

#[tokio::test]
async fn a_connection_that_must_be_encrypted_is_never_made_in_the_clear() {
    let sandbox = Sandbox::start().await;
    for url in [
        format!("smtp://{}?tls=required", sandbox.address),
        format!("smtps://{}", sandbox.address),
    ] {
        let mailer = SmtpMailer::new(&url, "hello@earshot.example").unwrap();

        let answer = mailer.send(&mail_to("ada@example.com")).await;

        assert_eq!(kind(&answer), "unavailable", "{url}");
    }
    assert_eq!(sandbox.inbox.mails(), []);
}

#[test]
fn the_password_is_never_printed() {
    let mailer = SmtpMailer::new(
        "smtps://earshot:hunter2@mail.example",
        "hello@earshot.example",
    )
    .unwrap();
    assert!(!format!("{mailer:?}").contains("hunter2"));

    let error = SmtpMailer::new(
        "smtps://earshot:hunter2@mail.example?tls=maybe",
        "hello@earshot.example",
    )
    .unwrap_err();
    assert!(!format!("{error} {error:?}").contains("hunter2"));
}

#[test]
fn settings_that_cannot_work_are_refused_at_once() {
    for url in [
        "",
        "mail.example",
        "http://mail.example",
        "smtp://",
        "smtp://earshot@mail.example",
        "smtp://:hunter2@mail.example",
        "smtp://mail.example?tls=yes",
        "smtps://mail.example?tls=required",
    ] {
        assert!(
            SmtpMailer::new(url, "hello@earshot.example").is_err(),
            "{url}"
        );
    }
    for from in [
        "",
        "Earshot",
        "hello@earshot.example\r\nBcc: eve@example.com",
    ] {
        assert!(
            SmtpMailer::new("smtp://mail.example", from).is_err(),
            "{from}"
        );
    }
    assert!(SmtpMailer::new("smtp://[::1]:2525", "hello@earshot.example").is_ok());
}

async fn check(replies: &'static [&'static str], expected: &str) {
    let (address, _server) = scripted(replies).await;
    let mailer =
        SmtpMailer::new(&format!("smtp://u:p@{address}"), "hello@earshot.example").unwrap();

    let answer = mailer.send(&mail_to("ada@example.com")).await;

    assert_eq!(kind(&answer), expected, "{replies:?}: {answer:?}");
}

fn kind(answer: &Result<(), MailError>) -> &'static str {
    match answer {
        Ok(()) => "sent",
        Err(MailError::Refused { .. }) => "refused",
        Err(MailError::AddressRefused { .. }) => "address refused",
        Err(MailError::Unavailable { .. }) => "unavailable",
    }
}
