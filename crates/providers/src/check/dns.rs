//! What the DNS says about a mail sender's domain.

use std::{fmt, fs, net::IpAddr, net::SocketAddr, time::Duration};

use hickory_resolver::{
    Resolver, TokioResolver,
    config::{ConnectionConfig, NameServerConfig, ResolverConfig},
    net::{NetError, runtime::TokioRuntimeProvider},
    proto::rr::{RData, RecordType},
};

/// Asks for records that a name look-up does not tell.
pub struct DnsClient(TokioResolver);

/// The DNS could not be asked. A name without records is no failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DnsFailure {
    #[error("this machine names no DNS server in /etc/resolv.conf")]
    NoServer,
    #[error("the DNS server did not answer")]
    NoAnswer,
}

const RESOLV_CONF: &str = "/etc/resolv.conf";
const DNS_PORT: u16 = 53;

impl DnsClient {
    /// At this server; without one at those that the system names.
    pub fn new(server: Option<SocketAddr>) -> Result<Self, DnsFailure> {
        let servers = server.map_or_else(system_servers, |server| vec![server]);
        if servers.is_empty() {
            return Err(DnsFailure::NoServer);
        }
        let servers = servers.into_iter().map(name_server).collect();
        let config = ResolverConfig::from_parts(None, Vec::new(), servers);
        let mut builder = Resolver::builder_with_config(config, TokioRuntimeProvider::default());
        let options = builder.options_mut();
        options.attempts = 2;
        options.timeout = Duration::from_secs(2);
        let resolver = builder.build().map_err(|_| DnsFailure::NoServer)?;
        Ok(Self(resolver))
    }

    /// The texts of a name; the pieces of each are put together.
    pub async fn texts(&self, name: &str) -> Result<Vec<String>, DnsFailure> {
        let records = self.records(name, RecordType::TXT).await?;
        let texts = records.into_iter().filter_map(|record| match record {
            RData::TXT(text) => Some(text.txt_data.concat()),
            _ => None,
        });
        Ok(texts
            .map(|text| String::from_utf8_lossy(&text).into_owned())
            .collect())
    }

    /// The hosts that take mail for a domain, without the dot at their end; the one that says "none"
    /// is empty.
    pub async fn mail_hosts(&self, domain: &str) -> Result<Vec<String>, DnsFailure> {
        let records = self.records(domain, RecordType::MX).await?;
        let hosts = records.into_iter().filter_map(|record| match record {
            RData::MX(host) => Some(host.exchange.to_utf8()),
            _ => None,
        });
        Ok(hosts
            .map(|host| host.trim_end_matches('.').to_owned())
            .collect())
    }

    pub async fn has_address(&self, name: &str) -> Result<bool, DnsFailure> {
        let (v4, v6) = tokio::join!(
            self.records(name, RecordType::A),
            self.records(name, RecordType::AAAA)
        );
        Ok(!v4?.is_empty() || !v6?.is_empty())
    }

    async fn records(&self, name: &str, kind: RecordType) -> Result<Vec<RData>, DnsFailure> {
        // The dot keeps the system's search domains out of it.
        let name = format!("{}.", name.trim_end_matches('.'));
        match self.0.lookup(name, kind).await {
            Ok(found) => Ok(found.answers().iter().map(|it| it.data.clone()).collect()),
            Err(error) if is_empty(&error) => Ok(Vec::new()),
            Err(_) => Err(DnsFailure::NoAnswer),
        }
    }
}

impl fmt::Debug for DnsClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DnsClient").finish_non_exhaustive()
    }
}

fn is_empty(error: &NetError) -> bool {
    error.is_no_records_found()
}

fn name_server(server: SocketAddr) -> NameServerConfig {
    let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()];
    let connections = connections.map(|mut connection| {
        connection.port = server.port();
        connection
    });
    NameServerConfig::new(server.ip(), true, connections.to_vec())
}

/// The file has had this form for decades, and only these lines matter here.
fn system_servers() -> Vec<SocketAddr> {
    let text = fs::read_to_string(RESOLV_CONF).unwrap_or_default();
    servers_in(&text)
}

fn servers_in(resolv_conf: &str) -> Vec<SocketAddr> {
    let addresses = resolv_conf.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let is_server = words.next() == Some("nameserver");
        let address: Option<IpAddr> = words.next()?.parse().ok();
        address.filter(|_| is_server)
    });
    addresses.map(|ip| SocketAddr::new(ip, DNS_PORT)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_servers_are_the_nameserver_lines() {
        let text = "# made by hand\nsearch example.com\nnameserver 10.0.0.53\noptions edns0\nnameserver 2001:db8::53\n";

        let servers: Vec<String> = servers_in(text).iter().map(ToString::to_string).collect();

        assert_eq!(servers, ["10.0.0.53:53", "[2001:db8::53]:53"]);
    }
}
