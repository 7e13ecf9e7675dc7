//! Finds what leads a reader elsewhere: whatever Reddit turns into a link, host names in any spelling,
//! phone numbers and handles of messengers.
//!
//! A dotted name is an address if its last part is a public suffix, so there is no list of endings here
//! that falls behind the registries.

use std::ops::Range;
use std::sync::LazyLock;

use lens::text::is_stopword;
use regex::{Regex, RegexBuilder};
use url::{Host, Url};

/// An address in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address<'t> {
    pub(super) text: &'t str,
    pub(super) range: Range<usize>,
    /// Whether it is a dotted name and nothing more: no scheme, path, port or mailbox.
    is_bare: bool,
}

/// Whether the text has an address, one to click or one to type.
pub(super) fn has_address(text: &str) -> bool {
    !addresses(text).is_empty()
}

/// The text with `gap` where an address was.
pub(super) fn without_addresses(text: &str, gap: &str) -> String {
    replace_addresses(text, |_| Some(gap.to_owned()))
}

/// The text with addresses replaced; one for which there is no replacement stays.
pub(super) fn replace_addresses(
    text: &str,
    replacement: impl Fn(&Address<'_>) -> Option<String>,
) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut end = 0;
    for address in addresses(text) {
        replaced.push_str(&text[end..address.range.start]);
        match replacement(&address) {
            Some(other) => replaced.push_str(&other),
            None => replaced.push_str(address.text),
        }
        end = address.range.end;
    }
    replaced.push_str(&text[end..]);
    replaced
}

/// The addresses in a text, in order, none overlapping another.
pub(super) fn addresses(text: &str) -> Vec<Address<'_>> {
    let certain = CERTAIN.captures_iter(text).filter_map(|found| {
        let address = found.name("address").or(found.name("name"))?;
        Some((address.range(), false))
    });
    let mut found: Vec<(Range<usize>, bool)> = certain.collect();
    found.extend(phone_numbers(text).map(|range| (range, false)));
    found.extend(dotted_names(text));
    found.extend(spaced_names(text).map(|range| (range, false)));
    let merged = merged(text, found);
    let address = |(range, is_bare): (Range<usize>, bool)| Address {
        text: &text[range.clone()],
        range,
        is_bare,
    };
    merged.into_iter().map(address).collect()
}

impl Address<'_> {
    /// Whether it leads to this host (given without `www.`) and to nowhere else.
    pub(super) fn leads_to(&self, own_host: &str) -> bool {
        // Readers of addresses disagree about what these mean; nobody's own link needs them.
        if self.text.contains(['@', '\\']) {
            return false;
        }
        let typed = if self.text.contains("://") {
            Url::parse(self.text)
        } else {
            Url::parse(&format!("https://{}", self.text))
        };
        let Ok(url) = typed else { return false };
        let is_plain = matches!(url.scheme(), "http" | "https") && url.port().is_none();
        let host = url.host_str().unwrap_or_default();
        is_plain && host.strip_prefix("www.").unwrap_or(host) == own_host
    }

    /// The name in the address of a product that people call by its address: "Monday" of "Monday.com".
    /// People write names with a capital letter.
    pub(super) fn product_name(&self) -> Option<&str> {
        let is_name = self.is_bare && self.text.starts_with(char::is_uppercase);
        is_name.then(|| name_of_host(self.text))
    }
}

/// The label before the public suffix: `Amazon` of `www.Amazon.co.uk`.
fn name_of_host(host: &str) -> &str {
    let suffix_labels =
        psl::suffix_str(&host.to_lowercase()).map_or(1, |suffix| suffix.split('.').count());
    let labels: Vec<&str> = host.split('.').collect();
    let at = labels.len().saturating_sub(suffix_labels + 1);
    labels[at]
}

/// Dotted names that end in a public suffix, and whether each is nothing but the name.
fn dotted_names(text: &str) -> impl Iterator<Item = (Range<usize>, bool)> {
    DOTTED.captures_iter(text).filter_map(|found| {
        let (whole, name) = (found.get(0)?, found.name("name")?);
        let name_text = DOTS.replace_all(name.as_str(), ".");
        let last = name_text.rsplit('.').next()?;
        let is_bare = whole.range() == name.range() && name_text == name.as_str();
        is_public_suffix(last).then(|| (whole.range(), is_bare))
    })
}

/// Host names with gaps around a dot, as in `evil . com` and `evil dot com`.
fn spaced_names(text: &str) -> impl Iterator<Item = Range<usize>> {
    SPACED_DOT.find_iter(text).filter_map(|dot| {
        let before = LABEL_AT_END.find(&text[..dot.start()])?;
        let after = LABEL_AT_START.find(&text[dot.end()..])?;
        let ending = after.as_str().rsplit(['.', '。', '．', '｡']).next()?;
        // "Rent comes late. So it goes." and "approx. in May" are sentences.
        let ends_sentence = dot.as_str().starts_with('.')
            && (ending.chars().count() > 3 || ending.starts_with(char::is_uppercase));
        let is_host = is_public_suffix(ending)
            && !ends_sentence
            && !is_stopword(&ending.to_lowercase())
            && !is_stopword(&before.as_str().to_lowercase());
        is_host.then(|| before.start()..dot.end() + after.end())
    })
}

