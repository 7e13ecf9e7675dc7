//! One TLS for every outgoing connection: rustls with ring.

use std::sync::{Arc, OnceLock};

use rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::CertificateDer};

/// Makes ring the TLS provider of this process. May be called any number of times; the first
/// provider installed stays.
pub fn install_tls() {
    let _ = ring::default_provider().install_default();
}

/// A TLS client configuration that offers `protocols` in that order.
pub(crate) fn client_config(protocols: &[&str]) -> ClientConfig {
    client_config_trusting(protocols, &[])
}

/// The same, and also trusts `roots`.
pub(crate) fn client_config_trusting(
    protocols: &[&str],
    roots: &[CertificateDer<'static>],
) -> ClientConfig {
    let mut trusted = Arc::clone(trusted_roots());
    if !roots.is_empty() {
        Arc::make_mut(&mut trusted).add_parsable_certificates(roots.iter().cloned());
    }
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring speaks the default versions of TLS")
        .with_root_certificates(trusted)
        .with_no_client_auth();
    config.alpn_protocols = protocols
        .iter()
        .map(|protocol| protocol.as_bytes().to_vec())
        .collect();
    config
}

/// The authorities to trust. A bare container has none and the server must still start there, so
/// Mozilla's are the fallback.
fn trusted_roots() -> &'static Arc<RootCertStore> {
    static ROOTS: OnceLock<Arc<RootCertStore>> = OnceLock::new();
    ROOTS.get_or_init(|| {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(system_roots().iter().cloned());
        if roots.is_empty() {
            roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        }
        Arc::new(roots)
    })
}

/// The system's root certificates that can be used, read once.
pub(crate) fn system_roots() -> &'static [CertificateDer<'static>] {
    static ROOTS: OnceLock<Vec<CertificateDer<'static>>> = OnceLock::new();
    ROOTS.get_or_init(|| {
        let mut roots = rustls_native_certs::load_native_certs().certs;
        roots.retain(|root| RootCertStore::empty().add(root.clone()).is_ok());
        roots
    })
}
