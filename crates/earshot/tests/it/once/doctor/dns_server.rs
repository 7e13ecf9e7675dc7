//! A DNS server that knows a few records.

use std::net::SocketAddr;

use tokio::net::UdpSocket;

use super::stand_ins::StandIns;

const MX: u16 = 15;
const TXT: u16 = 16;
/// Name and class of an answer: as in the question, and the internet's.
const SAME_NAME: [u8; 2] = [0xc0, 0x0c];
const INTERNET: u16 = 1;
const A_MINUTE: u32 = 60;

/// A name, and a mail host or a text.
#[derive(Clone, Copy)]
pub(super) enum DnsRecord {
    MailHost(&'static str, &'static str),
    Text(&'static str, &'static str),
}

pub(super) async fn serve(stand_ins: &StandIns, records: &'static [DnsRecord]) -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap();
    stand_ins.supervise("dns", async move {
        let mut buffer = [0; 1500];
        while let Ok((length, client)) = socket.recv_from(&mut buffer).await {
            let answer = answer(&buffer[..length], records);
            let _ = socket.send_to(&answer, client).await;
        }
    });
    address
}

/// The header, the question as it came, and what is known about it (RFC 1035).
fn answer(query: &[u8], records: &[DnsRecord]) -> Vec<u8> {
    let (name, end) = name_at(query, 12);
    let kind = u16::from_be_bytes([query[end], query[end + 1]]);
    let known: Vec<Vec<u8>> = records
        .iter()
        .filter_map(|record| record.data(&name, kind))
        .collect();
    let count = u16::try_from(known.len()).unwrap();
    let mut answer = query[..2].to_vec();
    answer.extend([0x81, 0x80, 0, 1]);
    answer.extend(count.to_be_bytes());
    answer.extend([0; 4]);
    answer.extend(&query[12..end + 4]);
    for data in known {
        answer.extend(SAME_NAME);
        answer.extend(kind.to_be_bytes());
        answer.extend(INTERNET.to_be_bytes());
        answer.extend(A_MINUTE.to_be_bytes());
        answer.extend(u16::try_from(data.len()).unwrap().to_be_bytes());
        answer.extend(data);
    }
    answer
}

impl DnsRecord {
    fn data(self, asked: &str, asked_kind: u16) -> Option<Vec<u8>> {
        let (name, kind, data) = match self {
            Self::MailHost(name, host) => {
                let mut data = vec![0, 10];
                for label in host.split('.') {
                    data.extend(with_length(label));
                }
                data.push(0);
                (name, MX, data)
            }
            Self::Text(name, text) => (name, TXT, with_length(text)),
        };
        (asked.eq_ignore_ascii_case(name) && asked_kind == kind).then_some(data)
    }
}

fn with_length(text: &str) -> Vec<u8> {
    let mut data = vec![u8::try_from(text.len()).unwrap()];
    data.extend(text.as_bytes());
    data
}

/// The name that begins at a place, and the place behind it.
fn name_at(query: &[u8], mut place: usize) -> (String, usize) {
    let mut labels = Vec::new();
    while query[place] != 0 {
        let end = place + 1 + usize::from(query[place]);
        labels.push(String::from_utf8_lossy(&query[place + 1..end]).into_owned());
        place = end;
    }
    (labels.join("."), place + 1)
}