/// Names of RFC 2606, RFC 6761 and RFC 7686. No registry has them, and some browsers open them.
const RESERVED: [&str; 4] = ["example", "localhost", "onion", "test"];

/// Whether names under this ending can be registered. Full-width and other letters count as the letters
/// that browsers read in them.
fn is_public_suffix(ending: &str) -> bool {
    let Ok(Host::Domain(ending)) = Host::parse(ending) else {
        return false;
    };
    RESERVED.contains(&ending.as_str())
        || psl::suffix(ending.as_bytes()).is_some_and(|suffix| suffix.is_known())
}

/// Nine digits in groups, seven after a plus, six after a word such as "call".
fn phone_numbers(text: &str) -> impl Iterator<Item = Range<usize>> {
    DIGITS.find_iter(text).filter_map(|found| {
        let number = DATE.replace_all(found.as_str(), "");
        let count = number.chars().filter(char::is_ascii_digit).count();
        let before = &text[..found.start()];
        let least = if found.as_str().starts_with(['+', '＋']) {
            7
        } else if CALL.is_match(before) {
            6
        } else {
            9
        };
        let is_price = before.ends_with(['$', '£', '€', '¥']);
        (count >= least && !is_price).then(|| found.range())
    })
}

/// Joins overlapping ranges, without the punctuation of the sentence after them.
fn merged(text: &str, mut found: Vec<(Range<usize>, bool)>) -> Vec<(Range<usize>, bool)> {
    found.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut merged: Vec<(Range<usize>, bool)> = Vec::new();
    for (range, is_bare) in found {
        match merged.last_mut() {
            Some((last, last_is_bare)) if range.start < last.end => {
                *last_is_bare &= is_bare;
                last.end = last.end.max(range.end);
            }
            _ => merged.push((range, is_bare)),
        }
    }
    for (range, _) in &mut merged {
        let kept = text[range.clone()].trim_end_matches(PUNCTUATION);
        range.end = range.start + kept.len();
    }
    merged.retain(|(range, _)| !range.is_empty());
    merged
}

const PUNCTUATION: [char; 9] = ['.', ',', ';', ':', '!', '?', '\'', '"', '*'];

fn pattern(text: &str) -> Regex {
    RegexBuilder::new(text)
        .case_insensitive(true)
        .multi_line(true)
        .build()
        .expect("the pattern is one")
}

static CERTAIN: LazyLock<Regex> = LazyLock::new(|| {
    let messenger = "(?:telegram|whats\\s?app|discord|skype|wechat|viber|snapchat|instagram|kik|threema|signal|messenger|tg|icq)";
    let addresses = [
        // With any scheme.
        r"\b[a-z][a-z0-9+.-]{1,20}:(?://)?[^\s)\]>]*[./@?=&\\][^\s)\]>]*",
        r"\b(?:javascript|vbscript|data|mailto|tel|sms):\S*",
        r"\bwww[.。．｡][^\s)\]>]+",
        // Without a scheme, as in `//evil.example`.
        r"//[\w-]+[.。．｡][^\s)\]>]+",
        // Mail, and user names of other networks.
        r"[\w.+-]+\s?[@＠]\s?[\w-]+(?:[.。．｡][\w-]+)+",
        r"\b\d{1,3}(?:\.\d{1,3}){3}\b(?::\d+)?(?:/\S*)?",
        // A character reference that Reddit turns into a dot, a colon, a slash or an at sign.
        r"\S*&(?:#x?[0-9a-f]+|period|colon|sol|commat);\S*",
        // Discord.
        r"\b[\w.]{2,32}#\d{4}\b",
        // "Telegram: name", "on Signal as name", "add name on Discord".
        &format!(
            r"\b{messenger}(?:\s+(?:me|us|id|handle|user(?:name)?|name|number|is|at|as|under))*\s*[:=]\s*\S+"
        ),
        &format!(r"\b{messenger}\s+(?:id|handle|user(?:name)?|at|as|under)\s+\S+"),
        &format!(
            r"\b(?:add|find|follow|text|ping|message|contact|reach|dm|pm|write)\s+\S+\s+(?:on|over|via|through)\s+{messenger}\b"
        ),
        &format!(r"\b[a-z0-9.]*[_\d][\w.]*\s+(?:on|via)\s+{messenger}\b"),
    ];
    // Reddit links these wherever they do not follow a letter.
    let names = [r"/?[ur]/[a-z0-9_-]{2,}", r"[@＠][a-z0-9_][a-z0-9_.]{2,}"];
    pattern(&format!(
        r"(?P<address>{})|(?:^|[^\w/@＠])(?P<name>{})",
        addresses.join("|"),
        names.join("|")
    ))
});

static DOTTED: LazyLock<Regex> = LazyLock::new(|| {
    let label = r"[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}])?";
    let rest = r"(?::\d+)?(?:[/?#][^\s)\]>]*)?";
    pattern(&format!("(?P<name>{label}(?:(?:{ANY_DOT}){label})+){rest}"))
});

