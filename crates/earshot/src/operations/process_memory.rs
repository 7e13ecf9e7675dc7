//! How much memory this process has, where the system says so (Linux).

/// None elsewhere.
pub(super) async fn resident_bytes() -> Option<u64> {
    let status = tokio::fs::read_to_string("/proc/self/status").await.ok()?;
    parse(&status)
}

/// The line `VmRSS:     12345 kB`.
fn parse(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_counts_in_kibibytes() {
        let status = "Name:\tearshot\nVmHWM:\t  99999 kB\nVmRSS:\t   12345 kB\nThreads:\t4\n";

        assert_eq!(parse(status), Some(12_641_280));
        assert_eq!(parse("Name:\tearshot\n"), None);
    }
}
