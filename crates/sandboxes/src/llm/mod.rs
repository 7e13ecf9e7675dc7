//! A server that speaks OpenAI's protocol and has no model behind it.
//!
//! Any client of OpenAI's can talk to it: `POST /v1/chat/completions`, whole or as a stream, and
//! `GET /v1/models`. The same request always gets the same answer, made from the quoted
//! material in the prompt, or from the last message if there is none. JSON schemas are filled with
//! it, and nothing is invented. The server keeps no state.
//!
//! Any key is accepted except `wrong-key`; a missing key is an error, as at OpenAI. Other failures
//! are selected by the model's name, `sandbox-` and one of these, or by `sandbox:` and one of these
//! anywhere in the prompt ([`SENTINELS`] holds the same table):
//!
//! | name | what happens |
//! |---|---|
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
mod schema_filler;
mod sentinels;
mod server;

pub use sentinels::{LlmSentinel, SENTINELS};
pub use server::serve;

/// The model without failures.
pub const MODEL: &str = "sandbox";
