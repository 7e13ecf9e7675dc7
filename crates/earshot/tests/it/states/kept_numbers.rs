//! The numbers beside a list are kept and not counted; they are those of its rows all the same.

use super::*;
use crate::kit::engine;
use platform::db::Engine;

/// A filter that every row of these tests passes and that no kept number knows.
const COUNTED: &str = "q=row";
/// No connection has a number as high as this.
const OTHERS: i64 = 1_000_000_000;

/// What is done to rows of a table, one statement each.
fn changes(list: List) -> Vec<String> {
    let table = list.table;
    let unread = match list.row {
        "post" => "is_new = true, is_read = false",
        _ => "is_read = false",
    };
    let kind = match list.row {
        "post" => "names_brand = true",
        _ => "leaning = 'positive'",
    };
    let title = list.title;
    vec![
        format!("update {table} set {unread} where {title} <> 'Row 0'"),
        format!("update {table} set {kind} where {title} <> 'Row 1'"),
        format!("update {table} set state = 'saved' where {title} in ('Row 1', 'Row 2')"),
        format!("update {table} set excluded = true where {title} in ('Row 2', 'Row 3')"),
        format!("update {table} set state = 'won', is_read = true where {title} = 'Row 3'"),
        format!("update {table} set excluded = false where {title} = 'Row 3'"),
        format!("update {table} set state = 'rejected', rejected = true where {title} = 'Row 4'"),
        format!("update {table} set subreddit = 'elsewhere'"),
        format!("delete from {table} where {title} in ('Row 2', 'Row 4')"),
    ]
}

async fn keeps_what_it_counts(list: List, owner: &Person, after: &str) {
    for also in ["", "state=saved", "state=all"] {
        let kept = list.shows(owner, also).await;
        let counted = list.shows(owner, &format!("{also}&{COUNTED}")).await;
        for number in ["total", "states", "unread", "names_you"] {
            assert_eq!(
                kept[number], counted[number],
                "{number} of {also} after {after}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_numbers_of_a_list_are_those_of_its_rows_whatever_became_of_them() {
    let app = TestApp::start().await;
    for list in LISTS {
        let owner = app.person(list.row).await;
        let other = app.person(list.rows).await;
        for row in 0..6 {
            list.adds(&app, &owner, &format!("Row {row}")).await;
        }
        list.adds(&app, &other, "Row of another").await;

        for change in changes(list) {
            app.db().run(change.clone().leak(), args![]).await.unwrap();
            keeps_what_it_counts(list, &owner, &change).await;
            keeps_what_it_counts(list, &other, &change).await;
        }
        assert_eq!(list.shows(&owner, "state=all").await["total"], 4);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn later_pages_count_what_was_there_when_the_first_was_shown() {
    let app = TestApp::start().await;
    for list in LISTS {
        let owner = app.person(list.row).await;
        list.adds(&app, &owner, "Row 0").await;
        let as_of = list.shows(&owner, "").await["asOf"].clone();
        let as_of = as_of.as_str().unwrap().replace('+', "%2B");
        let late = list.adds(&app, &owner, "Row 1").await;
        let sql = format!("update {} set found_at = $2 where id = $1", list.table);
        let later = noon() + TimeDelta::hours(1);
        app.db().run(sql.leak(), args![late, later]).await.unwrap();

        assert_eq!(list.shows(&owner, "").await["total"], 2);
        for query in [String::new(), format!("&{COUNTED}")] {
            let page = list.shows(&owner, &format!("asOf={as_of}{query}")).await;
            assert_eq!(page["total"], 1, "{query}");
            assert_eq!(page["states"]["open"], 1, "{query}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_numbers_stay_right_and_few_when_housekeeping_adds_them_up() {
    let app = TestApp::start().await;
    for list in LISTS {
        let owner = app.person(list.row).await;
        for row in 0..3 {
            list.adds(&app, &owner, &format!("Row {row}")).await;
        }
        let counts = format!("{}_counts", list.row);
        // As if sixty connections had counted: what one of them adds another takes away.
        let columns = match list.row {
            "post" => "user_id, state, names_brand, is_unread",
            _ => "user_id, day, state, leaning, is_read",
        };
        for part in 0..60_i64 {
            let sql = format!(
                "insert into {counts} ({columns}, part, number)
                 select distinct {columns}, $1, $2 from {counts} where part < $3"
            );
            let (part, number) = (OTHERS + part, if part % 2 == 0 { 1_i64 } else { -1 });
            let arguments = args![part, number, OTHERS];
            app.db().run(sql.leak(), arguments).await.unwrap();
        }

        discovery::add_up_counts(app.db()).await.unwrap();
        mentions::add_up_counts(app.db()).await.unwrap();

        keeps_what_it_counts(list, &owner, "housekeeping").await;
        let sql = format!("select cast(count(*) as bigint) from {counts} where user_id = $1");
        let (rows,): (i64,) = app.db().one(sql.leak(), args![owner.id]).await.unwrap();
        let few = match engine() {
            Engine::Postgres => 1,
            // There is one connection that writes, so there is nothing to add up.
            Engine::Sqlite => 61,
        };
        assert_eq!(rows, few, "{counts}");
    }
}
