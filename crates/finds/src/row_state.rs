//! What a user does with a post or mention: one state each.

use serde::Serialize;
use utoipa::ToSchema;

use super::list_params::{BadParameter, given};
use platform::db::DynamicQuery;

/// The state of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RowState {
    Open,
    Saved,
    Answered,
    Won,
    Rejected,
}

/// Which rows of a list are asked for, by their state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateSelection {
    /// Open and saved ones: what a list shows unless it is asked for something else.
    Listed,
    /// The same and the rejected ones.
    ListedAndRejected,
    Only(RowState),
    All,
}

/// How many rows are in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct StateCounts {
    pub open: i64,
    pub saved: i64,
    pub answered: i64,
    pub won: i64,
    pub rejected: i64,
}

impl RowState {
    pub const ALL: [Self; 5] = [
        RowState::Open,
        RowState::Saved,
        RowState::Answered,
        RowState::Won,
        RowState::Rejected,
    ];

    pub fn id(self) -> &'static str {
        match self {
            RowState::Open => "open",
            RowState::Saved => "saved",
            RowState::Answered => "answered",
            RowState::Won => "won",
            RowState::Rejected => "rejected",
        }
    }

    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.id() == id)
    }
}

impl StateSelection {
    /// The parameter `state` of a list; `otherwise` if it is left out.
    pub fn parse(state: Option<&String>, otherwise: Self) -> Result<Self, BadParameter> {
        match given(state) {
            None => Ok(otherwise),
            Some("all") => Ok(StateSelection::All),
            Some(id) => RowState::named(id)
                .map(StateSelection::Only)
                .ok_or_else(|| {
                    BadParameter::new("state must be open, saved, answered, won, rejected or all.")
                }),
        }
    }

    fn holds(self, state: RowState) -> bool {
        match self {
            StateSelection::Listed => matches!(state, RowState::Open | RowState::Saved),
            StateSelection::ListedAndRejected => {
                !matches!(state, RowState::Answered | RowState::Won)
            }
            StateSelection::Only(one) => one == state,
            StateSelection::All => true,
        }
    }

    /// Adds the condition to a statement that counts rows: their index has the states.
    pub fn push_counted(self, statement: &mut DynamicQuery) {
        let states = RowState::ALL.into_iter().filter(|state| self.holds(*state));
        statement.push(" and state");
        statement.push_any_of(states.map(RowState::id));
    }

    /// Adds the condition to a statement that lists rows.
    ///
    /// The indexes of the lists begin with `rejected` and go on with the order of the list, so the
    /// usual list names `rejected` and leaves out the few others one by one: a database that looked
    /// the states up would have to sort all rows of a user.
    pub fn push_to(self, statement: &mut DynamicQuery) {
        let is_rejected = match self {
            StateSelection::All | StateSelection::ListedAndRejected => None,
            StateSelection::Listed => Some(false),
            StateSelection::Only(state) => Some(state == RowState::Rejected),
        };
        if let Some(is_rejected) = is_rejected {
            statement.push(" and rejected = ");
            statement.bind(is_rejected);
        }
        match self {
            StateSelection::Listed | StateSelection::ListedAndRejected => {
                statement.push(" and state not in ('answered', 'won')");
            }
            StateSelection::Only(state) if state != RowState::Rejected => {
                statement.push(" and state = ");
                statement.bind(state.id());
            }
            StateSelection::Only(_) | StateSelection::All => {}
        }
    }
}

impl StateCounts {
    /// The columns that count the rows of a table by state, in the order of [`RowState::ALL`].
    /// `push_filters` adds the conditions. Each count reads its part of an index, which is cheaper than
    /// to look at the state of each row.
    pub fn push_columns(
        statement: &mut DynamicQuery,
        table: &'static str,
        push_filters: impl Fn(&mut DynamicQuery),
    ) {
        for (number, state) in RowState::ALL.into_iter().enumerate() {
            statement.push(if number == 0 { "" } else { ", " });
            statement.push("(select cast(count(*) as bigint) from ");
            statement.push(table);
            push_filters(statement);
            statement.push(" and state = ");
            statement.bind(state.id());
            statement.push(")");
        }
    }

    /// The same from kept numbers: rows with a `state` and a `number`.
    pub fn push_sums(statement: &mut DynamicQuery) {
        for (position, state) in RowState::ALL.into_iter().enumerate() {
            statement.push(if position == 0 { "" } else { ", " });
            statement.push("cast(coalesce(sum(case when state = ");
            statement.bind(state.id());
            statement.push(" then number end), 0) as bigint)");
        }
    }

    /// One more column: the kept number of what is selected and true in a column.
    pub fn push_sum_of(
        statement: &mut DynamicQuery,
        selection: StateSelection,
        column: &'static str,
    ) {
        statement.push(", cast(coalesce(sum(case when ");
        statement.push(column);
        statement.push(" = true");
        selection.push_counted(statement);
        statement.push(" then number end), 0) as bigint)");
    }

    /// How many rows a selection has.
    pub fn total(&self, selection: StateSelection) -> i64 {
        let counts = [
            self.open,
            self.saved,
            self.answered,
            self.won,
            self.rejected,
        ];
        let counted = RowState::ALL.into_iter().zip(counts);
        let selected = counted.filter(|(state, _)| selection.holds(*state));
        selected.map(|(_, count)| count).sum()
    }
}

impl From<[i64; 5]> for StateCounts {
    fn from([open, saved, answered, won, rejected]: [i64; 5]) -> Self {
        Self {
            open,
            saved,
            answered,
            won,
            rejected,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_open_and_saved_rows_unless_asked_otherwise() {
        let parsed = |state: &str| {
            let state = Some(state.to_owned());
            StateSelection::parse(state.as_ref(), StateSelection::Listed)
        };

        assert_eq!(parsed(" "), Ok(StateSelection::Listed));
        assert_eq!(parsed("all"), Ok(StateSelection::All));
        assert_eq!(parsed("won"), Ok(StateSelection::Only(RowState::Won)));
        assert_eq!(
            parsed("lost").unwrap_err().message,
            "state must be open, saved, answered, won, rejected or all."
        );
    }

    #[test]
    fn the_total_of_a_selection_is_what_it_holds() {
        let counts = StateCounts::from([1, 10, 100, 1_000, 10_000]);

        assert_eq!(counts.total(StateSelection::Listed), 11);
        assert_eq!(counts.total(StateSelection::ListedAndRejected), 10_011);
        assert_eq!(counts.total(StateSelection::Only(RowState::Won)), 1_000);
        assert_eq!(counts.total(StateSelection::All), 11_111);
    }
}
