//! A server that speaks OpenAI's protocol and has no model behind it.
//!
//! Any client of OpenAI's can talk to it: `POST /v1/chat/completions`, whole or as a stream, and
//! `GET /v1/models`. To the product's own requests about the sample companies and posts it answers as
//! a good model would, with texts that were written one by one (`samples/`); to anything else with 404
//! and the code `no_sample`. The server keeps no state.
//!
//! Any key is accepted except `wrong-key`; a missing key is an error, as at OpenAI. Other failures
//! are selected by the model's name, `sandbox-` and one of these, or by `sandbox:` and one of these
//! anywhere in the prompt ([`SENTINELS`] holds the same table):
//!
//! | name | what happens |
//! |---|---|
//! | `echo` | Whatever is asked, the answer is made from the material of the prompt. |
//! | `chatty` | The JSON is right, with a code block and a few words around it. |
//! | `repairable` | No JSON at first; the right one when it is asked for again. |
//! | `malformed` | The answer begins like JSON and breaks off. |
//! | `unfitting` | The answer is JSON but does not match the schema. |
//! | `empty` | The answer is empty. |
//! | `refusal` | The model refuses, in the field that the protocol has for it. |
//! | `rate-limited` | 429, with `Retry-After: 30`. |
//! | `broken` | 500. |
//! | `slow` | Nothing for 45 seconds, then the answer. |
//! | `cut` | The connection breaks in the middle of the answer. |
//! | `obedient` | The model does what the material tells it to, such as to name a link. |

mod chat_completion;
mod chat_request;
mod prompt_facts;
mod samples;
mod schema_filler;
mod sentinels;
mod server;

pub use sentinels::{LlmSentinel, SENTINELS};
pub use server::serve;

/// The model without failures.
pub const MODEL: &str = "sandbox";
