use super::*;

fn config(set: &[(&str, &str)]) -> Result<Config, ConfigError> {
    Config::read(|name| set.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()))
}

#[test]
fn nothing_set_is_the_local_card_room() {
    let config = config(&[("DISCORD_TOKEN", " "), ("UPCARD_HTTP", "")]).unwrap();
    assert_eq!(config.venue, Venue::Room(ROOM));
    assert_eq!(config.database, DATABASE);
    assert_eq!((config.shards, config.http, config.log), (Shards::All, None, LogFormat::Text));
}

#[test]
fn everything_set_right() {
    let config = config(&[
        ("DISCORD_TOKEN", "Bot abc.def"),
        ("DISCORD_PROXY_URL", "http://127.0.0.1:3000/"),
        ("DISCORD_SHARDS", "0-3/16"),
        ("DATABASE_URL", "sqlite:///var/lib/upcard.db"),
        ("UPCARD_HTTP", "0.0.0.0:8091"),
        ("UPCARD_ROOM", "[::1]:8081"),
        ("UPCARD_PRIVACY", "https://example.org/privacy"),
        ("UPCARD_DRAND", "https://api.drand.sh"),
        ("UPCARD_LOG", "json"),
        ("RUST_LOG", "warn,upcard=debug"),
    ])
    .unwrap();
    assert_eq!(config.venue, Venue::Discord(Token::new("abc.def")));
    assert_eq!(config.proxy.as_deref(), Some("http://127.0.0.1:3000"));
    assert_eq!(config.shards, Shards::Some(0..=3, 16));
    assert_eq!(config.privacy.as_deref(), Some("https://example.org/privacy"));
    assert_eq!(config.drand.as_deref(), Some("https://api.drand.sh"));
    assert_eq!(config.log, LogFormat::Json);
}

#[test]
fn each_wrong_value_is_named_in_one_error_and_the_token_is_not_shown() {
    let wrong = [
        ("DISCORD_TOKEN", "se cret"),
        ("DISCORD_PROXY_URL", "http://me:secret@127.0.0.1:3000"),
        ("DISCORD_SHARDS", "3-0/16"),
        ("DATABASE_URL", "postgres://me:secret@x"),
        ("UPCARD_HTTP", "8091"),
        ("UPCARD_ROOM", "0.0.0.0:8080"),
        ("UPCARD_PRIVACY", "https://example.org/(a)"),
        ("UPCARD_DRAND", "http://api.drand.sh"),
        ("UPCARD_LOG", "xml"),
        ("RUST_LOG", "upcard=loud"),
    ];
    let error = config(&wrong).unwrap_err().to_string();
    assert_eq!(error.lines().count(), wrong.len());
    for (name, _) in wrong {
        assert!(error.lines().any(|line| line.starts_with(name)), "{name} is named: {error}");
    }
    assert!(!error.contains("cret"), "{error}");
    assert!(error.contains(
        "UPCARD_ROOM is \"0.0.0.0:8080\", which cannot be right. A right value: 127.0.0.1:8080, or another loopback"
    ));
    assert!(!format!("{:?}", Token::new("secret")).contains("secret"));
}

#[test]
fn a_slip_in_a_level_is_no_module() {
    let log = |wanted: &str| config(&[("RUST_LOG", wanted)]).map(|config| config.filter);
    for right in ["warn", "OFF", "info,upcard=debug", "upcard", "upcard::tables, warn", "serenity=warn"] {
        assert_eq!(log(right).unwrap(), right);
    }
    for wrong in ["inof", "warning", "upcard=debug,wran", "warn,upcard=loud"] {
        assert!(log(wrong).unwrap_err().to_string().starts_with("RUST_LOG"), "{wrong}");
    }
}

