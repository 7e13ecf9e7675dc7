//! Live channels: what an open page is told, and what it is not.

mod events;
mod joining;
mod limits;
mod page;
mod processes;
mod tokens;

use platform::clock::Clock;
use platform::db::Db;
use platform::live::{self, RowChange};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::kit::TestApp;

/// Writes down that a subscription changed, in a transaction, as the payment side does.
async fn changes_subscription(db: &Db, clock: &Clock, change: RowChange) {
    let mut tx = db.begin().await.unwrap();
    live::record(&mut tx, clock, change).await.unwrap();
    tx.commit().await.unwrap();
}

impl TestApp {
    /// A subscription of this user begins; its row as a page sees it.
    async fn subscribes(&self, owner_id: Uuid, status: &str) -> Value {
        let change = inserted(owner_id, status);
        let row = change.new.clone().unwrap();
        changes_subscription(self.db(), &self.clock, change).await;
        row
    }

    /// Tells how far the work of this user is.
    async fn reports_progress(&self, owner_id: Uuid, percent: u32) {
        let mut tx = self.db().begin().await.unwrap();
        let payload = json!({ "job": "discovery", "percent": percent });
        live::broadcast(&mut tx, &self.clock, owner_id, "progress", payload)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }
}

fn inserted(owner_id: Uuid, status: &str) -> RowChange {
    RowChange {
        table: "subscriptions",
        owner_id,
        new: Some(json!({ "id": Uuid::now_v7(), "user_id": owner_id, "status": status })),
        old: None,
    }
}

/// What the product's page asks for.
fn own_subscription(owner_id: Uuid) -> Value {
    json!([{
        "event": "*", "schema": "public", "table": "subscriptions",
        "filter": format!("user_id=eq.{owner_id}"),
    }])
}

/// Everything that may be asked for.
fn everything() -> Value {
    json!([{ "event": "*", "schema": "*", "table": "*" }])
}
