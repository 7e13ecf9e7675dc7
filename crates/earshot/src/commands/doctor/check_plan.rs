//! Which checks there are, part by part.

use std::time::Duration;

use futures::FutureExt;
use futures::future::{self, BoxFuture};

use super::{CheckGroup, DoctorContext, USER_AGENT, address, machine, settings_check};
use platform::db::check_database;
use platform::settings::{
    GoogleSetting, LlmSetting, PaymentsSetting, RankSetting, RedditSetting, price_setting,
};
use providers::check::{DnsClient, SetupCheck};
use providers::mail::{SmtpMailer, check_sender_dns};
use providers::payments::{ExpectedAccount, ExpectedPrice, Stripe};
use providers::reddit::check_reddit;

/// A check that runs beside all others, for a limited time.
pub(super) struct PlannedCheck<'a> {
    pub(super) group: CheckGroup,
    /// Named if it takes too long.
    subject: &'static str,
    work: BoxFuture<'a, Vec<SetupCheck>>,
}

impl<'a> PlannedCheck<'a> {
    pub(super) fn new(
        group: CheckGroup,
        subject: &'static str,
        work: impl Future<Output = Vec<SetupCheck>> + Send + 'a,
    ) -> Self {
        Self {
            group,
            subject,
            work: work.boxed(),
        }
    }

    /// Nothing has to be asked for it.
    pub(super) fn done(group: CheckGroup, checks: Vec<SetupCheck>) -> Self {
        Self::new(group, group.title(), future::ready(checks))
    }

    fn unused(group: CheckGroup, subject: &'static str, found: &str) -> Vec<Self> {
        vec![Self::done(group, vec![SetupCheck::unused(subject, found)])]
    }

    pub(super) async fn run(self, patience: Duration) -> (CheckGroup, Vec<SetupCheck>) {
        let checks = tokio::time::timeout(patience, self.work).await;
        let too_slow = |_elapsed| {
            vec![SetupCheck::wrong(
                self.subject,
                format!("no answer within {} s", patience.as_secs()),
                "Check the address, and that no firewall swallows the connection.",
            )]
        };
        (self.group, checks.unwrap_or_else(too_slow))
    }
}

