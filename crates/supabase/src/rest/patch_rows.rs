//! PATCH: what a person may change of their own rows, all or nothing, told to open pages.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value as Json, json};

use super::parse::{Query, values};
use super::request_headers::Asked;
use super::rest_response::{self, Refusal, content_range};
use super::sql::Rows;
use super::tables::{Column, Table};
use platform::app::App;
use platform::db::{Shown, Value};
use platform::live::{self, RowChange};

type Row = Map<String, Json>;

pub(super) async fn change(
    app: &App,
    rows: Rows,
    query: &str,
    body: &[u8],
    asked: Asked,
) -> Result<Response, Refusal> {
    let mut changes = parse(rows.table, body)?;
    let query = Query::parse(rows.table, query)?;
    if changes.is_empty() {
        return answer(&query, &[], asked);
    }
    touch(app, rows.table, &mut changes);

    let mut tx = app.db.begin().await?;
    let columns: Vec<Shown> = rows
        .table
        .columns
        .iter()
        .map(|column| (column.name, column.kind))
        .collect();
    let returned = tx
        .json_rows(rows.update(changes, &query)?, &columns)
        .await?;
    let after: Vec<Row> = serde_json::from_slice(&returned.into_array())?;
    // Refusing leaves the transaction open, which undoes it.
    let response = answer(&query, &after, asked)?;
    for row in after {
        let change = RowChange {
            table: rows.table.name,
            owner_id: rows.owner_id,
            old: Some(json!({ "id": row["id"] })),
            new: Some(Json::Object(row)),
        };
        live::record(&mut tx, &app.clock, change).await?;
    }
    tx.commit().await?;
    Ok(response)
}

/// Which columns get which values, if this person may write them at all.
fn parse(table: &'static Table, body: &[u8]) -> Result<Vec<(&'static Column, Value)>, Refusal> {
    let body: Row = serde_json::from_slice(body)
        .map_err(|_| Refusal::bad("PGRST102", "Empty or invalid json"))?;
    let mut changes = Vec::new();
    for (name, json) in &body {
        let column = table
            .column(name)
            .ok_or_else(|| Refusal::no_column_for_writing(table, name))?;
        changes.push((column, json));
    }
    if changes.iter().any(|(column, _)| !column.is_writable) {
        return Err(Refusal::forbidden(format_args!("table {}", table.name)));
    }
    changes
        .into_iter()
        .map(|(column, json)| Ok((column, values::from_json(table, column, json)?)))
        .collect()
}

/// A changed row says when, unless the client did.
fn touch(app: &App, table: &Table, changes: &mut Vec<(&'static Column, Value)>) {
    let is_said = changes
        .iter()
        .any(|(column, _)| column.name == "updated_at");
    if let Some(column) = table.column("updated_at").filter(|_| !is_said) {
        changes.push((column, app.clock.now().into()));
    }
}

fn answer(query: &Query, changed: &[Row], asked: Asked) -> Result<Response, Refusal> {
    let count = i64::try_from(changed.len())?;
    if asked.is_object && count != 1 {
        return Err(Refusal::not_one(count));
    }
    let range = content_range(0, count, asked.wants_count.then_some(count));
    if !asked.wants_rows {
        return Ok((StatusCode::NO_CONTENT, [range]).into_response());
    }
    let shown: Vec<Row> = changed.iter().map(|row| only(query, row)).collect();
    let body = match (asked.is_object, shown.first()) {
        (true, Some(row)) => serde_json::to_vec(row)?,
        _ => serde_json::to_vec(&shown)?,
    };
    let response = rest_response::json(StatusCode::OK, asked.is_object, body);
    Ok(([range], response).into_response())
}

fn only(query: &Query, row: &Row) -> Row {
    let names = query.columns.iter().map(|column| column.name);
    names
        .map(|name| (name.to_owned(), row[name].clone()))
        .collect()
}
