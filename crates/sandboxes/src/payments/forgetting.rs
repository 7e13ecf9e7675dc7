//! What is left of a record when the person behind it is forgotten.

use serde_json::Value;

use super::{
    Record,
    model::{Event, Kept, PortalVisit, Replay},
};

/// The names under which records hold what people are known by.
const PERSONAL: [&str; 5] = [
    "email",
    "name",
    "metadata",
    "subscription_metadata",
    "client_reference_id",
];

impl Record {
    /// The record without anything personal; none if nothing would be left of it. What a
    /// subscription is stays, so that it can still be seen to have ended.
    #[must_use]
    pub fn anonymous(mut self) -> Option<Self> {
        if [Event::KIND, Replay::KIND, PortalVisit::KIND].contains(&self.kind.as_str()) {
            return None;
        }
        if self.kind == super::model::Customer::KIND {
            self.lookup = None;
        }
        blank(&mut self.body);
        Some(self)
    }
}

fn blank(value: &mut Value) {
    let Value::Object(fields) = value else {
        return;
    };
    for (name, field) in fields {
        match field {
            Value::Object(notes) if PERSONAL.contains(&name.as_str()) => notes.clear(),
            _ if PERSONAL.contains(&name.as_str()) => *field = Value::Null,
            _ => blank(field),
        }
    }
}
