//! The kind of a page, by the words in its URL and in the link to it.

use url::Url;

use super::{PageKind, listing_hosts::is_listing};

/// The kind of a page. `None` for pages that say little about a company.
pub(super) fn of(url: &Url, text: &str) -> Option<PageKind> {
    let path_words = path_words(url);
    if is_any(&path_words, DULL) || depth(url) > 3 {
        return None;
    }
    // The URL is more reliable than the link: "Learn more" can lead anywhere.
    let known = |words: &[String]| KINDS.iter().find(|(_, list)| is_any(words, list));
    match known(&path_words).or_else(|| known(&words(text))) {
        Some((kind, _)) => Some(*kind),
        None if depth(url) == 1 => Some(PageKind::Other),
        None => None,
    }
}

/// Whether a URL is where a company begins: the root of its site, the root of one language, or its
/// own path on a host that many companies share, whose root is about the host.
pub(super) fn is_front(url: &Url) -> bool {
    is_listing(url) || is_language(url.path().trim_matches('/'))
}

/// Whether a path is nothing, "en" or "pt-BR".
fn is_language(path: &str) -> bool {
    let mut parts = path.split(['-', '_']);
    let language = parts.next().unwrap_or_default().to_ascii_lowercase();
    let mut known = LANGUAGES.split_ascii_whitespace();
    path.is_empty()
        || path.len() <= 5
            && known.any(|known| known == language)
            && parts.all(|part| part.len() == 2)
}

const LANGUAGES: &str = "ar bg ca cs da de el en es et fi fr he hi hr hu id is it ja ko lt lv nb nl
    no pl pt ro ru sk sl sr sv th tr uk vi zh";

/// Smaller for kinds that say more.
pub(super) fn priority(kind: PageKind) -> usize {
    let place = KINDS.iter().position(|(known, _)| *known == kind);
    place.unwrap_or(KINDS.len())
}

pub(super) fn depth(url: &Url) -> usize {
    let parts = url.path().split('/');
    parts.filter(|part| !part.is_empty()).count()
}

fn path_words(url: &Url) -> Vec<String> {
    let path = percent_encoding::percent_decode_str(url.path());
    words(&path.decode_utf8_lossy())
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn is_any(words: &[String], list: &str) -> bool {
    let mut list = list.split_ascii_whitespace();
    list.any(|known| words.iter().any(|word| word == known))
}

/// The kinds in the order of how much they say, each with words that are used in URLs: English, German, French, Spanish, Italian, Dutch, Portuguese.
const KINDS: [(PageKind, &str); 6] = [
    (
        PageKind::About,
        "about company story mission who uns unternehmen propos nosotros quienes azienda sobre over",
    ),
    (
        PageKind::Pricing,
        "pricing prices price plans preise tarife tarifs prix precios prezzi prijzen precos",
    ),
    (
        PageKind::Features,
        "features feature tour capabilities funktionen fonctionnalites funcionalidades
         caracteristicas funzionalita functies",
    ),
    (
        PageKind::Product,
        "product products platform services service shop store collections catalog catalogue
         produkt produkte leistungen produit produits producto productos servicios prodotti
         producten produtos",
    ),
    (
        PageKind::Uses,
        "solutions solution uses use usecases industries for why how lösungen loesungen soluciones",
    ),
    (
        PageKind::Customers,
        "customers customer clients testimonials reviews stories cases kunden referenzen clientes
         klanten",
    ),
];

/// Words in URLs of pages that say little about what a company does.
const DULL: &str = "blog news press careers jobs legal privacy terms imprint impressum datenschutz
    agb cookie cookies gdpr login signin signup register account cart checkout basket search tag
    tags category author feed rss wp cdn docs api status changelog help support faq contact kontakt
    unsubscribe download downloads archive page";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_recognised_in_several_languages() {
        for (path, expected) in [
            ("/about", Some(PageKind::About)),
            ("/%C3%BCber-uns", Some(PageKind::About)),
            ("/Pricing.html", Some(PageKind::Pricing)),
            ("/de/preise", Some(PageKind::Pricing)),
            ("/fonctionnalites", Some(PageKind::Features)),
            ("/use-cases/agencies", Some(PageKind::Uses)),
            ("/customer-stories", Some(PageKind::Customers)),
            ("/collections/flour", Some(PageKind::Product)),
            ("/walls", Some(PageKind::Other)),
            ("/walls/north", None),
            ("/blog/about-pricing", None),
            ("/privacy", None),
            ("/a/b/c/about", None),
        ] {
            assert_eq!(of(&at(path), ""), expected, "{path}");
        }
    }

    #[test]
    fn the_words_of_a_link_help_where_the_address_says_nothing() {
        assert_eq!(of(&at("/p/7"), "Our prices"), Some(PageKind::Pricing));
        assert_eq!(of(&at("/about"), "Our prices"), Some(PageKind::About));
    }

    #[test]
    fn the_front_of_a_site_is_its_root_a_language_or_a_page_of_a_shared_host() {
        for (url, expected) in [
            ("https://a.example/", true),
            ("https://a.example/en/", true),
            ("https://a.example/pt-BR", true),
            ("https://www.github.com/acme/tool", true),
            ("https://a.example/lp", false),
            ("https://a.example/view/acme", false),
            ("https://a.example/pricing", false),
            ("https://a.example/blog/first-post", false),
        ] {
            assert_eq!(is_front(&Url::parse(url).unwrap()), expected, "{url}");
        }
    }

    fn at(path: &str) -> Url {
        Url::parse("https://a.example/")
            .unwrap()
            .join(path)
            .unwrap()
    }
}
