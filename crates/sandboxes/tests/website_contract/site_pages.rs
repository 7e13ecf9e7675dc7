//! Sites that are read, and what comes back.

use std::collections::BTreeSet;

use providers::website::{PageKind, Website, WebsiteError};
use sandboxes::website::SITES;

use crate::kit::{Heard, Sandbox, Server, links_to_products, missing, page, paths, respond, text};

#[tokio::test]
async fn a_site_is_its_home_page_and_the_pages_that_say_most() {
    let sandbox = Sandbox::start().await;

    let site = sandbox.read("paperlark.example").await.unwrap();

    assert_eq!(site.url.as_str(), "https://paperlark.example/");
    let shown: Vec<_> = site
        .pages
        .iter()
        .map(|page| (page.url.path(), page.kind))
        .collect();
    assert_eq!(
        shown,
        [
            ("/", PageKind::Home),
            ("/about", PageKind::About),
            ("/pricing", PageKind::Pricing),
            ("/features", PageKind::Features),
            ("/for/designers", PageKind::Uses),
            ("/customers", PageKind::Customers),
        ]
    );
    assert!(
        site.pages[0]
            .html
            .contains("<h1>Send the invoice. Forget the chasing.</h1>")
    );
}

#[tokio::test]
async fn every_sample_site_can_be_read() {
    let sandbox = Sandbox::start().await;

    for name in SITES {
        let site = sandbox.read(name).await.unwrap();

        let kinds: BTreeSet<_> = site.pages.iter().map(|page| page.kind).collect();
        assert!(
            (5..=8).contains(&site.pages.len()),
            "{name}: {:?}",
            paths(&site)
        );
        assert!(kinds.len() >= 3, "{name}: {kinds:?}");
        assert!(
            site.pages
                .iter()
                .all(|page| page.html.contains("application/ld+json"))
        );
    }
}

#[tokio::test]
async fn the_same_site_is_found_however_it_is_typed() {
    let sandbox = Sandbox::start().await;

    for typed in [
        "paperlark.example",
        " Paperlark.example. ",
        "HTTP://PAPERLARK.EXAMPLE/",
        "https://paperlark.example/#pricing",
        "paperlark.example/pricing?ref=mail",
        "paperlark.example/blog/late-payment-email",
    ] {
        let site = sandbox.read(typed).await.unwrap();
        assert_eq!(site.url.as_str(), "https://paperlark.example/", "{typed}");
        assert_eq!(site.pages[0].kind, PageKind::Home);
    }
}

#[tokio::test]
async fn the_home_page_the_about_page_and_the_typed_page_are_read_whatever_was_typed() {
    let links = format!("{}<a href=/about-us>About</a>", links_to_products(9));
    let server = Server::start(move |path| match path {
        "/robots.txt" => missing(),
        _ => page(&links),
    })
    .await;

    for typed in [
        "/2024/05/why-we-moved-offices",
        "/blog/how-to-chase-invoices",
        "/lp?campaign=spring",
    ] {
        let site = server.read(typed).await.unwrap();

        let typed = typed.split('?').next().unwrap();
        assert_eq!(site.url.path(), "/", "{typed}");
        assert_eq!(paths(&site)[..3], ["/", typed, "/about-us"], "{typed}");
        assert_eq!(site.pages.len(), 8, "{typed}");
    }
}

#[tokio::test]
async fn a_typed_page_stands_for_a_site_that_has_nothing_at_its_root() {
    let server = Server::start(|path| match path {
        "/tool/" => page("<h1>A tool</h1>"),
        "/" => respond(302, "location: http://10.0.0.1/\r\n", b""),
        _ => missing(),
    })
    .await;

    let site = server.read("/tool/").await.unwrap();

    assert_eq!(paths(&site), ["/tool/"]);
}

#[tokio::test]
async fn a_site_that_lives_at_its_longer_name_is_followed_there() {
    let sandbox = Sandbox::start().await;

    let site = sandbox.read("millstead.example").await.unwrap();

    assert_eq!(site.url.as_str(), "https://www.millstead.example/");
    assert!(paths(&site).contains(&"/shop/flour"));
}

#[tokio::test]
async fn plain_http_is_the_second_choice() {
    let sandbox = Sandbox::start().await;

    let site = sandbox.read("plain.example").await.unwrap();

    assert_eq!(site.url.as_str(), "http://plain.example/");
    assert_eq!(paths(&site), ["/", "/about", "/pricing"]);
}

