//! Ways inside that must stay shut. Each test sets a trap where the attack would land and
//! looks whether it was touched.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use async_trait::async_trait;
use providers::guard::{AddressPolicy, FetchError, FetchLimits, GuardedFetcher, Lookup, WEB_PAGES};

use crate::kit::{Server, Trap, page, redirect_to};

#[tokio::test(start_paused = true)]
async fn the_trap_works() {
    let trap = Trap::set();
    let fetcher = fetcher(vec![trap.address()], |_, _| vec![]);

    let answer = fetcher
        .fetch(&format!("http://{}/", trap.address()), WEB_PAGES)
        .await;

    assert_eq!(answer, Err(FetchError::TimedOut));
    assert!(trap.was_touched());
}

#[tokio::test]
async fn a_literal_address_on_loopback_is_refused_and_never_dialled() {
    let (trap, port) = trap();

    for host in [
        "127.0.0.1",
        "localhost",
        "2130706433",
        "0x7f.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0",
    ] {
        let answer = fetcher(vec![], |_, _| vec![])
            .fetch(&format!("http://{host}:{port}/"), WEB_PAGES)
            .await;
        assert_eq!(answer, Err(FetchError::Refused), "{host}");
    }

    assert!(!trap.was_touched());
}

#[tokio::test]
async fn a_redirect_from_an_allowed_address_to_another_port_is_refused() {
    let (trap, port) = trap();
    for location in [
        format!("http://127.0.0.1:{port}/"),
        format!("//127.1:{port}/"),
        format!("//[::ffff:7f00:1]:{port}/"),
    ] {
        let server = Server::start(move |_, _| redirect_to(&location)).await;

        let answer = fetcher(vec![server.address], |_, _| vec![])
            .fetch(&server.url("/"), WEB_PAGES)
            .await;

        assert_eq!(answer, Err(FetchError::Refused));
        assert_eq!(server.heads().len(), 1);
    }
    assert!(!trap.was_touched());
}

#[tokio::test]
async fn a_redirect_to_another_scheme_or_to_nowhere_is_refused() {
    for location in [
        "file:///etc/passwd",
        "ftp://example.com/",
        "gopher://127.0.0.1:70/",
        "data:text/html,x",
        "http://",
        "http://u:p@example.com/",
    ] {
        let server = Server::start(move |_, _| redirect_to(location)).await;

        let answer = fetcher(vec![server.address], |_, _| vec![])
            .fetch(&server.url("/"), WEB_PAGES)
            .await;

        assert_eq!(answer, Err(FetchError::Refused), "{location}");
    }
}

#[tokio::test]
async fn a_name_with_a_private_answer_is_refused_and_never_dialled() {
    let (trap, _) = trap();
    let inside = trap.address();

    let answer = fetcher(vec![], move |_, _| vec![inside])
        .fetch("http://site.example/", WEB_PAGES)
        .await;

    assert_eq!(answer, Err(FetchError::Refused));
    assert!(!trap.was_touched());
}

#[tokio::test]
async fn one_private_answer_among_public_ones_refuses_the_name() {
    let (trap, _) = trap();
    let inside = trap.address();
    let outside: SocketAddr = "8.8.8.8:80".parse().unwrap();

    for answers in [
        vec![outside, inside],
        vec![inside, outside],
        vec![outside, outside, inside],
    ] {
        let answer = fetcher(vec![], move |_, _| answers.clone())
            .fetch("http://site.example/", WEB_PAGES)
            .await;
        assert_eq!(answer, Err(FetchError::Refused));
    }

    assert!(!trap.was_touched());
}

#[tokio::test]
async fn a_name_that_changes_its_mind_is_refused_at_the_hop_where_it_does() {
    let (trap, _) = trap();
    let inside = trap.address();
    let server = Server::start(|number, _| {
        if number == 0 {
            redirect_to("/again")
        } else {
            page("inside")
        }
    })
    .await;
    let allowed = server.address;

    let fetcher = fetcher(vec![allowed], move |number, _| {
        if number == 0 {
            vec![allowed]
        } else {
            vec![inside]
        }
    });
    let answer = fetcher.fetch("http://site.example/", WEB_PAGES).await;

    assert_eq!(answer, Err(FetchError::Refused));
    assert_eq!(server.heads().len(), 1);
    assert!(!trap.was_touched());
}

