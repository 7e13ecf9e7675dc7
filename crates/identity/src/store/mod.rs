//! The room's SQL, one file per subject.

pub(super) mod account_data;
pub(super) mod links;
pub(super) mod oauth;
pub(super) mod profiles;
pub(super) mod sessions;
pub(super) mod users;

pub use sessions::Session;
pub use users::{OauthIdentity, User};
