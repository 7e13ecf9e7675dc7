//! The routes of the sandboxes, for tests and for people who try things out. Each exists only while
//! its provider is a sandbox, and none in a build without sandboxes.

#[cfg(not(feature = "sandboxes"))]
pub(crate) use absent::{all, of};
#[cfg(feature = "sandboxes")]
pub(crate) use embedded::{all, of};

#[cfg(feature = "sandboxes")]
mod embedded {
    use platform::app::App;
    use platform::settings::Settings;
    use utoipa_axum::router::OpenApiRouter;
    use utoipa_axum::routes;

    use crate::lifecycle::sandbox_api;
    use sandbox::api;

    /// Those that these settings open.
    pub(crate) fn of(settings: &Settings) -> OpenApiRouter<App> {
        let sandboxes = settings.sandboxes();
        let mut routes = OpenApiRouter::new();
        if !sandboxes.is_empty() {
            routes = routes.merge(addresses());
        }
        if sandboxes.contains(&"payments") {
            routes = routes.merge(payments());
        }
        if sandboxes.contains(&"mail") {
            routes = routes.merge(mailbox());
        }
        let are_samples = ["mail", "payments"].iter().all(|it| sandboxes.contains(it));
        if are_samples && !settings.listening.is_to_the_world() {
            routes = routes.merge(clock());
        }
        routes
    }

    /// For the description of the API.
    pub(crate) fn all() -> OpenApiRouter<App> {
        addresses()
            .merge(payments())
            .merge(mailbox())
            .merge(clock())
    }

    fn addresses() -> OpenApiRouter<App> {
        OpenApiRouter::new().routes(routes!(api::show_sandbox_settings))
    }

    /// A subscription without the checkout's page, and what becomes of webhooks.
    fn payments() -> OpenApiRouter<App> {
        OpenApiRouter::new()
            .routes(routes!(sandbox_api::subscribe_in_sandbox))
            .routes(routes!(api::choose_webhooks))
    }

    fn mailbox() -> OpenApiRouter<App> {
        OpenApiRouter::new()
            .routes(routes!(api::show_mailbox))
            .routes(routes!(api::show_mail))
    }

    /// The clock: it may be moved while nobody real is asked, gets mail or pays by it.
    fn clock() -> OpenApiRouter<App> {
        OpenApiRouter::new().routes(routes!(api::show_clock, api::move_clock))
    }
}

#[cfg(not(feature = "sandboxes"))]
mod absent {
    use platform::app::App;
    use platform::settings::Settings;
    use utoipa_axum::router::OpenApiRouter;

    pub(crate) fn of(_settings: &Settings) -> OpenApiRouter<App> {
        OpenApiRouter::new()
    }

    pub(crate) fn all() -> OpenApiRouter<App> {
        OpenApiRouter::new()
    }
}
