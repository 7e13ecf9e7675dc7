//! The providers, with every call noted. They are wrapped once, where the product is put together.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use providers::llm::{Completion, CompletionRequest, CompletionStream, LanguageModel, LlmError};
use providers::mail::{Mail, MailError, Mailer};
use providers::payments::{
    Checkout, Customer, NewCheckout, NewCustomer, PaidInvoice, PaymentEvent, PaymentRefusal,
    Payments, PaymentsError, PaymentsResult, PlanChangeRequest, SignatureError, Subscription,
};
use providers::rank::{Country, RankError, SearchResult, WebSearch};
use providers::reddit::{
    Fullname, ListingPage, MoreComments, PageRequest, PostSearch, PostThread, Reddit, RedditError,
    RedditResponse, RedditThing, Replies, SubredditComment, SubredditName, SubredditPost,
    SubredditRule, SubredditSummary,
};
use providers::website::{ReadProgress, Site, SitePreview, Website, WebsiteError};

use super::{CallEnd, Provider, ProviderHealth};

impl ProviderHealth {
    pub fn reddit(&self, reddit: Arc<dyn Reddit>) -> Arc<dyn Reddit> {
        Arc::new(self.watch(reddit))
    }

    pub fn ranks(&self, ranks: Arc<dyn WebSearch>) -> Arc<dyn WebSearch> {
        Arc::new(self.watch(ranks))
    }

    pub fn payments(&self, payments: Arc<dyn Payments>) -> Arc<dyn Payments> {
        Arc::new(self.watch(payments))
    }

    pub fn mailer(&self, mailer: Arc<dyn Mailer>) -> Arc<dyn Mailer> {
        Arc::new(self.watch(mailer))
    }

    pub fn model(&self, model: Arc<dyn LanguageModel>) -> Arc<dyn LanguageModel> {
        Arc::new(self.watch(model))
    }

    pub fn websites(&self, websites: Arc<dyn Website>) -> Arc<dyn Website> {
        Arc::new(self.watch(websites))
    }

    pub(super) fn watch<P: ?Sized>(&self, provider: Arc<P>) -> Watched<P> {
        Watched {
            provider,
            health: self.clone(),
        }
    }
}

/// A provider, and who is told of its calls.
#[derive(Debug)]
pub(super) struct Watched<P: ?Sized> {
    pub(super) provider: Arc<P>,
    pub(super) health: ProviderHealth,
}

/// Whom a refusal is about: all of Reddit, or one community, which may be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    All,
    One,
}

impl Watched<dyn Reddit> {
    async fn noted<T>(
        &self,
        about: About,
        call: impl Future<Output = Result<T, RedditError>> + Send,
    ) -> Result<T, RedditError> {
        let started = Instant::now();
        let answer = call.await;
        let end = match &answer {
            Ok(_) | Err(RedditError::NotFound) => CallEnd::Answered,
            Err(RedditError::RateLimited { .. }) => CallEnd::Neutral("rate_limited"),
            Err(RedditError::Forbidden) if about == About::One => CallEnd::Neutral("forbidden"),
            Err(RedditError::Forbidden) => CallEnd::Failed("forbidden"),
            Err(RedditError::NotConfigured) => CallEnd::Neutral("not_configured"),
            Err(RedditError::Unauthorised) => CallEnd::Failed("unauthorised"),
            Err(RedditError::Unavailable { .. }) => CallEnd::Failed("unavailable"),
            Err(RedditError::InvalidResponse) => CallEnd::Failed("invalid_response"),
        };
        self.health.note(Provider::Reddit, end, started.elapsed());
        answer
    }
}

