//! Joining a topic, staying on it with a newer token, and leaving it.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value as Json, json};
use tokio::time::timeout;
use uuid::Uuid;

use super::channel::{self, Channel, Join, Proof};
use super::frame::Frame;
use super::socket::{Ending, Socket};
use identity::BadToken;
use platform::app::App;
use platform::jobs::PROGRESS;
use platform::live::{self, Committed};

const MOST_CHANNELS: usize = 50;
const SOCKETS_PER_USER: usize = 20;
/// A client gives up on a join after ten seconds.
const CHECK_PATIENCE: Duration = Duration::from_secs(4);

impl Socket {
    /// Every join is answered, and one that is refused leaves the socket open: a page that
    /// subscribes at once has no token yet, and comes back with it a second later.
    pub(super) async fn join(&mut self, frame: Frame) -> Result<(), Ending> {
        // A second join of a topic takes the place of the first, even if it is refused.
        self.channels.retain(|channel| channel.topic != frame.topic);
        let admitted = self.admit(&frame).await;
        let answered = match admitted {
            Ok((channel, echo)) => self.welcome(&frame, channel, &echo).await,
            Err(reason) => self.send(frame.reply_error(&reason)).await,
        };
        self.follow_channels();
        answered
    }

    pub(super) async fn leave(&mut self, frame: &Frame) -> Result<(), Ending> {
        self.channels.retain(|channel| !channel.is_meant_by(frame));
        self.follow_channels();
        self.send(frame.reply_ok(&json!({}))).await?;
        let end = Frame::end(&frame.topic, frame.join_ref.as_deref(), "phx_close");
        self.send(end).await
    }

    /// The page has another token than before: a newer one of the same user, or none at all.
    pub(super) async fn renew(&mut self, frame: &Frame) -> Result<(), Ending> {
        let Some(token) = frame.payload.get("access_token").and_then(Json::as_str) else {
            return Ok(());
        };
        let Some(at) = self
            .channels
            .iter()
            .position(|channel| channel.is_meant_by(frame))
        else {
            return Ok(());
        };
        let held = &self.channels[at].proof;
        if held.is_of(token) {
            return Ok(());
        }
        let user_id = held.user_id;
        let (event, message) = match prove(&self.app, token).await {
            Ok(proof) if proof.user_id == user_id => {
                self.channels[at].proof = proof;
                return Ok(());
            }
            // That says nothing about the token. The one before it holds until it expires.
            Err(BadToken::Unknown(_)) => return Ok(()),
            // As if it had expired here: after this the client comes back with its newest token.
            Err(BadToken::Expired) => ("phx_error", "JWT expired".to_owned()),
            Ok(_) => ("phx_close", "the token belongs to someone else".to_owned()),
            Err(error) => ("phx_close", error.to_string()),
        };
        let channel = self.channels.remove(at);
        self.follow_channels();
        self.send(channel.refusal(&message)).await?;
        self.send(channel.end(event)).await
    }

    /// Opens the channel if all is in order; the error is what the client is told.
    async fn admit(&mut self, frame: &Frame) -> Result<(Channel, Json), String> {
        if !channel::is_topic(&frame.topic) {
            return Err("unmatched topic".to_owned());
        }
        if self.channels.len() >= MOST_CHANNELS {
            return Err("Too many channels".to_owned());
        }
        let join = Join::deserialize(&frame.payload)
            .map_err(|_error| "the join cannot be read".to_owned())?;
        let Some(token) = join.access_token.clone() else {
            return Err("Unauthorized: access_token required".to_owned());
        };
        let proof = self.admit_user(&token).await?;
        let committed = committed(&self.app, proof.user_id).await?;
        let mut ids = (self.last_binding + 1)..;
        let opened = Channel::open(frame, join, (proof, committed), &mut ids)?;
        self.last_binding = ids.start - 1;
        Ok(opened)
    }

    /// Who joins, and whether there is room for one more socket of theirs.
    async fn admit_user(&mut self, token: &str) -> Result<Proof, String> {
        let refusal = |error: BadToken| match error {
            BadToken::Unknown(_) => "The token could not be checked, try again".to_owned(),
            known => format!("Unauthorized: {known}"),
        };
        let proof = prove(&self.app, token).await.map_err(refusal)?;
        if self.listener.follows(proof.user_id) {
            return Ok(proof);
        }
        if !self.listener.follow(proof.user_id, SOCKETS_PER_USER) {
            return Err("Too many connections".to_owned());
        }
        // Again: if the session ended before we began to listen, nobody will tell us.
        prove(&self.app, token).await.map_err(refusal)
    }

    /// The reply first, then whatever belongs to a new channel.
    async fn welcome(
        &mut self,
        frame: &Frame,
        mut channel: Channel,
        echo: &Json,
    ) -> Result<(), Ending> {
        self.send(frame.reply_ok(echo)).await?;
        if let Some(subscribed) = channel.subscribed() {
            self.send(subscribed).await?;
        }
        if let Some(state) = last_state(&self.app, &mut channel).await {
            self.send(state).await?;
        }
        self.channels.push(channel);
        Ok(())
    }
}

async fn prove(app: &App, token: &str) -> Result<Proof, BadToken> {
    let caller = timeout(CHECK_PATIENCE, identity::caller_of(app, token));
    let caller = caller
        .await
        .map_err(|elapsed| BadToken::Unknown(elapsed.into()))?;
    let caller = caller.inspect_err(|error| {
        if let BadToken::Unknown(cause) = error {
            tracing::warn!(?cause, "a token could not be checked");
        }
    })?;
    Ok(Proof::of(&caller, token))
}

/// What happened before a join, although it may be read from the log after it. Asked when the listener
/// listens already: what is committed from then on is told.
async fn committed(app: &App, user_id: Uuid) -> Result<Committed, String> {
    let read = timeout(CHECK_PATIENCE, live::committed(&app.db, user_id)).await;
    let read = read.map_err(anyhow::Error::from);
    let read = read.and_then(|read| read.map_err(anyhow::Error::from));
    read.map_err(|error| {
        tracing::warn!(%error, "a channel could not be opened");
        "The channel could not be opened, try again".to_owned()
    })
}

async fn last_state(app: &App, channel: &mut Channel) -> Option<Frame> {
    if !channel.shows_progress {
        return None;
    }
    let (db, clock, user_id) = (&app.db, &app.clock, channel.proof.user_id);
    let last = live::last_broadcast(db, clock, user_id, PROGRESS).await;
    let last = last.inspect_err(|error| tracing::warn!(%error, "no last state was read"));
    let (id, payload) = last.ok().flatten()?;
    channel.progress(id, &payload)
}
