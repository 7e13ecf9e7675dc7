//! The records as Stripe's JSON objects.

use serde_json::{Value, json};

use super::{
    PriceList,
    cards::SavedCard,
    records::{
        CheckoutRecord, CheckoutState, CustomerRecord, InvoiceRecord, PortalRecord,
        SubscriptionRecord, SubscriptionStatus, TrialTerms, WebhookEndpointRecord,
    },
};

/// The Stripe API version of these objects.
pub(super) const VERSION: &str = "2026-10-28.endive";

/// The account that every key of the sandbox belongs to.
pub(super) fn account() -> Value {
    json!({
        "id": "acct_sandbox", "object": "account", "charges_enabled": true, "country": "US",
        "default_currency": "usd", "details_submitted": true, "payouts_enabled": true,
        "settings": { "dashboard": { "display_name": "Earshot sandbox", "timezone": "Etc/UTC" } },
        "type": "standard",
    })
}

/// The settings of the customer portal, as if somebody had saved them.
pub(super) fn portal_configuration() -> Value {
    json!({
        "id": "bpc_sandbox", "object": "billing_portal.configuration", "active": true,
        "is_default": true, "livemode": false,
    })
}

pub(super) fn webhook_endpoint(endpoint: &WebhookEndpointRecord) -> Value {
    json!({
        "id": endpoint.id, "object": "webhook_endpoint", "api_version": VERSION,
        "created": endpoint.created, "description": null, "enabled_events": endpoint.enabled_events,
        "livemode": false, "metadata": {}, "status": "enabled", "url": endpoint.url,
    })
}

pub(super) fn customer(customer: &CustomerRecord) -> Value {
    let method = customer
        .card
        .map(|card| payment_method_id(&customer.id, card));
    json!({
        "id": customer.id, "object": "customer", "address": null, "balance": 0,
        "created": customer.created, "currency": "usd", "default_source": null,
        "delinquent": false, "description": null, "discount": null, "email": customer.email,
        "invoice_prefix": "SANDBOX",
        "invoice_settings": {
            "custom_fields": null, "default_payment_method": method, "footer": null,
            "rendering_options": null,
        },
        "livemode": false, "metadata": customer.metadata, "name": customer.name, "phone": null,
        "preferred_locales": [], "shipping": null, "tax_exempt": "none", "test_clock": null,
    })
}

fn payment_method_id(customer: &str, card: SavedCard) -> String {
    super::ids::derived("pm", &[customer, card.last_four()])
}

/// The card that pays, for a client that asks for more than its id.
pub(super) fn payment_method(customer: &str, card: SavedCard) -> Value {
    json!({
        "id": payment_method_id(customer, card), "object": "payment_method",
        "billing_details": { "address": null, "email": null, "name": null, "phone": null },
        "card": {
            "brand": card.brand(), "country": "US", "exp_month": 12, "exp_year": 2034,
            "fingerprint": card.fingerprint(customer), "funding": "credit",
            "last4": card.last_four(),
        },
        "customer": customer, "livemode": false, "metadata": {}, "type": "card",
    })
}

pub(super) fn session(session: &CheckoutRecord, price_list: &PriceList, origin: &str) -> Value {
    let is_open = session.status == CheckoutState::Open;
    let url = is_open.then(|| format!("{origin}/c/pay/{}", session.id));
    let payment_status = match (session.status, session.trial) {
        (CheckoutState::Complete, TrialTerms::None) => "paid",
        (CheckoutState::Complete, _) => "no_payment_required",
        _ => "unpaid",
    };
    let cents = match session.trial {
        TrialTerms::None => price_list.cents(&session.price),
        TrialTerms::Days(_) | TrialTerms::Until(_) => 0,
    };
    json!({
        "id": session.id, "object": "checkout.session", "after_expiration": null,
        "allow_promotion_codes": null, "amount_subtotal": cents, "amount_total": cents,
        "automatic_tax": { "enabled": false, "liability": null, "status": null },
        "billing_address_collection": null, "cancel_url": session.cancel_url,
        "client_reference_id": session.client_reference_id, "client_secret": null,
        "consent": null, "consent_collection": null, "created": session.created,
        "currency": "usd", "custom_fields": [], "customer": session.customer,
        "customer_creation": if session.customer.is_some() { Value::Null } else { json!("always") },
        "customer_details": { "address": null, "email": session.email, "name": null, "phone": null, "tax_exempt": "none", "tax_ids": null },
        "customer_email": session.email, "expires_at": session.expires_at,
        "invoice": session.invoice, "livemode": false, "locale": null,
        "metadata": session.metadata, "mode": "subscription", "payment_intent": null,
        "payment_link": null, "payment_method_collection": "always",
        "payment_method_types": ["card"], "payment_status": payment_status,
        "setup_intent": null, "status": session.status, "submit_type": null,
        "subscription": session.subscription, "success_url": session.success_url,
        "ui_mode": "hosted_page", "url": url,
    })
}

