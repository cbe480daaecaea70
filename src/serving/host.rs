//! By which names a server may be asked.
//!
//! A page in a browser cannot read what another server answers, unless its own name is made to lead there (a rebound DNS
//! name). The browser still says by which name it found the server.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
use axum::http::header::HOST;

/// The name or address in a `Host`, without its port.
fn name(host: &str) -> &str {
    match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((name, port)) if port.is_empty() || port.starts_with(':') => name,
        Some(_) => host,
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    }
}

/// Whether a `Host` names this machine.
#[must_use]
pub fn is_loopback(host: &str) -> bool {
    let name = name(host);
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Whether a request to this address of ours may be answered. To a loopback address nobody comes by a name but by
/// `localhost`; an address is no name. Elsewhere the names are the network's, and whoever is in it may ask anyway.
#[must_use]
pub fn may_ask(headers: &HeaderMap, local: SocketAddr) -> bool {
    let fits = |host: &str| is_loopback(host) || name(host).parse::<IpAddr>().is_ok();
    let all_fit = headers.get_all(HOST).iter().all(|host| host.to_str().is_ok_and(fits));
    all_fit || !local.ip().to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for host in ["127.0.0.1:8080", "localhost:8080", "localhost", "[::1]:8080", "127.9.9.9"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in
            ["example.com", "example.com:8080", "192.168.1.2:80", "localhost.example.com", "[::1]example.com", ""]
        {
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
        for host in ["127.0.0.1:8091", "localhost:8091", "LOCALHOST", "[::1]:8091", "0.0.0.0:8091", "172.17.0.2"] {
            assert!(may(&[host], "127.0.0.1:8091"), "{host}");
        }
        for host in ["evil.com", "evil.com:8091", "upcard:8091", "localhost.evil.com", "127.0.0.1.evil.com:8091", ""] {
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
