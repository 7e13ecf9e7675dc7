//! `/rest/v1`: the closed list of tables that a client may read and write, for its own rows only.
//!
//! Speaks PostgREST's protocol as far as the stock Supabase client needs it. Rights stand in
//! [`tables`] and nowhere else; `parse` understands what a client asks, `sql` puts the statement
//! together, and every answer that is no row is an `rest_response::Refusal`.

mod get_rows;
mod parse;
mod patch_rows;
mod request_headers;
mod rest_response;
mod rpc;
mod sql;
pub(crate) mod tables;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;

use identity::{BadToken, Caller};
use platform::app::App;
use platform::request;
use request_headers::Asked;
use rest_response::Refusal;
use sql::Rows;
use tables::Table;

/// `/rest/v1/{table}`, by whatever method.
pub(crate) async fn answer_table(
    State(app): State<App>,
    name: Result<Path<String>, PathRejection>,
    request: Request,
) -> Response {
    let name = name.map(|Path(name)| name).unwrap_or_default();
    let answered = on_table(&app, &name, request).await;
    answered.unwrap_or_else(IntoResponse::into_response)
}

/// `/rest/v1/rpc/{function}`, by whatever method.
pub(crate) async fn answer_function(
    State(app): State<App>,
    name: Result<Path<String>, PathRejection>,
    request: Request,
) -> Response {
    let name = name.map(|Path(name)| name).unwrap_or_default();
    let answered = on_function(&app, &name, request).await;
    answered.unwrap_or_else(IntoResponse::into_response)
}

/// What a token that proves nothing is answered.
pub(crate) fn refuse_token(bad: BadToken) -> Response {
    request_headers::refused(bad).into_response()
}

/// What lies deeper than tables do.
pub(crate) async fn answer_nothing() -> Response {
    let message = "Invalid path specified in request URL";
    Refusal::new(StatusCode::NOT_FOUND, "PGRST125", message).into_response()
}

async fn on_table(app: &App, name: &str, request: Request) -> Result<Response, Refusal> {
    let caller = request_headers::caller(app, request.headers()).await?;
    let method = request.method().clone();
    let asked = Asked::read(&method, request.headers())?;
    let table = tables::table(name).ok_or_else(|| Refusal::no_table(name))?;
    let rows = own_rows(app, table, caller.as_ref())?;
    let query = request.uri().query().unwrap_or_default().to_owned();
    match method {
        Method::GET | Method::HEAD => get_rows::read(app, rows, &method, &query, asked).await,
        Method::PATCH if table.is_writable() => {
            let body = body(request).await?;
            patch_rows::change(app, rows, &query, &body, asked).await
        }
        Method::PATCH | Method::POST | Method::DELETE => {
            Err(Refusal::forbidden(format_args!("table {}", table.name)))
        }
        _ => Err(Refusal::method(&method, "GET, HEAD, PATCH, POST, DELETE")),
    }
}

async fn on_function(app: &App, name: &str, request: Request) -> Result<Response, Refusal> {
    let caller = request_headers::caller(app, request.headers()).await?;
    let method = request.method().clone();
    let asked = Asked::read(&method, request.headers())?;
    let body = body(request).await?;
    rpc::call(app, caller.as_ref(), &method, name, &body, asked).await
}

/// The rows that this request is about, whatever else it says: those of the person who sent it.
fn own_rows(app: &App, table: &'static Table, caller: Option<&Caller>) -> Result<Rows, Refusal> {
    let caller = caller.ok_or_else(|| Refusal::anonymous(format_args!("table {}", table.name)))?;
    Ok(Rows {
        table,
        owner_id: caller.user_id,
        engine: app.db.engine(),
    })
}

async fn body(request: Request) -> Result<Bytes, Refusal> {
    request::read_body(request).await.map_err(|failure| {
        let public = failure.into_public();
        Refusal::new(public.status, "PGRST102", public.message)
    })
}
