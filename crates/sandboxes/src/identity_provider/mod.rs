//! A server that speaks OpenID Connect as Google does, and signs in whoever one says one is.
//!
//! `GET /.well-known/openid-configuration`, the page at `/o/oauth2/v2/auth` where a person chooses
//! an account or denies, `POST /token` and the keys at `/oauth2/v3/certs`. It remembers nothing
//! that must survive a restart: a code carries what it stands for, signed, and a subject is made
//! from the address.
//!
//! Any address may be entered, and counts as verified. These local parts, at any domain and with or
//! without a `+tag`, go wrong ([`SENTINELS`] holds the same table):
//!
//! | local part | what happens |
//! |---|---|
//! | `unverified` | The address is not verified. |
//! | `no-email` | The token has no address. |
//! | `bad-code` | The token endpoint refuses the code. |
//! | `broken` | The token endpoint answers 500. |
//! | `wrong-nonce` | The token has another nonce. |
//! | `wrong-audience` | The token is for another client. |
//! | `wrong-issuer` | The token is of another issuer. |
//! | `expired` | The token has expired. |
//! | `unsigned` | The token has no signature: its algorithm is `none`. |
//! | `forged` | The token was changed after it was signed. |
//! | `unknown-key` | The token is signed with a key that is not listed. |

mod authorization;
mod sentinels;
mod server;
mod sign_in_page;
mod signing_key;
mod tokens;

pub use sentinels::{IdentitySentinel, SENTINELS};
pub use server::{IdentityClock, serve};

/// The client that the sandbox knows, and its secret. They open nothing else.
pub const CLIENT_ID: &str = "earshot.apps.sandbox";
pub const CLIENT_SECRET: &str = "sandbox-client-secret";
