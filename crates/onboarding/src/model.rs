//! The hand of a language model in an analysis, where there is one: it writes the description and
//! chooses keywords from what was read. What it says is checked against the site, and what the
//! site does not say is not believed: then the analysis stays as it was without it.

use std::collections::HashSet;
use std::sync::LazyLock;

use lens::text;
use providers::llm::{CompletionRequest, Schema, quote_untrusted};
use serde::Deserialize;
use serde_json::json;

use super::understanding::{Kind, ProposedKeyword, Understood};
use platform::llm::UserModel;

/// The analysis with the model's words in it, as far as they can be believed.
pub(super) async fn refined(model: &UserModel, understood: Understood) -> Understood {
    let request = CompletionRequest::new(TASK, &material(&understood)).with_max_tokens(900);
    match model.complete_json::<Written>(&request, &SCHEMA).await {
        Ok(written) => taken_over(understood, written),
        Err(failed) => {
            tracing::info!(%failed, "the analysis goes without a model");
            understood
        }
    }
}

const TASK: &str = "\
You read a company's website for a tool that looks for its customers on Reddit. From the material \
write what the company does, in two or three plain sentences a founder would sign, without \
superlatives, links or anything the material does not say; and choose up to ten keywords: short \
phrases the company's customers would type when they have the problem or look for such a product, \
best first, each with its type and with how likely its writer wants such a product (0 to 100).";

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let keyword = json!({
        "type": "object",
        "properties": {
            "keyword": { "type": "string", "minLength": 2, "maxLength": 60 },
            "type": { "type": "string", "enum": ["problem", "product", "category", "competitor", "audience"] },
            "intent_score": { "type": "integer", "minimum": 0, "maximum": 100 },
        },
        "required": ["keyword", "type", "intent_score"],
        "additionalProperties": false,
    });
    let json = json!({
        "type": "object",
        "properties": {
            "description": { "type": "string", "minLength": 20, "maxLength": 600 },
            "keywords": { "type": "array", "items": keyword, "minItems": 1, "maxItems": 10 },
        },
        "required": ["description", "keywords"],
        "additionalProperties": false,
    });
    Schema::new("company", json).expect("the schema is one that can be held to")
});

#[derive(Debug, Deserialize)]
struct Written {
    description: String,
    keywords: Vec<WrittenKeyword>,
}

#[derive(Debug, Deserialize)]
struct WrittenKeyword {
    keyword: String,
    #[serde(rename = "type")]
    kind: Kind,
    intent_score: u8,
}

fn material(understood: &Understood) -> String {
    let portrait = &understood.portrait;
    let keywords = understood.keywords.iter();
    let found: Vec<&str> = keywords.map(|found| found.keyword.as_str()).collect();
    let facts = format!(
        "Name: {}\nIndustry: {}\nKeywords found: {}\n\n{}",
        portrait.company_name,
        portrait.industry.as_deref().unwrap_or("unknown"),
        found.join(", "),
        understood.text,
    );
    quote_untrusted(&facts)
}

fn taken_over(mut understood: Understood, written: Written) -> Understood {
    let site = Vocabulary::of(&understood);
    let keywords: Vec<ProposedKeyword> = written
        .keywords
        .into_iter()
        .filter(|keyword| site.knows_some_of(&keyword.keyword))
        .map(|keyword| ProposedKeyword {
            keyword: keyword.keyword.trim().to_owned(),
            context: None,
            kind: keyword.kind,
            intent_score: keyword.intent_score,
        })
        .collect();
    if !keywords.is_empty() {
        understood.keywords = merged(keywords, understood.keywords);
        understood.used_model = true;
    }
    if site.vouches_for(&written.description) {
        understood.portrait.description = Some(written.description.trim().to_owned());
        understood.used_model = true;
    }
    understood
}

/// The model's keywords and ours, best first, each once.
fn merged(written: Vec<ProposedKeyword>, found: Vec<ProposedKeyword>) -> Vec<ProposedKeyword> {
    let mut seen = HashSet::new();
    let mut all: Vec<ProposedKeyword> = written
        .into_iter()
        .chain(found)
        .filter(|keyword| seen.insert(keyword.keyword.to_lowercase()))
        .collect();
    all.sort_by_key(|keyword| std::cmp::Reverse(keyword.intent_score));
    all
}

/// The words that the site uses.
struct Vocabulary(HashSet<String>);

impl Vocabulary {
    fn of(understood: &Understood) -> Self {
        let name = &understood.portrait.company_name;
        let words = stems(&understood.text).chain(stems(name));
        Self(words.collect())
    }

    /// A keyword may put things in the customers' words, but it must be about something on the site.
    fn knows_some_of(&self, keyword: &str) -> bool {
        stems(keyword).any(|stem| self.0.contains(&stem))
    }

    /// Names, numbers and links must be the site's own, and so must most of the other words.
    fn vouches_for(&self, description: &str) -> bool {
        if description.contains("://") || description.contains("www.") {
            return false;
        }
        let claims =
            text::words(description).filter(|word| is_claim(description, word.start, word.text));
        let is_covered = |word: &str| stems(word).all(|stem| self.0.contains(&stem));
        if !claims.into_iter().all(|word| is_covered(word.text)) {
            return false;
        }
        let all: Vec<String> = stems(description).collect();
        let known = all.iter().filter(|stem| self.0.contains(*stem)).count();
        // Three in five: glue such as "helps" and "while" is the writer's.
        known * 5 >= all.len() * 3
    }
}

/// A number, or a name: capitals anywhere but at the start of a sentence.
fn is_claim(whole: &str, start: usize, word: &str) -> bool {
    if word.chars().any(|letter| letter.is_ascii_digit()) {
        return true;
    }
    let before = whole[..start].trim_end();
    let starts_sentence = before.is_empty() || before.ends_with(['.', '!', '?', ':']);
    !starts_sentence && word.chars().next().is_some_and(char::is_uppercase)
}

/// The words that carry meaning, as stems.
fn stems(text: &str) -> impl Iterator<Item = String> {
    text::words(text)
        .map(|word| text::fold(word.text))
        .filter(|word| !text::is_stopword(word))
        .map(|word| text::stem(&word).into_owned())
}
