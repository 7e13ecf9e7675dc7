//! What other mail servers learn from the DNS about the sender's domain. Without these records mail
//! is taken for spam, and nothing on our side tells.

use crate::check::{DnsClient, DnsFailure, SetupCheck};

const REPLIES: &str = "replies and bounces";
const SPF: &str = "SPF";
const DMARC: &str = "DMARC";

/// Looks at the records of a domain. `mail_host` is the server that sends for it.
pub async fn check_sender_dns(domain: &str, mail_host: &str, dns: &DnsClient) -> Vec<SetupCheck> {
    let (replies, spf, dmarc) = tokio::join!(
        check_replies(domain, dns),
        check_spf(domain, mail_host, dns),
        check_dmarc(domain, dns)
    );
    let checks = [(REPLIES, replies), (SPF, spf), (DMARC, dmarc)];
    let read = |(subject, check): (_, Result<_, DnsFailure>)| {
        check.unwrap_or_else(|failure| unanswered(subject, failure))
    };
    checks.map(read).into()
}

fn unanswered(subject: &str, failure: DnsFailure) -> SetupCheck {
    SetupCheck::warning(
        subject,
        format!("{failure}, so this could not be looked up"),
        "Check this machine's DNS, or name a server in EARSHOT_DNS.",
    )
}

async fn check_replies(domain: &str, dns: &DnsClient) -> Result<SetupCheck, DnsFailure> {
    let hosts = dns.mail_hosts(domain).await?;
    if hosts.iter().any(|host| !host.is_empty()) {
        let hosts = hosts.join(", ");
        return Ok(SetupCheck::ok(
            REPLIES,
            format!("{domain} takes mail at {hosts}"),
        ));
    }
    if !hosts.is_empty() {
        return Ok(SetupCheck::wrong(
            REPLIES,
            format!("{domain} says that it takes no mail (a null MX)"),
            "Use a domain that takes mail in EARSHOT_MAIL_FROM: many servers reject senders that cannot be answered.",
        ));
    }
    if dns.has_address(domain).await? {
        return Ok(SetupCheck::warning(
            REPLIES,
            format!("{domain} has no MX record, only an address"),
            format!("Add an MX record for {domain}, so that replies and bounces arrive."),
        ));
    }
    Ok(SetupCheck::wrong(
        REPLIES,
        format!("{domain} has neither an MX record nor an address"),
        "Check the spelling of the domain in EARSHOT_MAIL_FROM: most servers reject a sender that does not exist.",
    ))
}

async fn check_spf(
    domain: &str,
    mail_host: &str,
    dns: &DnsClient,
) -> Result<SetupCheck, DnsFailure> {
    let texts = dns.texts(domain).await?;
    Ok(judge_spf(domain, mail_host, &texts))
}

fn judge_spf(domain: &str, mail_host: &str, texts: &[String]) -> SetupCheck {
    let is_spf = |text: &&String| {
        let mut words = text.split_whitespace();
        words
            .next()
            .is_some_and(|word| word.eq_ignore_ascii_case("v=spf1"))
    };
    let records: Vec<&String> = texts.iter().filter(is_spf).collect();
    let [record] = records[..] else {
        if records.is_empty() {
            return SetupCheck::warning(
                SPF,
                format!("{domain} has no SPF record"),
                format!(
                    "Add the TXT record that your mail provider shows, such as \"v=spf1 include:… ~all\", to {domain}."
                ),
            );
        }
        return SetupCheck::wrong(
            SPF,
            format!(
                "{domain} has {} SPF records, so none of them counts",
                records.len()
            ),
            "Put all of them into one TXT record.",
        );
    };
    let words: Vec<&str> = record.split_whitespace().skip(1).collect();
    if let ["-all" | "~all"] = words[..] {
        return SetupCheck::wrong(
            SPF,
            format!("{domain} says that no server may send its mail"),
            "Add what your mail provider shows, such as include:…, to the SPF record.",
        );
    }
    if words.iter().any(|word| ["+all", "all"].contains(word)) {
        return SetupCheck::warning(
            SPF,
            format!("{domain} lets everyone send its mail (+all)"),
            "End the SPF record with ~all or -all.",
        );
    }
    SetupCheck::ok(SPF, format!("{domain} has \"{record}\"")).with_advice(format!(
        "Make sure that it includes the servers through which {mail_host} sends."
    ))
}

/// The policy of the domain itself, or of the nearest one above it.
async fn check_dmarc(domain: &str, dns: &DnsClient) -> Result<SetupCheck, DnsFailure> {
    let labels: Vec<&str> = domain.split('.').collect();
    // A top-level domain has no policy of its own for others.
    for start in 0..labels.len().saturating_sub(1) {
        let name = format!("_dmarc.{}", labels[start..].join("."));
        let texts = dns.texts(&name).await?;
        if let Some(record) = texts
            .iter()
            .find(|text| text.trim_start().starts_with("v=DMARC1"))
        {
            return Ok(SetupCheck::ok(DMARC, format!("{name} has \"{record}\"")).with_advice(
                "DKIM cannot be seen from here. Send yourself a mail and look for dkim=pass in its header Authentication-Results.",
            ));
        }
    }
    Ok(SetupCheck::warning(
        DMARC,
        format!("{domain} has no DMARC record"),
        format!(
            "Add a TXT record _dmarc.{domain}, such as \"v=DMARC1; p=none; rua=mailto:postmaster@{domain}\". Large mail providers demand one."
        ),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::CheckState::{self, Ok, Warning, Wrong};

    #[test]
    fn an_spf_record_must_be_one_and_let_somebody_send() {
        check(&[], Warning, "has no SPF record");
        check(
            &["google-site-verification=1"],
            Warning,
            "has no SPF record",
        );
        check(
            &["v=spf1 include:_spf.example.net ~all"],
            Ok,
            "include:_spf.example.net",
        );
        check(&["v=spf1 a -all", "v=spf1 mx -all"], Wrong, "2 SPF records");
        check(&["v=spf1 -all"], Wrong, "no server may send");
        check(&["v=spf1 mx +all"], Warning, "everyone");
        check(&["v=spf10 -all"], Warning, "has no SPF record");
    }

    fn check(texts: &[&str], state: CheckState, words: &str) {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();

        let judged = judge_spf("example.net", "mail.example.net", &texts);

        assert_eq!(judged.state, state, "{texts:?}");
        assert!(judged.found.contains(words), "{judged:?}");
    }
}
