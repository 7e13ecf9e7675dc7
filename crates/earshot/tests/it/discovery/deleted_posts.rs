//! What disappears: posts that are gone from Reddit, and posts that nobody has met for a year.

use platform::db::Engine;

use super::*;
use crate::kit::engine;

/// Posts of the samples that their authors take away within a week.
async fn doomed(app: &TestApp, person: &Person) -> Vec<String> {
    let before = person.all_posts().await;
    let ids: Vec<String> = before
        .iter()
        .map(|post| post["id"].as_str().unwrap().to_owned())
        .collect();
    app.moves_to_later(TimeDelta::days(8)).await;
    let after = person.all_posts().await;
    let is_there = |id: &String| after.iter().any(|post| post["id"] == **id);
    ids.into_iter().filter(|id| !is_there(id)).collect()
}

/// Writes a post that was on Reddit once and is no more.
async fn had(app: &TestApp, person: &Person, reddit_id: &str) {
    let now = app.clock.now();
    for sql in [
        "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score, comments,
             permalink, keywords_matched, relevance_score, rejected, found_at, last_seen_at, checked_at)
         values ($1, $2, $3, 'Deleted', 'x', 'y', $4, 1, 1, 'https://x.example/', $5, 50, $6, $4, $4, $4)",
        "insert into brand_mentions (id, user_id, reddit_id, post_title, post_url, subreddit, author,
             reddit_created_at, post_score, comment_count, mention_type, is_read, rejected, brand_terms, found_at)
         values ($1, $2, $3, 'Deleted', 'https://x.example/', 'x', 'y', $4, 1, 1, 'title', $6, $6, $5, $4)",
        "insert into waiting_posts (id, user_id, reddit_id, relevance_score, post, found_at, checked_at)
         select $1, $2, $3, 50, $5, $4, $4 where not $6",
        "insert into left_out_posts (id, user_id, reddit_id, relevance_score, post, taught_by, left_out_by,
             left_out_at, checked_at)
         select $1, $2, $3, 50, $5, $1, $1, $4, $4 where not $6",
    ] {
        let arguments = args![Uuid::now_v7(), person.id, reddit_id, now, json!([]), false];
        app.db().run(sql, arguments).await.unwrap();
    }
}

