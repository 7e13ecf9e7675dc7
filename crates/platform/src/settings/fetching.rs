//! Where the reader of websites may go, and whom it asks for names.

use std::net::SocketAddr;

use super::catalogue;
use super::source::Reader;

/// What is different for the reader of websites on this server.
#[derive(Clone, Debug, Default)]
pub struct Fetching {
    /// Open although they are not public. Nothing next to them is.
    pub allow: Vec<SocketAddr>,
    /// None: the system's resolver.
    pub dns: Option<SocketAddr>,
}

impl Fetching {
    pub(super) fn read(reader: &mut Reader) -> Self {
        Self {
            allow: allowed(reader),
            dns: reader.parse(
                catalogue::DNS,
                "an address and a port, such as 127.0.0.1:5353",
            ),
        }
    }
}

fn allowed(reader: &mut Reader) -> Vec<SocketAddr> {
    let value = reader.text(catalogue::FETCH_ALLOW).unwrap_or_default();
    let addresses = value
        .split(',')
        .filter(|address| !address.trim().is_empty());
    let parsed: Result<Vec<SocketAddr>, _> =
        addresses.map(|address| address.trim().parse()).collect();
    parsed.unwrap_or_else(|_| {
        reader.problem(
            catalogue::FETCH_ALLOW,
            &format!("'{value}' is not a list of addresses with ports, such as 127.0.0.1:18080"),
        );
        Vec::new()
    })
}
