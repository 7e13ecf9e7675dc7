//! The sandbox with a clock that we hold, and a server that answers as it is told.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use axum::{
    Router,
    extract::Request,
    response::{IntoResponse, Response},
};
use providers::reddit::{
    LiveReddit, MoreComments, PageRequest, PostSearch, PostThread, Reddit, RedditSettings,
    SubredditName, SubredditPost,
};
use sandboxes::reddit::{self as sandbox, CLIENT_ID, CLIENT_SECRET, CallAllowance, RedditSandbox};
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;

pub(crate) const AGENT: &str = "web:earshot-test:1.0.0 (by /u/earshot)";
pub(crate) const HOUR: Duration = Duration::from_hours(1);
pub(crate) const DAY: Duration = Duration::from_hours(24);

/// When the sandbox was started first.
pub(crate) fn anchor() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_794_700_813)
}

/// The sandbox on a port of its own; gone when it is dropped.
pub(crate) struct Sandbox {
    pub(crate) address: SocketAddr,
    pub(crate) reddit: LiveReddit,
    now: Arc<Mutex<SystemTime>>,
    _tasks: JoinSet<()>,
}

impl Sandbox {
    pub(crate) async fn start() -> Self {
        Self::start_with(|sandbox| sandbox).await
    }

    pub(crate) async fn with_allowance(calls: u32, window: Duration) -> Self {
        Self::start_with(|sandbox| sandbox.with_allowance(CallAllowance { calls, window })).await
    }

    pub(crate) async fn start_with(change: impl FnOnce(RedditSandbox) -> RedditSandbox) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let now = Arc::new(Mutex::new(anchor()));
        let told = now.clone();
        let settings = RedditSandbox::new(anchor(), move || *told.lock().unwrap());
        let mut tasks = JoinSet::new();
        tasks.spawn(sandbox::serve(
            listener,
            change(settings),
            CancellationToken::new(),
        ));
        Self {
            address,
            reddit: reddit_at(address, CLIENT_SECRET),
            now,
            _tasks: tasks,
        }
    }

    pub(crate) fn advance(&self, step: Duration) {
        *self.now.lock().unwrap() += step;
    }

    pub(crate) fn now(&self) -> SystemTime {
        *self.now.lock().unwrap()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) async fn finds(&self, words: &str) -> Vec<SubredditPost> {
        self.finds_all(&PostSearch::new(words)).await
    }

    pub(crate) async fn finds_all(&self, search: &PostSearch) -> Vec<SubredditPost> {
        self.reddit.search(search).await.unwrap().what.items
    }

    /// A thread with comments that are not shown at once, and those.
    pub(crate) async fn long_thread(&self) -> (PostThread, MoreComments) {
        for post in self
            .all()
            .await
            .into_iter()
            .filter(|post| post.comments > 5)
        {
            let name = subreddit(&post.subreddit);
            let thread = self.reddit.thread(&name, &post.id).await.unwrap().what;
            let below = thread
                .comments()
                .into_iter()
                .find_map(|one| one.replies.more.clone());
            if let Some(more) = thread.replies.more.clone().or(below) {
                return (thread, more);
            }
        }
        panic!("no thread has more comments than are shown at once");
    }

    /// Every post that is there, newest first.
    pub(crate) async fn all(&self) -> Vec<SubredditPost> {
        let mut all = Vec::new();
        let mut part = PageRequest::first(100);
        loop {
            let page = self.reddit.newest(&[], &part).await.unwrap().what;
            all.extend(page.items);
            let Some(after) = page.after else {
                return all;
            };
            part.from = providers::reddit::PageStart::After(after);
        }
    }
}

pub(crate) fn reddit_at(address: SocketAddr, secret: &str) -> LiveReddit {
    let url = format!("http://{address}");
    let settings = RedditSettings::new(CLIENT_ID, secret, AGENT).unwrap();
    LiveReddit::new(settings.at(&url, &url).unwrap())
}

pub(crate) fn subreddit(name: &str) -> SubredditName {
    SubredditName::parse(name).unwrap()
}

/// A server that answers as it is told and remembers what it was asked.
pub(crate) struct Scripted {
    pub(crate) reddit: LiveReddit,
    heard: Arc<Mutex<Vec<Heard>>>,
    _tasks: JoinSet<()>,
}

#[derive(Debug, Clone)]
pub(crate) struct Heard {
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) agent: String,
    pub(crate) authorization: String,
}

impl Scripted {
    /// `answer` gets the path and how often that path was asked before.
    pub(crate) async fn start<R: IntoResponse>(
        answer: impl Fn(&str, usize) -> R + Clone + Send + Sync + 'static,
    ) -> Self {
        let heard: Arc<Mutex<Vec<Heard>>> = Arc::default();
        let kept = heard.clone();
        let handler = async move |request: Request| -> Response {
            let header = |name: &str| {
                let value = request.headers().get(name);
                value.map_or(String::new(), |value| value.to_str().unwrap().to_owned())
            };
            let one = Heard {
                path: request.uri().path().to_owned(),
                query: request.uri().query().unwrap_or_default().to_owned(),
                agent: header("user-agent"),
                authorization: header("authorization"),
            };
            let mut kept = kept.lock().unwrap();
            let before = kept.iter().filter(|other| other.path == one.path).count();
            let response = answer(&one.path, before).into_response();
            kept.push(one);
            response
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            axum::serve(listener, Router::new().fallback(handler))
                .await
                .unwrap();
        });
        Self {
            reddit: reddit_at(address, CLIENT_SECRET),
            heard,
            _tasks: tasks,
        }
    }

    pub(crate) fn heard(&self, path: &str) -> Vec<Heard> {
        let heard = self.heard.lock().unwrap();
        heard
            .iter()
            .filter(|one| one.path == path)
            .cloned()
            .collect()
    }
}

pub(crate) const TOKEN: &str = "/api/v1/access_token";
/// A token for `seconds`.
pub(crate) fn grant(token: &str, seconds: u32) -> String {
    format!(
        r#"{{"access_token": "{token}", "token_type": "bearer", "expires_in": {seconds}, "scope": "*"}}"#
    )
}

pub(crate) const EMPTY: &str = r#"{"kind": "Listing", "data": {"after": null, "children": []}}"#;
