//! The listener: every new post is read once and matched against everybody's terms.

mod crashes;
mod firehose;
mod heard_posts;
mod reader_queue;
mod sources;

use serde_json::Value;
use stream::PassReport;

use crate::kit::{Person, TestApp};

impl TestApp {
    /// The listener reads what is new, and jobs judge what it heard.
    pub(crate) async fn listens(&self) -> PassReport {
        let report = self.server().listener.pass().await;
        let report = report.expect("the listener reads");
        self.works_off_jobs().await;
        report
    }
}

impl Person {
    async fn has_post(&self, title: &str) -> bool {
        self.post_titled(title).await.is_some()
    }

    async fn post_titled(&self, title: &str) -> Option<Value> {
        let mut posts = self.all_posts().await.into_iter();
        posts.find(|post| post["title"].as_str().unwrap().starts_with(title))
    }
}
