//! A company from one sentence of its owner.

use lens::keywords::keywords;
use lens::website::{CompanyAddress, facts_from_sentence};

const SITE: CompanyAddress<'static> = CompanyAddress::Own("https://www.acme-tools.example/");

fn proposed(sentence: &str) -> Vec<String> {
    let found = keywords(&facts_from_sentence(SITE, sentence)).into_iter();
    found.map(|found| found.keyword).collect()
}

#[test]
fn the_owner_s_own_words_come_first() {
    for (sentence, first) in [
        (
            "Scheduling software for dog groomers",
            "scheduling software for dog groomers",
        ),
        ("We sell handmade leather bags", "handmade leather bags"),
        ("a CRM for churches", "CRM for churches"),
        ("Invoicing for freelancers", "invoicing for freelancers"),
        ("We build websites for plumbers", "websites for plumbers"),
        ("Helps landlords collect rent on time", "collect rent"),
        (
            "AI that removes background noise from podcasts",
            "remove background noise",
        ),
        ("Houseplants by post", "houseplants"),
        ("I teach yoga online", "yoga online"),
        ("wedding photographer in Denver", "wedding photographer"),
        (
            "Open source uptime monitoring you can self-host",
            "open source uptime monitoring",
        ),
        (
            "Online booking for hair salons and barbers that stops no-shows",
            "online booking for hair salons",
        ),
        ("Gluten-free bakery", "gluten-free bakery"),
    ] {
        let found = proposed(sentence);

        assert_eq!(
            found.first().map(String::as_str),
            Some(first),
            "{sentence}: {found:?}"
        );
        assert!(found.len() >= 2, "{sentence}: {found:?}");
    }
}

#[test]
fn what_the_customers_do_is_not_what_is_sold_to_them() {
    for (sentence, trade) in [
        (
            "We build websites for plumbers",
            ["drain", "electrician", "boiler"],
        ),
        (
            "Online booking for hair salons and barbers",
            ["nail", "beauty", "hair products"],
        ),
        (
            "A SaaS that helps agencies manage client feedback",
            ["spend", "procurement", "vendor"],
        ),
    ] {
        let found = proposed(sentence).join(" · ");

        assert!(
            !trade.iter().any(|word| found.contains(word)),
            "{sentence}: {found}"
        );
    }
}

#[test]
fn a_list_in_a_sentence_is_several_things() {
    let found = proposed("Bookkeeping and tax filing for Etsy sellers");

    for expected in [
        "bookkeeping for Etsy sellers",
        "tax filing for Etsy sellers",
    ] {
        assert!(found.iter().any(|keyword| keyword == expected), "{found:?}");
    }
}

#[test]
fn the_name_is_in_the_sentence_or_in_the_address() {
    let listing = CompanyAddress::Listing;
    for (address, sentence, name) in [
        (SITE, "Paperlark is invoicing for freelancers", "Paperlark"),
        (SITE, "Acme is a hammer for left-handed people", "Acme"),
        (
            SITE,
            "Scheduling is hard, and we make it easy",
            "Acme Tools",
        ),
        (SITE, "We are a bakery", "Acme Tools"),
        (SITE, "Hammers", "Acme Tools"),
        (
            CompanyAddress::Own("https://lark.vercel.app/"),
            "Invoices",
            "Lark",
        ),
        (
            CompanyAddress::Own("https://vercel.app/"),
            "Hosting",
            "Vercel",
        ),
        (
            listing("https://github.com/acme/paper-lark"),
            "Invoices",
            "Paper Lark",
        ),
        (
            listing("https://apps.apple.com/us/app/paper-lark/id123"),
            "Invoices",
            "Paper Lark",
        ),
        (
            listing("https://play.google.com/store/apps/details?id=com.acme.lark&hl=en"),
            "Invoices",
            "Lark",
        ),
        (
            listing("https://www.etsy.com/shop/LarkAndCo"),
            "Cards",
            "LarkAndCo",
        ),
        (listing("https://linktr.ee/@lark"), "Cards", "Lark"),
    ] {
        let facts = facts_from_sentence(address, sentence);

        assert_eq!(facts.name.value, name, "{address:?} {sentence}");
        assert_eq!(facts.description, sentence);
        assert!(!facts.is_thin && !facts.is_empty);
    }
}

proptest::proptest! {
    #[test]
    fn any_sentence_is_understood_without_a_panic(sentence in "\\PC{0,120}", path in "\\PC{0,20}") {
        let url = format!("https://acme.example/{path}");
        let _ = keywords(&facts_from_sentence(CompanyAddress::Own(&url), &sentence));
        let _ = facts_from_sentence(CompanyAddress::Listing(&url), &sentence);
    }
}
