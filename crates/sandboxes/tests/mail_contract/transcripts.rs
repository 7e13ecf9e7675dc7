//! The sandbox against plain transcripts. Lines of one client without a reply between them
//! are sent in one piece, so pipelining shows in the layout.

use crate::kit::{Client, Sandbox};

#[tokio::test]
async fn a_mail_in_the_usual_order() {
    let sandbox = check(
        "S 220
         C HELO me
         S 250
         C MAIL FROM:<ada@example.com>
         S 250
         C RCPT TO:<grace@example.com>
         S 250
         C RCPT TO:<alan@example.com>
         S 250
         C DATA
         S 354
         C Subject: Hello
         C
         C Bare text.
         C .
         S 250
         C QUIT
         S 221",
    )
    .await;

    let received = sandbox.inbox.mails().pop().unwrap();
    assert_eq!(received.to, ["grace@example.com", "alan@example.com"]);
    assert_eq!(received.subject, "Hello");
    assert_eq!(received.text.as_deref(), Some("Bare text.\r\n"));
    assert_eq!(received.html, None);
    assert_eq!(received.message_id, None);
}

#[tokio::test]
async fn nonsense_and_wrong_order_are_answered_and_forgiven() {
    check(
        "S 220
         C NOOP
         S 250
         C MAIL FROM:<ada@example.com>
         S 503
         C AUTH PLAIN AGEAYg==
         S 503
         C EHLO
         S 501
         C EHLO me
         S 250
         C RCPT TO:<grace@example.com>
         S 503
         C DATA
         S 503
         C MAIL FROM ada@example.com
         S 501
         C MAIL FROM:<ada@example.com> SIZE=99999999
         S 552
         C MAIL FROM:<ada@example.com> SIZE=100 BODY=8BITMIME
         S 250
         C MAIL FROM:<ada@example.com>
         S 503
         C DATA
         S 503
         C RCPT TO:<nobody>
         S 501
         C RCPT TO:<grace@example.com>
         S 250
         C DATA now
         S 501
         C RSET
         S 250
         C RCPT TO:<grace@example.com>
         S 503
         C VRFY ada
         S 252
         C EXPN list
         S 502
         C STARTTLS
         S 502
         C FROBNICATE
         S 500
         C
         S 500
         C quit
         S 221",
    )
    .await;
}

#[tokio::test]
async fn anybody_may_sign_in_once() {
    check(
        "S 220
         C EHLO me
         S 250
         C AUTH CRAM-MD5
         S 504
         C AUTH LOGIN
         S 334
         C *
         S 501
         C AUTH LOGIN
         S 334
         C YWRh
         S 334
         C cGFzc3dvcmQ=
         S 235
         C AUTH PLAIN AGEAYg==
         S 503
         C QUIT
         S 221",
    )
    .await;
    check(
        "S 220
         C EHLO me
         S 250
         C AUTH PLAIN
         S 334
         C AGEAYg==
         S 235
         C QUIT
         S 221",
    )
    .await;
}

#[tokio::test]
async fn commands_may_be_pipelined_over_several_mails() {
    let sandbox = check(
        "S 220
         C EHLO me
         S 250
         C MAIL FROM:<a@b.c>
         C RCPT TO:<busy@example.com>
         C RCPT TO:<ada@example.com>
         C DATA
         S 250
         S 451
         S 250
         S 354
         C Subject: one
         C
         C .
         C MAIL FROM:<>
         C RCPT TO:<ada@example.com>
         C DATA
         S 250
         S 250
         S 250
         S 354
         C Subject: two
         C
         C .
         C QUIT
         S 250
         S 221",
    )
    .await;

    let subjects: Vec<_> = sandbox
        .inbox
        .mails()
        .into_iter()
        .map(|mail| mail.subject)
        .collect();
    assert_eq!(subjects, ["one", "two"]);
}

