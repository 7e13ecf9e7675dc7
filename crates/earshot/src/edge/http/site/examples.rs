//! Posts that the product found for the sample company, beside the promise. `make gen` writes them
//! (e2e/pictures), so that nobody makes them up.

use serde::Deserialize;

const EXAMPLES: &str = include_str!("../../../../templates/site/examples.json");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ExamplePost {
    pub(super) title: String,
    pub(super) subreddit: String,
    /// As the product said it then, such as `4d ago`.
    pub(super) age: String,
    /// The place on Google, among the first ten.
    pub(super) rank: Option<u32>,
    pub(super) is_fresh: bool,
    pub(super) is_high_value: bool,
}

pub(super) fn read() -> Vec<ExamplePost> {
    serde_json::from_str(EXAMPLES).expect("the committed examples are read by a test")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_example_is_fresh_and_one_has_a_place_on_google() {
        let examples = read();

        assert_eq!(examples.len(), 2);
        assert!(examples.iter().any(|post| post.is_fresh));
        assert!(examples.iter().any(|post| post.rank.is_some()));
    }
}
