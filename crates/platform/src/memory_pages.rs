//! How large the pages of memory are that the system hands out.

/// Asks for small pages from now on. Pages of 2 MB make look-ups in large tables quicker, but a server
/// without such tables holds half as much again of what it needs.
pub fn use_small_pages() {
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::debug!(%error, "the system keeps its large pages");
    }
}