/// What browsers and people read as a dot: its wide forms, an escaped one, one with Markdown around it,
/// one in brackets.
const ANY_DOT: &str = r"[*_~`^]{0,3}\\?[.。．｡․][*_~`^]{0,3}|\s?[\[({]\s?(?:\.|dot)\s?[\])}]\s?";
static DOTS: LazyLock<Regex> = LazyLock::new(|| pattern(ANY_DOT));
static SPACED_DOT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\s+[.。．｡․]\s*|\s+dot\s+|\.[ \t]+"));
static LABEL_AT_END: LazyLock<Regex> = LazyLock::new(|| pattern(r"[\p{L}\p{N}][\p{L}\p{N}_-]*\z"));
static LABEL_AT_START: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\A[\p{L}\p{N}][\p{L}\p{N}_-]*(?:[.。．｡][\p{L}\p{N}][\p{L}\p{N}_-]*)*")
});
static DIGITS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[+＋]?(?:\(\+?\d{1,4}\)|\d)(?:[ \t./()\u{a0}–-]{0,2}\d){5,}"));
static DATE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\d{4}-\d\d-\d\d\b"));
static CALL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:call|phone|ring|text|tel|sms|whats\s?app|mobile|cell|dial|number)\W{0,3}(?:(?:me|us|is|at|on|now)\W{1,2}){0,2}\z",
    )
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_recognised_in_many_forms() {
        for text in [
            "see https://evil.example/offer",
            "HTTP://EVIL.EXAMPLE",
            "evil.example/deal",
            "go to evil dot com now",
            "evil[.]example",
            "evil (dot) page",
            "www.evil.example",
            "//evil.example/x",
            "mail me at sales@evil.example",
            "[click](javascript:alert(1)?x=1)",
            "ping u/spammer please",
            "see /r/deals",
            "(*r/deals*)",
            "10.0.0.7/admin",
            "@telegramname",
            "evil.zip",
            "evil.page",
            "evil.museum",
            "evil . com",
            "evil .com",
            "evil. com",
            "Send it. evil .com has more",
            "evil\\.zip",
            "evil**.**zip",
            "evil.*zip*",
            "t.me/evilguy",
            "hxxps://evil.example",
            "pаperlark.example",
            "evil。com",
            "ｅｖｉｌ．ｃｏｍ",
            "пример.рф",
            "evil&#46;com",
            "call +44 20 7946 0958",
            "(555) 123-4567",
            "555-010-9999",
            "text me 555-0123 0",
            "WhatsApp: 447700900123",
            "Telegram: evilguy",
            "on Signal as evilguy",
            "add evilguy on Discord",
            "evil_guy on telegram",
            "evilguy#1234",
            "Skype: live:evilguy",
        ] {
            assert!(has_address(text), "{text}");
        }
    }

    #[test]
    fn ordinary_words_are_no_addresses() {
        for text in [
            "Node.js and e.g. a list, i.e. this one.",
            "net 14. Me too. To be clear. So it goes.",
            "£2,340.50 at 9.30 a.m., ratio 1:5:5",
            "and/or, either/or, 24/7, w/r/t",
            "Note: this is fine. In short: yes.",
            "approx. in May, etc. so it goes, vs. me",
            "from 2026-11-16 10:30 on, 1500-2000 words, 30/60/90 days, 10,000,000",
            "Slack, Discord and Telegram all do this.",
            "I connect the dot in the middle.",
            "invoice.pdf, v2.1, $1500 500 000",
        ] {
            assert_eq!(addresses(text), [], "{text}");
        }
    }

    #[test]
    fn only_a_plain_address_of_the_host_leads_to_it() {
        for (text, expected) in [
            ("https://own.example/prices?x=1", true),
            ("own.example", true),
            ("WWW.Own.Example/x", true),
            ("https://own.example:pay@evil.example/x", false),
            ("https://own.example@evil.example", false),
            ("https://own.example\\@evil.example", false),
            ("https://own.example:8443/", false),
            ("https://own.example.evil.example/", false),
            ("ftp://own.example/x", false),
            ("https://evil.example/own.example", false),
        ] {
            let found = addresses(text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert_eq!(found[0].leads_to("own.example"), expected, "{text}");
        }
    }

    #[test]
    fn a_product_called_by_its_address_has_a_name_without_the_ending() {
        for (text, expected) in [
            ("Monday.com", Some("Monday")),
            ("Amazon.co.uk", Some("Amazon")),
            ("Www.Amazon.co.uk", None),
            ("evil.zip", None),
            ("Evil.zip/x", None),
            ("https://Monday.com", None),
        ] {
            let found = addresses(text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert_eq!(found[0].product_name(), expected, "{text}");
        }
    }

    #[test]
    fn the_punctuation_of_a_sentence_is_no_part_of_an_address() {
        let found = addresses("See https://evil.example/x. Then (evil.zip), too.");

        let texts: Vec<&str> = found.iter().map(|address| address.text).collect();
        assert_eq!(texts, ["https://evil.example/x", "evil.zip"]);
    }
}
