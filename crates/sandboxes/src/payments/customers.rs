//! Customers: create, read, update.

use serde_json::Value;

use super::{
    ids, list_page, records::CustomerRecord, sentinels, stripe_error::StripeError,
    stripe_form::Form, stripe_json, unit_of_work::UnitOfWork,
};

pub(super) fn create(work: &mut UnitOfWork<'_>, form: &Form) -> Result<Value, StripeError> {
    let email = form.text("email").map(str::to_owned);
    sentinels::check(email.as_deref())?;
    let customer = CustomerRecord {
        id: ids::fresh("cus"),
        email,
        name: form.text("name").map(str::to_owned),
        metadata: form.metadata("metadata"),
        created: work.now,
        card: None,
    };
    work.put(&customer);
    Ok(stripe_json::customer(&customer))
}

pub(super) async fn show(work: &UnitOfWork<'_>, id: &str) -> Result<Value, StripeError> {
    let customer: Option<CustomerRecord> = work.get(id).await?;
    customer
        .map(|customer| stripe_json::customer(&customer))
        .ok_or_else(|| StripeError::no_such("customer", id))
}

pub(super) async fn update(
    work: &mut UnitOfWork<'_>,
    id: &str,
    form: &Form,
) -> Result<Value, StripeError> {
    let customer: Option<CustomerRecord> = work.get(id).await?;
    let mut customer = customer.ok_or_else(|| StripeError::no_such("customer", id))?;
    sentinels::check(customer.email.as_deref())?;
    if let Some(email) = form.text("email") {
        customer.email = Some(email.to_owned());
    }
    if let Some(name) = form.text("name") {
        customer.name = Some(name.to_owned());
    }
    customer.metadata.extend(form.metadata_changes("metadata"));
    customer.metadata.retain(|_, value| !value.is_empty());
    work.put(&customer);
    Ok(stripe_json::customer(&customer))
}

pub(super) async fn list(work: &UnitOfWork<'_>, form: &Form) -> Result<Value, StripeError> {
    let customers: Vec<CustomerRecord> = work.list(None, form.text("email")).await?;
    let all = customers.iter().map(stripe_json::customer).collect();
    list_page::page("/v1/customers", all, form)
}

/// The customer named by a parameter; fails if calls for them must fail.
pub(super) async fn named(work: &UnitOfWork<'_>, id: &str) -> Result<CustomerRecord, StripeError> {
    let customer: Option<CustomerRecord> = work.get(id).await?;
    let customer =
        customer.ok_or_else(|| StripeError::no_such_param("customer", "customer", id))?;
    sentinels::check(customer.email.as_deref())?;
    Ok(customer)
}
