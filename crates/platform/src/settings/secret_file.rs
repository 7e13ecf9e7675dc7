//! Secrets that are kept in files of their own, as container platforms hand them out.

use std::fs::File;
use std::io::Read;

/// Larger than any secret; a wrong path may lead to a database.
const LARGEST: u64 = 64 * 1024;

/// The content without the newline at its end. The reason why not never repeats it.
pub(super) fn read(path: &str) -> Result<String, String> {
    let cannot = |error: std::io::Error| format!("'{path}' cannot be read: {}", error.kind());
    let file = File::open(path).map_err(cannot)?;
    if !file.metadata().map_err(cannot)?.is_file() {
        return Err(format!("'{path}' is not a file"));
    }
    let mut content = Vec::new();
    file.take(LARGEST + 1)
        .read_to_end(&mut content)
        .map_err(cannot)?;
    if content.len() as u64 > LARGEST {
        return Err(format!("'{path}' is too large for a secret"));
    }
    let text = String::from_utf8(content).map_err(|_| format!("'{path}' is not text"))?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(format!("'{path}' is empty"));
    }
    Ok(text.to_owned())
}
