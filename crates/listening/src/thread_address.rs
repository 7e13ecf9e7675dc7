//! What the address of a post or comment says about its thread.

/// The full name of the thread that an address opens: `t3_1abc` of `…/comments/1abc/a_title/`.
pub fn thread_id_in(address: &str) -> Option<String> {
    let (_, after) = address.split_once("/comments/")?;
    let id = after.split('/').next().filter(|id| !id.is_empty())?;
    Some(format!("t3_{id}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thread_of_a_comment_is_read_from_its_address() {
        let address = "https://reddit.example/r/freelance/comments/1abc/late_again/k9z/";
        assert_eq!(thread_id_in(address).as_deref(), Some("t3_1abc"));
        assert_eq!(thread_id_in("https://reddit.example/r/freelance"), None);
    }
}
