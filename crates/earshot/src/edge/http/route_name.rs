//! Which route answers a request: known only inside the router, wanted outside of it.

use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use axum::extract::{MatchedPath, Request};
use tower::Service;

/// Travels with the request and comes to hold the pattern of the route that took it.
#[derive(Clone, Default)]
pub(super) struct RouteName(Arc<OnceLock<MatchedPath>>);

impl RouteName {
    pub(super) fn follow(request: &mut Request) -> Self {
        let name = Self::default();
        request.extensions_mut().insert(name.clone());
        name
    }

    pub(super) fn name(&self) -> &str {
        self.0.get().map_or("other", MatchedPath::as_str)
    }
}

/// Stands before every route and writes its pattern down.
#[derive(Clone, Debug)]
pub(super) struct RouteNameLayer<S>(pub(super) S);

impl<S: Service<Request>> Service<Request> for RouteNameLayer<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> S::Future {
        let extensions = request.extensions();
        if let (Some(RouteName(name)), Some(path)) =
            (extensions.get(), extensions.get::<MatchedPath>())
        {
            let _ = name.set(path.clone());
        }
        self.0.call(request)
    }
}
