//! The pages of the sentinels, each built at the first request.

use std::{fmt::Write as _, io::Write as _, sync::LazyLock};

use bytes::Bytes;
use encoding_rs::{SHIFT_JIS, WINDOWS_1252};
use flate2::{Compress, Compression, Crc, FlushCompress, write::GzEncoder};

use super::sentinels::SiteBehaviour;

const MEBIBYTE: usize = 1024 * 1024;

/// The repeated piece of an endless page.
pub(super) static PIECE: LazyLock<Bytes> =
    LazyLock::new(|| Bytes::from("<p>And another thing. ".repeat(3_000)));

pub(super) static BOMB: LazyLock<Bytes> = LazyLock::new(|| packed_spaces(250));

pub(super) static DOUBLE_BOMB: LazyLock<Bytes> = LazyLock::new(|| packed(&BOMB));

pub(super) static DEEP: LazyLock<Bytes> = LazyLock::new(|| {
    let depth = 200_000;
    let page = format!(
        "{}{}<a href=\"/about\">About</a>",
        head("Deep"),
        "<div>".repeat(depth)
    );
    Bytes::from(page)
});

pub(super) static WIDE: LazyLock<Bytes> = LazyLock::new(|| {
    let mut page = head("Wide");
    let value = "x".repeat(1_000_000);
    let _ = write!(page, "<div data-state=\"{value}\"><a ");
    for number in 0..100_000 {
        let _ = write!(page, "a{number} ");
    }
    Bytes::from(page + "href=\"/hidden\">Hidden</a><a href=\"/about\">About</a>")
});

pub(super) const PDF: &[u8] =
    b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

/// A page that is rendered by JavaScript and has no text.
pub(super) const THIN: &str = r#"<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Tidewatch: tide times for kayakers</title>
<meta name="description" content="Tidewatch tells sea kayakers when to launch: tides, wind and swell for 4,000 landings, on one page.">
<meta property="og:site_name" content="Tidewatch"><meta property="og:title" content="Know when to launch">
<link rel="manifest" href="/app.webmanifest"><link rel="icon" href="data:,">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"SoftwareApplication",
"name":"Tidewatch","applicationCategory":"SportsApplication","operatingSystem":"Web, iOS, Android"}</script>
<script type="module" crossorigin src="/assets/index-4f8a1c.js"></script></head>
<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>"#;

pub(super) const MANIFEST: &str = r##"{"name":"Tidewatch","short_name":"Tidewatch",
"description":"Tide, wind and swell for sea kayakers, planned around your own launch sites.",
"start_url":"/","display":"standalone","theme_color":"#0b4f6c"}"##;

/// What a gate in front of a site sends instead of every page, `robots.txt` too.
pub(super) const CHALLENGE: &str = r#"<!doctype html><html lang="en-US"><head><title>Just a moment...</title>
<meta name="robots" content="noindex,nofollow"></head><body><h1>challenge.example</h1>
<p>Verifying you are human. This may take a few seconds.</p><script>window._cf_chl_opt={cType:"managed"}</script>
<noscript>Enable JavaScript and cookies to continue</noscript></body></html>"#;

pub(super) const GERMAN: &str = r#"<!doctype html><html lang="de"><head><meta charset="utf-8">
<title>Kladde – Buchhaltung für Handwerksbetriebe</title>
<meta name="description" content="Kladde schreibt Rechnungen, sammelt Belege und macht die Steuer für kleine Handwerksbetriebe.">
</head><body><h1>Buchhaltung, die auf der Baustelle fertig wird</h1>
<p>Mit Kladde schreiben Sie Ihre Rechnung noch beim Kunden. Die Belege fotografieren Sie mit dem Telefon, den Rest
erledigen wir: Mahnungen, Umsatzsteuer und die Unterlagen für das Finanzamt.</p>
<p>Für Maler, Tischler und Installateure mit bis zu zwanzig Mitarbeitern. Sie zahlen nur, wenn Sie eine Rechnung
schreiben, und können jederzeit kündigen.</p></body></html>"#;

