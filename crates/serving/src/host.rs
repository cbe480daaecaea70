//! By which names a server may be asked.
//!
//! A page in a browser cannot read what another server answers, unless its own name is made to lead there (a rebound DNS
//! name). The browser still says by which name it found the server.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
use axum::http::header::HOST;

/// Whether a `Host` names this machine: `localhost` or a loopback address, and a port if any.
fn is_loopback(host: &str) -> bool {
    let port = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
    let name = match port {
        Some((_, port)) if port.parse::<u16>().is_err() => return false,
        Some((name, _)) => name,
        None => host,
    };
    let ip = match name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(v6) => v6.parse().map(IpAddr::V6),
        None => name.parse().map(IpAddr::V4),
    };
    name.eq_ignore_ascii_case("localhost") || ip.is_ok_and(|ip| ip.to_canonical().is_loopback())
}

/// Whether everything that a request says of where it was sent names this machine. Programs may leave it out; browsers
/// never do.
#[must_use]
pub fn is_local(headers: &HeaderMap) -> bool {
    headers.get_all(HOST).iter().all(|host| host.to_str().is_ok_and(is_loopback))
}

/// Whether a request to this address of ours may be answered. To a loopback address nobody comes by another name.
/// Elsewhere the names are the network's, and whoever is in it may ask anyway.
#[must_use]
pub fn may_ask(headers: &HeaderMap, local: SocketAddr) -> bool {
    is_local(headers) || !local.ip().to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for host in [
            "127.0.0.1:8080",
            "localhost:8080",
            "localhost",
            "[::1]:8080",
            "[::1]",
            "127.9.9.9",
            "[::ffff:127.0.0.1]:80",
        ] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "example.com",
            "example.com:8080",
            "192.168.1.2:80",
            "localhost.example.com",
            "[::1]example.com",
            "",
            "localhost:evil",
            "localhost:evil.com",
            "localhost:80:80",
            "localhost:",
            "localhost:+80",
            "localhost:70000",
            "127.0.0.1:evil.com",
            "[::1]:evil",
            "[::1",
            "[localhost]",
            "[127.0.0.1]:80",
            "::1",
            "0.0.0.0:8091",
            "[::]:8091",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn p12_a_rebound_name_reaches_nothing_on_loopback_and_a_services_name_works_in_its_network() {
        let may = |hosts: &[&str], local: &str| {
            let mut headers = HeaderMap::new();
            for host in hosts {
                headers.append(HOST, host.parse().unwrap());
            }
            may_ask(&headers, local.parse().unwrap())
        };
        for host in ["127.0.0.1:8091", "localhost:8091", "LOCALHOST", "[::1]:8091"] {
            assert!(may(&[host], "127.0.0.1:8091"), "{host}");
        }
        for host in
            ["evil.com", "evil.com:8091", "upcard:8091", "localhost.evil.com", "172.17.0.2", "localhost:evil", ""]
        {
            for local in ["127.0.0.1:8091", "127.8.8.8:8091", "[::1]:8091", "[::ffff:127.0.0.1]:8091"] {
                assert!(!may(&[host], local), "{host} to {local}");
            }
        }
        assert!(!may(&["127.0.0.1", "evil.com"], "127.0.0.1:8091"), "of two names both count");
        assert!(may(&[], "127.0.0.1:8091"), "a browser always says the name; a plain probe may not");
        for host in ["upcard:8091", "upcard.monitoring.svc.cluster.local:8091", "bot.example.org"] {
            assert!(may(&[host], "172.17.0.2:8091"), "{host}");
        }
    }
}
