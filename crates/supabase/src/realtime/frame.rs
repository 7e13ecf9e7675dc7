//! One message on the wire, in the two versions of the protocol.
//!
//! 2.0.0 is an array, `[join_ref, ref, topic, event, payload]`; 1.0.0 is an object of the same
//! members. The stock client speaks 2.0.0 unless it is told otherwise.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    Objects,
    Arrays,
}

impl Version {
    /// From the parameter `vsn`; a client that does not say speaks the older one.
    pub(super) fn parse(vsn: Option<&str>) -> Option<Self> {
        match vsn {
            None | Some("1.0.0") => Some(Self::Objects),
            Some("2.0.0") => Some(Self::Arrays),
            Some(_) => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Frame {
    pub(super) topic: String,
    pub(super) event: String,
    #[serde(default)]
    pub(super) payload: Json,
    #[serde(rename = "ref", default)]
    pub(super) reference: Option<String>,
    /// The reference of the join that this belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) join_ref: Option<String>,
}

type Members = (Option<String>, Option<String>, String, String, Json);

impl Frame {
    /// None for whatever is no message.
    pub(super) fn parse(version: Version, text: &str) -> Option<Self> {
        match version {
            Version::Objects => serde_json::from_str(text).ok(),
            Version::Arrays => {
                let (join_ref, reference, topic, event, payload): Members =
                    serde_json::from_str(text).ok()?;
                Some(Self {
                    topic,
                    event,
                    payload,
                    reference,
                    join_ref,
                })
            }
        }
    }

    pub(super) fn print(&self, version: Version) -> String {
        let printed = match version {
            Version::Objects => serde_json::to_string(self),
            Version::Arrays => serde_json::to_string(&(
                &self.join_ref,
                &self.reference,
                &self.topic,
                &self.event,
                &self.payload,
            )),
        };
        printed.expect("text and JSON can always be written as JSON")
    }

    /// Something that happened. It names no join: the client drops what names another than its own.
    pub(super) fn news(topic: &str, event: &str, payload: Json) -> Self {
        Self {
            topic: topic.to_owned(),
            event: event.to_owned(),
            payload,
            reference: None,
            join_ref: None,
        }
    }

    pub(super) fn reply_ok(&self, response: &Json) -> Self {
        self.reply("ok", response)
    }

    /// The client reports the reason to whoever subscribed, and joins again by itself.
    pub(super) fn reply_error(&self, reason: &str) -> Self {
        self.reply("error", &json!({ "reason": reason }))
    }

    fn reply(&self, status: &str, response: &Json) -> Self {
        Self {
            topic: self.topic.clone(),
            event: "phx_reply".to_owned(),
            payload: json!({ "status": status, "response": response }),
            reference: self.reference.clone(),
            join_ref: self.join_ref.clone(),
        }
    }

    /// The end of a joined channel: `phx_close` or `phx_error`.
    pub(super) fn end(topic: &str, join_ref: Option<&str>, event: &str) -> Self {
        let join_ref = join_ref.map(str::to_owned);
        Self {
            topic: topic.to_owned(),
            event: event.to_owned(),
            payload: json!({}),
            reference: join_ref.clone(),
            join_ref,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_json() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::from),
            any::<i64>().prop_map(Json::from),
            any::<String>().prop_map(Json::from),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
                prop::collection::hash_map(any::<String>(), inner, 0..6)
                    .prop_map(|members| Json::Object(members.into_iter().collect())),
            ]
        })
    }

    prop_compose! {
        fn any_frame()(
            topic in any::<String>(), event in any::<String>(), payload in any_json(),
            reference in any::<Option<String>>(), join_ref in any::<Option<String>>(),
        ) -> Frame {
            Frame { topic, event, payload, reference, join_ref }
        }
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back_the_same(frame in any_frame()) {
            for version in [Version::Objects, Version::Arrays] {
                prop_assert_eq!(Frame::parse(version, &frame.print(version)), Some(frame.clone()));
            }
        }

        #[test]
        fn any_text_is_a_message_or_none(text in any::<String>()) {
            for version in [Version::Objects, Version::Arrays] {
                let _ = Frame::parse(version, &text);
            }
        }

        #[test]
        fn a_message_that_was_cut_off_is_none(frame in any_frame(), at in any::<prop::sample::Index>()) {
            for version in [Version::Objects, Version::Arrays] {
                let text = frame.print(version);
                let ends: Vec<usize> = text.char_indices().map(|(index, _)| index).collect();
                prop_assert_eq!(Frame::parse(version, &text[..ends[at.index(ends.len())]]), None);
            }
        }
    }

    #[test]
    fn the_two_versions_are_written_as_the_client_expects_them() {
        let frame =
            Frame::parse(Version::Arrays, r#"["6","7","realtime:a","phx_leave",{}]"#).unwrap();
        let system = Frame::news("realtime:a", "system", json!({ "status": "ok" }));

        assert_eq!(
            frame.reply_ok(&json!({})).print(Version::Arrays),
            r#"["6","7","realtime:a","phx_reply",{"status":"ok","response":{}}]"#
        );
        assert_eq!(
            frame.reply_ok(&json!({})).print(Version::Objects),
            r#"{"topic":"realtime:a","event":"phx_reply","payload":{"status":"ok","response":{}},"ref":"7","join_ref":"6"}"#
        );
        assert_eq!(
            system.print(Version::Objects),
            r#"{"topic":"realtime:a","event":"system","payload":{"status":"ok"},"ref":null}"#
        );
    }

    #[test]
    fn what_is_no_message_is_none() {
        let deep = format!(
            "[null,null,\"a\",\"b\",{}{}]",
            "[".repeat(3000),
            "]".repeat(3000)
        );
        for text in [
            "",
            "[]",
            "{}",
            "null",
            r#"["6","6","a","b"]"#,
            r#"[6,6,"a","b",{}]"#,
            r#"[null,null,"a","b",{},1]"#,
            &deep,
        ] {
            assert_eq!(Frame::parse(Version::Arrays, text), None, "{text}");
        }
        assert_eq!(
            Frame::parse(Version::Objects, r#"["6","6","a","b",{}]"#),
            None
        );
    }
}
