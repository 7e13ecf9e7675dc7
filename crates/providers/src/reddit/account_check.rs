//! Whether Reddit takes the application: a token, and one call with it.

use super::{LiveReddit, PageRequest, RateWindow, Reddit, RedditError, RedditSettings};
use crate::check::{HttpProbe, SetupCheck};

const APPLICATION: &str = "application";
const CALLS: &str = "calls";
const USER_AGENT: &str = "user agent";

/// Gets a token and asks for the newest post.
pub async fn check_reddit(settings: &RedditSettings) -> Vec<SetupCheck> {
    let client = LiveReddit::new(settings.clone());
    let called = client.newest(&[], &PageRequest::first(1)).await;
    let checks = match called {
        Ok(response) => vec![
            SetupCheck::ok(APPLICATION, "Reddit accepts the id and the secret"),
            judge_window(response.window),
        ],
        Err(error) => vec![failed(settings, error).await],
    };
    checks
        .into_iter()
        .chain([judge_user_agent(&settings.user_agent)])
        .collect()
}

async fn failed(settings: &RedditSettings, error: RedditError) -> SetupCheck {
    match error {
        RedditError::Unauthorised => SetupCheck::wrong(
            APPLICATION,
            "Reddit rejects the id or the secret",
            "Copy both from reddit.com/prefs/apps into REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET. The app must be of the type script or web app.",
        ),
        RedditError::Forbidden => SetupCheck::wrong(
            APPLICATION,
            "Reddit accepts the id and the secret, and blocks this server",
            "Name yourself in REDDIT_USER_AGENT, and ask Reddit whether the app is approved for its API.",
        ),
        RedditError::RateLimited { retry_after } => SetupCheck::warning(
            CALLS,
            format!("all calls are used up for {} s", retry_after.as_secs()),
            "Wait and try again. If another server uses the same app, give this one its own.",
        ),
        RedditError::Unavailable { .. } => {
            let probe = HttpProbe::new(&settings.user_agent);
            let reached = probe.send(probe.get(settings.www.clone())).await;
            reached.map_or_else(
                |failure| failure.check(APPLICATION, settings.www.as_str()),
                |response| {
                    SetupCheck::wrong(
                        APPLICATION,
                        format!("Reddit is unavailable (status {})", response.status),
                        "Try again in a few minutes; redditstatus.com tells about outages.",
                    )
                },
            )
        }
        RedditError::NotFound | RedditError::InvalidResponse | RedditError::NotConfigured => {
            SetupCheck::wrong(
                APPLICATION,
                "what answers is not Reddit",
                "Check REDDIT_WWW_URL and REDDIT_OAUTH_URL; without them Reddit's own addresses are used.",
            )
        }
    }
}

fn judge_window(window: Option<RateWindow>) -> SetupCheck {
    let Some(window) = window else {
        return SetupCheck::warning(
            CALLS,
            "Reddit did not say how many calls are left",
            "Earshot then keeps to a careful rate of its own. Try again later.",
        );
    };
    let all = window.used + window.remaining;
    SetupCheck::ok(
        CALLS,
        format!(
            "{:.0} of {all:.0} calls are left for {} s",
            window.remaining,
            window.reset.as_secs()
        ),
    )
}

/// Reddit asks for a name to write to, and throttles those who give none.
fn judge_user_agent(user_agent: &str) -> SetupCheck {
    if user_agent.contains("/u/") {
        return SetupCheck::ok(USER_AGENT, format!("\"{user_agent}\""));
    }
    SetupCheck::warning(
        USER_AGENT,
        format!("\"{user_agent}\" names nobody"),
        "Set REDDIT_USER_AGENT to platform:app-id:version (by /u/your-name), as Reddit's rules demand.",
    )
}