async fn rows(app: &TestApp, reddit_id: &str) -> Vec<i64> {
    let mut counts = Vec::new();
    for sql in [
        "select cast(count(*) as bigint) from reddit_posts where reddit_id = $1",
        "select cast(count(*) as bigint) from brand_mentions where reddit_id = $1",
        "select cast(count(*) as bigint) from waiting_posts where reddit_id = $1",
        "select cast(count(*) as bigint) from left_out_posts where reddit_id = $1",
    ] {
        let (count,): (i64,) = app.db().one(sql, args![reddit_id]).await.unwrap();
        counts.push(count);
    }
    counts
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_is_gone_from_reddit_is_gone_in_every_room_within_a_day() {
    let app = TestApp::start().await;
    let (nora, olga) = (app.person("nora").await, app.person("olga").await);
    had(&app, &nora, "t3_zzzzzz").await;
    had(&app, &olga, "t3_zzzzzz").await;
    assert_eq!(rows(&app, "t3_zzzzzz").await, [2, 2, 2, 2]);

    for _ in 0..24 {
        app.moves_to_later(TimeDelta::hours(1)).await;
    }

    assert_eq!(rows(&app, "t3_zzzzzz").await, [0, 0, 0, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_post_is_gone_within_a_day_even_while_re_visits_have_to_wait() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    had(&app, &nora, "t3_zzzzzz").await;
    // So much of the window is used that a scan may make a call and a re-visit may not.
    app.begins_reddit_window(50).await;

    app.moves_to_later(TimeDelta::hours(19)).await;

    assert_eq!(rows(&app, "t3_zzzzzz").await, [0, 0, 0, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_its_author_deletes_vanishes_and_the_rest_stays_and_is_brought_up_to_date() {
    let app = TestApp::start().await;
    let keywords = [
        "climbing",
        "audit",
        "agency",
        "wholesale",
        "bouldering",
        "clients",
    ];
    let nora = app.founder("nora", Plan::Pro, &keywords).await;
    let sql = "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
                   comments, permalink, keywords_matched, relevance_score, rejected, found_at, last_seen_at,
                   checked_at)
               values ($1, $2, $3, $4, $5, $6, $7, $8, 1, 'https://x.example/', $9, 50, $10, $7, $7, $7)";
    // Whatever the samples hold, however it would be judged.
    let ears = app
        .server()
        .listening
        .for_user(nora.id, listening::Urgency::Interactive);
    for keyword in keywords {
        let heard = ears.search(&listening::Search::new(keyword)).await;
        for post in heard.found {
            let arguments = args![
                Uuid::now_v7(),
                nora.id,
                post.reddit_id,
                post.title,
                post.subreddit,
                "somebody",
                app.clock.now(),
                -100_i64,
                json!([]),
                false
            ];
            let _there_already = app.db().run(sql, arguments).await;
        }
    }
    let before = nora.lists("").await["total"].as_i64().unwrap();

    let gone = doomed(&app, &nora).await;

    let after = nora.lists("limit=200").await;
    assert!(!gone.is_empty(), "nothing was deleted in a week");
    assert!(after["total"].as_i64().unwrap() > before / 2);
    let posts = after["posts"].as_array().unwrap();
    assert!(posts.iter().all(|post| post["score"] != -100));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_discovery_has_met_for_a_year_is_removed() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    // Its id is none of Reddit's, so nobody looks there whether it is gone.
    let sql = "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
                   comments, permalink, keywords_matched, relevance_score, rejected, found_at, last_seen_at,
                   checked_at)
               values ($1, $2, 'sample_1', 'Once', 'x', 'y', $3, 1, 1, 'https://x.example/', $4, 50, $5, $3, $3, $3)";
    let arguments = args![Uuid::now_v7(), nora.id, app.clock.now(), json!([]), false];
    app.db().run(sql, arguments).await.unwrap();

    app.moves_to_later(TimeDelta::days(364)).await;
    let kept = nora.lists("").await["total"].clone();
    app.moves_to_later(TimeDelta::days(2)).await;

    assert_eq!(
        (kept, &nora.lists("").await["total"]),
        (json!(1), &json!(0))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn comments_that_are_there_are_checked_once_wherever_they_are_kept() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    let comment = any_comment(&app, &nora).await;
    had(&app, &nora, &comment).await;
    let mention = "delete from brand_mentions where reddit_id = $1";
    let arguments = args![comment.as_str()];
    app.db().run(mention, arguments).await.unwrap();

    app.moves_to_later(TimeDelta::hours(19)).await;

    assert_eq!(rows(&app, &comment).await, [1, 0, 1, 1]);
    for sql in [
        "select checked_at from reddit_posts where reddit_id = $1",
        "select checked_at from waiting_posts where reddit_id = $1",
        "select checked_at from left_out_posts where reddit_id = $1",
    ] {
        let checked: (chrono::DateTime<chrono::Utc>,) =
            app.db().one(sql, args![comment.as_str()]).await.unwrap();
        assert!(app.clock.now() - checked.0 < TimeDelta::hours(1), "{sql}");
    }
}

/// The Reddit id of a comment that is there.
async fn any_comment(app: &TestApp, person: &Person) -> String {
    let ears = app
        .server()
        .listening
        .for_user(person.id, listening::Urgency::Interactive);
    let heard = ears.search(&listening::Search::new("invoice")).await;
    let post = heard.found.iter().find(|post| post.comments > 0).unwrap();
    let name = listening::SubredditName::parse(&post.subreddit).unwrap();
    let id = post.reddit_id.parse().unwrap();
    let thread = ears.thread(&name, &id, 100).await.found.unwrap();
    thread.comments[0].reddit_id.clone()
}

/// Gives a post to this many people who have nothing else.
async fn is_held_by(app: &TestApp, count: i64, reddit_id: &str) {
    let people = match engine() {
        Engine::Sqlite => {
            "insert into users (id, email, user_metadata, email_confirmed_at, created_at, updated_at)
             with recursive numbers(number) as (
                 select 1 union all select number + 1 from numbers where number < $2
             )
             select randomblob(16), $1 || number || '@example.com', '{}', $3, $3, $3 from numbers"
        }
        Engine::Postgres => {
            "insert into users (id, email, user_metadata, email_confirmed_at, created_at, updated_at)
             select gen_random_uuid(), $1 || number || '@example.com', '{}', $3, $3, $3
             from generate_series(1, $2) as number"
        }
    };
    let new_id = match engine() {
        Engine::Sqlite => "randomblob(16)",
        Engine::Postgres => "gen_random_uuid()",
    };
    let posts = format!(
        "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score, comments,
             permalink, keywords_matched, relevance_score, rejected, found_at, last_seen_at, checked_at)
         select {new_id}, id, $1, 'Held', 'x', 'y', $2, -1, 1, 'https://x.example/', $3, 50, $4, $2, $2, $2
         from users where email like $5"
    );
    let (now, name) = (app.clock.now(), format!("holder_of_{reddit_id}_"));
    let arguments = args![name.as_str(), count, now];
    app.db().run(people, arguments).await.unwrap();
    let arguments = args![reddit_id, now, json!([]), false, format!("{name}%")];
    app.db().run(posts.leak(), arguments).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_thousands_have_is_brought_up_to_date_and_removed_a_thousand_rows_at_a_time() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let posts = nora.all_posts().await;
    let post = posts.iter().find(|post| post["kind"] == "post").unwrap();
    let there = reddit_id(&app, post).await;
    is_held_by(&app, 2_500, &there).await;
    is_held_by(&app, 2_500, "t3_zzzzzz").await;
    app.begins_reddit_window(0).await;

    app.moves_to_later(TimeDelta::hours(13)).await;

    assert_eq!(rows(&app, "t3_zzzzzz").await[0], 0);
    let sql =
        "select cast(count(*) as bigint) from reddit_posts where reddit_id = $1 and score = -1";
    let (stale,): (i64,) = app.db().one(sql, args![there.as_str()]).await.unwrap();
    assert_eq!((rows(&app, &there).await[0], stale), (2_501, 0));
    if let Engine::Postgres = engine() {
        let sql =
            "select count(*) from reddit_posts where reddit_id = $1 group by xmin order by 1 desc";
        let sizes: Vec<(i64,)> = app.db().all(sql, args![there.as_str()]).await.unwrap();
        assert!(
            sizes[0].0 < 2_000,
            "one transaction wrote {} rows",
            sizes[0].0
        );
    }
}
