//! Form fields with nested names, as Stripe's clients send them: `items[0][price]`.

use providers::payments::Metadata;
use url::form_urlencoded;

use super::problem::Problem;

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

    /// The field of this name; an empty one counts as none.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let mut fields = self.fields.iter().rev();
        let found = fields.find(|(known, _)| known == name);
        found
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }

    pub(super) fn demand(&self, name: &str) -> Result<&str, Problem> {
        self.text(name).ok_or_else(|| Problem::missing_param(name))
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<i64>, Problem> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let number = text.parse();
        number
            .map(Some)
            .map_err(|_| Problem::invalid_param(name, format!("Invalid integer: {text}")))
    }

    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, Problem> {
        match self.text(name) {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(other) => Err(Problem::invalid_param(
                name,
                format!("Invalid boolean: {other}"),
            )),
        }
    }

    pub(super) fn one_of(
        &self,
        name: &str,
        words: &[&'static str],
    ) -> Result<Option<&'static str>, Problem> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let known = words.iter().copied().find(|word| *word == text);
        let message = || format!("Invalid {name}: must be one of {}", words.join(", "));
        known
            .map(Some)
            .ok_or_else(|| Problem::invalid_param(name, message()))
    }

    /// Everything under `under[…]`; an empty value takes the note away.
    pub(super) fn notes(&self, under: &str) -> Metadata {
        let mut notes = self.changed_notes(under);
        notes.retain(|_, value| !value.is_empty());
        notes
    }

    /// The same, with the empty ones.
    pub(super) fn changed_notes(&self, under: &str) -> Metadata {
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

    /// The address in this field, which people are sent to.
    pub(super) fn address(&self, name: &str) -> Result<Option<String>, Problem> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let url = url::Url::parse(text).ok();
        let is_web =
            url.is_some_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        if is_web {
            return Ok(Some(text.to_owned()));
        }
        Err(Problem {
            code: Some("url_invalid"),
            ..Problem::invalid_param(name, "Not a valid URL")
        })
    }
}
