//! A page that is open in a browser: its end of the socket, in the words of the stock client.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use uuid::Uuid;

use crate::kit::{Person, TestApp};

pub(super) struct Page {
    wire: WebSocketStream<MaybeTlsStream<TcpStream>>,
    last_ref: u32,
}

impl TestApp {
    pub(super) async fn page(&self) -> Page {
        Page::open(&self.url(), &self.anon_key()).await
    }

    /// A page that has joined the channel of its user's subscription.
    pub(super) async fn page_of(&self, person: &Person) -> Page {
        let mut page = self.page().await;
        page.has_joined(
            "realtime:mine",
            super::own_subscription(person.id),
            &person.token,
        )
        .await;
        page
    }
}

impl Page {
    pub(super) async fn open(url: &str, key: &str) -> Self {
        let query = format!("apikey={key}&vsn=2.0.0");
        Self::try_open(url, &query).await.expect("the socket opens")
    }

    pub(super) async fn try_open(url: &str, query: &str) -> Result<Self, Error> {
        let url = url.replacen("http", "ws", 1);
        let address = format!("{url}/realtime/v1/websocket?{query}");
        let (wire, _) = connect_async(address).await?;
        Ok(Self { wire, last_ref: 5 })
    }

    /// Joins and answers with the number of the join and the payload of the reply.
    pub(super) async fn joins(
        &mut self,
        topic: &str,
        bindings: Value,
        token: Option<&str>,
    ) -> (String, Value) {
        let reference = self.next_ref();
        let mut payload = json!({ "config": {
            "broadcast": { "ack": false, "self": false }, "presence": { "key": "", "enabled": false },
            "postgres_changes": bindings, "private": false,
        } });
        if let Some(token) = token {
            payload["access_token"] = json!(token);
        }
        self.sends(json!([reference, reference, topic, "phx_join", payload]))
            .await;
        let reply = self.hears().await;
        assert_eq!(
            (&reply[0], &reply[1], &reply[2], &reply[3]),
            (
                &json!(reference),
                &json!(reference),
                &json!(topic),
                &json!("phx_reply")
            ),
        );
        (reference, reply[4].clone())
    }

    /// Joins, and is told that it is subscribed; the number of the join and those of its bindings.
    pub(super) async fn has_joined(
        &mut self,
        topic: &str,
        bindings: Value,
        token: &str,
    ) -> (String, Vec<u64>) {
        let (reference, reply) = self.joins(topic, bindings, Some(token)).await;
        assert_eq!(reply["status"], "ok", "{reply}");
        assert_eq!(self.hears().await[3], "system");
        let bindings = reply["response"]["postgres_changes"].as_array().unwrap();
        let ids = bindings
            .iter()
            .map(|binding| binding["id"].as_u64().unwrap());
        (reference, ids.collect())
    }

    /// Joins in vain; why.
    pub(super) async fn is_refused(
        &mut self,
        topic: &str,
        bindings: Value,
        token: Option<&str>,
    ) -> String {
        let (_, reply) = self.joins(topic, bindings, token).await;
        assert_eq!(reply["status"], "error", "{reply}");
        reply["response"]["reason"].as_str().unwrap().to_owned()
    }

    /// Has a newer token, or none.
    pub(super) async fn renews(&mut self, join: &str, topic: &str, token: Value) {
        let reference = self.next_ref();
        let payload = json!({ "access_token": token });
        self.sends(json!([join, reference, topic, "access_token", payload]))
            .await;
    }

    /// Sends a heartbeat; its answer must be the next thing it hears.
    pub(super) async fn beats(&mut self) {
        let beat = self.sends_beat().await;
        assert_eq!(self.hears().await, beat);
    }

    /// Sends a heartbeat; the answer to it.
    pub(super) async fn sends_beat(&mut self) -> Value {
        let reference = self.next_ref();
        self.sends(json!([null, reference, "phoenix", "heartbeat", {}]))
            .await;
        json!([null, reference, "phoenix", "phx_reply", { "status": "ok", "response": {} }])
    }

    pub(super) async fn sends(&mut self, frame: Value) {
        self.types(&frame.to_string()).await;
    }

    /// Sends any text at all.
    pub(super) async fn types(&mut self, text: &str) {
        self.transmits(Message::text(text)).await;
    }

    pub(super) async fn transmits(&mut self, message: Message) {
        self.wire.send(message).await.expect("the socket is open");
    }

    /// The next frame.
    pub(super) async fn hears(&mut self) -> Value {
        match self.receives().await {
            Some(Ok(Message::Text(text))) => serde_json::from_str(text.as_str()).unwrap(),
            other => panic!("a frame was to come, not {other:?}"),
        }
    }

    /// The status of the subscription in the next frame, and the bindings that it names.
    pub(super) async fn hears_status(&mut self) -> (String, Vec<u64>) {
        let frame = self.hears().await;
        assert_eq!(frame[3], "postgres_changes", "{frame}");
        let status = frame[4]["data"]["record"]["status"].as_str().unwrap();
        let ids = frame[4]["ids"].as_array().unwrap().iter();
        (
            status.to_owned(),
            ids.map(|id| id.as_u64().unwrap()).collect(),
        )
    }

    /// The server closes the socket; with which code. What it sends before that is skipped.
    pub(super) async fn is_closed(&mut self) -> Option<CloseCode> {
        loop {
            match self.receives().await {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code),
                Some(Ok(_)) => {}
                None | Some(Err(_)) => return None,
            }
        }
    }

    pub(super) async fn closes(mut self) {
        self.wire.close(None).await.expect("the socket is open");
        self.is_closed().await;
    }

    pub(super) fn next_ref(&mut self) -> String {
        self.last_ref += 1;
        self.last_ref.to_string()
    }

    async fn receives(&mut self) -> Option<Result<Message, Error>> {
        let next = timeout(Duration::from_secs(20), self.wire.next()).await;
        next.expect("something comes within twenty seconds")
    }
}

pub(super) fn progress_of(owner_id: Uuid) -> String {
    format!("realtime:progress_{owner_id}")
}
