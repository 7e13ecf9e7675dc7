//! What holds for every text that a stranger may send.

use proptest::prelude::*;

use super::filters::{self, Budget};
use super::*;
use crate::rest::tables::{TABLES, table};

fn posts() -> &'static Table {
    table("reddit_posts").unwrap()
}

/// Reads a filter back from its own words, as the parameter that would carry it.
fn read_back(printed: &str) -> Result<Filter, Refusal> {
    let (name, value) = printed.split_at(printed.find('(').unwrap());
    filters::parse(posts(), name, value, &mut Budget::default())
}

fn any_check() -> impl Strategy<Value = Check> {
    let text = "[a-z0-9,()\"\\\\. *%_é→]{0,12}";
    let comparison = prop_oneof![
        Just(Comparison::Eq),
        Just(Comparison::Neq),
        Just(Comparison::Gt),
        Just(Comparison::Gte),
        Just(Comparison::Lt),
        Just(Comparison::Lte),
    ];
    prop_oneof![
        (comparison, text).prop_map(|(comparison, text)| Check::Compare(comparison, text)),
        (any::<bool>(), text).prop_map(|(ignores_case, pattern)| Check::Like {
            ignores_case,
            pattern
        }),
        prop_oneof![Just(Is::Null), Just(Is::True), Just(Is::False)].prop_map(Check::Is),
        prop::collection::vec(text, 0..4).prop_map(Check::In),
    ]
}

fn any_test() -> impl Strategy<Value = Filter> {
    (0..posts().columns.len(), any::<bool>(), any_check()).prop_map(
        |(column, is_negated, check)| Filter::Test {
            column: &posts().columns[column],
            is_negated,
            check,
        },
    )
}

fn group_of(member: BoxedStrategy<Filter>) -> BoxedStrategy<Filter> {
    let members = prop::collection::vec(member, 1..4);
    (any::<bool>(), any::<bool>(), members)
        .prop_map(|(is_negated, is_and, members)| Filter::Group {
            is_negated,
            joint: if is_and { Joint::And } else { Joint::Or },
            members,
        })
        .boxed()
}

fn any_group() -> BoxedStrategy<Filter> {
    let member = any_test().prop_recursive(4, 40, 3, |inner| group_of(inner.boxed()));
    group_of(member.boxed())
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,200}", which in 0..TABLES.len()) {
        let _ = Query::parse(&TABLES[which], &text);
    }

    #[test]
    fn no_filter_makes_the_parser_panic(
        name in "(and|or|not\\.or|title|score|nope|[a-z.]{0,8})",
        value in "(not\\.|eq\\.|in\\.|is\\.|or|and|like\\.|title\\.|[(),.\"\\\\ *a-z0-9é]){0,40}",
    ) {
        let _ = filters::parse(posts(), &name, &value, &mut Budget::default());
    }

    #[test]
    fn what_is_printed_is_read_back_as_the_same_tree(filter in any_group()) {
        let printed = filter.to_string();

        prop_assert_eq!(read_back(&printed).unwrap(), filter, "{}", printed);
    }
}

fn is_refused(name: &str, value: &str) -> bool {
    filters::parse(posts(), name, value, &mut Budget::default()).is_err()
}

#[test]
fn groups_lie_twenty_deep_and_no_deeper() {
    let nested = |depth: usize| {
        let inner = format!(
            "{}score.eq.1{}",
            "or(".repeat(depth - 1),
            ")".repeat(depth - 1)
        );
        format!("({inner})")
    };

    assert!(!is_refused("or", &nested(20)));
    assert!(is_refused("or", &nested(21)));
    assert!(is_refused("or", &nested(3000)));
    assert!(is_refused("or", &"(".repeat(3000)));
    assert!(is_refused("or", &"not.and(".repeat(3000)));
}

#[test]
fn a_request_asks_for_a_hundred_things_at_most() {
    let conditions = |count: usize| vec!["score=eq.1"; count].join("&");
    let group = |count: usize| format!("or=({})", vec!["score.eq.1"; count].join(","));
    let values = |count: usize| format!("score=in.({})", vec!["1"; count].join(","));

    for (most, one_more) in [
        (conditions(100), conditions(101)),
        (group(100), group(101)),
        (values(1000), values(1001)),
    ] {
        assert!(Query::parse(posts(), &most).is_ok());
        assert!(Query::parse(posts(), &one_more).is_err());
    }
}

#[test]
fn values_are_read_as_the_client_writes_them() {
    let list = |text: &str| match filters::parse(posts(), "title", text, &mut Budget::default()) {
        Ok(Filter::Test {
            check: Check::In(values),
            ..
        }) => values,
        other => panic!("{other:?}"),
    };

    assert_eq!(list(r#"in.(a,"b,c",d"e)"#), ["a", "b,c", "d\"e"]);
    assert_eq!(list(r#"in.("a\"b","c\\d")"#), ["a\"b", "c\\d"]);
    assert_eq!(list(r#"in.("a,"b")"#), ["a,\"b"]);
    assert_eq!(
        list(r#"in.(a,"b,c "quoted" \ (x)")"#),
        ["a", r#"b,c "quoted" \ (x)"#]
    );
    assert_eq!(list(r#"in.("a,"b,c)"#), ["\"a", "\"b", "c"]);
    assert_eq!(list("in.()"), Vec::<String>::new());
    assert_eq!(list("in.(a,)"), ["a", ""]);
    assert_eq!(list(r#"in.("")"#), [""]);
}

#[test]
fn what_is_not_in_the_grammar_is_refused() {
    for (name, value) in [
        ("score", "0"),
        ("score", "foo.1"),
        ("score", "eq"),
        ("score", "not.not.eq.1"),
        ("score", "eq(any).{1,2}"),
        ("score", "is.unknown"),
        ("score", "is.null,1"),
        ("score", "in.1"),
        ("score", "in.(1"),
        ("score", "in.(1)x"),
        ("keywords_matched", "cs.{a}"),
        ("content->a", "eq.1"),
        ("companies.id", "eq.1"),
        ("", "eq.1"),
        ("or", "score.eq.1"),
        ("or", "()"),
        ("or", "(score.eq.1"),
        ("or", "(score.eq.1))"),
        ("or", "(score.eq.1,)"),
        ("or", "(score)"),
        ("or", "(not.score.eq.1)"),
        ("or", "(xor(score.eq.1))"),
    ] {
        let refusal = filters::parse(posts(), name, value, &mut Budget::default()).unwrap_err();
        assert!(
            format!("{refusal:?}").contains("PGRST100"),
            "{name}={value}: {refusal:?}"
        );
    }
}
