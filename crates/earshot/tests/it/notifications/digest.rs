//! The contents of a digest.

use super::*;
use crate::kit::HeldSmtp;

#[tokio::test(flavor = "multi_thread")]
async fn a_digest_has_the_best_posts_first_with_reasons_and_links_into_the_app() {
    let app = TestApp::start_with(&[("EARSHOT_SUPPORT_EMAIL", "help@earshot.test")]).await;
    let ada = app.reader("ada", Plan::Starter).await;
    for (reddit_id, title, relevance, rank, score) in [
        ("sample_0", "Below the line", 69, None, 1),
        ("sample_1", "Fourth best", 71, None, 1),
        ("sample_2", "Second best", 80, Some(2), 412),
        ("sample_3", "The very best", 90, Some(9), 3),
        ("sample_4", "Third best", 75, None, 12),
    ] {
        let post = Post {
            reddit_id,
            title,
            relevance,
            rank,
            score,
            ..Post::default()
        };
        finds(&app, &ada, post).await;
    }
    let places = ("sample_m", "sample_m");
    let mention = finds_mention(&app, &ada, places, ("Switched to Paperlark", "positive")).await;

    app.lets_pass(TO_MONDAY).await;

    let mail = app.only_mail_to(&ada).await;
    assert_eq!(
        mail["subject"],
        "“The very best” and 3 more posts to answer"
    );
    let (text, html) = (
        mail["text"].as_str().unwrap(),
        mail["html"].as_str().unwrap(),
    );
    for half in [text, html] {
        let at = |title: &str| {
            half.find(title)
                .unwrap_or_else(|| panic!("{title} in {half}"))
        };
        assert!(at("The very best") < at("Second best") && at("Second best") < at("Third best"));
        assert!(!half.contains("Fourth best"), "the mail names three");
        assert!(!half.contains("Below the line"), "{half}");
        for part in [
            "4 posts worth answering this week",
            "People asked for what Paperlark offers. The best come first.",
            "Match 90",
            "#9 on Google",
            "#2 on Google",
            "High Value",
            "Asks for what you sell",
            "r/freelance · u/bob · 2 days ago · 412 upvotes, 9 comments",
            "Switched to Paperlark",
            "Positive",
            "Praises the automatic reminders.",
            "Open in Earshot",
            "once a week",
            "ada@example.com",
            "help@earshot.test",
        ] {
            assert!(half.contains(part), "{part} in {half}");
        }
        assert!(half.to_lowercase().contains("brand mentions, 1 unread"));
        assert_eq!(half.matches("High Value").count(), 1);
    }
    let site = app.app().site_url.as_str().trim_end_matches('/').to_owned();
    let links = mail["links"].as_array().unwrap();
    let to_mention = format!("{site}/dashboard?tab=mentions&mention={mention}");
    assert!(links.contains(&json!(to_mention)), "{links:?}");
    let to_posts = format!("{site}/dashboard?post=");
    let posts = links
        .iter()
        .filter(|it| it.as_str().unwrap().starts_with(&to_posts));
    assert_eq!(posts.count(), 3, "the button opens the best of them");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_digest_has_a_one_click_unsubscribe_header() {
    let smtp = HeldSmtp::start().await;
    let app = TestApp::start_with(&[("EARSHOT_SMTP_URL", &smtp.url())]).await;
    let ada = app.reader("ada", Plan::Starter).await;
    finds(&app, &ada, Post::default()).await;

    app.lets_pass(TO_MONDAY).await;

    let mail = smtp.mails().remove(0);
    let link = format!("<{}unsubscribe?token=", app.app().site_url);
    assert!(mail.list_unsubscribe.unwrap().starts_with(&link));
    assert_eq!(
        mail.list_unsubscribe_post.as_deref(),
        Some("List-Unsubscribe=One-Click")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_is_in_one_digest_only() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    ada.prefers(json!({ "quiet_notes": false })).await;
    finds(&app, &ada, Post::default()).await;
    app.lets_pass(TO_MONDAY).await;

    app.lets_pass(WEEK).await;
    assert_eq!(app.subjects_to(&ada).await.len(), 1);
    let places = ("sample_m", "sample_m");
    finds_mention(&app, &ada, places, ("Paperlark?", "undecided")).await;
    app.lets_pass(WEEK).await;

    assert_eq!(
        app.subjects_to(&ada).await,
        [
            "“Clients keep paying late”",
            "1 new mention of Paperlark this week"
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn rejected_excluded_and_read_items_are_not_in_the_digest() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Pro).await;
    let rejected = finds(&app, &ada, Post::default()).await;
    let excluded = Post {
        reddit_id: "sample_2",
        title: "A giveaway",
        ..Post::default()
    };
    finds(&app, &ada, excluded).await;
    let read = finds_mention(&app, &ada, ("sample_3", "sample_3"), ("Read", "neutral")).await;
    let away = finds_mention(&app, &ada, ("sample_4", "sample_4"), ("Away", "neutral")).await;

    let reason = json!({ "reason": "Not for us" });
    ada.posts(&format!("/api/reddit-posts/{rejected}/reject"), &reason)
        .await;
    ada.posts(&format!("/api/mentions/{away}/reject"), &reason)
        .await;
    ada.posts("/api/mentions/mark-read", &json!({ "mentionIds": [read] }))
        .await;
    ada.posts(
        "/api/mentions/ai-settings",
        &json!({ "excludedWords": ["giveaway"] }),
    )
    .await;
    app.lets_pass(TO_MONDAY).await;

    assert_eq!(app.subjects_to(&ada).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_names_the_company_is_no_news_of_a_digest() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Pro).await;
    let named = Post {
        reddit_id: "sample_2",
        title: "Paperlark has stopped sending reminders",
        relevance: 95,
        ..Post::default()
    };
    let id = finds(&app, &ada, named).await;
    let sql = "update reddit_posts set names_brand = $2 where id = $1";
    app.db().run(sql, args![id, true]).await.unwrap();
    finds(&app, &ada, Post::default()).await;

    app.lets_pass(TO_MONDAY).await;

    let mail = app.only_mail_to(&ada).await.to_string();
    assert!(mail.contains(Post::default().title), "{mail}");
    assert!(!mail.contains("stopped sending reminders"), "{mail}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_title_is_escaped_in_html_and_plain_text() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    let post = Post {
        title: "<script>alert(1)</script>\r\n\r\nUnsubscribe: https://evil.example {{ token }}",
        ..Post::default()
    };
    finds(&app, &ada, post).await;

    app.lets_pass(TO_MONDAY).await;

    let mail = app.only_mail_to(&ada).await;
    let (text, html) = (
        mail["text"].as_str().unwrap(),
        mail["html"].as_str().unwrap(),
    );
    assert!(!html.contains("<script"), "{html}");
    assert!(html.contains("{{ token }}"), "{html}");
    assert!(!html.contains("href=\"https://evil.example"), "{html}");
    let ours = text.lines().filter(|line| line.starts_with("Unsubscribe:"));
    assert_eq!(ours.count(), 1, "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fresh_post_has_a_badge() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    app.clock.advance(TimeDelta::hours(18));
    let post = Post {
        age_hours: 1,
        ..Post::default()
    };
    finds(&app, &ada, post).await;

    app.lets_pass(TimeDelta::hours(3)).await;

    let mail = app.only_mail_to(&ada).await;
    let html = mail["html"].as_str().unwrap();
    assert!(html.contains(">Fresh</td>"), "{html}");
    assert!(html.contains("4 hours ago"), "{html}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_summary_is_called_one_only_where_a_model_wrote_it() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    for (id, kind, summary) in [
        ("sample_1", "ai", "Praises the reminders."),
        ("sample_2", "quote", "\u{201c}It never forgets.\u{201d}"),
    ] {
        let mention = finds_mention(&app, &ada, (id, id), ("About Paperlark", "positive")).await;
        let sql = "update brand_mentions set summary_kind = $2, ai_summary = $3 where id = $1";
        app.db()
            .run(sql, args![mention, kind, summary])
            .await
            .unwrap();
    }

    app.lets_pass(TO_MONDAY).await;

    let mail = app.only_mail_to(&ada).await;
    let text = mail["text"].as_str().unwrap();
    assert!(
        text.contains("\nAI summary: Praises the reminders.\n"),
        "{text}"
    );
    assert!(
        text.contains("\n\u{201c}It never forgets.\u{201d}\n"),
        "{text}"
    );
    let html = mail["html"].as_str().unwrap();
    assert_eq!(html.matches("AI summary:").count(), 1, "{html}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_answered_by_then_is_not_in_the_digest() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    for (reddit_id, title, state) in [
        ("sample_1", "Still open", "open"),
        ("sample_2", "Kept for later", "saved"),
        ("sample_3", "Long answered", "answered"),
        ("sample_4", "A customer by now", "won"),
    ] {
        let post = Post {
            reddit_id,
            title,
            ..Post::default()
        };
        let id = finds(&app, &ada, post).await;
        let places = (reddit_id, reddit_id);
        let mention = finds_mention(&app, &ada, places, (&format!("{title}?"), "neutral")).await;
        for path in [
            format!("/api/reddit-posts/{id}/state"),
            format!("/api/mentions/{mention}/state"),
        ] {
            let moved = ada.patches(&path, &json!({ "state": state })).await;
            assert_eq!(moved.status, 200, "{}", moved.body);
        }
    }

    app.lets_pass(TO_MONDAY).await;

    let mail = app.only_mail_to(&ada).await;
    let text = mail["text"].as_str().unwrap();
    for kept in ["Still open\n", "Still open?", "Kept for later\n"] {
        assert!(text.contains(kept), "{kept} in {text}");
    }
    // Whoever saves a mention has read it.
    for gone in ["Long answered", "A customer by now", "Kept for later?"] {
        assert!(!text.contains(gone), "{gone} in {text}");
    }
}
