//! How conversations end when nobody says QUIT.

use crate::kit::{Client, Sandbox};

#[tokio::test(start_paused = true)]
async fn a_silent_client_is_sent_away_after_a_minute() {
    let sandbox = Sandbox::start().await;
    let mut client = Client::connect(sandbox.address).await;
    let before = tokio::time::Instant::now();

    assert_eq!(client.hear().await, 220);
    assert_eq!(client.hear().await, 421);
    client.hears_nothing_more().await;

    assert_eq!(before.elapsed().as_secs(), 60);
}

#[tokio::test]
async fn the_hundred_and_first_client_is_asked_to_come_back() {
    let sandbox = Sandbox::start().await;
    let mut clients = Vec::new();
    for _ in 0..100 {
        let mut client = Client::connect(sandbox.address).await;
        assert_eq!(client.hear().await, 220);
        clients.push(client);
    }

    let mut late = Client::connect(sandbox.address).await;
    assert_eq!(late.hear().await, 421);
    late.hears_nothing_more().await;

    let mut first = clients.remove(0);
    first.say(b"QUIT\r\n").await;
    assert_eq!(first.hear().await, 221);
    first.hears_nothing_more().await;
    let mut patient = Client::connect(sandbox.address).await;
    assert_eq!(patient.hear().await, 220);
}

#[tokio::test]
async fn stopping_sends_idle_clients_away_and_lets_a_begun_mail_arrive() {
    let mut sandbox = Sandbox::start().await;
    let mut idle = Client::connect(sandbox.address).await;
    assert_eq!(idle.hear().await, 220);
    let mut busy = Client::amid_a_message(sandbox.address).await;

    sandbox.stop.cancel();
    assert_eq!(idle.hear().await, 421);
    idle.hears_nothing_more().await;
    busy.say(b"Subject: in time\r\n\r\n.\r\n").await;
    assert_eq!(busy.hear().await, 250);
    assert_eq!(busy.hear().await, 421);

    sandbox.has_stopped().await;
    assert_eq!(sandbox.inbox.mails()[0].subject, "in time");
}

#[tokio::test(start_paused = true)]
async fn stopping_does_not_wait_for_ever() {
    let mut sandbox = Sandbox::start().await;
    sandbox.inbox.hold();
    let mut client = Client::amid_a_message(sandbox.address).await;
    client.say(b"Subject: stuck\r\n\r\n.\r\n").await;
    sandbox.inbox.wait_for_attempts(1).await;
    let before = tokio::time::Instant::now();

    sandbox.stop.cancel();
    sandbox.has_stopped().await;

    assert_eq!(before.elapsed().as_secs(), 5);
    client.hears_nothing_more().await;
}
