//! For those who run the server: what it has counted, and how everything stands.
//!
//! **Owns** no table. **Promises** that nothing here names a customer in a metric or shows a text of
//! theirs; that nobody comes in but from this machine or with the operator's token; and that
//! everything written in the dashboard and the alert rules (`deploy/monitoring`) exists in
//! [`metric_catalogue`].

mod attention;
mod current_gauges;
mod gauge_text;
pub mod metric_catalogue;
pub mod metrics_api;
mod operator_guard;
mod ops_cookie;
mod ops_form;
pub mod ops_page;
mod ops_state;
mod ops_view;
mod own_counters;
mod process_memory;
mod provider_rows;
mod sign_in_page;
mod support_view;
mod written_numbers;
