//! The sample Reddit with hundreds of posts a second, in a process of its own: what it takes to make
//! them up must not be counted as the listener's.

use std::io;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use platform::clock::Clock;
use providers::reddit::{LiveReddit, RedditSettings};
use sandboxes::reddit::{self as sandbox, CallAllowance, RedditSandbox};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::process::Process;
use crate::report::say;

/// With this argument alone the program is this server.
pub(crate) const ARGUMENT: &str = "firehose";

/// The listener reads posts, and every ninth thing is one: four hundred posts a second.
const THINGS_A_SECOND: NonZeroU32 = NonZeroU32::new(3_600).expect("more than none");

#[tokio::main]
pub(crate) async fn serve() -> anyhow::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let clock = Clock::system();
    let sandbox = RedditSandbox::new(clock.now().into(), move || clock.now().into());
    let sandbox = sandbox
        .with_firehose(Some(THINGS_A_SECOND))
        .with_allowance(CallAllowance {
            calls: 1_000_000,
            window: Duration::from_mins(10),
        });
    say(
        io::stdout(),
        &format!("The firehose is ready at http://{address}"),
    );
    sandbox::serve(listener, sandbox, CancellationToken::new()).await;
    Ok(())
}

/// The adapter of the real Reddit, on that server.
pub(crate) fn adapter(firehose: &Process) -> anyhow::Result<Arc<LiveReddit>> {
    let url = format!("http://{}", firehose.address);
    let settings = RedditSettings::new(
        sandbox::CLIENT_ID,
        sandbox::CLIENT_SECRET,
        "web:earshot-bench:1.0.0",
    )?;
    Ok(Arc::new(LiveReddit::new(settings.at(&url, &url)?)))
}
