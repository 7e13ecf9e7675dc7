//! Mails about findings, in HTML and plain text (design 13a, 27a, 27b).

use askama::Template;

use super::digest_contents::{DigestContents, DigestMention, DigestPost, MailKind};
use super::mail_words::{MailWords, counted};
use super::post_age::post_age;
use listening::{SourceName, author_of, place_of};
use platform::jobs::JobUrgency;
use platform::mail_layout::MailLayout;
use platform::outbox::NewMail;

/// Composes the mail. `lane` is the user it is for.
pub(super) fn compose(contents: &DigestContents, lane: String) -> NewMail {
    let words = MailWords::of(contents);
    let letterhead = MailLayout {
        site: contents.site.clone(),
        support_email: contents.support_email.clone(),
    };
    let view = &MailView {
        words: &words,
        contents,
    };
    let letterhead = &letterhead;
    let (html, text) = match contents.kind {
        MailKind::Alert => (
            render_template(&AlertHtml { letterhead, view }),
            render_template(&AlertText { letterhead, view }),
        ),
        MailKind::Digest | MailKind::FirstMorning | MailKind::QuietNote => (
            render_template(&DigestHtml { letterhead, view }),
            render_template(&DigestText { letterhead, view }),
        ),
    };
    NewMail {
        lane,
        to: contents.to.clone(),
        subject: words.subject.clone(),
        html,
        text,
        headers: headers(&contents.unsubscribe),
        urgency: match contents.kind {
            MailKind::Alert => JobUrgency::Interactive,
            _ => JobUrgency::Background,
        },
    }
}

/// One-click unsubscribe in the mail program (RFC 8058).
fn headers(unsubscribe: &str) -> Vec<(String, String)> {
    vec![
        ("List-Unsubscribe".to_owned(), format!("<{unsubscribe}>")),
        (
            "List-Unsubscribe-Post".to_owned(),
            "List-Unsubscribe=One-Click".to_owned(),
        ),
    ]
}

/// An alert is about one post, and names another.
const NAMED_IN_ALERT: usize = 2;

/// What the templates read.
struct MailView<'a> {
    words: &'a MailWords,
    contents: &'a DigestContents,
}

impl MailView<'_> {
    fn link(&self, path: &str) -> String {
        format!("{}{path}", self.contents.site)
    }

    /// Opens the app with this post selected (web, `features/discovery/post-filters.ts`).
    fn link_to_post(&self, post: &DigestPost) -> String {
        self.link(&format!("/dashboard?post={}", post.id))
    }

    fn link_to_mention(&self, mention: &DigestMention) -> String {
        self.link(&format!("/dashboard?tab=mentions&mention={}", mention.id))
    }

    /// Where the one button leads: to the best of it.
    fn link_to_best(&self) -> String {
        match (self.contents.posts.first(), self.contents.mentions.first()) {
            (Some(post), _) => self.link_to_post(post),
            (None, Some(mention)) => self.link_to_mention(mention),
            (None, None) => self.link_to_settings(),
        }
    }

    fn link_to_settings(&self) -> String {
        self.link("/dashboard?tab=settings")
    }

    fn is_note(&self) -> bool {
        self.contents.kind == MailKind::QuietNote
    }

    fn is_first(&self) -> bool {
        self.contents.kind == MailKind::FirstMorning
    }

    /// "r/freelance · u/quietkestrel · 5 hours ago · 64 upvotes, 6 comments"
    fn about_post(&self, post: &DigestPost) -> String {
        let age = post_age(post.created_at, self.contents.written_at);
        let place = place_of(&post.reddit_id, &post.subreddit);
        let author = author_of(&post.reddit_id, &post.author);
        let author = author.map(|author| format!("{author} · "));
        let author = author.unwrap_or_default();
        let counts = counts(&post.reddit_id, (post.score, post.comments));
        format!("{place} · {author}{age}{counts}")
    }

    fn about_mention(&self, mention: &DigestMention) -> String {
        let age = post_age(mention.created_at, self.contents.written_at);
        let counts = counts(&mention.reddit_id, (mention.score, mention.comments));
        let place = place_of(&mention.reddit_id, &mention.subreddit);
        format!("{place} · {age}{counts}")
    }

    /// "Match 84, asked 2 hours ago"
    fn short_about(&self, post: &DigestPost) -> String {
        let age = post_age(post.created_at, self.contents.written_at);
        format!("Match {}, asked {age}", post.relevance)
    }

    /// Why an answer counts today.
    fn why_now(&self, post: &DigestPost) -> String {
        let age = post_age(post.created_at, self.contents.written_at);
        let comments = match post.comments {
            0 => "nobody has answered yet".to_owned(),
            count => format!("{} so far", counted(count, "comment")),
        };
        match post.google_ranking.filter(|rank| *rank <= 10) {
            Some(rank) => format!("Number {rank} on Google for one of your keywords, {comments}."),
            None => format!("Asked {age}, {comments}."),
        }
    }

    /// How many posts the mail does not name.
    fn more_posts(&self, named: usize) -> i64 {
        self.contents.posts_in_all - i64::try_from(named).unwrap_or(0)
    }

    fn more_in_earshot(&self) -> String {
        format!("+{} more in Earshot", self.more_posts(NAMED_IN_ALERT))
    }

    /// "Wednesday, 18 November"
    fn trial_end(&self) -> String {
        let trial = self.contents.trial.as_ref();
        trial.map_or_else(String::new, |it| {
            it.ends_at.format("%A, %-d %B").to_string()
        })
    }
}

/// " · 64 upvotes, 6 comments"; nothing where nothing is counted.
fn counts(text_id: &str, (score, comments): (i64, i64)) -> String {
    let vote = match SourceName::of(text_id) {
        SourceName::Reddit => "upvote",
        SourceName::HackerNews => "point",
        SourceName::Bluesky => return String::new(),
    };
    let (votes, comments) = (counted(score, vote), counted(comments, "comment"));
    format!(" · {votes}, {comments}")
}

#[derive(Template)]
#[template(path = "mail/digest.html")]
struct DigestHtml<'a> {
    letterhead: &'a MailLayout,
    view: &'a MailView<'a>,
}

#[derive(Template)]
#[template(path = "mail/digest.txt")]
struct DigestText<'a> {
    letterhead: &'a MailLayout,
    view: &'a MailView<'a>,
}

#[derive(Template)]
#[template(path = "mail/alert.html")]
struct AlertHtml<'a> {
    letterhead: &'a MailLayout,
    view: &'a MailView<'a>,
}

#[derive(Template)]
#[template(path = "mail/alert.txt")]
struct AlertText<'a> {
    letterhead: &'a MailLayout,
    view: &'a MailView<'a>,
}

fn render_template(template: &impl Template) -> String {
    template
        .render()
        .expect("a template of texts cannot fail; a test renders each")
}
