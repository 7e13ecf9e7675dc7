//! Reddit, a web search and a company's website for a test alone: the sandboxes with further posts,
//! and the pages of a site in the shape of the sandbox's.

use axum::http::{StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use platform::tasks::Tasks;
use sandboxes::rank::{self, RankSandbox};
use sandboxes::reddit::{self, RedditSandbox, SampleFile};
use tokio::net::TcpListener;

use super::noon;

/// They end with the test.
pub(crate) struct SampleProviders {
    reddit: String,
    ranks: String,
    /// The address of the company's website.
    pub(crate) site: String,
    allowed: String,
    tasks: Tasks,
}

impl SampleProviders {
    pub(crate) async fn open(posts: Vec<SampleFile>, pages: Vec<SampleFile>) -> Self {
        providers::install_tls();
        let tasks = Tasks::default();
        let (listener, reddit) = free_port().await;
        let sandbox = RedditSandbox::new(noon().into(), || noon().into());
        let sandbox = sandbox.with_samples(posts.clone());
        let serving = reddit::serve(listener, sandbox, tasks.stopping());
        tasks.supervise("reddit sandbox", serving);
        let (listener, ranks) = free_port().await;
        let sandbox = RankSandbox::new(noon().into(), || noon().into()).with_samples(posts);
        let serving = rank::serve(listener, sandbox, tasks.stopping());
        tasks.supervise("rank sandbox", serving);
        let (listener, allowed) = free_port().await;
        let site = axum::Router::new().fallback(async move |uri: Uri| page(&pages, uri.path()));
        let stopping = tasks.stopping().cancelled_owned();
        tasks.supervise("website", async move {
            let serving = axum::serve(listener, site).with_graceful_shutdown(stopping);
            serving.await.unwrap();
        });
        Self {
            reddit: format!("http://{reddit}"),
            ranks: format!("http://{ranks}"),
            site: format!("http://{allowed}/"),
            allowed,
            tasks,
        }
    }

    /// What points a server to them.
    pub(crate) fn settings(&self) -> [(&'static str, &str); 8] {
        [
            ("REDDIT_CLIENT_ID", reddit::CLIENT_ID),
            ("REDDIT_CLIENT_SECRET", reddit::CLIENT_SECRET),
            ("REDDIT_WWW_URL", &self.reddit),
            ("REDDIT_OAUTH_URL", &self.reddit),
            ("EARSHOT_RANK_PROVIDER", "serper"),
            ("EARSHOT_RANK_URL", &self.ranks),
            ("EARSHOT_RANK_KEY", "a-key"),
            ("EARSHOT_FETCH_ALLOW", &self.allowed),
        ]
    }
}

impl Drop for SampleProviders {
    fn drop(&mut self) {
        self.tasks.stopping().cancel();
    }
}

async fn free_port() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address)
}

/// A page in its site's layout, as the sandbox's sites are written.
fn page(files: &[SampleFile], path: &str) -> Response {
    let name = match path.trim_matches('/') {
        "" => "index",
        path => path,
    };
    let text = |name: &str| {
        let wanted = format!("{name}.html");
        let file = files.iter().find(|(name, _)| *name == wanted)?;
        Some(file.1.as_str())
    };
    let framed = || {
        let (head, main) = text(name)?.strip_prefix("<!--")?.split_once("-->")?;
        let line = |key: &str| head.lines().find_map(|line| line.strip_prefix(key));
        let layout = text("layout")?
            .replace("{{title}}", line("title: ")?)
            .replace("{{description}}", line("description: ")?)
            .replace("{{path}}", path);
        Some(layout.replace("{{main}}", main.trim()))
    };
    match framed() {
        Some(page) => Html(page).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
