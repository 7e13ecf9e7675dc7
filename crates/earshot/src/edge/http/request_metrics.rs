//! Counting requests. Finding a counter by its labels costs more than many a request, so the
//! handles are kept.

use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use metrics::{Counter, Histogram};

/// What is counted of one kind of request.
#[derive(Clone)]
struct RequestCounters {
    requests: Counter,
    seconds: Histogram,
}

type ByMethodAndStatus = HashMap<(&'static str, u16), RequestCounters>;

static HANDLES: LazyLock<RwLock<HashMap<String, ByMethodAndStatus>>> =
    LazyLock::new(RwLock::default);

/// Counts one answered request. The route, not the path: an endless number of addresses must not
/// make endless metrics.
pub(super) fn count(route: &str, method: &Method, status: StatusCode, took: Duration) {
    let handles = handles(route, known(method), status.as_u16());
    handles.requests.increment(1);
    handles.seconds.record(took.as_secs_f64());
}

fn handles(route: &str, method: &'static str, status: u16) -> RequestCounters {
    let kept = HANDLES.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(handles) = kept
        .get(route)
        .and_then(|kinds| kinds.get(&(method, status)))
    {
        return handles.clone();
    }
    drop(kept);
    let made = register(route, method, status);
    let mut kept = HANDLES.write().unwrap_or_else(PoisonError::into_inner);
    let kinds = kept.entry(route.to_owned()).or_default();
    kinds.insert((method, status), made.clone());
    made
}

fn register(route: &str, method: &'static str, status: u16) -> RequestCounters {
    let (route, status) = (route.to_owned(), status.to_string());
    RequestCounters {
        requests: metrics::counter!(
            "earshot_requests_total", "route" => route.clone(), "method" => method, "status" => status
        ),
        seconds: metrics::histogram!("earshot_request_seconds", "route" => route),
    }
}

/// The method's name. Clients may invent methods; they must not invent metrics.
fn known(method: &Method) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "POST", "DELETE", "PATCH", "PUT", "HEAD", "OPTIONS"];
    let name = KNOWN.into_iter().find(|name| *name == method.as_str());
    name.unwrap_or("other")
}
