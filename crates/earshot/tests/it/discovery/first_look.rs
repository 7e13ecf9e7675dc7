//! What is shown before anybody pays: the public preview of a website, and what keywords would find.

use super::*;
use crate::kit::UnreliableReddit;

impl TestApp {
    /// Opens the page behind the form of the landing page, while jobs are worked off.
    async fn tries(&self, query: &str) -> Reply {
        let visitor = self.visitor();
        let path = format!("/site/try?{query}");
        self.working_meanwhile(visitor.opens(&path)).await
    }

    async fn previews_stored(&self) -> i64 {
        let sql = "select cast(count(*) as bigint) from company_previews";
        let (count,): (i64,) = self.db().one(sql, args![]).await.unwrap();
        count
    }
}

impl Person {
    async fn finds_with(&self, app: &TestApp, keywords: &[&str]) -> Reply {
        let body = json!({ "keywords": keywords });
        app.working_meanwhile(self.posts("/api/keywords/found-posts", &body))
            .await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_sees_what_earshot_understood_and_three_posts_without_an_account() {
    let app = TestApp::start().await;

    let page = app.tries("website=cragdesk.example").await;

    assert_eq!(page.status.as_u16(), 200);
    assert!(!page.body.contains("<script"), "{}", page.body);
    assert!(
        page.body.contains(" posts for Cragdesk</h1>"),
        "{}",
        page.body
    );
    assert_eq!(page.body.matches("<article>").count(), 3, "{}", page.body);
    assert_eq!(page.body.matches("aria-label=\"Match ").count(), 3);
    assert_eq!(page.body.matches("<p class=\"why\">").count(), 3);
    assert!(page.body.contains("Your customers ask about"));
    assert!(
        page.body
            .contains("href=\"/signup?website=cragdesk.example\"")
    );
    assert!(page.body.contains("The trial needs a card"));
    assert_eq!(page.header("x-robots-tag"), "noindex");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_website_again_costs_nothing_for_a_day() {
    let reddit = UnreliableReddit::open().await;
    let app = TestApp::start_with(&reddit.settings()).await;
    let first = app.tries("website=cragdesk.example").await;
    let asked = reddit.asked().len();

    let again = app.tries("website=cragdesk.example").await;

    assert!(asked > 0 && asked <= 10, "{asked} calls to Reddit");
    assert_eq!(reddit.asked(), Vec::<String>::new());
    let articles = |page: &Reply| {
        let from = page.body.find("<article>").unwrap();
        page.body[from..].to_owned()
    };
    assert_eq!(articles(&again), articles(&first));
    assert_eq!(app.previews_stored().await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_has_five_previews_an_hour_and_is_told_when_to_come_back() {
    let app = TestApp::start().await;
    for number in 0..5 {
        let page = app.tries(&format!("website=nothing{number}.example")).await;
        assert_eq!(page.status.as_u16(), 200, "{}", page.body);
    }

    let refused = app.tries("website=cragdesk.example").await;

    assert_eq!(refused.status.as_u16(), 429);
    assert!(
        refused.body.contains("Come back in 12 minutes"),
        "{}",
        refused.body
    );
    assert!(
        refused
            .body
            .contains("href=\"/signup?website=cragdesk.example\"")
    );
    assert!(refused.header("retry-after").parse::<u64>().unwrap() <= 720);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_website_that_cannot_be_read_leads_to_a_sentence_and_the_sentence_to_posts() {
    let app = TestApp::start().await;

    let unread = app.tries("website=nowhere.example").await;
    let told = app
        .tries("website=nowhere.example&about=Invoicing+software+for+freelancers")
        .await;

    assert_eq!(unread.status.as_u16(), 200);
    assert!(
        unread.body.contains("Tell us in a sentence what you sell"),
        "{}",
        unread.body
    );
    assert!(
        unread
            .body
            .contains("name=\"website\" value=\"nowhere.example\"")
    );
    assert_eq!(told.body.matches("<article>").count(), 3, "{}", told.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_address_is_asked_for_again_and_markup_stays_text() {
    let app = TestApp::start().await;

    for typed in ["", "%20", "not+an+address", "%3Cscript%3E"] {
        let page = app.tries(&format!("website={typed}")).await;

        assert_eq!(page.status.as_u16(), 400, "{typed}");
        assert!(page.body.contains("Please enter a valid website URL"));
        assert!(!page.body.contains("<script"), "{typed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_says_so_when_reddit_is_down_and_keeps_nothing() {
    let reddit = UnreliableReddit::open().await;
    let app = TestApp::start_with(&reddit.settings()).await;
    reddit.goes_down(503);

    let page = app
        .with_passing_time(Box::pin(app.tries("website=cragdesk.example")))
        .await;

    assert!(
        page.body.contains("Reddit is unavailable right now"),
        "{}",
        page.body
    );
    assert_eq!(app.previews_stored().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn keywords_show_three_posts_and_their_counts_before_there_is_a_subscription() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    nora.analyses(&app, "paperlark.example").await;

    let reply = nora
        .finds_with(&app, &["late payments", "quokka stapler invoices"])
        .await;

    assert_eq!(reply.status.as_u16(), 200, "{}", reply.body);
    let found = &reply.json()["found"];
    let posts = found["posts"].as_array().unwrap();
    assert_eq!(posts.len(), 3, "{found}");
    let matches: Vec<i64> = posts
        .iter()
        .map(|post| post["match"].as_i64().unwrap())
        .collect();
    assert!(matches.is_sorted_by(|one, other| one >= other), "{found}");
    assert!(
        posts[0]["via"]
            .as_array()
            .is_some_and(|via| !via.is_empty())
    );
    assert!(found["leadsPerMonth"].as_i64().unwrap() >= 3);
    assert!(
        found["keywords"][0]["posts"].as_i64().unwrap() > 0,
        "{found}"
    );
    assert_eq!(found["keywords"][1]["posts"], 0, "{found}");
    assert_eq!(found["isPartial"], false);
    assert_eq!(nora.gets("/api/reddit-posts").await.json()["total"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn previewing_keywords_needs_one_to_ten_of_them_and_somebody_signed_in() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    let many: Vec<String> = (0..11).map(|number| format!("keyword {number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let long = "x".repeat(101);

    nora.finds_with(&app, &[])
        .await
        .refuses(400, "Send between 1 and 10 keywords.");
    nora.finds_with(&app, &many)
        .await
        .refuses(400, "Send between 1 and 10 keywords.");
    assert_eq!(nora.finds_with(&app, &[&long]).await.status.as_u16(), 400);
    let stranger = app.visitor();
    let refused = stranger
        .posts("/api/keywords/found-posts", &json!({ "keywords": ["x"] }))
        .await;
    assert_eq!(refused.status.as_u16(), 401);
}
