//! What Reddit and Google are asked for a keyword with phrases, exclusions or communities.
//!
//! A keyword without them is searched as it is written, operators of Reddit's own included.

use lens::search_plan::keyword_query;
use percolator::KeywordQuery;

/// A keyword in the operators of Reddit's search; none if it is plain, or finds nothing.
pub fn reddit_query(keyword: &str) -> Option<String> {
    let query = with_operators(keyword)?;
    let words = query.words().collect::<Vec<_>>().join(" ");
    let mut asked = String::new();
    add(&mut asked, &in_brackets(keyword_query(&words)));
    for phrase in query.phrases() {
        add(&mut asked, &quoted(&phrase));
    }
    let within = within(query.communities(), asked.len());
    add(&mut asked, &within);
    let excluded_words = query.excluded_words().map(ToOwned::to_owned);
    let excluded_phrases = query.excluded_phrases().map(|it| quoted(&it));
    let excluded_communities = query.excluded_communities().map(community);
    let excluded = excluded_words
        .chain(excluded_phrases)
        .chain(excluded_communities);
    for exclusion in excluded {
        let exclusion = format!("NOT {exclusion}");
        // What Reddit is not told is left out of its answer.
        if asked.len() + exclusion.len() < LONGEST {
            add(&mut asked, &exclusion);
        }
    }
    Some(asked)
}

/// A keyword as a web search, without its communities: a search that is narrowed to a place says
/// nothing about ranks. None if it is plain, or finds nothing.
pub fn web_query(keyword: &str) -> Option<String> {
    let query = with_operators(keyword)?;
    let mut asked = String::new();
    for word in query.words() {
        add(&mut asked, word);
    }
    for phrase in query.phrases() {
        add(&mut asked, &quoted(&phrase));
    }
    for word in query.excluded_words() {
        add(&mut asked, &format!("-{word}"));
    }
    for phrase in query.excluded_phrases() {
        add(&mut asked, &format!("-{}", quoted(&phrase)));
    }
    Some(asked)
}

/// What a keyword looks for, without what it excludes and where: for readers who know no operators.
pub fn wanted_text(keyword: &str) -> String {
    let Some(query) = with_operators(keyword) else {
        return keyword.to_owned();
    };
    let words = query.words().map(ToOwned::to_owned);
    words.chain(query.phrases()).collect::<Vec<_>>().join(" ")
}

/// Reddit reads 512 characters of a query.
const LONGEST: usize = 512;

/// A word such as "C++" is an exact phrase to the matcher and needs no operator.
fn with_operators(keyword: &str) -> Option<KeywordQuery> {
    let query = KeywordQuery::parse(keyword).ok()?;
    let has_quotes = keyword.contains(['"', '“', '”', '„', '‟']);
    let is_written_plainly = !has_quotes
        && query.excluded_words().next().is_none()
        && query.excluded_phrases().next().is_none()
        && query.communities().next().is_none()
        && query.excluded_communities().next().is_none();
    (!is_written_plainly).then_some(query)
}

/// One community alone, so that the search is made inside it; of several as many as fit.
fn within<'a>(names: impl Iterator<Item = &'a str>, taken: usize) -> String {
    let mut names = names.map(community);
    let mut within = names.next().unwrap_or_default();
    for name in names {
        let longer = format!("{within} OR {name}");
        if taken + longer.len() + " ()".len() > LONGEST {
            break;
        }
        within = longer;
    }
    in_brackets(within)
}

fn community(name: &str) -> String {
    format!("subreddit:{name}")
}

fn quoted(phrase: &str) -> String {
    format!("\"{phrase}\"")
}

/// Words on both sides of an OR belong together.
fn in_brackets(part: String) -> String {
    if part.contains(" OR ") {
        format!("({part})")
    } else {
        part
    }
}

fn add(asked: &mut String, part: &str) {
    if !asked.is_empty() && !part.is_empty() {
        asked.push(' ');
    }
    asked.push_str(part);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_exclusions_and_communities_become_operators_of_reddit() {
        for (keyword, asked) in [
            ("\"late payment\"", "\"late payment\""),
            (
                "invoicing \"late payment\" -hiring -\"for sale\"",
                "invoicing \"late payment\" NOT hiring NOT \"for sale\"",
            ),
            ("invoicing sub:freelance", "invoicing subreddit:freelance"),
            (
                "invoicing sub:freelance,r/Agency -sub:forhire",
                "invoicing (subreddit:freelance OR subreddit:agency) NOT subreddit:forhire",
            ),
            (
                "invoicing tool -hiring",
                "((invoicing tool) OR (invoicing tools)) NOT hiring",
            ),
        ] {
            assert_eq!(reddit_query(keyword).as_deref(), Some(asked), "{keyword}");
        }
    }

    #[test]
    fn google_is_told_of_no_communities() {
        for (keyword, asked) in [
            (
                "invoicing \"late payment\" -hiring -\"for sale\" sub:freelance",
                "invoicing \"late payment\" -hiring -\"for sale\"",
            ),
            ("invoicing -sub:forhire", "invoicing"),
        ] {
            assert_eq!(web_query(keyword).as_deref(), Some(asked), "{keyword}");
        }
    }

    #[test]
    fn a_plain_keyword_is_searched_as_it_is_written() {
        for keyword in [
            "late payments",
            "follow-up mail",
            "C++ developer",
            "subreddit:freelance late payments",
            "invoice OR bill",
        ] {
            assert_eq!(reddit_query(keyword), None, "{keyword}");
            assert_eq!(web_query(keyword), None, "{keyword}");
            assert_eq!(wanted_text(keyword), keyword);
        }
    }

    #[test]
    fn what_is_excluded_is_not_wanted() {
        let keyword = "invoicing \"late payment\" -hiring sub:freelance -sub:forhire";

        assert_eq!(wanted_text(keyword), "invoicing late payment");
    }

    #[test]
    fn a_query_is_no_longer_than_reddit_reads() {
        let names: Vec<String> = (0..60).map(|number| format!("community{number}")).collect();

        let asked = reddit_query(&format!("invoicing -hiring sub:{}", names.join(",")));

        let asked = asked.unwrap_or_default();
        assert!(asked.len() <= LONGEST, "{asked}");
        assert!(asked.starts_with("invoicing (subreddit:community0 OR "));
    }
}