pub(super) const SOON: &str = r#"<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Coming soon</title></head><body><h1>Coming soon</h1><p>Our new website is under construction. Stay tuned!</p>
</body></html>"#;

pub(super) const PARKED: &str = r#"<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>parked.example - This domain is for sale</title></head><body><h1>parked.example is for sale!</h1>
<p>The owner of this domain is open to offers. Fill in the form below, and a broker will send you a price within
24 hours. All transfers are handled by our escrow service, and most are finished within a week.</p>
<form><input name="email"><button>Get a price</button></form></body></html>"#;

/// The `robots.txt` of a failing site.
pub(super) fn rules(behaviour: SiteBehaviour) -> &'static str {
    match behaviour {
        SiteBehaviour::Closed => "User-agent: *\nDisallow: /\n",
        SiteBehaviour::Patient => "User-agent: *\nCrawl-delay: 1\n",
        _ => "User-agent: *\nDisallow:\n",
    }
}

/// A small ordinary site.
pub(super) fn ordinary(path: &str) -> String {
    let (title, text) = match path {
        "/about" => (
            "About",
            "Harbour Lane repairs sewing machines and has done so since 1987.",
        ),
        "/pricing" => (
            "Prices",
            "A service is 45 euros, parts are extra, and a look costs nothing.",
        ),
        _ => (
            "Harbour Lane",
            "Sewing machine repair, by post or at the counter.",
        ),
    };
    let nav = "<nav><a href=\"/about\">About</a> <a href=\"/pricing\">Prices</a></nav>";
    format!("{}{nav}<h1>{title}</h1><p>{text}</p>", head(title))
}

pub(super) fn western() -> Vec<u8> {
    let page = "<!doctype html><html lang=\"fr\"><head><meta charset=\"windows-1252\">\
        <title>Café Brûlé – torréfaction artisanale</title></head><body><h1>Café Brûlé</h1>\
        <p>Torréfié à Besançon. Livré chez vous en 48 heures, dès 12 €.</p></body></html>";
    WINDOWS_1252.encode(page).0.into_owned()
}

pub(super) fn japanese() -> Vec<u8> {
    let page = "<!doctype html><html lang=\"ja\"><head><title>紙ひばり請求書</title></head><body>\
        <h1>フリーランスのための請求書</h1><p>請求書を送り、入金を待つ時間を減らします。</p></body></html>";
    SHIFT_JIS.encode(page).0.into_owned()
}

fn head(title: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title></head><body>"
    )
}

fn packed(bytes: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("a vector takes everything");
    Bytes::from(encoder.finish().expect("a vector takes everything"))
}

/// Spaces as gzip (RFC 1952). One mebibyte is compressed and repeated, which is fast even in a debug
/// build.
fn packed_spaces(mebibytes: u8) -> Bytes {
    let piece = vec![b' '; MEBIBYTE];
    let mut block = Vec::with_capacity(64 * 1024);
    Compress::new(Compression::best(), false)
        .compress_vec(&piece, &mut block, FlushCompress::Sync)
        .expect("spaces can be packed");
    let (mut one, mut sum) = (Crc::new(), Crc::new());
    one.update(&piece);
    (0..mebibytes).for_each(|_| sum.combine(&one));
    let header = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff];
    let last_block = [3, 0];
    let trailer = [sum.sum().to_le_bytes(), sum.amount().to_le_bytes()].concat();
    let blocks = block.repeat(mebibytes.into());
    Bytes::from([&header[..], &blocks, &last_block, &trailer].concat())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn the_bomb_is_what_it_says() {
        let bomb = packed_spaces(3);
        let mut page = Vec::new();

        GzDecoder::new(&bomb[..]).read_to_end(&mut page).unwrap();

        assert_eq!(page.len(), 3 * MEBIBYTE);
        assert!(bomb.len() < 16 * 1024);
        assert!(DOUBLE_BOMB.len() < BOMB.len() / 4);
    }
}
