//! The list of posts: filters, orders, pages that do not shift, and the table for spreadsheets.

use super::*;

struct Row<'a> {
    title: &'a str,
    subreddit: &'a str,
    author: &'a str,
    keywords: &'a [&'a str],
    age_h: i64,
    score: i64,
    relevance: i64,
    rank: Option<i64>,
    names_brand: bool,
}

const ROW: Row = Row {
    title: "A post",
    subreddit: "freelance",
    author: "ada",
    keywords: &["late payments"],
    age_h: 5,
    score: 1,
    relevance: 50,
    rank: None,
    names_brand: false,
};

/// Writes a post as a discovery would have.
async fn has(app: &TestApp, person: &Person, row: &Row<'_>) {
    let folded = format!(
        "{}\n{}\n{}\n{}",
        row.title,
        row.subreddit,
        row.author,
        row.keywords.join("\n")
    );
    let now = app.clock.now();
    let id = Uuid::now_v7();
    let sql = "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
                   comments, content, permalink, keywords_matched, relevance_score, rejected, found_at,
                   last_seen_at, checked_at, folded, google_ranking, names_brand)
               values ($1, $2, $3, $4, $5, $6, $7, $8, 0, 'text', 'https://reddit.example/', $9, $10, $11, $12,
                       $12, $12, $13, $14, $15)";
    let arguments = args![
        id,
        person.id,
        format!("t3_{}", id.simple()),
        row.title,
        row.subreddit,
        row.author,
        now - TimeDelta::hours(row.age_h),
        row.score,
        json!(row.keywords),
        row.relevance,
        false,
        now,
        folded.to_lowercase(),
        row.rank,
        row.names_brand,
    ];
    app.db().run(sql, arguments).await.unwrap();
}

