//! A search as a person typed it, with communities among its words.

use listening::{Search, SubredditName};

/// `subreddit:freelance late payments` searches that community only, as on Reddit. A community after
/// a NOT is none to search in.
pub(super) fn search_for(keyword: &str) -> Search {
    let name = |word: &str| SubredditName::parse(word.strip_prefix("subreddit:")?).ok();
    let mut subreddit = None;
    let mut words: Vec<&str> = Vec::new();
    for word in keyword.split(' ') {
        match name(word).filter(|_| words.last() != Some(&"NOT")) {
            Some(name) => subreddit = subreddit.or(Some(name)),
            None => words.push(word),
        }
    }
    match subreddit {
        Some(_) if !words.is_empty() => Search {
            subreddit,
            ..Search::new(&words.join(" "))
        },
        _ => Search::new(keyword),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_community_is_searched_in_and_an_excluded_one_is_not() {
        for (query, words, community) in [
            ("late subreddit:agency", "late", Some("agency")),
            ("late NOT subreddit:jobs", "late NOT subreddit:jobs", None),
            (
                "late subreddit:agency NOT subreddit:jobs",
                "late NOT subreddit:jobs",
                Some("agency"),
            ),
            (
                "late (subreddit:agency OR subreddit:jobs)",
                "late (subreddit:agency OR subreddit:jobs)",
                None,
            ),
        ] {
            let search = search_for(query);

            let found = search.subreddit.as_ref().map(SubredditName::as_str);
            assert_eq!((search.words.as_str(), found), (words, community));
        }
    }
}
