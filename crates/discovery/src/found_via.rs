//! Which searches found a post.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One search that found a post.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FoundVia {
    #[schema(example = "chase unpaid invoices")]
    pub phrase: String,
    /// keyword, problem, competitor, asking, subject, community, web or query.
    #[schema(example = "problem")]
    pub origin: String,
    /// The community that was read or searched.
    pub community: Option<String>,
}

impl FoundVia {
    pub(super) fn new(phrase: &str, origin: &str) -> Self {
        Self {
            phrase: phrase.to_owned(),
            origin: origin.to_owned(),
            community: None,
        }
    }

    /// A community whose newest posts were read.
    pub(super) fn community(name: &str) -> Self {
        Self {
            phrase: format!("r/{name}, newest"),
            origin: "community".to_owned(),
            community: Some(name.to_owned()),
        }
    }
}

/// What found a post before, and what found it now: nothing is lost, the oldest come first.
pub(super) fn union(known: &[FoundVia], new: &[FoundVia]) -> Vec<FoundVia> {
    let mut all = known.to_vec();
    for via in new {
        if !all.contains(via) {
            all.push(via.clone());
        }
    }
    all
}
