//! A Discord on this machine, until Ctrl-C: prints where people open it and how a bot connects.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use local_discord::{LocalDiscord, LocalDiscordConfig, LocalDiscordError};

/// A Discord on this machine, for trying and testing a bot: REST, gateway and a chat room in the browser
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Where to listen: a loopback address; port 0 chooses a free one
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    listen: SocketAddr,
    /// The folder that keeps the room
    #[arg(long, default_value = "local-discord", value_name = "FOLDER")]
    data: PathBuf,
    /// The token that the bot logs in with
    #[arg(long, default_value = "local-room")]
    token: String,
    /// The bot's name
    #[arg(long, default_value = "Bot", value_name = "NAME")]
    bot: String,
    /// A text channel of a new room; several are possible
    #[arg(long = "channel", default_values = ["general", "side-room"], value_name = "NAME")]
    channels: Vec<String>,
    /// A person of a new room, the owner first; several are possible
    #[arg(long = "person", default_values = ["Ada", "Ben"], value_name = "NAME")]
    people: Vec<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    tracing_subscriber::fmt().with_max_level(tracing::Level::WARN).init();
    match serve(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(arguments: Arguments) -> Result<(), LocalDiscordError> {
    let Arguments { listen, data, token, bot, channels, people } = arguments;
    let config = LocalDiscordConfig {
        bot_token: token,
        bot_name: bot,
        channels,
        people,
        ..LocalDiscordConfig::new(listen, data)
    };
    let room = LocalDiscord::start(config).await?;
    println!("Open {} in a browser.", room.page_url());
    println!("A bot connects to {} with the token {}. Ctrl-C ends the room.", room.api_base(), room.token());
    tokio::select! {
        _ = tokio::signal::ctrl_c() => room.shutdown().await,
        () = room.ended() => {}
    }
    Ok(())
}
