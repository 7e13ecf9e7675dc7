//! How a keyword is read, and what it finds in one text.

use percolator::{KeywordQuery, TextSpan, UselessKeyword};

fn read(keyword: &str) -> String {
    let query = match KeywordQuery::parse(keyword) {
        Ok(query) => query,
        Err(useless) => return format!("{useless:?}"),
    };
    let quoted = |phrase: String| format!("\"{phrase}\"");
    let parts = query
        .words()
        .map(str::to_owned)
        .chain(query.phrases().map(quoted))
        .chain(query.excluded_words().map(|word| format!("-{word}")))
        .chain(
            query
                .excluded_phrases()
                .map(|phrase| format!("-\"{phrase}\"")),
        )
        .chain(query.communities().map(|name| format!("sub:{name}")))
        .chain(
            query
                .excluded_communities()
                .map(|name| format!("-sub:{name}")),
        );
    parts.collect::<Vec<_>>().join(" ")
}

fn finds(keyword: &str, parts: &[&str], community: Option<&str>) -> Option<Vec<String>> {
    let spans = KeywordQuery::parse(keyword)
        .ok()?
        .matches(parts, community)?;
    let written = |span: TextSpan| parts[span.part][span.start..span.end].to_owned();
    Some(spans.into_iter().map(written).collect())
}

#[test]
fn a_keyword_is_read_into_its_parts() {
    let table = [
        (
            "invoicing app \"late payment\" -hiring -\"for sale\" sub:freelance -sub:forhire",
            "invoicing app \"late payment\" -hiring -\"for sale\" sub:freelance -sub:forhire",
        ),
        ("How to get paid", "paid"),
        ("the who", "the who"),
        ("don't pay Notion’s bill", "pay notion bill"),
        ("the “Late Payment”", "\"late payment\""),
        (
            "Sub:r/Freelance,SaaS -sub:/R/ForHire crm",
            "crm sub:freelance sub:saas -sub:forhire",
        ),
        ("C++ developers", "developers \"c++\""),
        ("AT&T -C#", "\"at&t\" -\"c#\""),
    ];

    for (keyword, expected) in table {
        assert_eq!(read(keyword), expected, "{keyword}");
    }
}

#[test]
fn odd_input_is_read_as_well_as_it_can_be() {
    let table = [
        ("crm \"late payment", "crm \"late payment\""),
        ("crm -", "crm"),
        ("crm - -- \"\" \"!!\"", "crm"),
        ("e-mail", "e mail"),
        ("follow-up", "follow"),
        ("crm -follow-up", "crm -\"follow up\""),
        ("27\" monitor", "27 monitor"),
        ("crm sub:", "crm"),
        ("-\"open quote", "OnlyExclusions"),
    ];

    for (keyword, expected) in table {
        assert_eq!(read(keyword), expected, "{keyword}");
    }
}

#[test]
fn a_keyword_that_would_never_match_says_why() {
    let table = [
        ("", UselessKeyword::Empty),
        (" - \"\" !", UselessKeyword::Empty),
        ("-hiring", UselessKeyword::OnlyExclusions),
        ("sub:saas -hiring", UselessKeyword::OnlyExclusions),
        ("-sub:saas", UselessKeyword::OnlyExclusions),
        ("sub:saas sub:crm", UselessKeyword::OnlyCommunities),
    ];

    for (keyword, expected) in table {
        assert_eq!(KeywordQuery::parse(keyword), Err(expected), "{keyword}");
    }
    assert_eq!(KeywordQuery::exact_phrase("!"), Err(UselessKeyword::Empty));
}

#[test]
fn plain_words_are_found_in_any_order_and_inflection_and_part() {
    let parts = ["Payments", "They were always LATE. Late payments!"];

    let found = finds("late payment", &parts, None);

    assert_eq!(
        found.unwrap_or_default(),
        ["Payments", "LATE. Late payments"]
    );
    assert_eq!(finds("late payment", &["late"], None), None);
}

#[test]
fn phrases_are_exact_and_within_one_part() {
    assert!(finds("\"late payment\"", &["a Late  payment"], None).is_some());
    assert!(finds("\"late payment\"", &["late payments"], None).is_none());
    assert!(finds("\"late payment\"", &["late", "payment"], None).is_none());
    assert!(finds("\"写代码\"", &["我写代码"], None).is_some());
}

#[test]
fn exclusions_and_communities_decide_whether_a_text_matches() {
    let matches = |keyword, text, community| finds(keyword, &[text], community).is_some();

    assert!(matches("crm -hiring", "a crm", None));
    assert!(!matches("crm -hiring", "crm hires", None));
    assert!(!matches("crm -\"for sale\"", "crm for sale", None));
    assert!(matches("crm -\"for sale\"", "crm sale for", None));
    assert!(matches("crm sub:saas sub:sales", "crm", Some("r/Sales")));
    assert!(!matches("crm sub:saas", "crm", None));
    assert!(!matches("crm -sub:saas", "crm", Some("SaaS")));
    assert!(matches("crm -sub:saas", "crm", None));
}

#[test]
fn a_brand_is_an_exact_phrase() {
    let brand = KeywordQuery::exact_phrase("Cal.com").expect("a brand");

    assert!(brand.matches(&["I like cal.com a lot"], None).is_some());
    assert!(brand.matches(&["I like cal com a lot"], None).is_none());
}