#[test]
fn a_token_that_discord_cannot_have_made_is_named_unless_it_is_a_test_servers() {
    let token = |token: &str| config(&[("DISCORD_TOKEN", token)]);
    for right in ["OTAwMTIz.GabcdE.s3cr3t-Part_of-it", "Bot OTAwMTIz.GabcdE.s3cr3t"] {
        assert!(token(right).is_ok(), "{right}");
    }
    for wrong in ["abc", "OTAwMTIz.GabcdE", "a.b.c.d", "OTAwMTIz..s3cr3t", "\"OTAwMTIz.GabcdE.s3cr3t\"", "Bot abc"] {
        let error = token(wrong).unwrap_err().to_string();
        assert!(error.starts_with("DISCORD_TOKEN cannot be right. ") && error.lines().count() == 1, "{error}");
        assert!(!error.contains(wrong), "{error}");
    }
    let behind_proxy = |token| config(&[("DISCORD_TOKEN", token), ("DISCORD_PROXY_URL", "http://127.0.0.1:3000")]);
    assert!(behind_proxy("abc").is_ok());
    assert!(behind_proxy("\"a.b.c\"").is_err() && behind_proxy("'a.b.c'").is_err(), "quotes belong to no token");
}

#[test]
fn without_a_token_a_room_that_is_off_leaves_nowhere_to_play() {
    let nowhere = config(&[("UPCARD_ROOM", "off"), ("DISCORD_TOKEN", "")]).unwrap();
    assert_eq!(nowhere.venue, Venue::Nowhere);
    let both = config(&[("UPCARD_ROOM", "off"), ("DISCORD_TOKEN", "a.b.c")]).unwrap();
    assert_eq!(both.venue, Venue::Discord(Token::new("a.b.c")));
    let wrong = config(&[("UPCARD_ROOM", "off"), ("DISCORD_TOKEN", "a b")]).unwrap_err().to_string();
    assert!(wrong.starts_with("DISCORD_TOKEN cannot be right") && wrong.lines().count() == 1, "{wrong}");
}

#[test]
fn slips_in_names_and_what_is_no_text_are_seen() {
    let set = ["DISCORD_TOKN", "discord_token", "UPCARD_HTTP", "PATH", "DATABASE_URL"].map(str::to_owned);
    assert_eq!(strangers(set.into_iter()), ["DISCORD_TOKN", "discord_token"]);
    for (name, value) in [("DATABASE_URL", "sqlite://\u{fffd}.db"), ("DISCORD_TOKEN", "\u{fffd}")] {
        assert!(config(&[(name, value)]).unwrap_err().to_string().starts_with(name));
    }
    for wrong in ["http://127.0.0.1:99999", "http://:80", "http://"] {
        assert!(config(&[("DISCORD_PROXY_URL", wrong)]).is_err(), "{wrong}");
    }
}

#[test]
fn health_and_the_card_room_cannot_have_one_port_of_one_address() {
    let both = |http, room| config(&[("UPCARD_HTTP", http), ("UPCARD_ROOM", room)]);
    for (http, room) in [
        ("127.0.0.1:8080", "127.0.0.1:8080"),
        ("0.0.0.0:18080", "127.0.0.1:18080"),
        ("[::]:18080", "127.0.0.1:18080"),
        ("[::]:18080", "[::1]:18080"),
        ("[::ffff:127.0.0.1]:18080", "127.0.0.1:18080"),
    ] {
        let words = both(http, room).unwrap_err().to_string();
        assert!(words.starts_with("UPCARD_HTTP and UPCARD_ROOM are both on port "), "{words}");
        assert!(words.contains(http) && words.contains(room), "{words}");
    }
    for (http, room) in [
        ("0.0.0.0:18081", "127.0.0.1:18080"),
        ("0.0.0.0:18080", "[::1]:18080"),
        ("127.0.0.2:18080", "127.0.0.1:18080"),
        ("127.0.0.1:0", "127.0.0.1:0"),
    ] {
        assert!(both(http, room).is_ok(), "{http} {room}");
    }
    assert!(config(&[("UPCARD_HTTP", "0.0.0.0:8080"), ("DISCORD_TOKEN", "a.b.c")]).is_ok(), "there is no room");
}

