//! Reads a user's subscription from the payment provider and saves it.

use anyhow::anyhow;
use uuid::Uuid;

use super::billing_error::BillingError;
use super::new_invoices;
use super::store::{self, BillingAccount};
use super::stripe_calls;
use super::subscription_state::{self, LocalState, ProviderSnapshot};
use super::subscription_update::{ProviderAnswer, save_state};
use super::used_trials::{self, TrialCards};
use platform::app::App;

/// How often a concurrent write to the same account is tolerated.
const ATTEMPTS: usize = 8;

/// Asks the provider about a user and saves the answer. Returns the saved account and the answer.
pub(super) async fn sync_account(
    app: &App,
    user_id: Uuid,
) -> Result<(BillingAccount, ProviderSnapshot), BillingError> {
    sync_after_payment(app, user_id, None).await
}

/// The same, after an event has named an invoice that was paid.
pub(super) async fn sync_after_payment(
    app: &App,
    user_id: Uuid,
    invoice: Option<&str>,
) -> Result<(BillingAccount, ProviderSnapshot), BillingError> {
    for _ in 0..ATTEMPTS {
        let account = store::load_account(&app.db, user_id).await?;
        let Some(customer) = &account.customer_id else {
            return Ok((account, ProviderSnapshot::default()));
        };
        let mut snapshot = stripe_calls::load_snapshot(app, customer).await?;
        let cards = used_trials::trial_cards(&app.db, &account, &snapshot).await?;
        let refused = cards.refused.as_ref().or(account.refused_trial.as_ref());
        if let Some(refused) = refused {
            snapshot.leave_out(refused);
        }
        let invoices = new_invoices::load(app, &account, &snapshot, invoice).await?;
        let after =
            subscription_state::next_state(&account.local_state(), &snapshot, app.clock.now());
        let answer = ProviderAnswer {
            snapshot: &snapshot,
            cards,
            invoices,
        };
        if let Some(saved) = save_state(app, &account, after, &answer).await? {
            return Ok((saved, snapshot));
        }
    }
    Err(anyhow!("others kept writing about the same account").into())
}

/// Saves what time alone has changed, for when the provider cannot be asked.
pub(super) async fn apply_elapsed_time(
    app: &App,
    user_id: Uuid,
) -> Result<BillingAccount, BillingError> {
    for _ in 0..ATTEMPTS {
        let account = store::load_account(&app.db, user_id).await?;
        let state = account.state().cloned();
        let after = state.map(|state| state.advanced_to(app.clock.now()));
        let answer = ProviderAnswer {
            snapshot: &ProviderSnapshot::default(),
            cards: TrialCards::default(),
            invoices: Vec::new(),
        };
        let saved = save_state(app, &account, after, &answer).await?;
        if let Some(saved) = saved {
            return Ok(saved);
        }
    }
    Err(anyhow!("others kept writing about the same account").into())
}

impl BillingAccount {
    fn local_state(&self) -> LocalState {
        LocalState {
            state: self.state().cloned(),
            hold: self.hold.clone(),
        }
    }
}
