use crate::cases::{self, Case};
use lens::keywords::keywords;
use lens::text::Language;
use lens::website::{
    Fact, HtmlPage, WebsiteFacts, facts, facts_from_text, main_text, one_liner, site_facts,
};
use proptest::prelude::*;

#[test]
fn facts_are_what_the_page_says() {
    cases::check(include_str!("../cases/website.txt"), 25, |case| {
        let (url, html) = case.title_and_body();
        let found = facts(&[HtmlPage { url, html }]);
        shown(case, &found, html)
    });
}

#[test]
fn ten_trades_read_as_their_founders_would_sign() {
    cases::check(include_str!("../cases/pages.txt"), 10, |case| {
        let (file, url) = case.text.split_once(' ').expect("a file and its address");
        let path = format!("{}/tests/pages/{file}", env!("CARGO_MANIFEST_DIR"));
        let html = std::fs::read_to_string(path).expect("the page lies beside the tests");
        let found = facts(&[HtmlPage { url, html: &html }]);
        shown(case, &found, &html)
    });
}

/// The facts that a case names, as it writes them.
fn shown(case: &Case, facts: &WebsiteFacts, html: &str) -> String {
    let list = |facts: &[Fact]| {
        facts
            .iter()
            .map(|fact| fact.value.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let value = |fact: &Option<Fact>| fact.as_ref().map_or("none", |fact| &fact.value).to_owned();
    let first_keywords = || {
        let all = keywords(facts);
        all.iter()
            .take(6)
            .map(|found| found.keyword.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let lines = case.judgement.iter().map(|line| {
        let key = line.split(':').next().unwrap_or("");
        let said = match key {
            "name" => facts.name.value.clone(),
            "line" => facts.one_liner.clone(),
            "description" => facts.description.clone(),
            "audience" => value(&facts.audience),
            "industry" => value(&facts.industry),
            "type" => value(&facts.business_type),
            "products" => list(&facts.products),
            "offers" => facts.offers.join(", "),
            "competitors" => list(&facts.competitors),
            "keywords" => first_keywords(),
            "thin" => if facts.is_thin { "yes" } else { "no" }.to_owned(),
            "text" => main_text(html).replace('\n', " / "),
            "language" => match facts.language {
                Language::Other(code) => code.to_owned(),
                Language::English => "en".to_owned(),
                Language::Unknown => "unknown".to_owned(),
            },
            _ => "no such fact".to_owned(),
        };
        format!("{key}: {said}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What lens reads from the pages of `tests/companies`, as a founder would be shown it.
#[test]
fn nine_companies_of_ten_get_their_name_most_their_industry_all_a_line_and_ten_keywords() {
    let rows = include_str!("../cases/companies.txt").lines();
    let rows: Vec<&str> = rows.filter(|row| !row.starts_with('#')).collect();
    let (mut named, mut placed) = (0, 0);
    for row in &rows {
        let columns: Vec<&str> = row.split(" | ").collect();
        let path = format!(
            "{}/tests/companies/{}",
            env!("CARGO_MANIFEST_DIR"),
            columns[0]
        );
        let html = std::fs::read_to_string(path).expect("the page lies beside the tests");

        let found = facts(&[HtmlPage {
            url: columns[1],
            html: &html,
        }]);

        let line = &found.one_liner;
        assert!(line.split(' ').count() >= 4, "{}: {line}", columns[0]);
        let keywords = keywords(&found);
        let texts: Vec<&str> = keywords
            .iter()
            .map(|found| found.keyword.as_str())
            .collect();
        assert!(
            (10..=15).contains(&texts.len()),
            "{}: {texts:?}",
            columns[0]
        );
        let is_named = columns[2].split(", ").any(|name| name == found.name.value);
        let industry = found.industry.map(|fact| fact.value).unwrap_or_default();
        let is_placed = columns[3].split(", ").any(|known| known == industry);
        named += usize::from(is_named);
        placed += usize::from(is_placed);
    }
    assert!(named * 10 >= rows.len() * 9, "{named} of {}", rows.len());
    assert!(placed * 5 >= rows.len() * 4, "{placed} of {}", rows.len());
}

const HOME: &str = r#"<title>Get paid. Stress less.</title><header><a href="/">Remindly</a></header>
    <h1>Get paid. Stress less.</h1><p>Remindly sends payment reminders for freelance designers until
    the client pays the invoice.</p><footer>© 2026 Remindly Inc.</footer>"#;

#[test]
fn an_article_does_not_speak_for_the_company() {
    let article = r#"<title>What is Mailchimp? | Remindly</title><meta property="og:type" content="article">
        <h1>What is Mailchimp?</h1><p>Mailchimp is an email marketing platform for online shops. We
        compare it with Klaviyo. A simpler alternative to Zendesk is a help desk.</p>"#;
    let home = HtmlPage {
        url: "https://getremindly.example/",
        html: HOME,
    };
    let typed = HtmlPage {
        url: "https://getremindly.example/2024/what-is-mailchimp",
        html: article,
    };

    let alone = facts(&[home]);
    let both = facts(&[home, typed]);

    assert_eq!(both.name.value, "Remindly");
    assert_eq!(both.one_liner, alone.one_liner);
    assert_eq!(both.description, alone.description);
    assert_eq!(both.industry, alone.industry);
    assert_eq!(both.competitors, alone.competitors);
    assert_eq!(keywords(&both), keywords(&alone));
}

#[test]
fn the_name_is_what_the_pages_of_a_site_share_and_no_slogan() {
    let about = "<title>About us | Remindly</title><p>We are four people in Leeds.</p>";

    let found = facts(&[
        HtmlPage {
            url: "https://tryit.example/",
            html: HOME,
        },
        HtmlPage {
            url: "https://tryit.example/about",
            html: about,
        },
    ]);

    assert_eq!(found.name.value, "Remindly");
}

#[test]
fn a_manifest_names_and_describes_a_page_of_scripts() {
    let page = HtmlPage {
        url: "https://x7.example/",
        html: "<div id=root></div><script src=a.js></script>",
    };
    let manifest =
        r#"{"name":"Tidewise","description":"Tide and wind forecasts for small boat sailors."}"#;

    let found = site_facts(&[page], Some(manifest));

    assert_eq!(found.name.value, "Tidewise");
    assert_eq!(
        found.one_liner,
        "Tide and wind forecasts for small boat sailors"
    );
    assert_eq!(
        found.industry.map(|fact| fact.value).as_deref(),
        Some("Travel and leisure")
    );
    assert_eq!(site_facts(&[page], Some("no json")).name.value, "X7");
}

#[test]
fn a_slogan_is_no_one_liner() {
    let html = r#"<title>Do more. | Rivet</title><meta name="description" content="Rivet. Work, reimagined.">
        <h1>Do more.</h1><p>The future is now.</p><p>Rivet is payroll software for construction companies
        with crews in several states.</p>"#;

    let found = facts(&[HtmlPage {
        url: "https://rivet.example/",
        html,
    }]);

    assert_eq!(
        found.one_liner,
        "Payroll software for construction companies with crews in several states"
    );
}

#[test]
fn every_fact_has_a_sentence_of_the_site_behind_it() {
    let html = include_str!("../pages/billing_tool.html");

    let found = facts(&[HtmlPage {
        url: "https://tallyhook.example",
        html,
    }]);

    let behind = [found.audience, found.industry, found.business_type];
    for fact in behind.into_iter().flatten().chain(found.competitors) {
        assert!(found.text.contains(&fact.evidence), "{fact:?}");
    }
}

#[test]
fn a_second_page_adds_to_the_first() {
    let home = HtmlPage {
        url: "https://tidy.example/",
        html: "<title>Tidy</title><h1>Hello</h1>",
    };
    let about = HtmlPage {
        url: "https://tidy.example/about",
        html: "<title>About</title><p>Tidy is a cleaning service for offices in Leeds.</p>",
    };

    let found = facts(&[home, about]);

    assert_eq!(found.name.value, "Tidy");
    assert_eq!(found.one_liner, "Cleaning service for offices in Leeds");
}

#[test]
fn no_page_gives_no_facts_and_no_panic() {
    let found = facts(&[]);

    assert!(found.is_thin && found.description.is_empty() && found.industry.is_none());
}

#[test]
fn a_written_description_gives_facts_too() {
    let found = facts_from_text("Rota", "Rota is shift planning software for care homes.");

    assert_eq!(found.one_liner, "Shift planning software for care homes");
    assert_eq!(one_liner("", ""), "");
}

#[test]
fn hostile_pages_are_read_in_linear_time() {
    let hostile = [
        "<div>".repeat(100_000),
        "<div><p>".repeat(100_000),
        "<a>".repeat(200_000),
        "<table><tr><td>".repeat(60_000),
        "<li>".repeat(200_000),
        "<b>x".repeat(200_000),
        format!("{}{}", "<i>".repeat(100_000), "</b>".repeat(100_000)),
        "</div>".repeat(150_000),
        format!("<p class=\"{}\">Hello there</p>", "x ".repeat(500_000)),
        format!("<p {}>Hello</p>", "a=b ".repeat(250_000)),
        "<!--".repeat(250_000),
        "<script>".repeat(120_000),
        "&amp".repeat(250_000),
        "<".repeat(1_000_000),
        "<div class=\"article-body\"><p>A sentence that is long enough to count.</p></div>"
            .repeat(12_000),
        "© ".repeat(300_000),
        "[".repeat(1_000_000),
        format!(
            "<script type=\"application/ld+json\">{}</script>",
            "[".repeat(900_000)
        ),
    ];

    for html in &hostile {
        let seconds = cases::seconds_of(|| {
            let found = facts(&[HtmlPage {
                url: "https://x.example",
                html,
            }]);

            assert!(found.text.len() <= html.len() + 2);
            assert!(main_text(html).len() <= html.len() + 2);
            let _ = keywords(&found);
        });
        // More than linear time would take minutes, not seconds.
        assert!(seconds < 20.0, "{:?}", html.get(..20));
    }
}

proptest! {
    #![proptest_config(cases::few())]

    #[test]
    fn any_page_gives_facts(html in "(<[a-z/!]{0,8}( [a-z]{1,5}=\"?[a-z ]{0,8}\"?)?>?|[^<]{0,12}){0,40}") {
        let found = facts(&[HtmlPage { url: &html, html: &html }]);
        let _ = (main_text(&html), keywords(&found));
    }

    #[test]
    fn any_text_is_a_page(html in any::<String>()) {
        let found = facts(&[HtmlPage { url: "", html: &html }]);
        let _ = (main_text(&html), keywords(&found));
    }
}
