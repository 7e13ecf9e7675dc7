//! Invoices that were paid since the last look: each gets one mail.
//!
//! A webhook may be lost and its contents prove nothing, so the provider is asked. It is asked only
//! when it names an invoice that is not stored yet: as the newest one of a subscription, or in an event.

use std::collections::BTreeSet;

use providers::payments::PaidInvoice;

use super::billing_error::BillingError;
use super::store::{BillingAccount, paid_invoices};
use super::stripe_calls;
use super::subscription_state::ProviderSnapshot;
use platform::app::App;

/// A paid invoice that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewInvoice {
    pub(super) invoice: PaidInvoice,
    pub(super) mail: Option<InvoiceMail>,
}

/// Which mail tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InvoiceMail {
    /// The first amount that was paid for a subscription.
    SubscriptionStarted,
    Receipt,
}

/// The paid invoices of an account that are not stored yet, oldest first. `told` is one that an event
/// named.
pub(super) async fn load(
    app: &App,
    account: &BillingAccount,
    snapshot: &ProviderSnapshot,
    told: Option<&str>,
) -> Result<Vec<NewInvoice>, BillingError> {
    let latest = snapshot.subscriptions.iter();
    let latest = latest.filter_map(|it| it.latest_invoice.as_deref());
    let named: Vec<&str> = latest.chain(told).collect();
    let Some(customer) = account.customer_id.as_ref().filter(|_| !named.is_empty()) else {
        return Ok(Vec::new());
    };
    let stored = paid_invoices::ids_of(&app.db, account.user_id).await?;
    if named.iter().all(|id| stored.contains(*id)) {
        return Ok(Vec::new());
    }
    let paid = match stripe_calls::paid_invoices(app, customer).await {
        Err(failed) if failed.is_not_found() => return Ok(Vec::new()),
        paid => paid?,
    };
    Ok(new_invoices(paid, &stored, account))
}

fn new_invoices(
    mut paid: Vec<PaidInvoice>,
    stored: &BTreeSet<String>,
    account: &BillingAccount,
) -> Vec<NewInvoice> {
    paid.reverse();
    let mut charged = BTreeSet::new();
    let mut invoices = Vec::new();
    for invoice in paid {
        let is_charge = invoice.amount_cents > 0;
        let is_first = is_charge && charged.insert(invoice.subscription.clone());
        let is_told = account
            .receipts_since
            .is_some_and(|since| invoice.paid_at < since);
        let mail = match (is_charge && !is_told, is_first) {
            (false, _) => None,
            (true, true) => Some(InvoiceMail::SubscriptionStarted),
            (true, false) => Some(InvoiceMail::Receipt),
        };
        if !stored.contains(&invoice.id) {
            invoices.push(NewInvoice { invoice, mail });
        }
    }
    invoices
}
