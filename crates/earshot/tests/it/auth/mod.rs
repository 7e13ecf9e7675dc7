//! Accounts: how people come by one, sign in, stay signed in, and nobody else does.

mod account_safety;
mod browser;
mod forgeries;
mod google;
mod google_browser;
mod google_forgeries;
mod key_rotation;
mod limits;
mod links;
mod passwords;
mod recovery;
mod sessions;
mod sign_in;
mod sign_up;

use browser::Browser;
