//! Where requests arrive. The edge speaks protocols and owns no data.

pub mod http;
