//! The status of a subscription.

use clap::ValueEnum;

/// The status of a stored subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Status {
    Active,
    Trialing,
    Pending,
    PendingActivation,
    PaymentFailed,
    Cancelled,
    Inactive,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::Trialing => "trialing",
            Status::Pending => "pending",
            Status::PendingActivation => "pending_activation",
            Status::PaymentFailed => "payment_failed",
            Status::Cancelled => "cancelled",
            Status::Inactive => "inactive",
        }
    }

    /// Whether it is one of the two that give access.
    pub fn is_live(self) -> bool {
        matches!(self, Status::Active | Status::Trialing)
    }

    pub(super) fn named(name: &str) -> Self {
        let mut all = Self::value_variants().iter();
        let known = all.find(|status| status.name() == name).copied();
        // The table allows one more value, `none`, which nothing writes.
        known.unwrap_or(Status::Inactive)
    }
}
