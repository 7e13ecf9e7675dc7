//! Why no connection came about. Libraries wrap the reason several times; only the innermost error
//! tells an expired certificate from a closed port.

use std::{error::Error, io, iter};

use rustls::CertificateError;

use super::SetupCheck;

/// The reason in words, and what to do. Nothing of what was sent is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ConnectFailure {
    pub(crate) found: String,
    pub(crate) advice: &'static str,
}

const LOOK_AT_PORT: &str =
    "Check the host and the port, that the server runs, and that no firewall is between.";
const LOOK_AT_NAME: &str = "Check the spelling of the name, and this machine's DNS.";
const LOOK_AT_CERTIFICATE: &str = "Renew the certificate, or set the address to the name that it is for. An authority of your own must be among this machine's trusted ones.";
const LOOK_AT_TLS: &str =
    "Check that the port speaks TLS from the start, and that the server supports TLS 1.2 or 1.3.";

impl ConnectFailure {
    pub(crate) fn of(error: &(dyn Error + 'static)) -> Self {
        let causes = iter::successors(Some(error), |cause| (*cause).source());
        let known = causes.filter_map(of_cause).last();
        known.unwrap_or_else(|| Self::new("the connection could not be made", LOOK_AT_PORT))
    }

    pub(crate) fn timed_out() -> Self {
        Self::new("no answer came in time", LOOK_AT_PORT)
    }

    /// `who` begins the sentence, such as `mail.example.com:465`.
    pub(crate) fn check(self, subject: &str, who: &str) -> SetupCheck {
        SetupCheck::wrong(subject, format!("{who}: {}", self.found), self.advice)
    }

    fn new(found: impl Into<String>, advice: &'static str) -> Self {
        Self {
            found: found.into(),
            advice,
        }
    }
}

fn of_cause(cause: &(dyn Error + 'static)) -> Option<ConnectFailure> {
    if let Some(tls) = cause.downcast_ref::<rustls::Error>() {
        return Some(of_tls(tls));
    }
    let io = cause.downcast_ref::<io::Error>()?;
    // An I/O error passes over what it wraps when it is asked for its cause.
    let inner = io.get_ref().and_then(|inner| of_cause(inner));
    inner.or_else(|| of_io(io))
}

fn of_tls(error: &rustls::Error) -> ConnectFailure {
    let rustls::Error::InvalidCertificate(certificate) = error else {
        let found = "the server does not speak TLS as it should";
        return ConnectFailure::new(found, LOOK_AT_TLS);
    };
    let found = match certificate {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "its certificate has expired"
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "its certificate is not valid yet"
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "its certificate is for another name"
        }
        CertificateError::UnknownIssuer => {
            "its certificate is signed by an authority that this machine does not know"
        }
        CertificateError::Revoked => "its certificate was revoked",
        _ => "its certificate is not valid",
    };
    ConnectFailure::new(found, LOOK_AT_CERTIFICATE)
}

fn of_io(error: &io::Error) -> Option<ConnectFailure> {
    use io::ErrorKind;

    let text = error.to_string();
    if text.contains("failed to lookup address") || text.contains("Name or service not known") {
        return Some(ConnectFailure::new("the name has no address", LOOK_AT_NAME));
    }
    let found = match error.kind() {
        ErrorKind::ConnectionRefused => "nothing accepts connections there",
        ErrorKind::TimedOut => "no answer came in time",
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => {
            "there is no way to that machine"
        }
        ErrorKind::ConnectionReset | ErrorKind::UnexpectedEof | ErrorKind::BrokenPipe => {
            "the connection was closed at once"
        }
        _ => return None,
    };
    Some(ConnectFailure::new(found, LOOK_AT_PORT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_reason_is_told() {
        let expired = rustls::Error::InvalidCertificate(CertificateError::Expired);
        let wrapped = io::Error::other(io::Error::new(io::ErrorKind::InvalidData, expired));
        let refused = io::Error::from(io::ErrorKind::ConnectionRefused);

        assert_eq!(
            ConnectFailure::of(&wrapped).found,
            "its certificate has expired"
        );
        assert_eq!(
            ConnectFailure::of(&io::Error::other(refused)).found,
            "nothing accepts connections there"
        );
        assert_eq!(
            ConnectFailure::of(&io::Error::other("whatever")).found,
            "the connection could not be made"
        );
    }
}
