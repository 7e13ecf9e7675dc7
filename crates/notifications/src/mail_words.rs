//! What mails about findings say around the posts and mentions.

use super::digest_contents::{DigestContents, MailKind, SearchEffort};
use super::mail_frequency::MailFrequency;
use super::post_age::post_age;
use listening::place_of;

/// The texts of one mail.
#[derive(Debug)]
pub(super) struct MailWords {
    pub(super) subject: String,
    /// What mail programs show after the subject.
    pub(super) preheader: String,
    pub(super) heading: String,
    /// Below the heading.
    pub(super) says: String,
    pub(super) mentions_heading: String,
    /// Why the reader gets it.
    pub(super) why: String,
}

/// A subject is cut off by most mail programs after this many characters.
const LONGEST_TITLE: usize = 70;

impl MailWords {
    pub(super) fn of(contents: &DigestContents) -> Self {
        let heading = heading(contents);
        Self {
            subject: subject(contents, &heading),
            preheader: preheader(contents),
            says: says(contents),
            mentions_heading: mentions_heading(contents),
            why: why(contents),
            heading,
        }
    }
}

fn heading(contents: &DigestContents) -> String {
    let when = contents.frequency.this_period();
    let brand = brand(contents);
    match (
        contents.kind,
        contents.posts_in_all,
        contents.mentions_in_all,
    ) {
        (MailKind::QuietNote, ..) => quiet_heading(contents),
        (MailKind::FirstMorning, 1.., _) => {
            let listed = counted(listed(contents), "post");
            format!("Good morning. {listed} to answer today.")
        }
        (MailKind::Alert, 0, mentions) => {
            let noun = if mentions == 1 { "mention" } else { "mentions" };
            format!("{mentions} negative {noun} of {brand}")
        }
        (_, 0, 1) => format!("1 new mention of {brand} {when}"),
        (_, 0, mentions) => format!("{mentions} new mentions of {brand} {when}"),
        (_, 1, _) => format!("1 post worth answering {when}"),
        (_, posts, _) => format!("{posts} posts worth answering {when}"),
    }
}

fn quiet_heading(contents: &DigestContents) -> String {
    let period = match contents.frequency {
        MailFrequency::Monthly => "month",
        _ => "week",
    };
    format!("A quiet {period} for {}", brand(contents))
}

/// The best lead, because that is what a reader decides by.
fn subject(contents: &DigestContents, heading: &str) -> String {
    let Some(best) = contents.posts.first() else {
        return mention_subject(contents, heading);
    };
    let title = shortened(&best.title);
    match contents.kind {
        MailKind::Alert => {
            let place = place_of(&best.reddit_id, &best.subreddit);
            format!("{place}: “{title}”")
        }
        MailKind::FirstMorning => {
            let found = counted(contents.posts_in_all, "post");
            let listed = contents.posts.len();
            format!(
                "Overnight: {found} for {}, {listed} to answer",
                brand(contents)
            )
        }
        MailKind::Digest | MailKind::QuietNote => match contents.posts_in_all - 1 {
            0 => format!("“{title}”"),
            1 => format!("“{title}” and 1 more post to answer"),
            more => format!("“{title}” and {more} more posts to answer"),
        },
    }
}

fn mention_subject(contents: &DigestContents, heading: &str) -> String {
    match (contents.kind, contents.mentions.first()) {
        (MailKind::Alert, Some(mention)) => {
            let title = shortened(&mention.title);
            let place = place_of(&mention.reddit_id, &mention.subreddit);
            format!("Negative mention in {place}: “{title}”")
        }
        _ => heading.to_owned(),
    }
}

fn preheader(contents: &DigestContents) -> String {
    match (contents.kind, contents.posts.first()) {
        (MailKind::QuietNote, _) => "What Earshot read, and what could find more.".to_owned(),
        (_, None) => "What they said, and where.".to_owned(),
        (MailKind::FirstMorning, Some(best)) => {
            let age = post_age(best.created_at, contents.written_at);
            format!("The best: “{}”, asked {age}", shortened(&best.title))
        }
        (_, Some(best)) => {
            let age = post_age(best.created_at, contents.written_at);
            let comments = counted(best.comments, "comment");
            format!("Match {}, asked {age}, {comments}", best.relevance)
        }
    }
}