#[tokio::test]
async fn each_hop_looks_the_name_up_once_and_dials_what_it_found() {
    let server = Server::start(|number, _| {
        if number == 0 {
            redirect_to("/again")
        } else {
            page("hello")
        }
    })
    .await;
    let allowed = server.address;
    let lookups = Arc::new(AtomicUsize::new(0));
    let counted = lookups.clone();

    let fetcher = fetcher(vec![allowed], move |_, _| {
        counted.fetch_add(1, Ordering::SeqCst);
        vec![allowed]
    });
    let found = fetcher
        .fetch("http://site.example/", WEB_PAGES)
        .await
        .unwrap();

    assert_eq!(found.url.as_str(), "http://site.example/again");
    assert_eq!(lookups.load(Ordering::SeqCst), 2);
    assert!(server.heads()[0].contains("host: site.example\r\n"));
}

#[tokio::test]
async fn an_allowed_port_opens_no_other_address_at_that_port() {
    let (trap, port) = trap();
    let allowed: SocketAddr = format!("127.0.0.2:{port}").parse().unwrap();
    let inside = trap.address();

    let named = fetcher(vec![allowed], move |_, _| vec![inside])
        .fetch(&format!("http://site.example:{port}/"), WEB_PAGES)
        .await;
    let literal = fetcher(vec![allowed], |_, _| vec![])
        .fetch(&format!("http://127.0.0.1:{port}/"), WEB_PAGES)
        .await;

    assert_eq!(
        (named, literal),
        (Err(FetchError::Refused), Err(FetchError::Refused))
    );
    assert!(!trap.was_touched());
}

#[tokio::test]
async fn a_name_may_lead_to_an_allowed_address_at_its_port() {
    let server = Server::start(|_, _| page("hello")).await;
    let allowed = server.address;

    let fetcher = fetcher(vec![allowed], move |_, port| {
        vec![SocketAddr::new(allowed.ip(), port)]
    });
    let at_port = fetcher
        .fetch(
            &format!("http://site.example:{}/", allowed.port()),
            WEB_PAGES,
        )
        .await;
    let elsewhere = fetcher.fetch("http://site.example/", WEB_PAGES).await;

    assert_eq!(at_port.unwrap().bytes, "hello");
    assert_eq!(elsewhere, Err(FetchError::Refused));
}

#[tokio::test]
async fn every_failure_reads_the_same() {
    let (trap, port) = trap();
    drop(trap);
    let closed: SocketAddr = format!("127.0.0.1:{port}").parse().unwrap();
    let nobody = fetcher(vec![closed], |_, _| vec![])
        .fetch(&format!("http://{closed}/"), WEB_PAGES)
        .await
        .unwrap_err();
    let unknown = fetcher(vec![], |_, _| vec![])
        .fetch("http://site.example/", WEB_PAGES)
        .await
        .unwrap_err();
    let inside = fetcher(vec![], |_, _| vec![])
        .fetch("http://10.0.0.1/", WEB_PAGES)
        .await
        .unwrap_err();

    for failure in [
        nobody,
        unknown,
        inside,
        FetchError::TimedOut,
        FetchError::TooLarge,
        FetchError::WrongType,
    ] {
        assert_eq!(failure.to_string(), "This address cannot be fetched.");
    }
    assert_eq!(
        (nobody, inside),
        (FetchError::Unreachable, FetchError::Refused)
    );
}

fn trap() -> (Trap, u16) {
    let trap = Trap::set();
    let port = trap.address().port();
    (trap, port)
}

/// A fetcher whose names resolve as `answers` says, given the number of the lookup and the port.
fn fetcher(
    allow: Vec<SocketAddr>,
    answers: impl Fn(usize, u16) -> Vec<SocketAddr> + Send + Sync + 'static,
) -> GuardedFetcher {
    let lookup = ScriptedLookup {
        answers,
        asked: AtomicUsize::new(0),
    };
    GuardedFetcher::new(
        "earshot-test/1.0",
        AddressPolicy::new(allow),
        Arc::new(lookup),
        FetchLimits::default(),
    )
}

struct ScriptedLookup<F> {
    answers: F,
    asked: AtomicUsize,
}

#[async_trait]
impl<F: Fn(usize, u16) -> Vec<SocketAddr> + Send + Sync> Lookup for ScriptedLookup<F> {
    async fn lookup(&self, _host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        Ok((self.answers)(
            self.asked.fetch_add(1, Ordering::SeqCst),
            port,
        ))
    }
}
