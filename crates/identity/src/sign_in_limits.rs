//! How often something may be tried: per account, per mail address, per client.

use std::net::IpAddr;

use chrono::TimeDelta;
use uuid::Uuid;

use super::auth_refusal::Refusal;
use super::email_address::EmailAddress;
use platform::app::App;
use platform::db::{DbResult, Tx};
use platform::rate_limit::{Limit, is_remembered, refill, remember, take};

/// Guessing one account's password. A right one fills the bucket again, so that its owner is not
/// counted against; who has guessed wrong ten times waits half a minute for each further try.
const SIGN_INS_OF_ACCOUNT: Limit = Limit::new(10, TimeDelta::minutes(5));
/// Everything that one client may try of a kind.
const TRIES_OF_CLIENT: Limit = Limit::new(30, TimeDelta::minutes(5));
const MAILS_OF_A_KIND: Limit = Limit::new(1, TimeDelta::minutes(1));
const MAILS_TO_ADDRESS: Limit = Limit::new(6, TimeDelta::hours(1));
/// How long it is remembered from where somebody has signed in.
const PLACE_MEMORY: TimeDelta = TimeDelta::days(30);
const ACCOUNT_CHANGES: Limit = Limit::new(10, TimeDelta::minutes(5));

/// What a client tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    SignIn,
    SignUp,
    Mail,
}

impl Attempt {
    fn name(self) -> &'static str {
        match self {
            Attempt::SignIn => "sign-in",
            Attempt::SignUp => "sign-up",
            Attempt::Mail => "mail",
        }
    }
}

/// Counts an attempt of a client.
pub(super) async fn count_client(
    app: &App,
    tx: &mut Tx,
    attempt: Attempt,
    client: IpAddr,
) -> Result<(), Refusal> {
    if app.settings.lifts_address_limits {
        return Ok(());
    }
    let name = format!("{} from {}", attempt.name(), network(client));
    let taken = take(tx, &name, TRIES_OF_CLIENT, app.clock.real()).await?;
    taken.map_err(Refusal::TooManyRequests)
}

/// The same in a transaction of its own.
pub(super) async fn count_client_at_once(
    app: &App,
    attempt: Attempt,
    client: IpAddr,
) -> Result<(), Refusal> {
    let mut tx = app.db.begin().await?;
    count_client(app, &mut tx, attempt, client).await?;
    tx.commit().await?;
    Ok(())
}

/// Counts an attempt to sign in, before it is known whether it succeeds. Where others have guessed
/// so often that nobody may try, somebody who has been in from the same place before still may:
/// whoever guesses on and on must not keep the owner out.
pub(super) async fn count_sign_in(
    app: &App,
    email: &EmailAddress,
    client: IpAddr,
) -> Result<(), Refusal> {
    let now = app.clock.real();
    let mut tx = app.db.begin().await?;
    count_client(app, &mut tx, Attempt::SignIn, client).await?;
    let mut taken = take(&mut tx, &sign_ins_of(email), SIGN_INS_OF_ACCOUNT, now).await?;
    if taken.is_err() && is_remembered(&mut tx, &known(email, client), now).await? {
        let own = format!("{} from {}", sign_ins_of(email), network(client));
        taken = take(&mut tx, &own, SIGN_INS_OF_ACCOUNT, now).await?;
    }
    // What the client tried counts for the client, also where the account lets nobody try.
    tx.commit().await?;
    taken.map_err(Refusal::TooManyRequests)
}

/// Somebody knew the password: what was guessed before is forgotten, the place is remembered.
pub(super) async fn note_success(
    app: &App,
    tx: &mut Tx,
    email: &EmailAddress,
    client: IpAddr,
) -> DbResult<()> {
    refill(tx, &sign_ins_of(email)).await?;
    let until = app.clock.real() + PLACE_MEMORY;
    remember(tx, &known(email, client), until).await
}

/// Counts a mail of a kind to an address; whether the address has an account makes no difference.
pub(super) async fn count_mail(
    app: &App,
    tx: &mut Tx,
    kind: &str,
    to: &EmailAddress,
) -> Result<(), Refusal> {
    let now = app.clock.real();
    let name = format!("mail of {kind} to {}", to.as_str());
    let taken = take(tx, &name, MAILS_OF_A_KIND, now).await?;
    taken.map_err(Refusal::MailTooSoon)?;
    if app.settings.lifts_address_limits {
        return Ok(());
    }
    let name = format!("mail to {}", to.as_str());
    let taken = take(tx, &name, MAILS_TO_ADDRESS, now).await?;
    taken.map_err(Refusal::MailTooSoon)
}

/// Counts a change of password or address: the answer tells whether the old password was guessed,
/// and whether the new address has an account.
pub(super) async fn count_account_change(app: &App, user_id: Uuid) -> Result<(), Refusal> {
    let mut tx = app.db.begin().await?;
    let name = format!("change of {user_id}");
    let taken = take(&mut tx, &name, ACCOUNT_CHANGES, app.clock.real()).await?;
    tx.commit().await?;
    taken.map_err(Refusal::TooManyRequests)
}

fn sign_ins_of(email: &EmailAddress) -> String {
    format!("sign-in of {}", email.as_str())
}

fn known(email: &EmailAddress, client: IpAddr) -> String {
    format!("{} known from {}", sign_ins_of(email), network(client))
}

/// One household: an IPv4 address, or the network of an IPv6 address.
fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_client_is_its_network_and_an_ipv4_client_itself() {
        for (client, expected) in [
            ("203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ] {
            assert_eq!(network(client.parse().unwrap()).to_string(), expected);
        }
    }
}
