//! Companies without a site of their own.

use providers::website::WebsiteError;

use crate::kit::{Sandbox, paths};

#[tokio::test]
async fn of_a_store_only_the_page_of_the_app_is_read() {
    let sandbox = Sandbox::start().await;

    for page in ["/app/tidewatch/id4021", "/marram/quillbox"] {
        let site = sandbox.read(&format!("storefront.example{page}")).await;

        let site = site.unwrap();
        assert_eq!(paths(&site), [page]);
        assert_eq!((site.url.path(), site.manifest), (page, None));
    }
}

#[tokio::test]
async fn nothing_at_the_address_does_not_become_the_store_itself() {
    let sandbox = Sandbox::start().await;

    let read = sandbox.read("storefront.example/app/gone/id1").await;

    assert_eq!(read, Err(WebsiteError::NoPage { status: 404 }));
}

#[tokio::test]
async fn a_preview_of_an_app_looks_no_further_than_its_page() {
    let sandbox = Sandbox::start().await;

    let app = sandbox.preview("storefront.example/marram/quillbox").await;
    let site = sandbox.preview("paperlark.example").await;

    assert!(!app.unwrap().has_more);
    assert!(site.unwrap().has_more);
}
