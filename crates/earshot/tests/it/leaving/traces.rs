//! What the database still holds of somebody.

use std::collections::BTreeMap;
use std::fmt::Write;

use platform::db::{Db, Engine, args};

use crate::kit::{Person, TestApp, engine};

/// Every column of every table, as `table.column`, that holds the person's id or address in any
/// form (as text, inside of a text, as bytes), and how often.
pub(super) async fn traces(db: &Db, person: &Person) -> BTreeMap<String, i64> {
    let needles = [
        person.id.to_string(),
        person.id.simple().to_string(),
        person.email.clone(),
        hex(&person.email),
    ];
    let mut found = BTreeMap::new();
    for (table, column) in columns(db).await {
        let sql = match engine() {
            Engine::Sqlite => format!(
                "select cast(count(*) as bigint) from \"{table}\" where
                 instr(lower(cast(\"{column}\" as text)), $1) > 0 or instr(lower(hex(\"{column}\")), $1) > 0"
            ),
            Engine::Postgres => format!(
                "select count(*) from \"{table}\" where strpos(lower(\"{column}\"::text), $1) > 0"
            ),
        };
        let sql: &'static str = sql.leak();
        for needle in &needles {
            let (count,): (i64,) = db.one(sql, args![needle]).await.unwrap();
            if count > 0 {
                *found.entry(format!("{table}.{column}")).or_default() += count;
            }
        }
    }
    found
}

/// The same, without the mailbox of the sandbox.
pub(super) async fn left_in_product(app: &TestApp, person: &Person) -> BTreeMap<String, i64> {
    let mut left = traces(app.db(), person).await;
    left.retain(|column, _| !column.starts_with("sandbox_mails."));
    left
}

async fn columns(db: &Db) -> Vec<(String, String)> {
    let sql = match engine() {
        Engine::Sqlite => {
            "select tables.name, columns.name from sqlite_master as tables
             join pragma_table_info(tables.name) as columns where tables.type = 'table'"
        }
        Engine::Postgres => {
            "select table_name::text, column_name::text from information_schema.columns
             where table_schema = 'public'"
        }
    };
    let columns: Vec<(String, String)> = db.all(sql, args![]).await.unwrap();
    assert!(
        columns.len() > 100,
        "only {} columns were found",
        columns.len()
    );
    columns
}

fn hex(text: &str) -> String {
    text.bytes().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    })
}
