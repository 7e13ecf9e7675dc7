//! Websites that fail on purpose, so that a person can click through what happens then.

/// A name and the failure it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentinel {
    pub host: &'static str,
    /// A sentence for the documentation.
    pub happens: &'static str,
    pub(super) behaviour: Behaviour,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behaviour {
    Silence,
    Status(u16),
    Thin,
    Circle,
    Endless,
    Bomb,
    DoubleBomb,
    Deep,
    Wide,
    Drip,
    Pdf,
    Western,
    Japanese,
    Closed,
    Patient,
    Inward,
    PrivateName,
    PlainOnly,
}

/// Every sentinel of the website sandbox.
pub const SENTINELS: [Sentinel; 19] = [
    of(
        "hangs.example",
        Behaviour::Silence,
        "The site accepts the connection and never answers.",
    ),
    of(
        "broken.example",
        Behaviour::Status(500),
        "Every page answers 500.",
    ),
    of(
        "gone.example",
        Behaviour::Status(404),
        "Every page answers 404.",
    ),
    of(
        "thin.example",
        Behaviour::Thin,
        "The page is all JavaScript: a title, a description, structured data, a manifest, no text.",
    ),
    of(
        "circle.example",
        Behaviour::Circle,
        "The page redirects to a page that redirects back.",
    ),
    of(
        "endless.example",
        Behaviour::Endless,
        "The page never ends.",
    ),
    of(
        "bomb.example",
        Behaviour::Bomb,
        "The page is 250 MiB, packed into a quarter of one.",
    ),
    of(
        "doublebomb.example",
        Behaviour::DoubleBomb,
        "The same, packed twice.",
    ),
    of(
        "deep.example",
        Behaviour::Deep,
        "The page has 200,000 elements, each inside the one before.",
    ),
    of(
        "wide.example",
        Behaviour::Wide,
        "The page has an attribute of a megabyte and a tag with 100,000 attributes.",
    ),
    of(
        "drip.example",
        Behaviour::Drip,
        "The page arrives one byte a second.",
    ),
    of(
        "pdf.example",
        Behaviour::Pdf,
        "There is a PDF file at the address.",
    ),
    of(
        "western.example",
        Behaviour::Western,
        "The page is in windows-1252 and says so in a meta tag.",
    ),
    of(
        "japanese.example",
        Behaviour::Japanese,
        "The page is in Shift_JIS and says so in the header.",
    ),
    of(
        "closed.example",
        Behaviour::Closed,
        "The site's robots.txt asks every reader to stay away.",
    ),
    of(
        "patient.example",
        Behaviour::Patient,
        "The site's robots.txt asks for a second between two pages.",
    ),
    of(
        "inward.example",
        Behaviour::Inward,
        "The page redirects to an address inside a network.",
    ),
    of(
        "private.example",
        Behaviour::PrivateName,
        "The name resolves to an address inside a network.",
    ),
    of(
        "plain.example",
        Behaviour::PlainOnly,
        "The site speaks HTTP and no HTTPS.",
    ),
];

const fn of(host: &'static str, behaviour: Behaviour, happens: &'static str) -> Sentinel {
    Sentinel {
        host,
        happens,
        behaviour,
    }
}

/// What `host` does, if it is a sentinel.
pub(super) fn behaviour_of(host: &str) -> Option<Behaviour> {
    let sentinel = SENTINELS.iter().find(|sentinel| sentinel.host == host);
    sentinel.map(|sentinel| sentinel.behaviour)
}
