//! The folder and the file of SQLite.

use std::fs::Metadata;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use providers::check::SetupCheck;

use super::file_system::{
    amount, check_free_space, existing_part, is_writable, network_file_system,
};
use super::{DatabaseLocation, Db, PoolSettings, check_schema};
use crate::db::sqlite_file_in;

const FOLDER: &str = "folder";
const FILE: &str = "file";
/// Rights of the group and of all others.
const OTHERS: u32 = 0o077;

pub(super) async fn check(
    data_dir: &Path,
    place: &DatabaseLocation,
    pool: PoolSettings,
) -> Vec<SetupCheck> {
    let file = sqlite_file_in(data_dir);
    let metadata = file.metadata().ok();
    let stored = metadata.as_ref().map_or(0, Metadata::len);
    let mut checks = vec![check_folder(data_dir), check_free_space(data_dir, stored)];
    let Some(metadata) = metadata else {
        let found = format!(
            "{} does not exist yet; the first start makes it",
            file.display()
        );
        checks.push(SetupCheck::unused(FILE, found));
        return checks;
    };
    match Db::open_with(place, pool).await {
        Ok(db) => {
            checks.push(judge_file(&file, &metadata));
            checks.extend(check_schema(&db).await);
            db.close().await;
        }
        Err(error) => checks.push(SetupCheck::wrong(
            FILE,
            format!("it cannot be opened: {error:#}"),
            format!(
                "If it is damaged, restore a backup; if it belongs to another user, run this as the owner of {}.",
                data_dir.display()
            ),
        )),
    }
    checks
}

fn check_folder(data_dir: &Path) -> SetupCheck {
    let (shown, there) = (data_dir.display(), existing_part(data_dir));
    if !there.is_dir() {
        return SetupCheck::wrong(
            FOLDER,
            format!("{} is not a folder", there.display()),
            "Set EARSHOT_DATA_DIR to a folder, or to one that can be made.",
        );
    }
    if !is_writable(&there) {
        return SetupCheck::wrong(
            FOLDER,
            format!("{} cannot be written by this user", there.display()),
            format!("Make {shown} belong to the user that runs Earshot, or set EARSHOT_DATA_DIR."),
        );
    }
    if let Some(kind) = network_file_system(data_dir) {
        return SetupCheck::wrong(
            FOLDER,
            format!("{shown} is on another machine ({kind}), where SQLite can lose data"),
            "Set EARSHOT_DATA_DIR to a local disk, or use PostgreSQL (DATABASE_URL).",
        );
    }
    if let Some(owner) = other_owner(data_dir) {
        return SetupCheck::warning(
            FOLDER,
            format!("{shown} belongs to another user (uid {owner})"),
            "Run the doctor as the user that runs Earshot; else this says little about the server.",
        );
    }
    SetupCheck::ok(FOLDER, format!("{shown} can be written"))
}

fn judge_file(file: &Path, metadata: &Metadata) -> SetupCheck {
    let found = format!("{}, {}", file.display(), amount(metadata.len()));
    if metadata.permissions().mode() & OTHERS != 0 {
        return SetupCheck::warning(
            FILE,
            format!("{found}, and other users of this machine may read it"),
            format!("chmod 600 {}", file.display()),
        );
    }
    SetupCheck::ok(FILE, found)
}

/// Who owns the folder, if it is not the user of this process.
fn other_owner(data_dir: &Path) -> Option<u32> {
    let owner = data_dir.metadata().ok()?.uid();
    (owner != rustix::process::geteuid().as_raw()).then_some(owner)
}
