//! What the live adapter sends arrives whole.

use proptest::prelude::*;
use providers::mail::{Mail, MailError, Mailer, SmtpMailer};
use sandboxes::mail::ReceivedMail;
use tokio::runtime::Runtime;

use crate::kit::{Sandbox, mail_to};

#[tokio::test]
async fn a_mail_arrives_with_both_halves_and_its_links() {
    let received = deliver(&mail_to("ada@example.com")).await;

    assert_eq!(received.from, "hello@earshot.example");
    assert_eq!(received.to, ["ada@example.com"]);
    assert_eq!(received.subject, "Confirm your address");
    assert_eq!(
        received.message_id.as_deref(),
        Some("confirmation-1@earshot.example")
    );
    assert_eq!(
        received.html.as_deref(),
        Some(r#"<p><a href="https://earshot.example/confirm?a=1&amp;b=2">Confirm</a></p>"#)
    );
    assert_eq!(
        received.text.as_deref(),
        Some("Confirm: https://earshot.example/confirm?a=1&b=2")
    );
    assert_eq!(received.links, ["https://earshot.example/confirm?a=1&b=2"]);
    assert!(raw_headers(&received).contains("\r\nDate: "));
    assert!(raw_headers(&received).contains("From: Earshot <hello@earshot.example>\r\n"));
}

#[tokio::test]
async fn names_subjects_and_bodies_may_be_in_any_script() {
    let mail = Mail {
        subject: "Grüße aus Zürich, 東京 and 🦀, a subject long enough to be folded over lines"
            .to_owned(),
        text: "Ça va? Да. 是的。".to_owned(),
        html: "<p>Ça va? Да. 是的。</p>".to_owned(),
        ..mail_to("Jörg Müller <joerg@example.com>")
    };

    let received = deliver(&mail).await;

    assert_eq!(received.subject, mail.subject);
    assert_eq!(received.text, Some(mail.text));
    assert_eq!(received.html, Some(mail.html));
    assert_eq!(received.to, ["joerg@example.com"]);
}

#[tokio::test]
async fn addresses_may_be_in_any_script_where_the_server_allows_it() {
    let received = deliver(&mail_to("jörg@example.com")).await;

    assert_eq!(received.to, ["jörg@example.com"]);
}

#[tokio::test]
async fn lines_that_start_with_dots_and_long_lines_arrive_as_they_were() {
    let mail = Mail {
        text: format!(".\r\n..\r\n.hidden\r\n{}\r\nend", "word ".repeat(2000)),
        html: format!("<p>{}</p>", "x".repeat(5000)),
        ..mail_to("ada@example.com")
    };

    let received = deliver(&mail).await;

    assert_eq!(received.text, Some(mail.text));
    assert_eq!(received.html, Some(mail.html));
}

#[tokio::test]
async fn further_headers_arrive() {
    let mail = Mail {
        headers: vec![
            (
                "List-Unsubscribe".to_owned(),
                "<https://earshot.example/unsubscribe?token=abc>".to_owned(),
            ),
            (
                "List-Unsubscribe-Post".to_owned(),
                "List-Unsubscribe=One-Click".to_owned(),
            ),
        ],
        ..mail_to("ada@example.com")
    };

    let received = deliver(&mail).await;

    assert_eq!(
        received.list_unsubscribe.as_deref(),
        Some("<https://earshot.example/unsubscribe?token=abc>")
    );
    assert_eq!(
        received.list_unsubscribe_post.as_deref(),
        Some("List-Unsubscribe=One-Click")
    );
}

#[tokio::test]
async fn a_subject_cannot_start_another_header() {
    let mail = Mail {
        subject: "Hello\r\nBcc: eve@example.com\r\n\r\n<b>Eve's text</b>\u{85}X-Eve: 1".to_owned(),
        headers: vec![("X-Name".to_owned(), "Ada\r\nX-Eve: 1\nX-Eve: 2".to_owned())],
        ..mail_to("ada@example.com")
    };

    let received = deliver(&mail).await;

    assert_eq!(received.to, ["ada@example.com"]);
    assert_eq!(
        received.subject,
        "Hello Bcc: eve@example.com <b>Eve's text</b> X-Eve: 1"
    );
    let headers = raw_headers(&received);
    assert!(
        !headers
            .lines()
            .any(|line| line.starts_with("X-Eve") || line.starts_with("Bcc"))
    );
    assert_eq!(received.text, Some(mail.text));
}

#[tokio::test]
async fn what_is_not_one_address_is_refused_before_anything_is_sent() {
    for to in [
        "",
        "ada",
        "ada@",
        "@example.com",
        "ada@example.com\r\nBcc: eve@example.com",
        "Ada\nBcc: eve@example.com <ada@example.com>",
        "\"Ada\r\nBcc: eve@example.com\" <ada@example.com>",
        "Ada\tLovelace <ada@example.com>",
        "Ada\u{85}Lovelace <ada@example.com>",
        "ada@example.com\n",
        "ada@example.com, eve@example.com",
        "ada@example.com> SIZE=1\r\nRCPT TO:<eve@example.com",
        "<ada@example.com><eve@example.com>",
    ] {
        refused_unsent(&mail_to(to)).await;
    }
}

#[tokio::test]
async fn headers_that_the_adapter_writes_itself_cannot_be_added() {
    for name in [
        "Bcc",
        "to",
        "FROM",
        "Content-Type",
        "Message-ID",
        "X-Two Words",
        "X:",
        "",
        "X-Ü",
    ] {
        let header = (name.to_owned(), "eve@example.com".to_owned());
        refused_unsent(&Mail {
            headers: vec![header],
            ..mail_to("ada@example.com")
        })
        .await;
    }
    refused_unsent(&Mail {
        message_id: "a b".to_owned(),
        ..mail_to("ada@example.com")
    })
    .await;
}

#[tokio::test]
async fn a_server_that_wants_a_sign_in_gets_it() {
    let sandbox = Sandbox::start().await;
    let url = format!("smtp://earshot:p%40ss%2Fword@{}", sandbox.address);
    let mailer = SmtpMailer::new(&url, "hello@earshot.example").unwrap();

    mailer.send(&mail_to("ada@example.com")).await.unwrap();

    assert_eq!(sandbox.inbox.mails().len(), 1);
}

#[test]
fn any_text_survives_the_trip() {
    let runtime = Runtime::new().unwrap();
    let sandbox = runtime.block_on(Sandbox::start());
    proptest!(ProptestConfig::with_cases(48), |(subject in "\\PC{0,120}", text in "(\\PC|[.\n]){0,300}")| {
        let mail = Mail { subject, text, ..mail_to("ada@example.com") };

        runtime.block_on(sandbox.mailer().send(&mail)).unwrap();

        let received = sandbox.inbox.mails().pop().unwrap();
        prop_assert_eq!(received.text.unwrap().replace("\r\n", "\n"), mail.text);
        prop_assert_eq!(received.subject, mail.subject.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
    });
}

async fn deliver(mail: &Mail) -> ReceivedMail {
    let sandbox = Sandbox::start().await;
    sandbox.mailer().send(mail).await.unwrap();
    sandbox.inbox.mails().pop().unwrap()
}

async fn refused_unsent(mail: &Mail) {
    let sandbox = Sandbox::start().await;

    let answer = sandbox.mailer().send(mail).await;

    assert!(
        matches!(
            answer,
            Err(MailError::Refused { .. } | MailError::AddressRefused { .. })
        ),
        "{mail:?}: {answer:?}"
    );
    assert_eq!(sandbox.inbox.mails(), []);
}

fn raw_headers(received: &ReceivedMail) -> String {
    let raw = String::from_utf8(received.raw.clone()).unwrap();
    raw.split("\r\n\r\n").next().unwrap().to_owned() + "\r\n"
}