pub(super) fn subscription(subscription: &SubscriptionRecord, price_list: &PriceList) -> Value {
    let price = price_list.price(&subscription.price);
    let item = json!({
        "id": subscription.item, "object": "subscription_item", "created": subscription.created,
        "current_period_end": subscription.period_end,
        "current_period_start": subscription.period_start, "discounts": [], "metadata": {},
        "price": price, "quantity": 1, "subscription": subscription.id, "tax_rates": [],
    });
    let reason = match subscription.status {
        SubscriptionStatus::Canceled if subscription.open_invoice.is_some() => {
            json!("payment_failed")
        }
        _ if subscription.canceled_at.is_some() => json!("cancellation_requested"),
        _ => Value::Null,
    };
    let at_period_end = subscription
        .cancel_at_period_end
        .then_some(subscription.period_end);
    let cancel_at = subscription.cancel_at.or(at_period_end);
    json!({
        "id": subscription.id, "object": "subscription", "application": null,
        "automatic_tax": { "enabled": false, "liability": null },
        "billing_cycle_anchor": subscription.anchor,
        "billing_mode": {
            "type": "flexible", "flexible": { "proration_discounts": "included" },
            "updated_at": subscription.created,
        },
        "cancel_at": cancel_at,
        "cancel_at_period_end": subscription.cancel_at_period_end,
        "canceled_at": subscription.canceled_at,
        "cancellation_details": { "comment": null, "feedback": null, "reason": reason },
        "collection_method": "charge_automatically", "created": subscription.created,
        "currency": "usd", "customer": subscription.customer, "days_until_due": null,
        "default_payment_method": null, "description": null, "discounts": [],
        "ended_at": subscription.ended_at,
        "items": {
            "object": "list", "data": [item], "has_more": false, "total_count": 1,
            "url": format!("/v1/subscription_items?subscription={}", subscription.id),
        },
        "latest_invoice": subscription.latest_invoice, "livemode": false,
        "metadata": subscription.metadata, "pause_collection": null,
        "pending_setup_intent": null, "schedule": null, "start_date": subscription.created,
        "status": subscription.status, "test_clock": null,
        "trial_end": subscription.trial_end,
        "trial_settings": { "end_behavior": { "missing_payment_method": "create_invoice" } },
        "trial_start": subscription.trial_start,
    })
}

pub(super) fn invoice(invoice: &InvoiceRecord, origin: &str) -> Value {
    let (paid, remaining) = if invoice.is_paid {
        (invoice.cents, 0)
    } else {
        (0, invoice.cents)
    };
    let line = json!({
        "id": format!("il_{}", invoice.id), "object": "line_item", "amount": invoice.cents,
        "currency": "usd", "livemode": false, "metadata": {}, "quantity": 1,
        "period": { "start": invoice.period_start, "end": invoice.period_end },
        "pricing": { "type": "price_details", "price_details": { "price": invoice.price } },
    });
    json!({
        "id": invoice.id, "object": "invoice", "amount_due": invoice.cents,
        "amount_paid": paid, "amount_remaining": remaining, "attempt_count": invoice.attempts,
        "attempted": invoice.attempts > 0, "auto_advance": !invoice.is_paid,
        "billing_reason": invoice.reason, "collection_method": "charge_automatically",
        "created": invoice.created, "currency": "usd", "customer": invoice.customer,
        "hosted_invoice_url": format!("{origin}/i/{}", invoice.id), "invoice_pdf": null,
        "lines": {
            "object": "list", "data": [line], "has_more": false,
            "url": format!("/v1/invoices/{}/lines", invoice.id),
        },
        "livemode": false, "metadata": {}, "next_payment_attempt": invoice.next_attempt,
        "number": format!("SANDBOX-{}", &invoice.id[invoice.id.len().saturating_sub(6)..]),
        "parent": {
            "type": "subscription_details", "quote_details": null,
            "subscription_details": {
                "subscription": invoice.subscription, "metadata": invoice.subscription_metadata,
            },
        },
        "period_end": invoice.period_end, "period_start": invoice.period_start,
        "status": if invoice.is_paid { "paid" } else { "open" },
        "status_transitions": {
            "finalized_at": invoice.created, "marked_uncollectible_at": null,
            "paid_at": invoice.paid_at.or(invoice.is_paid.then_some(invoice.created)),
            "voided_at": null,
        },
        "subtotal": invoice.cents, "total": invoice.cents,
    })
}

pub(super) fn portal(visit: &PortalRecord, origin: &str) -> Value {
    json!({
        "id": visit.id, "object": "billing_portal.session", "configuration": "bpc_sandbox",
        "created": visit.created, "customer": visit.customer, "flow": null, "livemode": false,
        "locale": null, "on_behalf_of": null, "return_url": visit.return_url,
        "url": format!("{origin}/p/session/{}", visit.id),
    })
}
