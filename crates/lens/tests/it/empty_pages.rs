//! Pages that say nothing of a company.

use lens::text::Language;
use lens::website::{HtmlPage, facts};

fn is_empty(html: &str) -> bool {
    facts(&[HtmlPage {
        url: "https://acme.example/",
        html,
    }])
    .is_empty
}

#[test]
fn a_page_that_keeps_a_place_is_empty() {
    for html in [
        "",
        "<title>acme.example</title>",
        "<title>React App</title><noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>",
        "<title>Acme</title><h1>Acme</h1><p>Coming soon</p>",
        "<title>Coming soon</title><h1>Coming soon</h1><p>Our new website is under construction. Stay tuned!</p>",
        "<title>acme.example is for sale!</title><h1>acme.example</h1><p>Fill in the form, and one of our \
         domain experts will send you a price within 24 business hours. All transfers are handled by an \
         escrow service, and most of them are finished within one week.</p>",
        "<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1><p>If you see this page, the nginx web \
         server is successfully installed and working. Further configuration is required. For online \
         documentation and support please refer to the manual of the server and its community.</p>",
        "<title>Index of /</title><h1>Index of /</h1><a href=a.zip>a.zip</a>",
    ] {
        assert!(is_empty(html), "{html}");
    }
}

#[test]
fn a_page_that_says_what_is_sold_is_not_empty_however_short() {
    for html in [
        "<title>Tidewatch: tide times for kayakers</title><div id=root></div>",
        "<title>Harbour Lane</title><h1>Harbour Lane</h1><p>Sewing machine repair, by post or at the counter.</p>",
        "<title>Acme</title><meta name=description content=\"Invoicing software for freelancers.\">",
        "<title>Acme</title><p>Acme is invoicing software for freelancers.</p><p>Android app coming soon.</p>",
    ] {
        assert!(!is_empty(html), "{html}");
    }
}

#[test]
fn another_language_is_told_by_the_text_and_not_by_its_mark() {
    let page = |html| {
        let url = "https://acme.example/";
        facts(&[HtmlPage { url, html }]).language
    };
    let german = "<html lang=en><p>Mit Kladde schreiben Sie Ihre Rechnung noch beim Kunden und können jederzeit \
        kündigen.</p>";
    let english = "<html lang=de><p>Write your invoice while you are still with the customer, and cancel at \
        any time.</p>";

    assert_eq!(page(german), Language::Other("de"));
    assert_eq!(page(english), Language::English);
}
