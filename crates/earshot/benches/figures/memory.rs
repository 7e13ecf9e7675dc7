//! What an idle server holds of the machine's memory.

use std::time::Duration;

use platform::tasks::pause;
use tokio_util::sync::CancellationToken;

use crate::process::{Cores, Process};
use crate::report::{Goal, Row, shown};

const SETTLED_AFTER: Duration = Duration::from_secs(2);

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    let folder = tempfile::tempdir()?;
    let earshot = Process::earshot(&folder, Cores::All)?;
    let bare = Process::bare_axum(Cores::All)?;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(pause(SETTLED_AFTER, &CancellationToken::new()));
    let shared = earshot.megabytes("smaps_rollup", "Pss")?;
    let floor = bare.megabytes("status", "VmRSS")?;
    Ok(vec![Row {
        figure: "memory of an idle server",
        goal: Some(Goal::AtMost(60.0)),
        value: Some(earshot.megabytes("status", "VmRSS")?),
        unit: "MB",
        remark: format!("PSS {} MB", shown(shared)),
        peer: format!("bare axum: {} MB", shown(floor)),
        ..Row::default()
    }])
}
