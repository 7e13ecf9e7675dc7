//! A resolver of the operator's choice.

use std::net::{IpAddr, SocketAddr};

use providers::website::{ReaderSettings, SiteReader, Website, WebsiteError};
use tokio::{net::UdpSocket, task::JoinSet};

use crate::kit::{Server, missing, page, settings};

#[tokio::test]
async fn names_are_looked_up_where_the_operator_says_and_the_guard_stays_on() {
    let server = Server::start(|path| match path {
        "/robots.txt" | "/sitemap.xml" => missing(),
        _ => page("<h1>Hello</h1>"),
    })
    .await;
    let loopback = Dns::start("127.0.0.1").await;
    let inside = Dns::start("10.0.0.7").await;
    let typed = format!("http://company.test:{}/", server.address.port());

    let found = reader(&server, &loopback).read(&typed, &|_| {}).await;
    let refused = reader(&server, &inside).read(&typed, &|_| {}).await;
    let other_port = reader(&server, &loopback)
        .read("company.test", &|_| {})
        .await;

    assert_eq!(found.unwrap().url.host_str(), Some("company.test"));
    assert_eq!(refused, Err(WebsiteError::Refused));
    assert_eq!(other_port, Err(WebsiteError::Refused));
}

fn reader(server: &Server, dns: &Dns) -> SiteReader {
    SiteReader::new(ReaderSettings {
        allow: vec![server.address],
        dns: Some(dns.address),
        ..settings()
    })
}

/// A name server that gives one address to every name.
struct Dns {
    address: SocketAddr,
    _server: JoinSet<()>,
}

impl Dns {
    async fn start(answer: &str) -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        let answer: IpAddr = answer.parse().unwrap();
        let mut server = JoinSet::new();
        server.spawn(async move {
            let mut question = [0; 512];
            while let Ok((length, from)) = socket.recv_from(&mut question).await {
                let _ = socket
                    .send_to(&reply(&question[..length], answer), from)
                    .await;
            }
        });
        Self {
            address,
            _server: server,
        }
    }
}

/// An answer to a question for an address of the first kind (A); none to others. See RFC 1035.
fn reply(question: &[u8], answer: IpAddr) -> Vec<u8> {
    let name = question[12..].iter().position(|byte| *byte == 0).unwrap();
    let end = 12 + name + 5;
    let is_v4 = question[end - 3] == 1;
    let mut reply = question[..2].to_vec();
    reply.extend([0x81, 0x80, 0, 1, 0, u8::from(is_v4), 0, 0, 0, 0]);
    reply.extend(&question[12..end]);
    if let (IpAddr::V4(address), true) = (answer, is_v4) {
        reply.extend([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4]);
        reply.extend(address.octets());
    }
    reply
}
