//! What a good reply needs, without a word of prose: the post's questions, the facts of the website that
//! answer each, the community's rules that matter and a line of disclosure. A model writes from it;
//! without one it is what the user gets.

use onboarding::SourceSentence;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::company_facts::CompanyFacts;
use super::disclosure::disclosure_line;
use super::draft_company::DraftCompany;
use super::draft_post::DraftPost;
use super::post_questions;
use super::subreddit_rules::{CommentRule, RuleKind, rules_that_matter};

/// A reply kit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReplyKit {
    /// The post's questions, word for word; if it asks none, only its need.
    pub questions: Vec<KitQuestion>,
    /// The sentence that states the need, if the post asks no question; `questions` has its facts.
    pub need: Option<String>,
    /// The community's rules that matter for a comment.
    pub rules: Vec<KitRule>,
    #[schema(example = "I work on Paperlark, so weigh that.")]
    pub disclosure: String,
}

/// A question from the post.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KitQuestion {
    #[schema(example = "Is there some way to prove it was opened?")]
    pub quote: String,
    /// What the company's website says about it; may be empty.
    pub facts: Vec<KitFact>,
}

/// A sentence from the company's website.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KitFact {
    pub quote: String,
    /// The page it comes from.
    #[schema(example = "paperlark.example/features")]
    pub page: String,
}

/// A rule of the community.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KitRule {
    pub name: String,
    pub kind: RuleKind,
}

/// How many facts a question gets.
const FACTS_PER_QUESTION: usize = 2;

impl ReplyKit {
    /// Gathers the kit. It reads sentences, which takes some milliseconds each.
    pub(super) fn gather(post: &DraftPost, company: &DraftCompany, rules: &[CommentRule]) -> Self {
        let sentences = company.quotable_sentences();
        let facts = CompanyFacts::new(&sentences);
        let mut asked = post_questions::questions(post);
        let mut need = None;
        if asked.is_empty() {
            need = post_questions::need(post, company);
            asked.extend(need.clone());
        }
        let questions = asked.into_iter().map(|quote| {
            let context = post_questions::context(post, &quote);
            let answers = facts.answering(&quote, &context, FACTS_PER_QUESTION);
            KitQuestion {
                facts: answers.into_iter().map(KitFact::from).collect(),
                quote,
            }
        });
        let questions = questions.collect();
        Self {
            questions,
            need,
            rules: rules_that_matter(rules),
            disclosure: disclosure_line(company),
        }
    }

    /// The kit as plain text.
    pub(super) fn as_text(&self, subreddit: &str) -> String {
        let says = if self.need.is_some() {
            "They say"
        } else {
            "They ask"
        };
        let mut parts: Vec<String> = Vec::new();
        for question in &self.questions {
            let mut lines = vec![format!("{says}: “{}”", question.quote)];
            let facts = question.facts.iter();
            lines.extend(
                facts.map(|fact| format!("Your site says: “{}” ({})", fact.quote, fact.page)),
            );
            if question.facts.is_empty() {
                lines.push("Your site says nothing about this.".to_owned());
            }
            parts.push(lines.join("\n"));
        }
        if !self.rules.is_empty() {
            let names: Vec<&str> = self.rules.iter().map(|rule| rule.name.as_str()).collect();
            parts.push(format!("Rules of r/{subreddit}: {}", names.join("; ")));
        }
        parts.push(format!("Say who you are: {}", self.disclosure));
        parts.join("\n\n")
    }
}

impl From<&SourceSentence> for KitFact {
    fn from(sentence: &SourceSentence) -> Self {
        Self {
            quote: sentence.quote.clone(),
            page: short_address(&sentence.page),
        }
    }
}

/// An address as people write it: `paperlark.example/features`.
pub(super) fn short_address(page: &str) -> String {
    let page = page.split_once("://").map_or(page, |(_, rest)| rest);
    let page = page.strip_prefix("www.").unwrap_or(page);
    page.trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_question_stands_with_the_facts_that_answer_it_and_one_without_says_so() {
        let kit = ReplyKit::gather(&post(), &paperlark(), &rules());

        assert_eq!(kit.questions.len(), 2);
        assert_eq!(
            kit.questions[0].facts,
            [KitFact {
                quote: "Write a quote, send a link, and see when it was opened.".to_owned(),
                page: "paperlark.example/features".to_owned(),
            }]
        );
        assert_eq!(kit.questions[1].facts, []);
        assert_eq!(
            kit.as_text("freelance"),
            "They ask: “Is there some way to prove it was opened?”\n\
             Your site says: “Write a quote, send a link, and see when it was opened.” \
             (paperlark.example/features)\n\n\
             They ask: “Which sourdough starter do you feed on holidays?”\n\
             Your site says nothing about this.\n\n\
             Rules of r/freelance: No self-promotion\n\n\
             Say who you are: I work on Paperlark, so weigh that."
        );
    }

    #[test]
    fn a_post_without_a_question_shows_the_sentence_that_carries_the_need() {
        let post = DraftPost {
            title: "Late invoices".to_owned(),
            body: "I need a way to see whether the client opened my invoice.".to_owned(),
            ..DraftPost::default()
        };

        let kit = ReplyKit::gather(&post, &paperlark(), &[]);

        assert_eq!(
            kit.need.as_deref(),
            Some("I need a way to see whether the client opened my invoice.")
        );
        assert!(
            kit.as_text("freelance")
                .starts_with("They say: “I need a way")
        );
    }

    #[test]
    fn an_address_is_shown_as_people_write_it() {
        assert_eq!(
            short_address("https://www.paperlark.example/"),
            "paperlark.example"
        );
        assert_eq!(
            short_address("https://paperlark.example/for/designers"),
            "paperlark.example/for/designers"
        );
    }

    fn post() -> DraftPost {
        DraftPost {
            title: "My client is 45 days late and says the invoice never arrived".to_owned(),
            body: "Is there some way to prove it was opened? Which sourdough starter do \
                   you feed on holidays?"
                .to_owned(),
            ..DraftPost::default()
        }
    }

    fn rules() -> Vec<CommentRule> {
        let rule = |name: &str| CommentRule {
            name: name.to_owned(),
            description: String::new(),
        };
        vec![rule("Be kind"), rule("No self-promotion")]
    }

    fn paperlark() -> DraftCompany {
        let sentence = |quote: &str, path: &str| SourceSentence {
            quote: quote.to_owned(),
            page: format!("https://paperlark.example/{path}"),
        };
        DraftCompany {
            name: "Paperlark".to_owned(),
            business_type: "SaaS".to_owned(),
            website_url: "https://paperlark.example".to_owned(),
            sentences: vec![
                sentence("Bank transfers cost nothing.", "pricing"),
                sentence(
                    "Write a quote, send a link, and see when it was opened.",
                    "features",
                ),
            ],
            ..DraftCompany::default()
        }
    }
}