#[test]
fn the_address_of_a_folder_is_no_database() {
    let database = |url| config(&[("DATABASE_URL", url)]);
    for wrong in ["sqlite:", "sqlite://", "sqlite:///", "sqlite:///x/new/", "sqlite://x/?mode=rwc", "x.db"] {
        assert!(database(wrong).unwrap_err().to_string().starts_with("DATABASE_URL cannot be right"), "{wrong}");
    }
    for right in ["sqlite:x.db", "sqlite:///x/new.db", "sqlite://x.db?mode=rwc"] {
        assert!(database(right).is_ok(), "{right}");
    }
}

#[test]
fn shards_are_a_range_below_the_total() {
    assert_eq!(read_shards("5/16"), Some(Shards::Some(5..=5, 16)));
    for wrong in ["", "16/16", "0-16/16", "a/2", "0-1", "1-0/4", "-1/4"] {
        assert_eq!(read_shards(wrong), None, "{wrong}");
    }
}

#[test]
fn the_example_file_names_every_variable_and_can_be_read() {
    let example = include_str!("../../.env.example");
    for name in NAMES {
        assert!(example.contains(&format!("{name}=")), "{name} is missing in .env.example");
    }
    // With its comment sign removed, each line is a valid setting.
    let get = |name: &str| {
        let prefix = format!("{name}=");
        example.lines().find_map(|line| line.trim_start_matches("# ").strip_prefix(&prefix).map(str::to_owned))
    };
    assert!(Config::read(get).is_ok());
}

#[test]
fn clocks_are_hurried_only_where_nobody_else_plays() {
    let speed = |with: &[(&str, &str)]| config(&[with, &[("UPCARD_CLOCK_SPEED", "60")]].concat());
    let (token, proxy) = (("DISCORD_TOKEN", "abc.def.ghi"), |url| ("DISCORD_PROXY_URL", url));
    assert_eq!(config(&[]).unwrap().clock_speed, 1);
    assert_eq!(speed(&[]).unwrap().clock_speed, 60, "in the card room");
    assert_eq!(speed(&[token, proxy("http://127.0.0.1:3000")]).unwrap().clock_speed, 60);
    for elsewhere in [&[token][..], &[token, proxy("http://proxy:3000")]] {
        let why = speed(elsewhere).unwrap_err().to_string();
        assert!(why.contains("UPCARD_CLOCK_SPEED is for tests"), "{why}");
    }
    for wrong in ["0", "-1", "fast", "100001"] {
        assert!(config(&[("UPCARD_CLOCK_SPEED", wrong)]).is_err(), "{wrong}");
    }
}

#[test]
fn p09_a_plain_proxy_on_another_host_is_told_from_one_that_nobody_listens_to() {
    let open = |proxy: &str| {
        let config = config(&[("DISCORD_TOKEN", "abc.def.ghi"), ("DISCORD_PROXY_URL", proxy)]).unwrap();
        config.open_proxy().map(str::to_owned)
    };
    for there in
        ["http://10.0.0.5:3000", "http://proxy:3000", "http://localhost.example.com", "http://[2001:db8::1]:80"]
    {
        assert_eq!(open(there).as_deref(), Some(there));
    }
    for here in [
        "http://127.0.0.1:3000",
        "http://127.8.8.8:3000",
        "http://LOCALHOST:3000",
        "http://localhost.:3000",
        "http://[::1]:3000",
        "http://[::ffff:127.0.0.1]:3000",
        "http://0.0.0.0:3000",
        "https://proxy.example.com",
    ] {
        assert_eq!(open(here), None, "{here}");
    }
    let room = config(&[("DISCORD_PROXY_URL", "http://proxy:3000")]).unwrap();
    assert_eq!(room.open_proxy(), None, "there is no token");
}
