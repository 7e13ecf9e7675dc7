//! Table access for the stock client: `/rest/v1`.

mod callers;
mod counting;
mod errors;
mod filters;
mod reading;
mod rights;
mod rows;
mod writing;
