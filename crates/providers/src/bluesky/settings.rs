//! The addresses of Jetstream and of Bluesky's pages.

use url::Url;

/// Where posts come from, and where people read them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JetstreamSettings {
    /// Servers of the same stream, with the path of the subscription; at least one.
    pub(super) sockets: Vec<Url>,
    pub(super) pages: Url,
}

/// Settings that cannot work. The text never repeats them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidJetstreamSettings(&'static str);

/// The public servers.
const LIVE_SOCKETS: [&str; 4] = [
    "wss://jetstream1.us-east.bsky.network",
    "wss://jetstream2.us-east.bsky.network",
    "wss://jetstream1.us-west.bsky.network",
    "wss://jetstream2.us-west.bsky.network",
];
const SUBSCRIBE: &str = "/subscribe";

impl JetstreamSettings {
    /// For Bluesky itself: its four public servers, one after the other.
    pub fn live() -> Self {
        let sockets = LIVE_SOCKETS.iter().map(|url| socket(url));
        Self {
            sockets: sockets
                .collect::<Result<_, _>>()
                .expect("these addresses are plain"),
            pages: pages("https://bsky.app").expect("this address is plain"),
        }
    }

    /// One other server that speaks the same protocol: `ws://` or `wss://` without a path, or with
    /// that of the subscription.
    pub fn at(socket: &str, pages: &str) -> Result<Self, InvalidJetstreamSettings> {
        Ok(Self {
            sockets: vec![self::socket(socket)?],
            pages: self::pages(pages)?,
        })
    }
}

const NOT_A_SOCKET: InvalidJetstreamSettings = InvalidJetstreamSettings(
    "Jetstream's address must be a ws or wss address without a sign-in and a query.",
);
const NOT_A_PAGE: InvalidJetstreamSettings = InvalidJetstreamSettings(
    "Bluesky's address must be an http or https address without a path, a sign-in and a query.",
);

fn socket(url: &str) -> Result<Url, InvalidJetstreamSettings> {
    let url = plain(url).filter(|url| matches!(url.scheme(), "ws" | "wss"));
    let url = url.filter(|url| matches!(url.path(), "/" | SUBSCRIBE));
    let mut url = url.ok_or(NOT_A_SOCKET)?;
    url.set_path(SUBSCRIBE);
    Ok(url)
}

fn pages(url: &str) -> Result<Url, InvalidJetstreamSettings> {
    plain(url)
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.path() == "/")
        .ok_or(NOT_A_PAGE)
}

fn plain(url: &str) -> Option<Url> {
    let url = Url::parse(url.trim()).ok()?;
    let is_plain = url.has_host()
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    is_plain.then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_work_is_refused_without_repeating_it() {
        let (socket, pages) = ("ws://127.0.0.1:9", "http://127.0.0.1:9");
        for bad in [
            "",
            "127.0.0.1:9",
            "https://jetstream.example",
            "wss://a:hunter2@jetstream.example",
            "wss://jetstream.example/elsewhere",
            "wss://jetstream.example?key=hunter2",
        ] {
            assert_eq!(
                JetstreamSettings::at(bad, pages),
                Err(NOT_A_SOCKET),
                "{bad}"
            );
        }
        for bad in ["", "ws://127.0.0.1:9", "http://127.0.0.1:9/profile"] {
            assert_eq!(JetstreamSettings::at(socket, bad), Err(NOT_A_PAGE), "{bad}");
        }
    }

    #[test]
    fn the_path_of_the_subscription_may_be_given() {
        let short = JetstreamSettings::at("ws://127.0.0.1:9", "http://127.0.0.1:9");
        let long = JetstreamSettings::at("ws://127.0.0.1:9/subscribe", "http://127.0.0.1:9");

        assert_eq!(short, long);
    }

    #[test]
    fn the_live_stream_has_four_servers() {
        let live = JetstreamSettings::live();

        assert_eq!(live.sockets.len(), 4);
        assert_eq!(
            live.sockets[0].as_str(),
            "wss://jetstream1.us-east.bsky.network/subscribe"
        );
    }
}
