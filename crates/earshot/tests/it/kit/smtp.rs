//! A mail server in the test's own hands: it can keep a sender waiting for its "250".

use std::net::SocketAddr;
use std::sync::Arc;

use sandboxes::mail::{MemoryInbox, ReceivedMail, SmtpSandbox};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub(crate) struct HeldSmtp {
    inbox: Arc<MemoryInbox>,
    address: SocketAddr,
    stop: CancellationToken,
}

impl HeldSmtp {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound port");
        let (inbox, stop) = (Arc::new(MemoryInbox::new()), CancellationToken::new());
        #[expect(
            clippy::disallowed_methods,
            reason = "the test's own server ends with the test"
        )]
        tokio::spawn(SmtpSandbox::serve(listener, inbox.clone(), stop.clone()));
        Self {
            inbox,
            address,
            stop,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// From now on senders wait for their answer.
    pub(crate) fn hold(&self) {
        self.inbox.hold();
    }

    /// From now on every mail is turned away for now, with a 451.
    pub(crate) fn turns_away(&self) {
        self.inbox.fill_up();
    }

    pub(crate) fn release(&self) {
        self.inbox.release();
    }

    /// Resolves when `count` mails have been handed over, answered or not.
    pub(crate) async fn has_been_handed(&self, count: usize) {
        self.inbox.wait_for_attempts(count).await;
    }

    pub(crate) fn mails(&self) -> Vec<ReceivedMail> {
        self.inbox.mails()
    }
}

impl Drop for HeldSmtp {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
