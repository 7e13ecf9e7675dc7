//! The mail server and the sender's DNS records.

use super::dns_server::{self, DnsRecord};
use super::scripted_smtp::{self, Flaw, Rejection, TestAuthority};
use super::stand_ins::{StandIns, closed_port, free_port};
use crate::kit::{Diagnosis, HeldSmtp};

const FROM: (&str, &str) = ("EARSHOT_MAIL_FROM", "Earshot <hello@good.test>");

async fn examined(url: &str, more: &[(&str, &str)]) -> Diagnosis {
    let settings = [&[("EARSHOT_SMTP_URL", url), FROM][..], more].concat();
    Diagnosis::of_part("mail", &settings).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_takes_our_mail_is_fine_and_gets_none() {
    let mail = HeldSmtp::start().await;
    let url = mail.url().replace("smtp://", "smtp://earshot:pa55word@");

    let diagnosis = examined(&url, &[]).await;

    diagnosis.says("server", "ok", "in the clear");
    diagnosis.says("sign-in", "ok", "accepts the user");
    diagnosis.says("sender", "ok", "hello@good.test");
    assert!(mail.mails().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rejected_password_is_told_from_a_rejected_sender() {
    let password: Rejection = ("AUTH", "535 5.7.8 no");
    let sender: Rejection = ("MAIL", "550 5.7.1 no");
    for (rejection, check, words) in [
        (
            password,
            "sign-in",
            "rejects the user or the password (535)",
        ),
        (sender, "sender", "rejects mail from hello@good.test (550)"),
    ] {
        let stand_ins = StandIns::new();
        let port = scripted_smtp::plain(&stand_ins, Some(rejection)).await;

        let diagnosis = examined(&format!("smtp://earshot:pa55word@127.0.0.1:{port}"), &[]).await;

        assert_eq!(diagnosis.code, Some(1), "{diagnosis:?}");
        diagnosis.says("server", "ok", "answers");
        diagnosis.says(check, "wrong", words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_is_checked_and_what_is_wrong_with_it_is_said() {
    for (flaw, is_trusted, state, words) in [
        (
            Flaw::None,
            true,
            "ok",
            "encrypted, with a valid certificate",
        ),
        (Flaw::Expired, true, "wrong", "its certificate has expired"),
        (
            Flaw::OtherName,
            true,
            "wrong",
            "its certificate is for another name",
        ),
        (
            Flaw::None,
            false,
            "wrong",
            "an authority that this machine does not know",
        ),
    ] {
        let (stand_ins, authority) = (StandIns::new(), TestAuthority::named("right"));
        let port = scripted_smtp::encrypted(&stand_ins, &authority, flaw).await;
        let other = TestAuthority::named("another");
        let trusted = if is_trusted { &authority } else { &other };

        let url = format!("smtps://localhost:{port}");
        let diagnosis = examined(&url, &[("SSL_CERT_FILE", trusted.path())]).await;

        diagnosis.says("server", state, words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_port_a_missing_upgrade_and_a_silent_server_are_told_apart() {
    let stand_ins = StandIns::new();
    let closed = closed_port().await;
    let clear = scripted_smtp::plain(&stand_ins, None).await;
    // Connections are taken by the system, and nobody says anything.
    let (silent, _) = free_port().await;
    let silent_port = silent.local_addr().unwrap().port();

    let refused = examined(&format!("smtp://127.0.0.1:{closed}"), &[]).await;
    let unencrypted = examined(&format!("smtp://127.0.0.1:{clear}?tls=required"), &[]).await;
    let url = format!("smtp://127.0.0.1:{silent_port}");
    let settings = [("EARSHOT_SMTP_URL", url.as_str()), FROM];
    let words = ["--json", "--only", "mail", "--timeout", "1"];
    let waiting = Diagnosis::of(&settings, &words).await;

    refused.says("server", "wrong", "nothing accepts connections there");
    unencrypted.says("server", "wrong", "does not offer encryption");
    waiting.says("server", "wrong", "no answer within 1 s");
    drop(silent);
}

static RECORDS: [DnsRecord; 4] = [
    DnsRecord::MailHost("good.test", "mx.good.test"),
    DnsRecord::Text("good.test", "v=spf1 include:_spf.good.test ~all"),
    DnsRecord::Text("_dmarc.good.test", "v=DMARC1; p=none"),
    DnsRecord::Text("closed.test", "v=spf1 -all"),
];

#[tokio::test(flavor = "multi_thread")]
async fn the_senders_domain_is_looked_up_as_receivers_do() {
    let stand_ins = StandIns::new();
    let dns = dns_server::serve(&stand_ins, &RECORDS).await.to_string();
    let smtp = format!("smtp://127.0.0.1:{}", closed_port().await);
    let sender = async |from: &str| {
        let settings = [
            ("EARSHOT_SMTP_URL", smtp.as_str()),
            ("EARSHOT_MAIL_FROM", from),
            ("EARSHOT_DNS", dns.as_str()),
        ];
        Diagnosis::of_part("mail", &settings).await
    };

    let good = sender("hello@mail.good.test").await;
    let known = sender("hello@good.test").await;
    let closed = sender("hello@closed.test").await;

    known.says("replies and bounces", "ok", "mx.good.test");
    known.says("SPF", "ok", "include:_spf.good.test");
    known.says("DMARC", "ok", "_dmarc.good.test");
    good.says("DMARC", "ok", "_dmarc.good.test");
    good.says("SPF", "warning", "has no SPF record");
    closed.says(
        "replies and bounces",
        "wrong",
        "neither an MX record nor an address",
    );
    closed.says("SPF", "wrong", "no server may send");
    closed.says("DMARC", "warning", "has no DMARC record");
}
