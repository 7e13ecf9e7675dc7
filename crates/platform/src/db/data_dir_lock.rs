//! SQLite means one server: a second one on the same folder is refused, and so is a restore
//! under a running server.

use std::fs::{File, TryLockError};
use std::path::Path;

use anyhow::{Context, bail};

use super::sqlite::create_private_folder;

/// Held by the running server; the operating system lets it go when the process ends, however.
#[derive(Debug)]
pub struct DataDirLock {
    _file: File,
}

impl DataDirLock {
    pub fn take(data_dir: &Path) -> anyhow::Result<Self> {
        create_private_folder(data_dir)?;
        let path = data_dir.join("earshot.lock");
        let file = File::create(&path).with_context(|| format!("opening {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => bail!(
                "another Earshot server is running on {}; stop it first, or give this one another --data-dir",
                data_dir.display()
            ),
            Err(TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("locking {}", path.display()))
            }
        }
    }
}
