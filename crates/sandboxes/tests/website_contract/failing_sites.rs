//! Sites that mean harm: what they may cost.

use std::time::Duration;

use providers::website::{Site, WebsiteError};
use tokio::time::Instant;

use crate::kit::{Sandbox, paths};

#[tokio::test]
async fn a_page_without_end_is_not_read_to_its_end() {
    check("endless.example", Err(WebsiteError::TooLarge)).await;
}

#[tokio::test]
async fn a_packed_bomb_does_not_go_off() {
    check("bomb.example", Err(WebsiteError::TooLarge)).await;
}

#[tokio::test]
async fn a_bomb_in_a_bomb_is_not_even_unpacked() {
    check("doublebomb.example", Err(WebsiteError::NotAPage)).await;
}

#[tokio::test]
async fn a_page_of_two_hundred_thousand_levels_is_read_like_any_other() {
    check("deep.example", Ok(&["/", "/about"])).await;
}

#[tokio::test]
async fn attributes_of_a_megabyte_and_tags_of_a_hundred_thousand_are_passed_over() {
    check("wide.example", Ok(&["/", "/about"])).await;
}

#[tokio::test(start_paused = true)]
async fn a_page_that_drips_is_given_up_after_eight_seconds() {
    let sandbox = Sandbox::start().await;
    let before = Instant::now();

    let read = sandbox.read("http://drip.example:80").await;

    assert_eq!(read, Err(WebsiteError::TimedOut));
    assert_eq!(before.elapsed().as_secs(), 8);
}

async fn check(host: &str, expected: Result<&[&str], WebsiteError>) {
    let sandbox = Sandbox::start().await;
    let before = Instant::now();

    let read = sandbox.read(host).await;

    let read: Result<&Site, WebsiteError> = read.as_ref().map_err(|failure| *failure);
    assert_eq!(read.map(paths), expected.map(<[&str]>::to_vec));
    assert!(
        before.elapsed() < Duration::from_secs(15),
        "{:?}",
        before.elapsed()
    );
}
