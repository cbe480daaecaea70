//! The gateway by TLS, as Discord's own is reached: the program connects to a server whose certificate it trusts, and to
//! no other.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

#[path = "common/pass_on.rs"]
mod pass_on;
#[path = "common/program.rs"]
#[allow(dead_code, reason = "the kill test uses the rest")]
mod program;

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;

use pass_on::pass_on;
use program::{House, PATIENCE, kill};

/// A gateway at `wss://localhost`, and how many connections it has served and lost.
struct Gateway {
    house: House,
    api: String,
    certificate: String,
    served: Arc<AtomicU32>,
    lost: Arc<AtomicU32>,
}

impl Gateway {
    async fn open() -> Self {
        let house = House::open(&[], &[]).await;
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let key = signing_key.serialize_der().try_into().unwrap();
        let config = ServerConfig::builder().with_no_client_auth().with_single_cert(vec![cert.der().clone()], key);
        let acceptor = TlsAcceptor::from(Arc::new(config.unwrap()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("wss://localhost:{}/gateway", listener.local_addr().unwrap().port());
        let (served, lost): (Arc<AtomicU32>, Arc<AtomicU32>) = Default::default();
        let gateway = Self {
            api: api(&house, url).await,
            certificate: cert.pem(),
            served: Arc::clone(&served),
            lost: Arc::clone(&lost),
            house,
        };
        let room = gateway.house.room.addr();
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                let (acceptor, served, lost) = (acceptor.clone(), Arc::clone(&served), Arc::clone(&lost));
                tokio::spawn(async move {
                    let Ok(mut secure) = acceptor.accept(connection).await else {
                        lost.fetch_add(1, Ordering::SeqCst);
                        return;
                    };
                    served.fetch_add(1, Ordering::SeqCst);
                    let mut plain = TcpStream::connect(room).await.unwrap();
                    // The bot hangs up when it is killed.
                    let _ = copy_bidirectional(&mut secure, &mut plain).await;
                });
            }
        });
        gateway
    }

    /// Runs the program, which trusts the certificates of this file, until `end`; returns its log.
    async fn bot(&self, trusted: &Path, end: impl Future<Output = ()>) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_upcard"));
        let settings = self.house.settings(&mut program, &self.api).env("SSL_CERT_FILE", trusted);
        let mut bot = settings.env_remove("SSL_CERT_DIR").stdout(Stdio::null()).spawn().unwrap();
        end.await;
        kill(&mut bot);
    }

    fn file(&self, name: &str, certificate: &str) -> std::path::PathBuf {
        let file = self.house.dir().join(name);
        std::fs::write(&file, certificate).unwrap();
        file
    }
}

/// The room's interface, which names the gateway by TLS.
async fn api(house: &House, gateway: String) -> String {
    let (http, to) = (house.http.clone(), house.room.api_base().to_owned());
    let plain = format!("{}/gateway", to.replace("http", "ws"));
    let forward = move |request: Request| {
        let (http, to, plain, gateway) = (http.clone(), to.clone(), plain.clone(), gateway.clone());
        async move { pass_on(&http, &to, request, |text| text.replace(&plain, &gateway)).await }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let app: Router = Router::new().fallback(forward);
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    base
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gateway_is_reached_by_tls_where_its_certificate_is_trusted_and_nowhere_else() {
    let gateway = Gateway::open().await;
    let trusted = gateway.file("trusted.pem", &gateway.certificate);
    gateway.bot(&trusted, async { drop(gateway.house.online().await) }).await;
    assert!(gateway.served.load(Ordering::SeqCst) > 0, "the connection went through TLS");

    let stranger = generate_simple_self_signed(["localhost".to_owned()]).unwrap().cert.pem();
    let (served, other) = (gateway.served.load(Ordering::SeqCst), gateway.file("other.pem", &stranger));
    let refused = async {
        let deadline = Instant::now() + PATIENCE;
        while gateway.lost.load(Ordering::SeqCst) == 0 {
            assert!(Instant::now() < deadline, "the bot tries to connect");
            sleep(Duration::from_millis(20)).await;
        }
    };
    gateway.bot(&other, refused).await;
    assert_eq!(gateway.served.load(Ordering::SeqCst), served, "a certificate that nobody trusts was trusted");
}
