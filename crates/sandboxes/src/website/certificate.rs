//! The sandbox's certificate and its certificate authority.

use std::{fmt, sync::Arc};

use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, GeneralSubtree, IsCa, Issuer,
    KeyPair, NameConstraints,
};
use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    server::ResolvesServerCertUsingSni,
    sign::CertifiedKey,
};

use super::{
    names,
    sentinels::{SiteBehaviour, behaviour_of},
};

/// A certificate for every name of the sandbox. Its authority is constrained to names under
/// `.example`, which nobody can own, so trusting it is safe.
#[derive(Clone)]
pub struct SandboxCertificate {
    authority: CertificateDer<'static>,
    own: CertificateDer<'static>,
    key: Arc<PrivateKeyDer<'static>>,
    pem: String,
}

/// Not a certificate of the sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("This is not a certificate of the sandbox.")]
pub struct InvalidCertificate;

impl SandboxCertificate {
    /// Creates a new one. The authority's private key is discarded.
    pub fn make() -> Self {
        let pem = made().expect("ring makes keys and signs for names that are names");
        Self::parse(&pem).expect("what was just written can be read")
    }

    /// As PEM, to be stored and shared between processes. It contains a private key.
    pub fn expose(&self) -> &str {
        &self.pem
    }

    pub fn parse(pem: &str) -> Result<Self, InvalidCertificate> {
        let certificates = CertificateDer::pem_slice_iter(pem.as_bytes());
        let certificates: Result<Vec<_>, _> = certificates.collect();
        let key = PrivateKeyDer::from_pem_slice(pem.as_bytes()).map_err(|_| InvalidCertificate)?;
        let [authority, own] = certificates
            .ok()
            .and_then(|both| both.try_into().ok())
            .ok_or(InvalidCertificate)?;
        Ok(Self {
            authority,
            own,
            key: Arc::new(key),
            pem: pem.to_owned(),
        })
    }

    pub(super) fn authority(&self) -> CertificateDer<'static> {
        self.authority.clone()
    }

    /// The TLS server configuration. Unknown hosts, and those without HTTPS, get no certificate.
    pub(super) fn server_config(&self) -> Result<ServerConfig, InvalidCertificate> {
        let provider = Arc::new(ring::default_provider());
        let chain = vec![self.own.clone()];
        let key = CertifiedKey::from_der(chain, self.key.clone_key(), &provider);
        let key = key.map_err(|_| InvalidCertificate)?;
        let mut by_name = ResolvesServerCertUsingSni::new();
        for name in served_names() {
            let added = by_name.add(&name, key.clone());
            added.map_err(|_| InvalidCertificate)?;
        }
        let builder = ServerConfig::builder_with_provider(provider);
        let builder = builder.with_safe_default_protocol_versions();
        let builder = builder.map_err(|_| InvalidCertificate)?;
        Ok(builder
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(by_name)))
    }
}

/// Without the key.
impl fmt::Debug for SandboxCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SandboxCertificate").finish_non_exhaustive()
    }
}

fn served_names() -> impl Iterator<Item = String> {
    names()
        .filter(|name| behaviour_of(name) != Some(SiteBehaviour::PlainOnly))
        .flat_map(|name| [name.to_owned(), format!("www.{name}")])
}

fn made() -> Result<String, rcgen::Error> {
    let mut authority = CertificateParams::default();
    authority.distinguished_name = named("Earshot sandbox");
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.name_constraints = Some(NameConstraints {
        permitted_subtrees: vec![GeneralSubtree::DnsName("example".to_owned())],
        excluded_subtrees: Vec::new(),
    });
    let authority_key = KeyPair::generate()?;
    let authority_certificate = authority.self_signed(&authority_key)?;
    let mut own = CertificateParams::new(served_names().collect::<Vec<_>>())?;
    own.distinguished_name = named("Sample sites");
    let key = KeyPair::generate()?;
    let own = own.signed_by(&key, &Issuer::new(authority, authority_key))?;
    let key = key.serialize_pem();
    Ok([authority_certificate.pem(), own.pem(), key].concat())
}

fn named(name: &str) -> DistinguishedName {
    let mut full = DistinguishedName::new();
    full.push(DnType::CommonName, name);
    full
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_that_was_kept_is_the_same_certificate() {
        let made = SandboxCertificate::make();

        let kept = SandboxCertificate::parse(made.expose()).unwrap();

        assert_eq!(kept.authority(), made.authority());
        assert!(kept.server_config().is_ok());
        assert!(!format!("{made:?}").contains("KEY"));
    }

    #[test]
    fn a_text_that_is_none_is_none() {
        for text in [
            "",
            "-----BEGIN",
            SandboxCertificate::make().expose().split_at(400).0,
        ] {
            assert_eq!(
                SandboxCertificate::parse(text).unwrap_err(),
                InvalidCertificate
            );
        }
    }
}
