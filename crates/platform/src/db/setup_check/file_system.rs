//! The disk below a folder.

use std::path::{Path, PathBuf};

use providers::check::SetupCheck;
use rustix::fs;

const MIB: u64 = 1024 * 1024;
/// Less than this is full soon: SQLite's log alone may grow to 64 MiB.
const LEAST_FREE: u64 = 256 * MIB;

/// The folder itself, or the nearest one above it that exists.
pub fn existing_part(folder: &Path) -> PathBuf {
    let mut parts = folder.ancestors();
    let there = parts.find(|part| part.exists());
    match there {
        Some(part) if !part.as_os_str().is_empty() => part.to_owned(),
        // A relative path without a folder in front of it.
        _ => PathBuf::from("."),
    }
}

/// Whether there is room beside what is stored already.
pub fn check_free_space(folder: &Path, stored_bytes: u64) -> SetupCheck {
    const SUBJECT: &str = "disk";
    let shown = folder.display();
    let Ok(disk) = fs::statvfs(existing_part(folder)) else {
        return SetupCheck::warning(
            SUBJECT,
            format!("the free space of {shown} cannot be read"),
            "Check the rights on the folder.",
        );
    };
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    let found = format!("{} free at {shown}", amount(free));
    if free < LEAST_FREE {
        return SetupCheck::wrong(
            SUBJECT,
            found,
            "Make room, or move the data to a larger disk.",
        );
    }
    if free < stored_bytes {
        return SetupCheck::warning(
            SUBJECT,
            format!("{found}, and the database has {}", amount(stored_bytes)),
            "A backup on this disk needs as much again. Make room, or write backups to another disk.",
        );
    }
    SetupCheck::ok(SUBJECT, found)
}

/// The kind of a file system that is on another machine, where locks do not keep SQLite safe.
#[cfg(target_os = "linux")]
pub(super) fn network_file_system(folder: &Path) -> Option<&'static str> {
    let disk = fs::statfs(existing_part(folder)).ok()?;
    // The numbers of statfs(2).
    match disk.f_type {
        0x6969 => Some("NFS"),
        0x517b | 0xff53_4d42 | 0xfe53_4d42 => Some("SMB"),
        0x00c3_6400 => Some("Ceph"),
        0x0bd0_0bd0 => Some("Lustre"),
        0x5346_414f => Some("AFS"),
        0x0102_1997 => Some("9P"),
        _ => None,
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn network_file_system(_folder: &Path) -> Option<&'static str> {
    None
}

/// Whether this process may make files in the folder.
pub(super) fn is_writable(folder: &Path) -> bool {
    fs::access(folder, fs::Access::WRITE_OK | fs::Access::EXEC_OK).is_ok()
}

pub(super) fn amount(bytes: u64) -> String {
    let mib = bytes / MIB;
    if mib < 10 * 1024 {
        format!("{mib} MiB")
    } else {
        format!("{} GiB", mib / 1024)
    }
}

#[cfg(test)]
mod tests {
    use providers::check::CheckState;

    use super::*;

    #[test]
    fn a_database_that_is_larger_than_what_is_free_is_worth_a_warning() {
        let small = check_free_space(Path::new("/"), 0);
        let huge = check_free_space(Path::new("/no/such/folder"), u64::MAX);

        assert_eq!(small.state, CheckState::Ok, "{small:?}");
        assert_eq!(huge.state, CheckState::Warning, "{huge:?}");
    }

    #[test]
    fn a_folder_that_is_not_there_is_looked_for_above() {
        assert_eq!(existing_part(Path::new("/no/such")), Path::new("/"));
        assert_eq!(existing_part(Path::new("no-such-folder")), Path::new("."));
    }
}
