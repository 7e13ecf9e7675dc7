//! Customers.

use serde_json::Value;

use super::{
    desk::Desk, form::Form, ids, lists, model::Customer, problem::Problem, sentinels, shapes,
};

pub(super) fn create(desk: &mut Desk<'_>, form: &Form) -> Result<Value, Problem> {
    let email = form.text("email").map(str::to_owned);
    sentinels::check(email.as_deref())?;
    let customer = Customer {
        id: ids::fresh("cus"),
        email,
        name: form.text("name").map(str::to_owned),
        metadata: form.notes("metadata"),
        created: desk.now,
        card: None,
    };
    desk.put(&customer);
    Ok(shapes::customer(&customer))
}

pub(super) async fn show(desk: &Desk<'_>, id: &str) -> Result<Value, Problem> {
    let customer: Option<Customer> = desk.get(id).await?;
    customer
        .map(|customer| shapes::customer(&customer))
        .ok_or_else(|| Problem::no_such("customer", id))
}

pub(super) async fn update(desk: &mut Desk<'_>, id: &str, form: &Form) -> Result<Value, Problem> {
    let customer: Option<Customer> = desk.get(id).await?;
    let mut customer = customer.ok_or_else(|| Problem::no_such("customer", id))?;
    sentinels::check(customer.email.as_deref())?;
    if let Some(email) = form.text("email") {
        customer.email = Some(email.to_owned());
    }
    if let Some(name) = form.text("name") {
        customer.name = Some(name.to_owned());
    }
    customer.metadata.extend(form.changed_notes("metadata"));
    customer.metadata.retain(|_, value| !value.is_empty());
    desk.put(&customer);
    Ok(shapes::customer(&customer))
}

pub(super) async fn list(desk: &Desk<'_>, form: &Form) -> Result<Value, Problem> {
    let customers: Vec<Customer> = desk.list(None, form.text("email")).await?;
    let all = customers.iter().map(shapes::customer).collect();
    lists::page("/v1/customers", all, form)
}

/// The customer that a parameter names, unless they are one for whom calls fail.
pub(super) async fn named(desk: &Desk<'_>, id: &str) -> Result<Customer, Problem> {
    let customer: Option<Customer> = desk.get(id).await?;
    let customer = customer.ok_or_else(|| Problem::no_such_param("customer", "customer", id))?;
    sentinels::check(customer.email.as_deref())?;
    Ok(customer)
}
