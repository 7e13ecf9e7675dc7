//! A web server with sample companies, and with sites that fail in every way there is.
//!
//! It speaks HTTP and HTTPS on one port (a TLS handshake begins unlike any request), under names
//! that exist nowhere else: [`SITES`] are companies of our own invention, [`SENTINELS`] are the
//! failures, each a name that a person can type. The reader is led here by [`SampleSites`], and
//! believes the certificate for names under `.example` and for no others.
//!
//! In a browser a site opens at `http://paperlark.example.localhost:PORT/`; the bare address
//! lists them all.

mod answers;
mod certificate;
mod hostile;
mod sample_sites;
mod sentinels;
mod server;
mod sites;

pub use certificate::{Certificate, InvalidCertificate};
pub use sample_sites::SampleSites;
pub use sentinels::{SENTINELS, Sentinel};
pub use server::WebServer;
pub use sites::SITES;

/// Every name under which the sandbox answers, without `www.`.
fn names() -> impl Iterator<Item = &'static str> {
    SITES
        .into_iter()
        .chain(SENTINELS.iter().map(|sentinel| sentinel.host))
}
