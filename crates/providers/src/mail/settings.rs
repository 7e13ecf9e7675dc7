//! The address of a mail server, as one URL.

use std::fmt;

use lettre::transport::smtp::{
    authentication::Credentials,
    client::{Certificate, CertificateStore, Tls, TlsParameters},
};
use url::Url;

use crate::tls;

/// The mail server and how to connect to it, parsed from
/// `smtp://host`, `smtp://host?tls=required|opportunistic` or `smtps://host`,
/// each with or without `user:password@` (percent-encoded) and a port.
pub(super) struct SmtpServer {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) tls: Tls,
    pub(super) credentials: Option<Credentials>,
}

/// Invalid mail settings. The text never repeats the settings: they contain a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidMailSettings(pub(super) &'static str);

impl SmtpServer {
    pub(super) fn parse(address: &str) -> Result<Self, InvalidMailSettings> {
        let url = Url::parse(address).map_err(|_| NOT_A_URL)?;
        let host = host_of(&url)?;
        let (tls, default_port) = encryption(&url, &host)?;
        Ok(Self {
            port: url.port().unwrap_or(default_port),
            tls,
            credentials: credentials_of(&url)?,
            host,
        })
    }
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmtpServer")
            .field("host", &self.host)
            .field("port", &self.port)
            .field("signs_in", &self.credentials.is_some())
            .finish_non_exhaustive()
    }
}

const NOT_A_URL: InvalidMailSettings = InvalidMailSettings(
    "The mail server must be given as a URL, such as smtps://user:password@host.",
);
const NO_HOST: InvalidMailSettings = InvalidMailSettings("The mail server's URL has no host.");
const UNKNOWN_SCHEME: InvalidMailSettings =
    InvalidMailSettings("The mail server's URL must start with smtp:// or smtps://.");
const UNKNOWN_OPTION: InvalidMailSettings = InvalidMailSettings(
    "The mail server's URL may only carry ?tls=required or ?tls=opportunistic, and only with smtp://.",
);
const NO_TLS: InvalidMailSettings =
    InvalidMailSettings("No encrypted connection can be made to a mail server of that name.");
const HALF_A_SIGN_IN: InvalidMailSettings = InvalidMailSettings(
    "The mail server's URL must carry both user and password (percent-encoded), or neither.",
);

fn host_of(url: &Url) -> Result<String, InvalidMailSettings> {
    let host = url
        .host_str()
        .filter(|host| !host.is_empty())
        .ok_or(NO_HOST)?;
    Ok(host.trim_matches(['[', ']']).to_owned())
}

fn encryption(url: &Url, host: &str) -> Result<(Tls, u16), InvalidMailSettings> {
    let parameters = || tls_parameters(host).ok_or(NO_TLS);
    match (url.scheme(), url.query()) {
        ("smtp", None) => Ok((Tls::None, 25)),
        ("smtp", Some("tls=required")) => Ok((Tls::Required(parameters()?), 587)),
        ("smtp", Some("tls=opportunistic")) => Ok((Tls::Opportunistic(parameters()?), 587)),
        ("smtps", None) => Ok((Tls::Wrapper(parameters()?), 465)),
        ("smtp" | "smtps", _) => Err(UNKNOWN_OPTION),
        _ => Err(UNKNOWN_SCHEME),
    }
}

/// The same authorities are trusted as everywhere else. Left to itself, the library knows Mozilla's
/// alone, and not that of a company.
fn tls_parameters(host: &str) -> Option<TlsParameters> {
    let builder = TlsParameters::builder(host.to_owned());
    let roots = tls::system_roots();
    if roots.is_empty() {
        return builder.build_rustls().ok();
    }
    let builder = builder.certificate_store(CertificateStore::None);
    let builder = roots.iter().try_fold(builder, |builder, root| {
        let root = Certificate::from_der(root.to_vec()).ok()?;
        Some(builder.add_root_certificate(root))
    });
    builder?.build_rustls().ok()
}

fn credentials_of(url: &Url) -> Result<Option<Credentials>, InvalidMailSettings> {
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        ("", Some(_)) | (_, None) => Err(HALF_A_SIGN_IN),
        (user, Some(password)) => Ok(Some(Credentials::new(decoded(user)?, decoded(password)?))),
    }
}

fn decoded(part: &str) -> Result<String, InvalidMailSettings> {
    percent_encoding::percent_decode_str(part)
        .decode_utf8()
        .map(std::borrow::Cow::into_owned)
        .map_err(|_| HALF_A_SIGN_IN)
}
