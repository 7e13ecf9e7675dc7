//! An update to states keeps what users had decided before there were any.

use super::*;
use crate::kit::engine;
use platform::db::Engine;

/// What the migration 0026 made, undone.
const UNDO: [&str; 17] = [
    "drop index reddit_posts_states",
    "drop index brand_mentions_counts",
    "drop index brand_terms_rule",
    "create index brand_mentions_counts on brand_mentions (user_id, excluded)",
    "alter table reddit_posts drop column state",
    "alter table reddit_posts drop column state_before",
    "alter table reddit_posts drop column state_at",
    "alter table reddit_posts drop column note",
    "alter table reddit_posts drop column answer_url",
    "alter table brand_mentions drop column state",
    "alter table brand_mentions drop column state_before",
    "alter table brand_mentions drop column state_at",
    "alter table brand_mentions drop column note",
    "alter table brand_mentions drop column answer_url",
    "alter table brand_mentions drop column summary_kind",
    "alter table brand_terms drop column suggested",
    "alter table brand_terms drop column rule",
];

/// What the migration 0036 made of states, undone before them.
async fn forgets_kept_numbers(app: &TestApp) {
    let done = ["added", "removed", "changed"];
    for (counts, rows) in [("post_counts", "posts"), ("mention_counts", "mentions")] {
        for done in done {
            let sql = match engine() {
                Engine::Sqlite => format!("drop trigger {counts}_{done}"),
                Engine::Postgres => format!("drop function count_{done}_{rows} cascade"),
            };
            app.db().run(sql.leak(), args![]).await.unwrap();
        }
        let sql = format!("drop table {counts}");
        app.db().run(sql.leak(), args![]).await.unwrap();
    }
    for sql in [
        "drop index brand_mentions_found",
        "create index brand_mentions_days on brand_mentions (user_id)",
        "delete from schema_migrations where name = '0036_list_counts'",
    ] {
        app.db().run(sql, args![]).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rejected_rows_are_rejected_others_open_and_summaries_are_told_from_quotes() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    forgets_kept_numbers(&app).await;
    for sql in UNDO {
        app.db().run(sql, args![]).await.unwrap();
    }
    let sql = "delete from schema_migrations where name = '0026_states'";
    app.db().run(sql, args![]).await.unwrap();
    for list in LISTS {
        list.adds(&app, &ada, "Kept").await;
        let id = list.adds(&app, &ada, "Sent away").await;
        let sql = match list.row {
            "post" => {
                "update reddit_posts set rejected = $2, rejected_reason = 'Old', rejected_at = $3 where id = $1"
            }
            _ => {
                "update brand_mentions set rejected = $2, rejected_reason = 'Old', rejected_at = $3 where id = $1"
            }
        };
        app.db().run(sql, args![id, true, noon()]).await.unwrap();
    }
    for (title, summary, is_by_model) in [
        ("By a model", Some("Praises the reminders."), true),
        ("Half by a model", Some("\u{201c}It works.\u{201d}"), true),
        ("Quoted", Some("\u{201c}It works.\u{201d}"), false),
        ("Silent", None, true),
    ] {
        let id = MENTIONS.adds(&app, &ada, title).await;
        let sql = "update brand_mentions set ai_summary = $2, read_by_model = $3 where id = $1";
        app.db()
            .run(sql, args![id, summary, is_by_model])
            .await
            .unwrap();
    }

    app.db().migrate().await.unwrap();

    for list in LISTS {
        let rejected = list.shows(&ada, "state=rejected").await[list.rows].clone();
        assert_eq!(rejected.as_array().unwrap().len(), 1);
        assert_eq!(rejected[0]["rejected_reason"], "Old");
        assert_eq!(rejected[0]["state_at"], noon().to_rfc3339());
        let id = rejected[0]["id"].as_str().unwrap().parse().unwrap();
        list.restores(&ada, id).await;
        let open = list.titles(&ada, "state=open").await;
        assert!(open.contains(&"Sent away".to_owned()) && open.contains(&"Kept".to_owned()));
        assert_eq!(list.titles(&ada, "").await, open);
    }
    let mentions = MENTIONS.shows(&ada, "").await["mentions"].clone();
    let kind = |title: &str| {
        let mut rows = mentions.as_array().unwrap().iter();
        rows.find(|row| row["post_title"] == title).unwrap()["summary_kind"].clone()
    };
    assert_eq!(kind("By a model"), "ai");
    assert_eq!(kind("Half by a model"), "quote");
    assert_eq!(kind("Quoted"), "quote");
    assert_eq!(kind("Silent"), Value::Null);
}
