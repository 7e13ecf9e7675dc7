//! Removes personal data from a record.

use serde_json::Value;

use super::{
    LedgerRecord,
    records::{EventRecord, IdempotencyRecord, PortalRecord, Stored},
};

/// The fields that hold personal data.
const PERSONAL: [&str; 5] = [
    "email",
    "name",
    "metadata",
    "subscription_metadata",
    "client_reference_id",
];

impl LedgerRecord {
    /// The record without personal data; `None` if nothing would be left. A subscription's state stays,
    /// so that its end can still be seen.
    #[must_use]
    pub fn anonymous(mut self) -> Option<Self> {
        if [
            EventRecord::KIND,
            IdempotencyRecord::KIND,
            PortalRecord::KIND,
        ]
        .contains(&self.kind.as_str())
        {
            return None;
        }
        if self.kind == super::records::CustomerRecord::KIND {
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