#[tokio::test]
async fn stuffed_dots_come_off_and_only_a_lone_dot_ends_a_message() {
    let sandbox = Sandbox::start().await;
    let mut client = Client::amid_a_message(sandbox.address).await;

    client
        .say(b"\r\n..\r\n..two\r\n. one\r\nx.\r\nbare\n.\nlf\n.\r\n\r\n.\r\n")
        .await;
    assert_eq!(client.hear().await, 250);

    let raw = sandbox.inbox.mails().pop().unwrap().raw;
    assert_eq!(
        String::from_utf8(raw).unwrap(),
        "\r\n.\r\n.two\r\n one\r\nx.\r\nbare\n.\nlf\n.\r\n\r\n"
    );
}

#[tokio::test]
async fn a_client_may_speak_one_byte_at_a_time() {
    let sandbox = Sandbox::start().await;
    let mut client = Client::connect(sandbox.address).await;

    for byte in
        b"EHLO me\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<ada@example.com>\r\nDATA\r\n..x\r\n.\r\nQUIT\r\n"
    {
        client.say(&[*byte]).await;
    }

    for expected in [220, 250, 250, 250, 354, 250, 221] {
        assert_eq!(client.hear().await, expected);
    }
    client.hears_nothing_more().await;
    assert_eq!(sandbox.inbox.mails().pop().unwrap().raw, b".x\r\n");
}

#[tokio::test]
async fn a_message_beyond_ten_mebibytes_is_refused_and_the_next_one_taken() {
    let sandbox = Sandbox::start().await;
    let mut client = Client::amid_a_message(sandbox.address).await;
    let line = [b"x".repeat(998), b"\r\n".to_vec()].concat();

    for _ in 0..10_500 {
        client.say(&line).await;
    }
    client.say(b".\r\n").await;
    assert_eq!(client.hear().await, 552);

    client
        .say(b"MAIL FROM:<a@b.c>\r\nRCPT TO:<ada@example.com>\r\nDATA\r\nhello\r\n.\r\n")
        .await;
    for expected in [250, 250, 354, 250] {
        assert_eq!(client.hear().await, expected);
    }
    assert_eq!(sandbox.inbox.mails().len(), 1);
}

#[tokio::test]
async fn lines_beyond_their_limit_are_refused_and_forgotten() {
    let sandbox = Sandbox::start().await;
    let mut client = Client::amid_a_message(sandbox.address).await;

    client
        .say(&[b"x".repeat(999), b"\r\n.\r\n".to_vec()].concat())
        .await;
    assert_eq!(client.hear().await, 554);

    client
        .say(
            &[
                b"NOOP ".to_vec(),
                b"x".repeat(100_000),
                b"\r\nNOOP\r\n".to_vec(),
            ]
            .concat(),
        )
        .await;
    assert_eq!(client.hear().await, 500);
    assert_eq!(client.hear().await, 250);
    assert_eq!(sandbox.inbox.mails(), []);
}

#[tokio::test]
async fn a_client_that_leaves_in_the_middle_of_a_message_leaves_nothing_behind() {
    let mut sandbox = Sandbox::start().await;
    let mut client = Client::amid_a_message(sandbox.address).await;

    client.say(b"Subject: half\r\n\r\nHalf a mess").await;
    drop(client);

    sandbox.stop.cancel();
    sandbox.has_stopped().await;
    assert_eq!(sandbox.inbox.mails(), []);
}

/// Plays a transcript and expects the server to hang up when it ends with QUIT.
async fn check(transcript: &str) -> Sandbox {
    let sandbox = Sandbox::start().await;
    let mut client = Client::connect(sandbox.address).await;
    let mut unsent = String::new();
    for line in transcript.lines().map(str::trim_start) {
        match line.split_at(1) {
            ("C", words) => unsent += &[words.trim_start(), "\r\n"].concat(),
            (_, code) => {
                client.say(std::mem::take(&mut unsent).as_bytes()).await;
                assert_eq!(
                    client.hear().await.to_string(),
                    code.trim(),
                    "before {line}"
                );
            }
        }
    }
    client.hears_nothing_more().await;
    sandbox
}
