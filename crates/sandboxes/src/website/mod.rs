//! A web server with sample companies, and with sites that fail in many ways.
//!
//! It serves HTTP and HTTPS on one port (the first byte tells them apart), under names that do not
//! exist elsewhere: [`SITES`] are invented companies, [`SENTINELS`] are failures, [`STOREFRONT`] has
//! [`LISTINGS`] of companies without a site, each a name that a person can type. [`SampleSites`] makes the website reader resolve these names and trust the
//! certificate, for names under `.example` only.
//!
//! In a browser a site opens at `http://paperlark.example.localhost:PORT/`; the bare address
//! lists them all.

mod certificate;
mod failing_pages;
mod responses;
mod sample_sites;
mod sentinels;
mod server;
mod sites;
mod storefront;

pub use certificate::{InvalidCertificate, SandboxCertificate};
pub use sample_sites::SampleSites;
pub use sentinels::{SENTINELS, WebsiteSentinel};
pub use server::WebsiteSandbox;
pub use sites::SITES;
pub use storefront::{LISTINGS, STOREFRONT};

/// Every host of the sandbox, without `www.`.
fn names() -> impl Iterator<Item = &'static str> {
    SITES
        .into_iter()
        .chain(SENTINELS.iter().map(|sentinel| sentinel.host))
        .chain([STOREFRONT])
}
