//! A company from one sentence of its owner, for a website that cannot be read.

use super::audience::audience;
use super::name::{from_domain, is_like_domain};
use super::one_liner::is_saying;
use super::store_listing::name_in_path;
use super::{Fact, WebsiteFacts, facts_from_text};
use crate::industry::industry_of;
use crate::keywords::is_rare;
use crate::taxonomy::closest_categories;
use crate::text::{fold, is_stopword, words};

/// The address of a company, and what of it names the company.
#[derive(Clone, Copy, Debug)]
pub enum CompanyAddress<'a> {
    /// A site of its own: the domain.
    Own(&'a str),
    /// A page on somebody else's host: the path.
    Listing(&'a str),
}

/// Extracts facts from what the owner says of the company at an address.
pub fn facts_from_sentence(address: CompanyAddress<'_>, sentence: &str) -> WebsiteFacts {
    let sentence = sentence.trim();
    let name = name_in(sentence, address).unwrap_or_else(|| match address {
        CompanyAddress::Own(url) => from_domain(url),
        CompanyAddress::Listing(url) => name_in_path(url),
    });
    let facts = facts_from_text(&name, sentence);
    // On a website three words are a slogan; here they are meant.
    let audience = facts.audience.or_else(|| {
        audience(sentence).map(|value| Fact {
            value,
            evidence: sentence.to_owned(),
        })
    });
    let customers = audience.as_ref().map_or("", |told| told.value.as_str());
    let offer = offer(&facts.one_liner, customers);
    // Software for plumbers is closer to software than to plumbing.
    let closest = closest_categories(&offer, &offer);
    let industry = industry_of(&closest, sentence);
    WebsiteFacts {
        industry: industry.map(|industry| Fact {
            value: industry.name.to_owned(),
            evidence: sentence.to_owned(),
        }),
        closest,
        offer: Some(offer),
        audience,
        // One good sentence is all that was asked for.
        is_thin: false,
        ..facts
    }
}

/// The name that a sentence starts with: "Paperlark" of "Paperlark is invoicing for freelancers".
/// "Scheduling is hard" starts with a word of everyday language, so it must be like the domain.
fn name_in(sentence: &str, address: CompanyAddress<'_>) -> Option<String> {
    const LONGEST: usize = 4;
    let all: Vec<_> = words(sentence).take(LONGEST + 1).collect();
    let verb = all.iter().position(|word| is_saying(&fold(word.text)))?;
    let first = all.first().filter(|_| verb > 0)?;
    let name = &sentence[first.start..all[verb - 1].end];
    let is_written = first.text.starts_with(|c: char| c.is_uppercase());
    let is_plain = all[..verb].iter().any(|word| is_stopword(&fold(word.text)));
    let is_rare = || all[..verb].iter().all(|word| is_rare(&fold(word.text)));
    let is_name = match address {
        CompanyAddress::Own(url) => is_like_domain(name, url) || is_rare(),
        CompanyAddress::Listing(_) => is_rare(),
    };
    (is_written && !is_plain && is_name).then(|| name.to_owned())
}

/// What is sold, without for whom: "Online booking" of "Online booking for hair salons", "collect
/// rent" of "Helps landlords collect rent".
fn offer(line: &str, audience: &str) -> String {
    let Some((before, after)) = line.split_once(audience).filter(|_| !audience.is_empty()) else {
        return line.to_owned();
    };
    let (before, after) = (before.trim_end(), after.trim());
    match before.rsplit_once(' ') {
        Some((thing, "for" | "to" | "with")) => {
            // "who work at night" is about them, "that stops no-shows" about the thing.
            let goes_on = after.starts_with("that ") || after.starts_with("which ");
            let rest = if goes_on { after } else { "" };
            format!("{thing} {rest}").trim_end().to_owned()
        }
        _ if !after.is_empty() => after.to_owned(),
        _ => line.to_owned(),
    }
}
