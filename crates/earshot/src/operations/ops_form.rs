//! The fields of a form that a page sends.

use std::collections::HashMap;

use axum::extract::Request;
use url::form_urlencoded;

use platform::api_error::ApiError;
use platform::request::read_body;

pub(super) async fn read_form(request: Request) -> Result<HashMap<String, String>, ApiError> {
    let body = read_body(request).await?;
    let fields = form_urlencoded::parse(&body).into_owned();
    let fields: HashMap<String, String> = fields.collect();
    if fields.values().any(|value| value.contains('\0')) {
        return Err(ApiError::bad_request(
            "The form contains a character that is not allowed.",
        ));
    }
    Ok(fields)
}
