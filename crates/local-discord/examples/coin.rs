//! A bot that is nobody's in particular: `/flip` tosses a coin, and a button tosses it again.
//!
//! `cargo run -p local-discord --example coin -- http://127.0.0.1:8080 local-room`

use serenity::all::{
    Client, Context, CreateActionRow, CreateButton, CreateCommand, CreateInteractionResponse,
    CreateInteractionResponseMessage, EventHandler, GatewayIntents, Interaction, Ready,
};
use serenity::client::ClientBuilder;
use serenity::http::HttpBuilder;

struct Coin;

#[serenity::async_trait]
impl EventHandler for Coin {
    async fn ready(&self, context: Context, _: Ready) {
        let flip = CreateCommand::new("flip").description("Tosses a coin");
        if let Err(error) = context.http.create_global_command(&flip).await {
            eprintln!("The command could not be registered: {error}");
        }
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let again = CreateActionRow::Buttons(vec![CreateButton::new("again").label("Again")]);
        let toss = |tossed: &str| {
            CreateInteractionResponseMessage::new().content(tossed.to_owned()).components(vec![again.clone()])
        };
        // An id is made of time and a counter: even as often as odd.
        let side = if interaction.id().get().is_multiple_of(2) { "Heads" } else { "Tails" };
        let answered = match &interaction {
            Interaction::Command(command) => {
                command.create_response(&context.http, CreateInteractionResponse::Message(toss(side))).await
            }
            Interaction::Component(press) => {
                let tossed = format!("{}, {side}", press.message.content);
                press.create_response(&context.http, CreateInteractionResponse::UpdateMessage(toss(&tossed))).await
            }
            _ => Ok(()),
        };
        if let Err(error) = answered {
            eprintln!("It could not be answered: {error}");
        }
    }
}

/// The bot, as it would be on Discord but for its base URL.
pub async fn bot(base: &str, token: &str) -> serenity::Result<Client> {
    // The local Discord has its own pace, and a base URL is what this library calls a proxy.
    let http = HttpBuilder::new(token).proxy(base).ratelimiter_disabled(true).build();
    ClientBuilder::new_with_http(http, GatewayIntents::non_privileged()).event_handler(Coin).await
}

#[tokio::main]
#[allow(dead_code, reason = "a test runs the bot itself")]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let base = arguments.next().unwrap_or_else(|| "http://127.0.0.1:8080".to_owned());
    let token = arguments.next().unwrap_or_else(|| "local-room".to_owned());
    let ended = match bot(&base, &token).await {
        Ok(mut client) => client.start().await,
        Err(error) => Err(error),
    };
    if let Err(error) = ended {
        eprintln!("{error}");
    }
}
