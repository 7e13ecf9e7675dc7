//! Every call to the payment provider, each between two crash points; tidy checks that.

use providers::payments::{
    Checkout, Customer, NewCheckout, NewCustomer, PaidInvoice, PaymentsResult, PlanChangeRequest,
    ProviderStatus, Subscription,
};

use super::subscription_state::ProviderSnapshot;
use platform::app::App;
use platform::crash;

/// A call to the provider. A process may crash before it and after it, and the next process must
/// neither charge twice nor lose a purchase.
macro_rules! calling {
    ($name:literal, $call:expr) => {{
        crash::point(concat!("billing.", $name, ".before_call"));
        let response = $call.await;
        crash::point(concat!("billing.", $name, ".after_call"));
        response
    }};
}

/// Everything the provider has about a customer. Checkouts are loaded only if no subscription is
/// active or trialing. A customer the provider does not know has nothing.
pub(super) async fn load_snapshot(app: &App, customer: &str) -> PaymentsResult<ProviderSnapshot> {
    let subscriptions = calling!("subscriptions", app.payments.subscriptions_of(customer));
    let subscriptions = match subscriptions {
        Err(failed) if failed.is_not_found() => return Ok(ProviderSnapshot::default()),
        subscriptions => subscriptions?,
    };
    let mut snapshot = ProviderSnapshot {
        subscriptions,
        checkouts: Vec::new(),
    };
    let is_paid_for =
        |it: &Subscription| matches!(it.status, ProviderStatus::Active | ProviderStatus::Trialing);
    if !snapshot.subscriptions.iter().any(is_paid_for) {
        snapshot.checkouts = calling!("checkouts", app.payments.checkouts_of(customer))?;
    }
    Ok(snapshot)
}

pub(super) async fn paid_invoices(app: &App, customer: &str) -> PaymentsResult<Vec<PaidInvoice>> {
    calling!("paid_invoices", app.payments.paid_invoices_of(customer))
}

pub(super) async fn customers(app: &App, email: &str) -> PaymentsResult<Vec<Customer>> {
    calling!("customers", app.payments.customers(email))
}

pub(super) async fn create_customer(
    app: &App,
    customer: &NewCustomer,
    key: &str,
) -> PaymentsResult<Customer> {
    calling!(
        "create_customer",
        app.payments.create_customer(customer, key)
    )
}

pub(super) async fn change_customer_email(
    app: &App,
    customer: &str,
    email: &str,
    key: &str,
) -> PaymentsResult<()> {
    calling!(
        "change_customer_email",
        app.payments.change_customer_email(customer, email, key)
    )
}

pub(super) async fn create_checkout(
    app: &App,
    checkout: &NewCheckout,
    key: &str,
) -> PaymentsResult<Checkout> {
    calling!(
        "create_checkout",
        app.payments.create_checkout(checkout, key)
    )
}

pub(super) async fn expire_checkout(app: &App, id: &str) -> PaymentsResult<Checkout> {
    let key = format!("expire:{id}");
    calling!("expire_checkout", app.payments.expire_checkout(id, &key))
}

pub(super) async fn change_plan(
    app: &App,
    change: &PlanChangeRequest,
    key: &str,
) -> PaymentsResult<Subscription> {
    calling!("change_plan", app.payments.change_plan(change, key))
}

/// A subscription is cancelled only once, so one key per subscription is enough.
pub(super) async fn cancel_now(app: &App, subscription: &str) -> PaymentsResult<Subscription> {
    let key = format!("cancel:{subscription}");
    calling!("cancel_now", app.payments.cancel_now(subscription, &key))
}

pub(super) async fn cancel_at_period_end(
    app: &App,
    subscription: &str,
    key: &str,
) -> PaymentsResult<Subscription> {
    calling!(
        "cancel_at_period_end",
        app.payments.cancel_at_period_end(subscription, key)
    )
}

pub(super) async fn undo_cancel(
    app: &App,
    subscription: &str,
    key: &str,
) -> PaymentsResult<Subscription> {
    calling!("undo_cancel", app.payments.undo_cancel(subscription, key))
}

pub(super) async fn portal(
    app: &App,
    customer: &str,
    return_url: &str,
    key: &str,
) -> PaymentsResult<String> {
    calling!("portal", app.payments.portal(customer, return_url, key))
}
