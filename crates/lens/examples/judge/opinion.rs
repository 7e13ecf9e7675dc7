//! Tasks sentiment, sentiment-brand and intent.

use super::column;
use lens::brand::{BrandSentiment, sentiment_toward};
use lens::intent::{self, Intent};
use lens::sentiment::{SentimentLabel, sentiment};
use serde_json::{Value, json};

/// The sentiment of a text.
pub(super) fn text_sentiment(row: &Value) -> Value {
    let said = sentiment(column(row, "text"));
    json!({ "id": row["id"], "label": said.label.as_str(), "score": said.score })
}

/// The sentiment toward the brand of a row.
pub(super) fn brand_sentiment(row: &Value) -> Value {
    let (text, brand) = (column(row, "text"), column(row, "brand"));
    let mut said = sentiment_toward(text, &[brand]);
    // The text of a row is about the brand, even if it uses another name.
    if said.why.is_empty() && !brand.is_empty() {
        said = sentiment_toward(text, &[]);
    }
    let label = label(&said).as_str();
    json!({ "id": row["id"], "label": label, "score": said.score, "why": said.why })
}

/// What the author wants; `classes` are the labels to choose among, all five when there are none.
pub(super) fn post_intent(row: &Value, classes: &[&str]) -> Value {
    json!({ "id": row["id"], "label": among(row, classes) })
}

fn among<'a>(row: &Value, classes: &[&'a str]) -> &'a str {
    let body = if row["text"].is_string() {
        "text"
    } else {
        "selftext"
    };
    let (title, body) = (column(row, "title"), column(row, body));
    let has = |class: &str| classes.contains(&class);
    let said = match classes {
        [] => intent::intent(title, body).as_str(),
        [_, _] if has("selling") && intent::is_hiring(title, body) => "buying",
        [_, _] if has("selling") => "selling",
        [_, _] if has("other") => return one_or_other(row, title, body, classes),
        [_, _, _, _] if !has("comparison") => intent::community_intent(title, body).as_str(),
        _ => return best_among(title, body, classes),
    };
    classes
        .iter()
        .copied()
        .find(|class| *class == said)
        .unwrap_or(said)
}

/// One class against everything else, as short texts are labelled.
fn one_or_other<'a>(row: &Value, title: &str, body: &str, classes: &[&'a str]) -> &'a str {
    let class = classes
        .iter()
        .copied()
        .find(|class| *class != "other")
        .unwrap_or("other");
    let text = format!("{title} {body}");
    let is_so = match class {
        "complaint" => intent::is_complaint(text.trim()),
        "comparison" => intent::is_comparison(text.trim(), column(row, "a"), column(row, "b")),
        "buying" => intent::is_purchase(text.trim()),
        _ => intent::intent(title, body).as_str() == class,
    };
    if is_so { class } else { "other" }
}

/// The most likely class; "other" gets the shares of all classes that are not listed.
fn best_among<'a>(title: &str, body: &str, classes: &[&'a str]) -> &'a str {
    let scores = intent::intent_scores(title, body);
    let share = |class: &str| {
        let of = |is_own: bool| {
            let fits = |intent: &&Intent| {
                if is_own {
                    intent.as_str() == class
                } else {
                    !classes.contains(&intent.as_str())
                }
            };
            Intent::ALL
                .iter()
                .filter(fits)
                .map(|intent| scores.of(*intent))
                .sum::<f32>()
        };
        of(class != "other")
    };
    let best = classes
        .iter()
        .copied()
        .max_by(|one, other| share(one).total_cmp(&share(other)));
    best.unwrap_or("other")
}

fn label(said: &BrandSentiment) -> SentimentLabel {
    match said.is_positive {
        Some(is_positive) if !said.is_neutral() => {
            if is_positive {
                SentimentLabel::Positive
            } else {
                SentimentLabel::Negative
            }
        }
        _ => SentimentLabel::Neutral,
    }
}