fn says(contents: &DigestContents) -> String {
    let brand = brand(contents);
    match contents.kind {
        MailKind::QuietNote => quiet_says(contents),
        MailKind::FirstMorning => format!(
            "{} {} worth a look; the best come first.",
            effort_says(contents.effort, brand, "Overnight"),
            match contents.posts_in_all {
                1 => "1 is".to_owned(),
                posts => format!("{posts} are"),
            }
        ),
        _ if contents.posts.is_empty() => format!("Here is what people said about {brand}."),
        _ => {
            let best = if contents.posts_in_all > listed(contents) {
                " The best come first."
            } else {
                ""
            };
            format!("People asked for what {brand} offers.{best}")
        }
    }
}

/// Honest about how much was read and why nothing of it is here.
fn quiet_says(contents: &DigestContents) -> String {
    let when = match contents.frequency {
        MailFrequency::Monthly => "This month",
        _ => "This week",
    };
    let brand = brand(contents);
    if contents.effort.is_none_or(|effort| effort.searches == 0) {
        return format!(
            "{when} no search ran for {brand}, so there is nothing to report. Check that you have keywords."
        );
    }
    let effort = effort_says(contents.effort, brand, when);
    let line = contents.minimum_match;
    match contents.below_minimum {
        0 => format!("{effort} Nobody asked for what you offer."),
        1 => format!("{effort} 1 post is in your list, below your minimum match of {line}."),
        more => format!(
            "{effort} {more} posts are in your list, all below your minimum match of {line}."
        ),
    }
}

fn effort_says(effort: Option<SearchEffort>, brand: &str, when: &str) -> String {
    match effort.filter(|effort| effort.posts > 0) {
        Some(effort) => format!(
            "{when} Earshot ran {} and read {} for {brand}.",
            counted(effort.searches, "search"),
            counted(effort.posts, "post"),
        ),
        None => format!("{when} Earshot listened for {brand}."),
    }
}

fn mentions_heading(contents: &DigestContents) -> String {
    let unread = contents.mentions_in_all;
    match contents.kind {
        MailKind::Alert => "Negative mentions".to_owned(),
        _ => format!("Brand mentions, {unread} unread"),
    }
}

fn why(contents: &DigestContents) -> String {
    let line = contents.minimum_match;
    let often = match contents.frequency {
        MailFrequency::Instant => {
            return format!(
                "You get this within minutes because instant alerts are on for {}, for posts with a match of {line} or more and for negative mentions.",
                contents.to
            );
        }
        MailFrequency::Daily => "once a day",
        MailFrequency::Weekly => "once a week",
        MailFrequency::Monthly => "once a month",
    };
    match contents.kind {
        MailKind::FirstMorning => {
            "You get this email once, on the first morning of your trial.".to_owned()
        }
        _ => format!(
            "You get this email {often} because email notifications are on for {}.",
            contents.to
        ),
    }
}

fn brand(contents: &DigestContents) -> &str {
    contents.company.as_deref().unwrap_or("your brand")
}

/// Cut at a word, so that a subject stays readable.
fn shortened(title: &str) -> String {
    if title.chars().count() <= LONGEST_TITLE {
        return title.to_owned();
    }
    let cut: String = title.chars().take(LONGEST_TITLE).collect();
    let words = cut
        .rsplit_once(' ')
        .map_or(cut.as_str(), |(words, _)| words);
    format!("{}…", words.trim_end_matches([',', '.', ';', ':']))
}

fn listed(contents: &DigestContents) -> i64 {
    i64::try_from(contents.posts.len()).unwrap_or(0)
}

/// "1 post", "1,284 posts", "24 searches".
pub(super) fn counted(count: i64, noun: &str) -> String {
    let ending = match (count, noun.ends_with("ch")) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{} {noun}{ending}", with_commas(count))
}

fn with_commas(count: i64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_title_is_cut_at_a_word() {
        let title =
            "How do you take deposits from clients abroad without losing four percent, honestly?";
        assert_eq!(
            shortened(title),
            "How do you take deposits from clients abroad without losing four…"
        );
        assert_eq!(shortened("Late again"), "Late again");
    }

    #[test]
    fn counts_are_said_as_people_write_them() {
        assert_eq!(counted(1, "search"), "1 search");
        assert_eq!(counted(24, "search"), "24 searches");
        assert_eq!(counted(1_284, "post"), "1,284 posts");
        assert_eq!(counted(1_000_000, "post"), "1,000,000 posts");
    }
}
