//! Form fields with nested names, as Stripe's clients send them: `items[0][price]`.

use providers::payments::Metadata;
use url::form_urlencoded;

use super::stripe_error::StripeError;

#[derive(Debug, Clone, Default)]
pub(super) struct Form {
    fields: Vec<(String, String)>,
}

impl Form {
    pub(super) fn read(raw: &[u8]) -> Self {
        Self {
            fields: form_urlencoded::parse(raw).into_owned().collect(),
        }
    }

    /// The field with this name; an empty one counts as absent.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let mut fields = self.fields.iter().rev();
        let found = fields.find(|(known, _)| known == name);
        found
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }

    /// Whether the field is there, empty or not: an empty one takes a value back.
    pub(super) fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(known, _)| known == name)
    }

    /// Whether the client asks for this object instead of its id.
    pub(super) fn expands(&self, path: &str) -> bool {
        let is_expand = |name: &str| name == "expand[]" || name.starts_with("expand[");
        let mut fields = self.fields.iter();
        fields.any(|(name, value)| is_expand(name) && value == path)
    }

    pub(super) fn demand(&self, name: &str) -> Result<&str, StripeError> {
        self.text(name)
            .ok_or_else(|| StripeError::missing_param(name))
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<i64>, StripeError> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let number = text.parse();
        number
            .map(Some)
            .map_err(|_| StripeError::invalid_param(name, format!("Invalid integer: {text}")))
    }

    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, StripeError> {
        match self.text(name) {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(other) => Err(StripeError::invalid_param(
                name,
                format!("Invalid boolean: {other}"),
            )),
        }
    }

    pub(super) fn one_of(
        &self,
        name: &str,
        words: &[&'static str],
    ) -> Result<Option<&'static str>, StripeError> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let known = words.iter().copied().find(|word| *word == text);
        let message = || format!("Invalid {name}: must be one of {}", words.join(", "));
        known
            .map(Some)
            .ok_or_else(|| StripeError::invalid_param(name, message()))
    }

    /// The values of `name[]` or `name[0]`, `name[1]` …
    pub(super) fn list(&self, name: &str) -> Vec<String> {
        let is_entry = |field: &str| {
            let place = field
                .strip_prefix(name)
                .and_then(|rest| rest.strip_prefix('['));
            place.is_some_and(|place| place.ends_with(']'))
        };
        let entries = self.fields.iter().filter(|(field, _)| is_entry(field));
        entries.map(|(_, value)| value.clone()).collect()
    }

    /// The metadata under `under[…]`; an empty value removes the key.
    pub(super) fn metadata(&self, under: &str) -> Metadata {
        let mut notes = self.metadata_changes(under);
        notes.retain(|_, value| !value.is_empty());
        notes
    }

    /// The same, including empty values.
    pub(super) fn metadata_changes(&self, under: &str) -> Metadata {
        let name_of = |field: &str| {
            let inner = field
                .strip_prefix(under)?
                .strip_prefix('[')?
                .strip_suffix(']')?;
            (!inner.contains('[')).then(|| inner.to_owned())
        };
        let fields = self.fields.iter();
        fields
            .filter_map(|(name, value)| Some((name_of(name)?, value.clone())))
            .collect()
    }

    /// The redirect URL in this field.
    pub(super) fn address(&self, name: &str) -> Result<Option<String>, StripeError> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let url = url::Url::parse(text).ok();
        let is_web =
            url.is_some_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        if is_web {
            return Ok(Some(text.to_owned()));
        }
        Err(StripeError {
            code: Some("url_invalid"),
            ..StripeError::invalid_param(name, "Not a valid URL")
        })
    }
}
