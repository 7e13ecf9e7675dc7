//! GET and HEAD: one's own rows, and how many there are.

use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};

use super::parse::Query;
use super::request_headers::Asked;
use super::rest_response::{self, Refusal, content_range};
use super::sql::Rows;
use platform::app::App;
use platform::db::Shown;

pub(super) async fn read(
    app: &App,
    rows: Rows,
    method: &Method,
    query: &str,
    asked: Asked,
) -> Result<Response, Refusal> {
    let query = Query::parse(rows.table, query)?;
    if *method == Method::HEAD {
        return head(app, rows, &query, asked).await;
    }
    let columns: Vec<Shown> = query
        .columns
        .iter()
        .map(|column| (column.name, column.kind))
        .collect();
    let found = app.db.json_rows(rows.select(&query)?, &columns).await?;
    let page = Page {
        offset: query.offset.unwrap_or(0),
        rows: i64::try_from(found.count)?,
    };
    if asked.is_object && page.rows != 1 {
        return Err(Refusal::not_one(page.rows));
    }
    let total = if asked.wants_count {
        Some(total(app, rows, &query, page).await?)
    } else {
        None
    };
    let status = page.status(total)?;
    let body = if asked.is_object {
        found.into_object().unwrap_or_default()
    } else {
        found.into_array()
    };
    let response = rest_response::json(status, asked.is_object, body);
    Ok(([content_range(page.offset, page.rows, total)], response).into_response())
}

/// Nothing of the rows is sent, so nothing but their number is read.
async fn head(app: &App, rows: Rows, query: &Query, asked: Asked) -> Result<Response, Refusal> {
    let (total,): (i64,) = app.db.one_built(rows.count(query)?).await?;
    let offset = query.offset.unwrap_or(0);
    let page = Page {
        offset,
        rows: total.saturating_sub(offset).clamp(0, query.limit),
    };
    if asked.is_object && page.rows != 1 {
        return Err(Refusal::not_one(page.rows));
    }
    let total = asked.wants_count.then_some(total);
    let status = page.status(total)?;
    let response = rest_response::json(status, asked.is_object, Vec::new());
    Ok(([content_range(page.offset, page.rows, total)], response).into_response())
}

/// A page that is not full is the last one and tells how many there are; only else is counted.
async fn total(app: &App, rows: Rows, query: &Query, page: Page) -> Result<i64, Refusal> {
    let end = page.offset.saturating_add(page.rows);
    let is_last = page.rows < query.limit && (page.rows > 0 || page.offset == 0);
    if is_last {
        return Ok(end);
    }
    let (total,): (i64,) = app.db.one_built(rows.count(query)?).await?;
    // A row may have gone between the two statements, but those of the page were there.
    Ok(if page.rows > 0 { total.max(end) } else { total })
}

#[derive(Clone, Copy)]
struct Page {
    offset: i64,
    rows: i64,
}

impl Page {
    fn status(self, total: Option<i64>) -> Result<StatusCode, Refusal> {
        match total {
            Some(total) if self.offset > total => Err(Refusal::beyond_the_end(self.offset, total)),
            Some(total) if self.rows < total => Ok(StatusCode::PARTIAL_CONTENT),
            _ => Ok(StatusCode::OK),
        }
    }
}
