//! Whether this machine lets a process do what the settings promise, for `earshot doctor`.

use providers::check::SetupCheck;
use rustix::process::{Resource, getrlimit};

/// Files, database connections and calls to providers need handles too.
const OWN_HANDLES: u64 = 200;

/// A server needs a file handle for every connection.
pub fn check_open_files(max_connections: usize) -> SetupCheck {
    const SUBJECT: &str = "open files";
    let wanted = u64::try_from(max_connections)
        .unwrap_or(u64::MAX)
        .saturating_add(OWN_HANDLES);
    match getrlimit(Resource::Nofile).current {
        Some(limit) if limit < wanted => SetupCheck::warning(
            SUBJECT,
            format!("this shell allows {limit}, and EARSHOT_MAX_CONNECTIONS needs {wanted}"),
            "Raise the limit of the server's process (systemd: LimitNOFILE; shell: ulimit -n), or lower EARSHOT_MAX_CONNECTIONS.",
        ),
        Some(limit) => SetupCheck::ok(SUBJECT, format!("{limit} are allowed")),
        None => SetupCheck::ok(SUBJECT, "without a limit"),
    }
}
