//! The progress bar, on a terminal's standard error.

use std::convert::Infallible;
use std::io::{IsTerminal, Write};
use std::time::Duration;

use serde_json::Value;
use uuid::Uuid;

use platform::app::App;
use platform::jobs;
use platform::tasks::pause;

const REDRAW: Duration = Duration::from_millis(150);
const WIDTH: usize = 30;

/// Draws how far the work for somebody is, until nobody wants to know any more; then the line is
/// empty again.
pub(super) async fn watch(app: &App, user_id: Uuid) -> Infallible {
    if !std::io::stderr().is_terminal() {
        return std::future::pending().await;
    }
    let (_line, lane, stopping) = (ProgressLine, user_id.to_string(), app.tasks.stopping());
    loop {
        if let Ok(current) = jobs::current(&app.db, &lane).await
            && let Some(job) = current.first()
        {
            draw(&bar(job));
        }
        pause(REDRAW, &stopping).await;
    }
}

fn bar(job: &Value) -> String {
    let percent = job["percent"].as_u64().unwrap_or(0).min(100);
    let filled = WIDTH * usize::try_from(percent).unwrap_or(0) / 100;
    let stage = job["stage"].as_str().unwrap_or_default();
    let (done, left) = ("█".repeat(filled), "░".repeat(WIDTH - filled));
    format!("{done}{left} {percent:>3}% {stage}")
}

/// Clears the rest of the line, so that a shorter text leaves nothing of a longer one.
fn draw(text: &str) {
    let mut terminal = std::io::stderr().lock();
    // A terminal that is gone misses nothing.
    let _ = write!(terminal, "\r\x1b[K{text}");
    let _ = terminal.flush();
}

/// The line the bar is drawn on; what is printed next begins at its start.
struct ProgressLine;

impl Drop for ProgressLine {
    fn drop(&mut self) {
        draw("");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_bar_is_as_full_as_the_work_is_done() {
        let at = |percent| bar(&json!({ "percent": percent, "stage": "Judging posts" }));

        assert_eq!(at(0), format!("{}   0% Judging posts", "░".repeat(30)));
        assert_eq!(
            at(50),
            format!("{}{}  50% Judging posts", "█".repeat(15), "░".repeat(15))
        );
        assert_eq!(at(100), format!("{} 100% Judging posts", "█".repeat(30)));
    }
}
