//! The billing portal: a page with a customer's invoices and their card.

use serde_json::Value;

use super::{
    cards::{self, Manner},
    customers,
    desk::Desk,
    form::Form,
    ids, life,
    model::{Customer, PortalVisit, Subscription},
    problem::Problem,
    shapes,
};

/// How long the page can be opened.
const LIFE_S: i64 = 24 * 3600;

pub(super) async fn create(desk: &mut Desk<'_>, form: &Form) -> Result<Value, Problem> {
    let customer = customers::named(desk, form.demand("customer")?).await?;
    let return_url = form.address("return_url")?;
    let visit = PortalVisit {
        id: ids::fresh("bps"),
        customer: customer.id,
        return_url: return_url.ok_or_else(|| Problem::missing_param("return_url"))?,
        created: desk.now,
    };
    desk.put(&visit);
    Ok(shapes::portal(&visit, desk.origin))
}

pub(super) async fn find(desk: &Desk<'_>, id: &str) -> Result<PortalVisit, Problem> {
    let visit: Option<PortalVisit> = desk.get(id).await?;
    visit
        .filter(|visit| desk.now < visit.created + LIFE_S)
        .ok_or_else(|| Problem::no_such("billing_portal.session", id))
}

/// Takes another card, and pays with it what is open. The words say what came of it.
pub(super) async fn change_card(
    desk: &mut Desk<'_>,
    visit: &PortalVisit,
    number: &str,
) -> Result<Result<&'static str, &'static str>, Problem> {
    let card = match cards::presented(number) {
        Some(Manner::Accepted(card)) => card,
        Some(Manner::NeedsConfirmation) => cards::Card::Pays,
        Some(Manner::Declined(code)) => return Ok(Err(cards::words(code))),
        None => return Ok(Err("That is none of the test cards.")),
    };
    let mut customer: Customer = customers::named(desk, &visit.customer).await?;
    customer.card = Some(card);
    desk.put(&customer);
    if !card.pays() {
        return Ok(Ok("The card was changed."));
    }
    let subscriptions: Vec<Subscription> = desk.list(Some(&visit.customer), None).await?;
    for mut subscription in subscriptions {
        let happenings = life::pay_open_invoice(&mut subscription, desk.now);
        if !happenings.is_empty() {
            desk.put(&subscription);
            desk.tell(happenings);
        }
    }
    Ok(Ok("The card was changed, and what was open is paid."))
}
