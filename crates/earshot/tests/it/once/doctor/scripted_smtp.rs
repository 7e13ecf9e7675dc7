//! A small mail server that rejects what a test says, with or without TLS, and its certificates.

use std::sync::Arc;

use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, IsCa, Issuer, KeyPair,
    date_time_ymd,
};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, pem::PemObject};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio_rustls::TlsAcceptor;

use super::stand_ins::{StandIns, free_port};

/// Answers a command that begins with the verb by this reply.
pub(super) type Rejection = (&'static str, &'static str);

/// What is wrong with a certificate.
#[derive(Clone, Copy)]
pub(super) enum Flaw {
    None,
    Expired,
    OtherName,
}

/// A certificate authority of a test.
pub(super) struct TestAuthority {
    issuer: Issuer<'static, KeyPair>,
    /// The file that makes a process trust it.
    pub(super) file: tempfile::NamedTempFile,
}

impl TestAuthority {
    pub(super) fn named(name: &str) -> Self {
        let mut params = CertificateParams::default();
        params.distinguished_name = DistinguishedName::new();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        let certificate = params.self_signed(&key).unwrap();
        std::fs::write(file.path(), certificate.pem()).unwrap();
        Self {
            issuer: Issuer::new(params, key),
            file,
        }
    }

    pub(super) fn path(&self) -> &str {
        self.file.path().to_str().unwrap()
    }

    fn acceptor(&self, flaw: Flaw) -> TlsAcceptor {
        let name = match flaw {
            Flaw::OtherName => "mail.example.net",
            Flaw::None | Flaw::Expired => "localhost",
        };
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        if matches!(flaw, Flaw::Expired) {
            params.not_before = date_time_ymd(2020, 1, 1);
            params.not_after = date_time_ymd(2021, 1, 1);
        }
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let chain = vec![certificate.der().clone()];
        let key = PrivateKeyDer::from_pem_slice(key.serialize_pem().as_bytes()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        TlsAcceptor::from(Arc::new(config))
    }
}

/// In the clear; the port.
pub(super) async fn plain(stand_ins: &StandIns, rejection: Option<Rejection>) -> u16 {
    let (listener, _) = free_port().await;
    let port = listener.local_addr().unwrap().port();
    stand_ins.supervise("smtp", async move {
        while let Ok((stream, _)) = listener.accept().await {
            let _ = converse(stream, rejection).await;
        }
    });
    port
}

/// With TLS from the start; the port.
pub(super) async fn encrypted(stand_ins: &StandIns, authority: &TestAuthority, flaw: Flaw) -> u16 {
    let (listener, _) = free_port().await;
    let port = listener.local_addr().unwrap().port();
    let acceptor = authority.acceptor(flaw);
    stand_ins.supervise("smtps", async move {
        while let Ok((stream, _)) = listener.accept().await {
            if let Ok(stream) = acceptor.accept(stream).await {
                let _ = converse(stream, None).await;
            }
        }
    });
    port
}

async fn converse(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    rejection: Option<Rejection>,
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 test ESMTP\r\n").await?;
    stream.flush().await?;
    let mut line = String::new();
    while stream.read_line(&mut line).await? > 0 {
        let rejected = rejection.filter(|(verb, _)| line.starts_with(verb));
        let reply = match rejected {
            Some((_, reply)) => reply,
            None if line.starts_with("EHLO") => "250-test\r\n250 AUTH PLAIN",
            None if line.starts_with("AUTH") => "235 2.7.0 Welcome",
            None if line.starts_with("DATA") => panic!("the doctor sends no mail"),
            None => "250 2.0.0 Done",
        };
        stream.write_all(format!("{reply}\r\n").as_bytes()).await?;
        stream.flush().await?;
        line.clear();
    }
    Ok(())
}