#[tokio::test]
async fn progress_is_heard_page_by_page() {
    let sandbox = Sandbox::start().await;
    let heard = Heard::default();

    let site = sandbox
        .reader
        .read("paperlark.example", &|progress| heard.hear(progress))
        .await
        .unwrap();

    let heard = heard.all();
    assert_eq!(heard.first(), Some(&(1, 1)));
    let read: Vec<_> = heard[1..].iter().map(|(read, _)| *read).collect();
    assert_eq!(read, (2..=site.pages.len()).collect::<Vec<_>>());
    assert!(
        heard[1..]
            .iter()
            .all(|(_, chosen)| *chosen == site.pages.len())
    );
}

#[tokio::test]
async fn pages_are_found_in_the_sitemap_where_the_home_page_leads_nowhere() {
    let server = Server::start_knowing(|address| {
        move |path: &str| match path {
            "/robots.txt" => text(&format!("Sitemap: http://{address}/index.xml")),
            "/index.xml" => text(&format!(
                "<sitemapindex><loc>http://{address}/a.xml</loc><loc>http://{address}/b.xml</loc>"
            )),
            "/a.xml" => text(&format!("<urlset><loc>http://{address}/about</loc>")),
            "/b.xml" => text(&format!(
                "http://{address}/pricing\nhttp://elsewhere.example/features\n"
            )),
            _ => page("<h1>Welcome</h1>"),
        }
    })
    .await;

    let site = server.read("/").await.unwrap();

    assert_eq!(paths(&site), ["/", "/about", "/pricing"]);
}

#[tokio::test]
async fn at_most_eight_pages_are_read() {
    let links = links_to_products(30);
    let server = Server::start(move |path| match path {
        "/robots.txt" => missing(),
        _ => page(&links),
    })
    .await;

    let site = server.read("/").await.unwrap();

    assert_eq!(site.pages.len(), 8);
    assert_eq!(server.paths().len(), 9);
}

#[tokio::test]
async fn all_pages_together_stay_below_eight_mebibytes() {
    let big = "x".repeat(2 * 1024 * 1024 - 1000);
    let links = links_to_products(7);
    let server = Server::start(move |path| match path {
        "/robots.txt" => missing(),
        _ => page(&format!("{links}{big}")),
    })
    .await;

    let site = server.read("/").await.unwrap();

    assert_eq!(site.pages.len(), 4);
}

#[tokio::test]
async fn pages_of_other_sites_and_pages_that_fail_are_left_out() {
    let server = Server::start(|path| match path {
        "/robots.txt" => missing(),
        "/" => page(
            "<a href=/about>A</a><a href=/pricing>P</a><a href=/features>F</a><a href=/customers>C</a>\
             <a href='http://elsewhere.example/product'>E</a>",
        ),
        "/about" => respond(302, "location: http://10.0.0.1/about\r\n", b""),
        "/pricing" => respond(500, "content-type: text/html\r\n", b"oh"),
        "/features" => respond(302, "location: /\r\n", b""),
        _ => page("<h1>Customers</h1>"),
    })
    .await;

    let site = server.read("/").await.unwrap();

    assert_eq!(paths(&site), ["/", "/customers"]);
}

#[tokio::test]
async fn a_page_that_is_all_script_brings_its_manifest_along() {
    let sandbox = Sandbox::start().await;

    let site = sandbox.read("thin.example").await.unwrap();

    assert_eq!(paths(&site), ["/"]);
    assert!(site.pages[0].html.contains("application/ld+json"));
    assert!(site.manifest.unwrap().contains("Tide, wind and swell"));
}

#[tokio::test]
async fn pages_are_decoded_in_the_charset_they_are_written_in() {
    let sandbox = Sandbox::start().await;

    let western = sandbox.read("western.example").await.unwrap();
    let japanese = sandbox.read("japanese.example").await.unwrap();

    assert!(
        western.pages[0]
            .html
            .contains("Torréfié à Besançon. Livré chez vous en 48 heures, dès 12 €.")
    );
    assert!(
        japanese.pages[0]
            .html
            .contains("フリーランスのための請求書")
    );
}

#[tokio::test]
async fn what_is_no_address_is_not_looked_for() {
    let sandbox = Sandbox::start().await;

    for typed in [
        "",
        "paperlark",
        "nora@paperlark.example",
        "ftp://paperlark.example",
    ] {
        assert_eq!(
            sandbox.read(typed).await,
            Err(WebsiteError::NotAnAddress),
            "{typed}"
        );
        assert_eq!(
            sandbox.preview(typed).await,
            Err(WebsiteError::NotAnAddress),
            "{typed}"
        );
    }
}
