//! `/auth/v1`: sign-up, sign-in, sessions and the links in mails, as the stock client speaks.

pub(crate) mod auth_error;
mod extractors;
pub(crate) mod links;
pub(crate) mod oauth;
pub(crate) mod service_info;
pub(crate) mod sign_up;
pub(crate) mod tokens;
pub(crate) mod users;
mod wire_types;
