//! Terms, privacy, contact: complete without settings, and the operator's with them.

use crate::kit::TestApp;

pub(super) async fn settings_file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    tokio::fs::write(file.path(), text).await.unwrap();
    file
}

/// The words of a page, without its tags.
pub(super) fn words(page: &str) -> String {
    let texts = page
        .split('<')
        .filter_map(|part| part.split_once('>').map(|(_, text)| text));
    let all: Vec<&str> = texts.flat_map(str::split_whitespace).collect();
    all.join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_small_print_names_the_operator_of_the_settings() {
    let app = TestApp::start_with(&[
        ("EARSHOT_OPERATOR_NAME", "Paperlark Ltd"),
        ("EARSHOT_OPERATOR_ADDRESS", "1 Mill Lane, Leeds"),
        ("EARSHOT_OPERATOR_COUNTRY", "England and Wales"),
    ])
    .await;
    let visitor = app.visitor();

    let terms = words(&visitor.opens("/site/terms").await.body);
    assert!(terms.contains("between you and Paperlark Ltd, 1 Mill Lane, Leeds"));
    assert!(terms.contains("The law of England and Wales applies."));
    assert!(terms.contains("Starter costs $10 a month, Professional $21 a month."));
    let privacy = words(&visitor.opens("/site/privacy").await.body);
    assert!(
        privacy.contains("Responsible for what is stored here: Paperlark Ltd, 1 Mill Lane, Leeds.")
    );
    let contact = words(&visitor.opens("/site/contact").await.body);
    assert!(contact.contains("Who runs this server Paperlark Ltd, 1 Mill Lane, Leeds"));
    assert!(contact.contains("run by Paperlark Ltd"));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_operator_the_small_print_is_complete_and_neutral() {
    let app = TestApp::start_with(&[("EARSHOT_SUPPORT_EMAIL", "help@paperlark.example")]).await;
    let visitor = app.visitor();

    for (path, title) in [
        ("/site/terms", "Terms"),
        ("/site/privacy", "Privacy"),
        ("/site/contact", "Contact"),
        ("/site/changelog", "Changelog"),
    ] {
        let page = visitor.opens(path).await.body;

        assert!(
            page.contains(&format!("<title>{title} · Earshot</title>")),
            "{path}"
        );
        assert!(page.contains(&format!("<h1>{title}</h1>")), "{path}");
        assert!(page.contains("help@paperlark.example"), "{path}");
        let left_open = [
            "{measuring}",
            "{operator",
            "{law}",
            "{prices}",
            "{trial_days}",
        ];
        for placeholder in left_open {
            assert!(!page.contains(placeholder), "{placeholder} on {path}");
        }
    }
    let terms = words(&visitor.opens("/site/terms").await.body);
    assert!(terms.contains("between you and the operator of this server"));
    let privacy = words(&visitor.opens("/site/privacy").await.body);
    for line in [
        "This server measures nothing",
        "two keyed hashes stay for 24 months",
        "kept for one day",
        "removed 12 months after they were last seen",
        "if this server offers to sign in with Google",
    ] {
        assert!(privacy.contains(line), "{line}\nis not in\n{privacy}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operators_own_texts_are_shown_and_cannot_be_more_than_text() {
    let terms = settings_file(
        "# Our <b>terms</b>\n\nBe kind,\nplease. <script>alert(1)</script>\n\n## Money\n\n- one & two\n- ask {support_email}\n",
    )
    .await;
    let app = TestApp::start_with(&[
        ("EARSHOT_TERMS", terms.path().to_str().unwrap()),
        ("EARSHOT_SUPPORT_EMAIL", "\"><img src=x>@example.com"),
    ])
    .await;

    let page = app.visitor().opens("/site/terms").await.body;

    let prose = page.split("<article class=\"prose\">").nth(1).unwrap();
    let prose: Vec<&str> = prose
        .split("</article>")
        .next()
        .unwrap()
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(
        prose,
        [
            "<h1>Our &lt;b&gt;terms&lt;/b&gt;</h1>",
            "<p>Be kind, please. &lt;script&gt;alert(1)&lt;/script&gt;</p>",
            "<h2>Money</h2>",
            "<ul>",
            "<li>one &amp; two</li>",
            "<li>ask \"&gt;&lt;img src=x&gt;@example.com</li>",
            "</ul>",
        ]
    );
    assert!(!page.contains("<img src=x>") && !page.contains("<script"));
}