#[async_trait]
impl Reddit for Watched<dyn Reddit> {
    async fn search(
        &self,
        search: &PostSearch,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError> {
        let about = if search.subreddit.is_some() {
            About::One
        } else {
            About::All
        };
        self.noted(about, self.provider.search(search)).await
    }

    async fn newest(
        &self,
        subreddits: &[SubredditName],
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditPost>>, RedditError> {
        let call = self.provider.newest(subreddits, part);
        self.noted(About::One, call).await
    }

    async fn newest_comments(
        &self,
        subreddits: &[SubredditName],
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditComment>>, RedditError> {
        let call = self.provider.newest_comments(subreddits, part);
        self.noted(About::One, call).await
    }

    async fn thread(
        &self,
        subreddit: &SubredditName,
        post: &str,
    ) -> Result<RedditResponse<PostThread>, RedditError> {
        let call = self.provider.thread(subreddit, post);
        self.noted(About::One, call).await
    }

    async fn more_comments(
        &self,
        post: &str,
        more: &MoreComments,
    ) -> Result<RedditResponse<Replies>, RedditError> {
        let call = self.provider.more_comments(post, more);
        self.noted(About::One, call).await
    }

    async fn by_ids(
        &self,
        ids: &[Fullname],
    ) -> Result<RedditResponse<Vec<RedditThing>>, RedditError> {
        self.noted(About::All, self.provider.by_ids(ids)).await
    }

    async fn rules(
        &self,
        subreddit: &SubredditName,
    ) -> Result<RedditResponse<Vec<SubredditRule>>, RedditError> {
        self.noted(About::One, self.provider.rules(subreddit)).await
    }

    async fn subreddits(
        &self,
        words: &str,
        part: &PageRequest,
    ) -> Result<RedditResponse<ListingPage<SubredditSummary>>, RedditError> {
        let call = self.provider.subreddits(words, part);
        self.noted(About::All, call).await
    }

    fn address_of(&self, permalink: &str) -> String {
        self.provider.address_of(permalink)
    }
}

#[async_trait]
impl WebSearch for Watched<dyn WebSearch> {
    async fn search(
        &self,
        query: &str,
        country: Country,
        page: u32,
    ) -> Result<Vec<SearchResult>, RankError> {
        let started = Instant::now();
        let answer = self.provider.search(query, country, page).await;
        let end = match &answer {
            Ok(_) => CallEnd::Answered,
            Err(RankError::Unavailable { .. }) => CallEnd::Failed("unavailable"),
            Err(RankError::Unauthorised) => CallEnd::Failed("unauthorised"),
            Err(RankError::QuotaExhausted) => CallEnd::Failed("quota_exhausted"),
            Err(RankError::InvalidResponse) => CallEnd::Failed("invalid_response"),
        };
        self.health.note(Provider::Ranks, end, started.elapsed());
        answer
    }
}

#[async_trait]
impl Mailer for Watched<dyn Mailer> {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let started = Instant::now();
        let answer = self.provider.send(mail).await;
        let end = match &answer {
            Ok(()) => CallEnd::Answered,
            // The server is well; it does not want this mail.
            Err(MailError::Refused { .. }) => CallEnd::Neutral("refused"),
            Err(MailError::AddressRefused { .. }) => CallEnd::Neutral("address_refused"),
            Err(MailError::Unavailable { .. }) => CallEnd::Failed("unavailable"),
        };
        self.health.note(Provider::Mail, end, started.elapsed());
        answer
    }
}

impl Watched<dyn LanguageModel> {
    fn note<T>(&self, answer: &Result<T, LlmError>, took: Duration) {
        let end = match answer {
            Ok(_) => CallEnd::Answered,
            Err(LlmError::Unavailable) => CallEnd::Failed("unavailable"),
            Err(LlmError::Misconfigured) => CallEnd::Failed("misconfigured"),
            Err(LlmError::InvalidResponse) => CallEnd::Failed("invalid_response"),
            Err(LlmError::Slow) => CallEnd::Failed("slow"),
            Err(LlmError::Empty) => CallEnd::Failed("empty"),
            Err(LlmError::CutOff { .. }) => CallEnd::Neutral("cut_off"),
            Err(LlmError::Refused) => CallEnd::Neutral("refused"),
            Err(LlmError::RateLimited { .. }) => CallEnd::Neutral("rate_limited"),
            Err(LlmError::NoSample) => CallEnd::Neutral("no_sample"),
            Err(LlmError::BudgetSpent) => return,
        };
        self.health.note(Provider::LanguageModel, end, took);
    }
}

#[async_trait]
impl LanguageModel for Watched<dyn LanguageModel> {
    async fn complete(&self, request: &CompletionRequest) -> Result<Completion, LlmError> {
        let started = Instant::now();
        let answer = self.provider.complete(request).await;
        self.note(&answer, started.elapsed());
        answer
    }

    /// A stream counts as answered once it begins.
    async fn stream(&self, request: &CompletionRequest) -> Result<CompletionStream, LlmError> {
        let started = Instant::now();
        let answer = self.provider.stream(request).await;
        self.note(&answer, started.elapsed());
        answer
    }
}

#[async_trait]
impl Website for Watched<dyn Website> {
    async fn read(
        &self,
        address: &str,
        progress: &(dyn Fn(ReadProgress) + Send + Sync),
    ) -> Result<Site, WebsiteError> {
        let started = Instant::now();
        let answer = self.provider.read(address, progress).await;
        let end = match &answer {
            Ok(_) => CallEnd::Neutral("answered"),
            Err(error) if error.may_pass() => CallEnd::Neutral("unavailable"),
            Err(_) => CallEnd::Neutral("refused"),
        };
        self.health.note(Provider::Websites, end, started.elapsed());
        answer
    }

    async fn preview(&self, address: &str) -> Result<SitePreview, WebsiteError> {
        self.provider.preview(address).await
    }
}

impl Watched<dyn Payments> {
    async fn noted<T>(
        &self,
        call: impl Future<Output = PaymentsResult<T>> + Send,
    ) -> PaymentsResult<T> {
        let started = Instant::now();
        let answer = call.await;
        let end = match &answer {
            Err(PaymentsError::TryAgain { .. }) => CallEnd::Failed("unavailable"),
            Err(PaymentsError::InvalidResponse) => CallEnd::Failed("invalid_response"),
            Err(PaymentsError::Refused(PaymentRefusal::KeyRejected)) => {
                CallEnd::Failed("unauthorised")
            }
            // Somebody who says no has answered too.
            Ok(_) | Err(PaymentsError::Refused(_)) => CallEnd::Answered,
        };
        self.health.note(Provider::Payments, end, started.elapsed());
        answer
    }
}

#[async_trait]
impl Payments for Watched<dyn Payments> {
    async fn create_customer(&self, customer: &NewCustomer, key: &str) -> PaymentsResult<Customer> {
        self.noted(self.provider.create_customer(customer, key))
            .await
    }

    async fn change_customer_email(
        &self,
        customer: &str,
        email: &str,
        key: &str,
    ) -> PaymentsResult<()> {
        let call = self.provider.change_customer_email(customer, email, key);
        self.noted(call).await
    }

    async fn customers(&self, email: &str) -> PaymentsResult<Vec<Customer>> {
        self.noted(self.provider.customers(email)).await
    }

    async fn create_checkout(&self, checkout: &NewCheckout, key: &str) -> PaymentsResult<Checkout> {
        self.noted(self.provider.create_checkout(checkout, key))
            .await
    }

    async fn checkout(&self, id: &str) -> PaymentsResult<Checkout> {
        self.noted(self.provider.checkout(id)).await
    }

    async fn checkouts_of(&self, customer: &str) -> PaymentsResult<Vec<Checkout>> {
        self.noted(self.provider.checkouts_of(customer)).await
    }

    async fn expire_checkout(&self, id: &str, key: &str) -> PaymentsResult<Checkout> {
        self.noted(self.provider.expire_checkout(id, key)).await
    }

    async fn subscription(&self, id: &str) -> PaymentsResult<Subscription> {
        self.noted(self.provider.subscription(id)).await
    }

    async fn subscriptions_of(&self, customer: &str) -> PaymentsResult<Vec<Subscription>> {
        self.noted(self.provider.subscriptions_of(customer)).await
    }

    async fn paid_invoices_of(&self, customer: &str) -> PaymentsResult<Vec<PaidInvoice>> {
        self.noted(self.provider.paid_invoices_of(customer)).await
    }

    async fn change_plan(
        &self,
        change: &PlanChangeRequest,
        key: &str,
    ) -> PaymentsResult<Subscription> {
        self.noted(self.provider.change_plan(change, key)).await
    }

    async fn cancel_now(&self, subscription: &str, key: &str) -> PaymentsResult<Subscription> {
        self.noted(self.provider.cancel_now(subscription, key))
            .await
    }

    async fn cancel_at_period_end(
        &self,
        subscription: &str,
        key: &str,
    ) -> PaymentsResult<Subscription> {
        let call = self.provider.cancel_at_period_end(subscription, key);
        self.noted(call).await
    }

    async fn undo_cancel(&self, subscription: &str, key: &str) -> PaymentsResult<Subscription> {
        self.noted(self.provider.undo_cancel(subscription, key))
            .await
    }

    async fn portal(&self, customer: &str, return_url: &str, key: &str) -> PaymentsResult<String> {
        self.noted(self.provider.portal(customer, return_url, key))
            .await
    }

    fn takes_webhooks(&self) -> bool {
        self.provider.takes_webhooks()
    }

    fn verify_webhook(
        &self,
        raw: &[u8],
        headers: &HeaderMap,
        now: DateTime<Utc>,
    ) -> Result<(), SignatureError> {
        self.provider.verify_webhook(raw, headers, now)
    }

    fn parse_event(&self, raw: &[u8]) -> PaymentsResult<PaymentEvent> {
        self.provider.parse_event(raw)
    }
}
