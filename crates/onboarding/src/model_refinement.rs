//! The language model's part in an analysis, if one is configured: it writes the description and
//! chooses keywords from what was read. Its output is checked against the site, and what the
//! site does not support is dropped; the analysis then stays as it was.

use std::collections::HashSet;
use std::sync::LazyLock;

use lens::text;
use providers::llm::{CompletionRequest, RequestKind, Schema, quote_untrusted};
use serde::Deserialize;
use serde_json::json;

use super::website_findings::{KeywordKind, ProposedKeyword, WebsiteFindings};
use platform::llm::UserModel;

/// The findings with the model's output, as far as the site supports it.
pub(super) async fn refine_with_model(
    model: &UserModel,
    findings: WebsiteFindings,
) -> WebsiteFindings {
    let request = CompletionRequest::new(RequestKind::Website, TASK, &material(&findings))
        .with_max_tokens(900);
    match model.complete_json::<ModelOutput>(&request, &SCHEMA).await {
        Ok(output) => apply_model_output(findings, output),
        Err(failed) => {
            tracing::info!(%failed, "the analysis goes without a model");
            findings
        }
    }
}

const TASK: &str = "\
You read a company's website for a tool that looks for its customers on Reddit. From the material \
write what the company does, in two or three plain sentences a founder would sign, without \
superlatives, links or anything the material does not say; and choose ten to fifteen keywords: short \
phrases the company's customers would type when they have the problem or look for such a product, \
best first, never the bare name of those customers and never a slogan, each with its type and with \
how likely its writer wants such a product (0 to 100).";

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
            "keywords": { "type": "array", "items": keyword, "minItems": 1, "maxItems": 15 },
        },
        "required": ["description", "keywords"],
        "additionalProperties": false,
    });
    Schema::new("company", json).expect("the schema is one that can be held to")
});

#[derive(Debug, Deserialize)]
struct ModelOutput {
    description: String,
    keywords: Vec<ModelKeyword>,
}

#[derive(Debug, Deserialize)]
struct ModelKeyword {
    keyword: String,
    #[serde(rename = "type")]
    kind: KeywordKind,
    intent_score: u8,
}

fn material(findings: &WebsiteFindings) -> String {
    let profile = &findings.profile;
    let keywords = findings.keywords.iter();
    let found: Vec<&str> = keywords.map(|found| found.keyword.as_str()).collect();
    let facts = format!(
        "Name: {}\nIndustry: {}\nKeywords found: {}\n\n{}",
        profile.company_name,
        profile.industry.as_deref().unwrap_or("unknown"),
        found.join(", "),
        findings.text,
    );
    quote_untrusted(&facts)
}

fn apply_model_output(mut findings: WebsiteFindings, output: ModelOutput) -> WebsiteFindings {
    let site = SiteVocabulary::of(&findings);
    let keywords: Vec<ProposedKeyword> = output
        .keywords
        .into_iter()
        .filter(|keyword| site.has_any_of(&keyword.keyword))
        .map(|keyword| ProposedKeyword {
            keyword: keyword.keyword.trim().to_owned(),
            context: None,
            kind: keyword.kind,
            intent_score: keyword.intent_score,
        })
        .collect();
    if !keywords.is_empty() {
        findings.keywords = merged(keywords, findings.keywords);
        findings.used_model = true;
    }
    // The owner's own words stay.
    if !findings.is_told && site.supports(&output.description) {
        findings.profile.description = Some(output.description.trim().to_owned());
        findings.used_model = true;
    }
    findings
}

/// The model's keywords and ours, best first, without duplicates.
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
struct SiteVocabulary(HashSet<String>);

impl SiteVocabulary {
    fn of(findings: &WebsiteFindings) -> Self {
        let name = &findings.profile.company_name;
        let words = stems(&findings.text).chain(stems(name));
        Self(words.collect())
    }

    /// A keyword may use the customers' words, but must be about something on the site.
    fn has_any_of(&self, keyword: &str) -> bool {
        stems(keyword).any(|stem| self.0.contains(&stem))
    }

    /// Names, numbers and links must be the site's own, and so must most of the other words.
    fn supports(&self, description: &str) -> bool {
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
        // Three in five: connecting words such as "helps" and "while" are the writer's own.
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