async fn listed(person: &Person, query: &str) -> Vec<String> {
    let list = person.lists(query).await;
    let posts = list["posts"].as_array().unwrap();
    assert_eq!(list["total"], posts.len(), "{query}");
    titles(posts).into_iter().map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_filtered_by_age_score_and_community() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    for (title, age_h, relevance, subreddit) in [
        ("now", 0, 90, "SEO"),
        ("today", 20, 80, "freelance"),
        ("this week", 100, 70, "freelance"),
        ("this month", 600, 60, "seo"),
        ("this year", 5_000, 50, "sales"),
        ("long ago", 10_000, 40, "sales"),
    ] {
        let row = Row {
            title,
            subreddit,
            age_h,
            relevance,
            ..ROW
        };
        has(&app, &nora, &row).await;
    }

    for (query, expected) in [
        ("", 6),
        ("timeframe=all", 6),
        ("timeframe=hour", 1),
        ("timeframe=day", 2),
        ("timeframe=week", 3),
        ("timeframe=month", 4),
        ("timeframe=year", 5),
        ("minRelevanceScore=60", 4),
        ("minRelevanceScore=0", 6),
        ("subreddits=seo", 2),
        ("subreddits=r/SEO,sales", 4),
        ("subreddits=nowhere", 0),
        (
            "timeframe=month&minRelevanceScore=70&subreddits=freelance",
            2,
        ),
    ] {
        assert_eq!(listed(&nora, query).await.len(), expected, "{query}");
    }
    nora.gets("/api/reddit-posts?timeframe=decade")
        .await
        .refuses(
            400,
            "timeframe must be hour, day, week, month, year or all.",
        );
    nora.gets("/api/reddit-posts?limit=201")
        .await
        .refuses(400, "limit must be a number from 1 to 200.");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_filtered_by_the_page_of_a_web_search_and_by_posts_that_name_the_company() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    for (title, rank, names_brand) in [
        ("top", Some(1), true),
        ("tenth", Some(10), false),
        ("eleventh", Some(11), false),
        ("twentieth", Some(20), true),
        ("beyond", Some(21), false),
        ("unranked", None, false),
    ] {
        let row = Row {
            title,
            rank,
            names_brand,
            ..ROW
        };
        has(&app, &nora, &row).await;
    }

    for (query, expected, names_you) in [
        ("", 6, 2),
        ("rank=first", 2, 1),
        ("rank=second", 2, 1),
        ("rank=any", 4, 2),
        ("namesYou=only", 2, 2),
        ("namesYou=hide", 4, 0),
        ("namesYou=hide&rank=any", 2, 0),
    ] {
        assert_eq!(listed(&nora, query).await.len(), expected, "{query}");
        assert_eq!(nora.lists(query).await["namesYou"], names_you, "{query}");
    }
    nora.gets("/api/reddit-posts?namesYou=maybe")
        .await
        .refuses(400, "namesYou must be only or hide.");
    nora.gets("/api/reddit-posts?rank=third")
        .await
        .refuses(400, "rank must be first, second or any.");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_search_looks_at_title_community_author_and_keywords_in_any_case() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    for row in [
        Row {
            title: "Überweisung kommt nie an",
            ..ROW
        },
        Row {
            title: "100% of clients_pay",
            subreddit: "smallbusiness",
            ..ROW
        },
        Row {
            title: "third",
            author: "Kerning_Kate",
            keywords: &["Straße"],
            ..ROW
        },
    ] {
        has(&app, &nora, &row).await;
    }

    for (query, expected) in [
        ("q=ÜBERWEISUNG", vec!["Überweisung kommt nie an"]),
        ("q=small", vec!["100% of clients_pay"]),
        ("q=kerning_kate", vec!["third"]),
        ("q=STRASSE", vec![]),
        ("q=straße", vec!["third"]),
        ("q=nie kommt", vec!["Überweisung kommt nie an"]),
        ("q=100%25", vec!["100% of clients_pay"]),
        ("q=clients_pay", vec!["100% of clients_pay"]),
        ("q=clientsXpay", vec![]),
        ("q=%25%25", vec![]),
        ("q=\\", vec![]),
        ("q=text", vec![]),
        ("q=' or 1=1 --", vec![]),
    ] {
        assert_eq!(listed(&nora, query).await, expected, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_comes_in_three_orders() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    for (title, age_h, score, relevance) in [
        ("old", 90, 5, 60),
        ("liked", 50, 99, 40),
        ("fresh", 1, 1, 50),
    ] {
        let row = Row {
            title,
            age_h,
            score,
            relevance,
            ..ROW
        };
        has(&app, &nora, &row).await;
    }

    assert_eq!(listed(&nora, "").await, ["old", "fresh", "liked"]);
    assert_eq!(listed(&nora, "sortBy=new").await, ["fresh", "liked", "old"]);
    assert_eq!(
        listed(&nora, "sortBy=popular").await,
        ["liked", "old", "fresh"]
    );
    nora.gets("/api/reddit-posts?sortBy=worst")
        .await
        .refuses(400, "sortBy must be relevance, new, popular or found.");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_hold_every_post_once_also_while_others_arrive() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    for number in 0..25 {
        let title = format!("post {number}");
        has(
            &app,
            &nora,
            &Row {
                title: &title,
                ..ROW
            },
        )
        .await;
    }
    let first = nora.lists("limit=10").await;
    assert_eq!(
        (&first["total"], &first["hasMore"], &first["limit"]),
        (&json!(25), &json!(true), &json!(10))
    );
    let as_of = first["asOf"].as_str().unwrap().replace('+', "%2B");
    let mut seen: Vec<Value> = first["posts"].as_array().unwrap().clone();

    app.clock.advance(TimeDelta::seconds(1));
    let late = Row {
        title: "late",
        relevance: 99,
        ..ROW
    };
    has(&app, &nora, &late).await;
    for offset in [10, 20] {
        let page = nora
            .lists(&format!("limit=10&offset={offset}&asOf={as_of}"))
            .await;
        assert_eq!(
            (&page["total"], &page["offset"]),
            (&json!(25), &json!(offset))
        );
        assert_eq!(page["hasMore"], offset == 10);
        seen.extend(page["posts"].as_array().unwrap().clone());
    }

    let mut titles: Vec<&str> = titles(&seen);
    titles.sort_unstable();
    titles.dedup();
    assert_eq!((seen.len(), titles.len()), (25, 25));
    assert!(!titles.contains(&"late"));
    assert_eq!(nora.lists("limit=1").await["posts"][0]["title"], "late");
    assert_eq!(nora.lists("offset=100").await["hasMore"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_sees_their_own_posts_and_nobody_any_without_signing_in() {
    let app = TestApp::start().await;
    let (nora, olga) = (app.person("nora").await, app.person("olga").await);
    has(&app, &nora, &ROW).await;

    assert_eq!(olga.lists("includeRejected=true").await["total"], 0);
    for path in [
        "/api/reddit-posts",
        "/api/reddit-posts.csv",
        "/api/jobs/current",
    ] {
        assert_eq!(app.visitor().asks(path).await.status, 401, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_holds_the_filtered_posts_and_nothing_that_a_spreadsheet_would_run() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    for (title, author) in [
        ("=HYPERLINK(\"http://evil.example\",\"x\")", "ada"),
        ("plain, with a comma", "@sum(1)"),
        ("not asked for", "bob"),
    ] {
        let subreddit = if author == "bob" {
            "sales"
        } else {
            "freelance"
        };
        let row = Row {
            title,
            subreddit,
            author,
            score: -3,
            ..ROW
        };
        has(&app, &nora, &row).await;
    }

    let reply = nora
        .gets("/api/reddit-posts.csv?subreddits=freelance&limit=1")
        .await;

    assert_eq!(reply.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(
        reply.header("content-disposition"),
        "attachment; filename=\"earshot-posts.csv\""
    );
    let lines: Vec<&str> = reply.body.split("\r\n").collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[0].contains("title,subreddit,author"), "{}", lines[0]);
    let table = lines[1..3].join("\n");
    assert!(
        table.contains("\"'=HYPERLINK(\"\"http://evil.example\"\",\"\"x\"\")\",freelance,ada,"),
        "{table}"
    );
    assert!(
        table.contains("\"plain, with a comma\",freelance,\"'@sum(1)\","),
        "{table}"
    );
    assert!(table.contains(",-3,0,"), "{table}");
}
