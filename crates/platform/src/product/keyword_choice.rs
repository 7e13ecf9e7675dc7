//! Which keywords rest when a smaller plan has no room for all.

use serde::{Deserialize, Serialize};

/// What somebody chose in the dialog of a downgrade; whatever it leaves open, the oldest stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeywordChoice {
    #[serde(default)]
    pub pause: Vec<String>,
    #[serde(default)]
    pub keep: Vec<String>,
}

impl KeywordChoice {
    /// Smaller stays first: wished to stay, nothing said, wished to rest. Without regard to case.
    pub fn rank(&self, keyword: &str) -> u8 {
        let folded = keyword.to_lowercase();
        let names = |list: &[String]| list.iter().any(|name| name.trim().to_lowercase() == folded);
        match (names(&self.keep), names(&self.pause)) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wished_to_stay_goes_before_what_is_wished_to_rest() {
        let choice = KeywordChoice {
            pause: vec!["Late payments".to_owned()],
            keep: vec![" invoices ".to_owned()],
        };

        let ranks = ["INVOICES", "deposits", "late PAYMENTS"].map(|word| choice.rank(word));

        assert_eq!(ranks, [0, 1, 2]);
    }
}