impl<'a> DoctorContext<'a> {
    pub(super) fn checks_of(self, group: CheckGroup) -> Vec<PlannedCheck<'a>> {
        match group {
            CheckGroup::Settings => vec![PlannedCheck::done(group, settings_check::check(self))],
            CheckGroup::Database => {
                let settings = self.settings;
                let work = check_database(&settings.place, settings.pool);
                vec![PlannedCheck::new(group, "server", work)]
            }
            CheckGroup::Machine => machine::plan(self.settings),
            CheckGroup::Mail => self.mail(group),
            CheckGroup::Payments => self.payments(group),
            CheckGroup::Reddit => self.reddit(group),
            CheckGroup::Ranks => self.ranks(group),
            CheckGroup::Model => self.model(group),
            CheckGroup::SignIn => self.sign_in(group),
            CheckGroup::Address => address::plan(self.settings),
        }
    }

    fn mail(self, group: CheckGroup) -> Vec<PlannedCheck<'a>> {
        let settings = self.settings;
        let Some(url) = &settings.smtp_url else {
            let found = "no mail server is set; mail stays in the sandbox's mailbox";
            return PlannedCheck::unused(group, "server", found);
        };
        // Wrong ones are among the problems of the settings.
        let Ok(mailer) = SmtpMailer::new(url.expose(), &settings.mail_from) else {
            return Vec::new();
        };
        let (domain, host) = (mailer.sender_domain().to_owned(), mailer.host().to_owned());
        let server = async move { mailer.check_server().await };
        let dns = async move {
            match DnsClient::new(settings.fetching.dns) {
                Ok(dns) => check_sender_dns(&domain, &host, &dns).await,
                Err(failure) => vec![SetupCheck::warning(
                    "DNS",
                    format!("{failure}, so the sender's records could not be looked up"),
                    "Name a DNS server in /etc/resolv.conf or in EARSHOT_DNS.",
                )],
            }
        };
        vec![
            PlannedCheck::new(group, "server", server),
            PlannedCheck::new(group, "DNS", dns),
        ]
    }

    fn payments(self, group: CheckGroup) -> Vec<PlannedCheck<'a>> {
        let PaymentsSetting::Live(chosen) = &self.settings.payments.provider else {
            let found = "no Stripe account is set; the sandbox takes payments";
            return PlannedCheck::unused(group, "account", found);
        };
        let (stripe, expected) = (
            Stripe::new(chosen.clone(), USER_AGENT),
            self.expected_account(),
        );
        let work = async move { stripe.check_account(&expected).await };
        vec![PlannedCheck::new(group, "account", work)]
    }

    fn expected_account(self) -> ExpectedAccount {
        let prices = self.settings.offer.plans.iter().filter_map(|plan| {
            Some(ExpectedPrice {
                plan: plan.id().to_owned(),
                dollars: plan.terms().price?,
                setting: price_setting(*plan).name.to_owned(),
            })
        });
        ExpectedAccount {
            prices: prices.collect(),
            webhook_url: self.settings.public_address("/api/stripe-webhook"),
            is_production: self.settings.is_production,
        }
    }

    fn reddit(self, group: CheckGroup) -> Vec<PlannedCheck<'a>> {
        match &self.settings.listening.reddit {
            RedditSetting::Live(chosen) => {
                vec![PlannedCheck::new(
                    group,
                    "application",
                    check_reddit(chosen),
                )]
            }
            RedditSetting::Sandbox => {
                PlannedCheck::unused(group, "application", "no app is set; posts are samples")
            }
            RedditSetting::None => PlannedCheck::unused(
                group,
                "application",
                "no app is set; other sources are live",
            ),
        }
    }

    fn ranks(self, group: CheckGroup) -> Vec<PlannedCheck<'a>> {
        let listening = &self.settings.listening;
        match &listening.rank {
            RankSetting::Live(chosen) => {
                let asked = chosen.check_account(listening.country, USER_AGENT);
                vec![PlannedCheck::new(
                    group,
                    "account",
                    asked.map(|check| vec![check]),
                )]
            }
            RankSetting::Sandbox => {
                PlannedCheck::unused(group, "account", "no provider is set; ranks are samples")
            }
            RankSetting::None => {
                PlannedCheck::unused(group, "account", "no provider is set; posts have no rank")
            }
        }
    }

    fn model(self, group: CheckGroup) -> Vec<PlannedCheck<'a>> {
        match &self.settings.llm.model {
            LlmSetting::Live(chosen) => {
                vec![PlannedCheck::new(
                    group,
                    "server",
                    chosen.check_model(USER_AGENT),
                )]
            }
            LlmSetting::Sandbox { .. } => {
                PlannedCheck::unused(group, "model", "none is set; texts are samples")
            }
            LlmSetting::None => {
                PlannedCheck::unused(group, "model", "none is set; drafts are reply kits")
            }
        }
    }

    fn sign_in(self, group: CheckGroup) -> Vec<PlannedCheck<'a>> {
        let GoogleSetting::Live(chosen) = &self.settings.google.provider else {
            return PlannedCheck::unused(group, "client", "not set; people sign in by email");
        };
        let Some(site) = &self.settings.site_url else {
            let found = "set EARSHOT_SITE_URL first: Google leads people back there";
            return PlannedCheck::unused(group, "client", found);
        };
        let mut redirect_uri = site.clone();
        redirect_uri.set_path("/auth/v1/callback");
        let work = async move { chosen.check_client(&redirect_uri, USER_AGENT).await };
        vec![PlannedCheck::new(group, "client", work)]
    }
}
