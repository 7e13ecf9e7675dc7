//! Companies without a site of their own: pages in stores and on code hosts, written for this test
//! after the shape of the real ones.

use lens::website::{HtmlPage, listing_facts};

fn page(title: &str, site_name: &str, body: &str) -> String {
    format!(
        "<html lang=en><head><title>{title}</title><meta property=og:title content=\"{title}\">\
         <meta property=og:site_name content=\"{site_name}\"></head><body>{body}</body></html>"
    )
}

fn name_of(url: &str, html: &str) -> String {
    listing_facts(HtmlPage { url, html }).name.value
}

#[test]
fn the_name_is_the_app_s_and_not_the_store_s() {
    for (url, title, site_name, expected) in [
        (
            "https://apps.apple.com/us/app/paper-lark-invoices/id123456",
            "\u{200e}Paper Lark: Invoices on the App Store",
            "App Store",
            "Paper Lark",
        ),
        (
            "https://apps.apple.com/us/app/paperlark/id123456",
            "\u{200e}Paperlark App - App Store",
            "App Store",
            "Paperlark",
        ),
        (
            "https://play.google.com/store/apps/details?id=com.acme.paperlark",
            "Paperlark - Apps on Google Play",
            "",
            "Paperlark",
        ),
        (
            "https://chromewebstore.google.com/detail/paperlark/abcdefghijklmnopabcdefghijklmnop",
            "Paperlark - Chrome Web Store",
            "",
            "Paperlark",
        ),
        (
            "https://wordpress.org/plugins/paperlark/",
            "Paperlark – WordPress plugin | WordPress.org",
            "WordPress.org",
            "Paperlark",
        ),
        (
            "https://github.com/acme/paperlark",
            "GitHub - acme/paperlark: Invoices from the terminal",
            "GitHub",
            "paperlark",
        ),
        (
            "https://gitlab.com/acme/paper-lark",
            "Acme / Paper Lark · GitLab",
            "GitLab",
            "Paper Lark",
        ),
        (
            "https://www.etsy.com/shop/PaperlarkStudio",
            "PaperlarkStudio - Etsy",
            "Etsy",
            "PaperlarkStudio",
        ),
        (
            "https://linktr.ee/paperlark",
            "Paperlark | Linktree",
            "Linktree",
            "Paperlark",
        ),
        (
            "https://gumroad.com/l/xkfjw",
            "The Paperlark Ledger",
            "Gumroad",
            "The Paperlark Ledger",
        ),
        (
            "https://pypi.org/project/paperlark/",
            "paperlark · PyPI",
            "PyPI",
            "paperlark",
        ),
    ] {
        assert_eq!(name_of(url, &page(title, site_name, "")), expected, "{url}");
    }
}

#[test]
fn the_heading_of_a_readme_knows_how_a_repository_is_written() {
    let title = "GitHub - acme/paperlark: Invoices from the terminal";
    let html = page(
        title,
        "GitHub",
        "<article><h1>PaperLark</h1><p>Invoices.</p></article>",
    );

    assert_eq!(
        name_of("https://github.com/acme/paperlark", &html),
        "PaperLark"
    );
}

#[test]
fn structured_data_names_the_app() {
    let html = "<title>Apps</title><script type=application/ld+json>\
        {\"@type\":\"SoftwareApplication\",\"name\":\"Paperlark: Invoices\"}</script>";

    assert_eq!(name_of("https://apps.example/app/id77", html), "Paperlark");
}

#[test]
fn what_is_said_of_the_host_is_not_said_of_the_company() {
    let html = page(
        "GitHub - acme/paperlark: Invoices from the terminal",
        "GitHub",
        "<nav><a href=/features>Features</a> <a href=/pricing>Pricing</a></nav>\
         <p>GitHub is where people build software.</p>\
         <article><h1>Paperlark</h1><p>Paperlark writes invoices for freelancers from the terminal, \
         sends them by mail and reminds clients who are late to pay. It keeps one file a year.</p></article>",
    );
    let meta = "<head><meta name=description content=\"Invoices from the terminal. Contribute to \
        acme/paperlark development by creating an account on GitHub.\">";
    let html = html.replace("<head>", meta);

    let url = "https://github.com/acme/paperlark";
    let facts = listing_facts(HtmlPage { url, html: &html });

    assert!(
        facts.description.contains("writes invoices"),
        "{}",
        facts.description
    );
    for text in [&facts.description, &facts.meta_description, &facts.text] {
        assert!(!text.to_lowercase().contains("github"), "{text}");
    }
    assert!(facts.products.is_empty() && facts.offers.is_empty());
}
