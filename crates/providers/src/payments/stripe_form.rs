//! Requests as Stripe's form fields, with its nested names.

use super::{Buyer, NewCheckout, NewCustomer, PlanChangeBilling, Trial, types::Metadata};

type FormFields = Vec<(String, String)>;

pub(super) fn of_customer(customer: &NewCustomer) -> FormFields {
    let mut fields = vec![field("email", &customer.email)];
    fields.extend(notes("metadata", &customer.metadata));
    fields
}

pub(super) fn of_checkout(checkout: &NewCheckout, price: &str) -> FormFields {
    let mut fields = vec![
        field("mode", "subscription"),
        field("line_items[0][price]", price),
        field("line_items[0][quantity]", "1"),
        field("client_reference_id", &checkout.client_reference_id),
        field("success_url", &checkout.success_url),
        field("cancel_url", &checkout.cancel_url),
        match &checkout.buyer {
            Buyer::Known(id) => field("customer", id),
            Buyer::New { email } => field("customer_email", email),
        },
    ];
    match checkout.trial {
        Trial::None => {}
        Trial::Days(days) => fields.push(field(
            "subscription_data[trial_period_days]",
            &days.to_string(),
        )),
        Trial::Until(end) => fields.push(field(
            "subscription_data[trial_end]",
            &end.timestamp().to_string(),
        )),
    }
    fields.extend(notes("metadata", &checkout.metadata));
    fields.extend(notes("subscription_data[metadata]", &checkout.metadata));
    fields
}

/// If money moves now, a declined card changes nothing.
pub(super) fn of_change(item: &str, price: &str, how: PlanChangeBilling) -> FormFields {
    let mut fields = vec![field("items[0][id]", item), field("items[0][price]", price)];
    let more: &[(&str, &str)] = match how {
        PlanChangeBilling::FromNextInvoice => &[("proration_behavior", "none")],
        PlanChangeBilling::AtOnce => &[
            ("proration_behavior", "always_invoice"),
            ("payment_behavior", "error_if_incomplete"),
        ],
        PlanChangeBilling::EndingTrial => &[
            ("trial_end", "now"),
            ("proration_behavior", "none"),
            ("payment_behavior", "error_if_incomplete"),
        ],
    };
    fields.extend(more.iter().map(|(name, value)| field(name, value)));
    fields
}

pub(super) fn of_portal(customer: &str, return_url: &str) -> FormFields {
    vec![field("customer", customer), field("return_url", return_url)]
}

fn notes(under: &str, notes: &Metadata) -> FormFields {
    let one = |(name, value): (&String, &String)| (format!("{under}[{name}]"), value.clone());
    notes.iter().map(one).collect()
}

fn field(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}
