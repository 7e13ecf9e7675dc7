//! Websites that fail on purpose, so that a person can try every failure.

/// A host and its failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebsiteSentinel {
    pub host: &'static str,
    /// A sentence for the documentation.
    pub happens: &'static str,
    pub(super) behaviour: SiteBehaviour,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SiteBehaviour {
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
    Challenge,
    German,
    Soon,
    Parked,
}

/// Every sentinel of the website sandbox.
pub const SENTINELS: [WebsiteSentinel; 24] = [
    of(
        "hangs.example",
        SiteBehaviour::Silence,
        "The site accepts the connection and never answers.",
    ),
    of(
        "broken.example",
        SiteBehaviour::Status(500),
        "Every page answers 500.",
    ),
    of(
        "gone.example",
        SiteBehaviour::Status(404),
        "Every page answers 404.",
    ),
    of(
        "thin.example",
        SiteBehaviour::Thin,
        "The page is all JavaScript: a title, a description, structured data, a manifest, no text.",
    ),
    of(
        "circle.example",
        SiteBehaviour::Circle,
        "The page redirects to a page that redirects back.",
    ),
    of(
        "endless.example",
        SiteBehaviour::Endless,
        "The page never ends.",
    ),
    of(
        "bomb.example",
        SiteBehaviour::Bomb,
        "The page is 250 MiB, packed into a quarter of one.",
    ),
    of(
        "doublebomb.example",
        SiteBehaviour::DoubleBomb,
        "The same, packed twice.",
    ),
    of(
        "deep.example",
        SiteBehaviour::Deep,
        "The page has 200,000 elements, each inside the one before.",
    ),
    of(
        "wide.example",
        SiteBehaviour::Wide,
        "The page has an attribute of a megabyte and a tag with 100,000 attributes.",
    ),
    of(
        "drip.example",
        SiteBehaviour::Drip,
        "The page arrives one byte a second.",
    ),
    of(
        "pdf.example",
        SiteBehaviour::Pdf,
        "There is a PDF file at the address.",
    ),
    of(
        "western.example",
        SiteBehaviour::Western,
        "The page is in windows-1252 and says so in a meta tag.",
    ),
    of(
        "japanese.example",
        SiteBehaviour::Japanese,
        "The page is in Shift_JIS and says so in the header.",
    ),
    of(
        "closed.example",
        SiteBehaviour::Closed,
        "The site's robots.txt asks every reader to stay away.",
    ),
    of(
        "patient.example",
        SiteBehaviour::Patient,
        "The site's robots.txt asks for a second between two pages.",
    ),
    of(
        "inward.example",
        SiteBehaviour::Inward,
        "The page redirects to an address inside a network.",
    ),
    of(
        "private.example",
        SiteBehaviour::PrivateName,
        "The name resolves to an address inside a network.",
    ),
    of(
        "plain.example",
        SiteBehaviour::PlainOnly,
        "The site speaks HTTP and no HTTPS.",
    ),
    of(
        "members.example",
        SiteBehaviour::Status(403),
        "Every page answers 403.",
    ),
    of(
        "challenge.example",
        SiteBehaviour::Challenge,
        "Every page answers 503 and asks the visitor to prove that they are human.",
    ),
    of(
        "german.example",
        SiteBehaviour::German,
        "The site is in German.",
    ),
    of(
        "soon.example",
        SiteBehaviour::Soon,
        "The page says that a website will come soon, and nothing else.",
    ),
    of(
        "parked.example",
        SiteBehaviour::Parked,
        "The page offers the domain for sale.",
    ),
];

const fn of(
    host: &'static str,
    behaviour: SiteBehaviour,
    happens: &'static str,
) -> WebsiteSentinel {
    WebsiteSentinel {
        host,
        happens,
        behaviour,
    }
}

/// The behaviour of `host`, if it is a sentinel.
pub(super) fn behaviour_of(host: &str) -> Option<SiteBehaviour> {
    let sentinel = SENTINELS.iter().find(|sentinel| sentinel.host == host);
    sentinel.map(|sentinel| sentinel.behaviour)
}
