use crate::cases;
use lens::mention::read_mention;
use lens::summary::{Agreement, LONGEST_LINE, comment_insights, summary_line};
use proptest::prelude::*;

#[test]
fn posts_come_down_to_one_line_of_their_own_words() {
    cases::check(include_str!("../cases/summary.txt"), 25, |case| {
        let (title, body) = case.title_and_body();
        summary_line(title, body)
    });
}

#[test]
fn threads_come_down_to_what_commenters_say() {
    cases::check(include_str!("../cases/comments.txt"), 25, |case| {
        let comments: Vec<&str> = case.text.lines().filter(|line| !line.is_empty()).collect();
        comment_insights(&comments).text()
    });
}

#[test]
fn a_mention_says_why_it_matters() {
    cases::check(include_str!("../cases/mention_reason.txt"), 10, |case| {
        let (names, post) = case.title_and_body();
        let names: Vec<&str> = names
            .trim_start_matches("brand:")
            .split(',')
            .map(str::trim)
            .collect();
        let (title, body) = post.split_once('\n').unwrap_or((post, ""));
        read_mention(title, body.trim(), &names)
            .reason
            .unwrap_or_default()
    });
}

#[test]
fn a_thread_without_comments_is_hidden() {
    let insights = comment_insights(&["[deleted]"]);

    assert_eq!(insights.agreement, Agreement::Open);
    assert_eq!(insights.text(), "minimal_engagement");
}

#[test]
fn a_megabyte_takes_no_longer_than_its_length() {
    cases::is_linear(|text| {
        assert!(summary_line(text, text).chars().count() <= LONGEST_LINE);
        let mention = read_mention(text, text, &["Acme"]);
        assert!(mention.reason.unwrap_or_default().chars().count() <= LONGEST_LINE);
        assert!(!comment_insights(&[text, text]).text().is_empty());
    });
}

proptest! {
    #![proptest_config(cases::few())]

    #[test]
    fn any_post_has_one_short_line(title in "\\PC{0,300}", body in "[\\PC\n]{0,3000}") {
        let line = summary_line(&title, &body);

        prop_assert!(line.chars().count() <= LONGEST_LINE);
        prop_assert!(!line.contains('\n'));
    }

    #[test]
    fn any_comments_have_insights_in_words_with_underscores(comments in prop::collection::vec("\\PC{0,200}", 0..8)) {
        let comments: Vec<&str> = comments.iter().map(String::as_str).collect();

        prop_assert!(!comment_insights(&comments).text().contains(' '));
    }
}
