//! `/auth/v1`: sign-up, sign-in, sessions and the links in mails, as the stock client speaks.

pub(crate) mod about;
mod auth_error;
pub(crate) mod links;
mod request;
mod shapes;
pub(crate) mod sign_up;
pub(crate) mod tokens;
pub(crate) mod users;
