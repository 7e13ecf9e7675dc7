//! Asking the provider and writing down what it says.

use anyhow::anyhow;
use uuid::Uuid;

use super::refusal::NotDone;
use super::saving::save;
use super::standing::{self, Heard, Known};
use super::store::{self, Account};
use super::till;
use platform::app::App;

/// How often somebody else may have written in between.
const ATTEMPTS: usize = 8;

/// Asks the provider about somebody and saves what it says; with it, what it said.
pub(super) async fn refresh(app: &App, user_id: Uuid) -> Result<(Account, Heard), NotDone> {
    for _ in 0..ATTEMPTS {
        let account = store::account(&app.db, user_id).await?;
        let Some(customer) = &account.customer_id else {
            return Ok((account, Heard::default()));
        };
        let heard = till::ask(app, customer).await?;
        let after = standing::hear(&account.known(), &heard, app.clock.now());
        if let Some(saved) = save(app, &account, after, &heard).await? {
            return Ok((saved, heard));
        }
    }
    Err(anyhow!("others kept writing about the same account").into())
}

/// Writes down what time alone has changed, for when the provider cannot be asked.
pub(super) async fn grow_older(app: &App, user_id: Uuid) -> Result<Account, NotDone> {
    for _ in 0..ATTEMPTS {
        let account = store::account(&app.db, user_id).await?;
        let aged = account.standing().cloned();
        let aged = aged.map(|standing| standing.aged(app.clock.now()));
        if let Some(saved) = save(app, &account, aged, &Heard::default()).await? {
            return Ok(saved);
        }
    }
    Err(anyhow!("others kept writing about the same account").into())
}

impl Account {
    fn known(&self) -> Known {
        Known {
            standing: self.standing().cloned(),
            hold: self.hold.clone(),
        }
    }
}
