//! A small bot on the real library: what it can read and send, any bot can.

use std::sync::Arc;

use local_discord::LocalDiscord;
use serenity::all::{
    AutocompleteChoice, Client, CommandInteraction, ComponentInteraction, Context, CreateAutocompleteResponse,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    EditInteractionResponse, EventHandler, GatewayIntents, Interaction, ModalInteraction, Ready, ResolvedValue,
    ShardManager, UserId,
};
use serenity::http::HttpBuilder;

use serde_json::{Value, json};

/// A PNG picture of one pixel.
pub(crate) const DOT: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8,
    6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0x0d, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x60, 0x60, 0xf8,
    0xff, 0x1f, 0, 4, 2, 1, 0xff, 0xa7, 0x5d, 0x81, 0xa3, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

pub(crate) struct Running {
    shards: Arc<ShardManager>,
    task: tokio::task::JoinHandle<()>,
}

impl Running {
    pub(crate) async fn stop(self) {
        self.shards.shutdown_all().await;
        let _ = tokio::time::timeout(std::time::Duration::from_secs(5), self.task).await;
    }
}

pub(crate) async fn start(room: &LocalDiscord) -> Running {
    let direct = reqwest::Client::builder().no_proxy().build().unwrap();
    let http = HttpBuilder::new(room.token()).client(direct).proxy(room.api_base()).ratelimiter_disabled(true).build();
    let intents = GatewayIntents::non_privileged();
    let mut client =
        serenity::client::ClientBuilder::new_with_http(http, intents).event_handler(Handler).await.unwrap();
    let shards = client.shard_manager.clone();
    let task = tokio::spawn(async move { run(&mut client).await });
    Running { shards, task }
}

async fn run(client: &mut Client) {
    client.start_autosharded().await.unwrap();
}

struct Handler;

#[serenity::async_trait]
impl EventHandler for Handler {
    async fn ready(&self, context: Context, _: Ready) {
        let commands = vec![
            json!({"name": "echo", "description": "Says it again", "options": [
                {"type": 3, "name": "words", "description": "What to say", "required": true, "autocomplete": true}]}),
            json!({"name": "tell", "description": "Tells somebody", "options": [
                {"type": 6, "name": "who", "description": "Whom", "required": true}]}),
        ];
        context.http.create_global_commands(&commands).await.unwrap();
        // The library reads what the room says about itself.
        context.http.get_current_user().await.unwrap();
        context.http.get_current_application_info().await.unwrap();
        let guild = context.http.get_guilds(None, None).await.unwrap()[0].id;
        context.http.get_guild(guild).await.unwrap();
        context.http.get_channels(guild).await.unwrap();
        context.http.get_guild_roles(guild).await.unwrap();
        assert_eq!(context.http.get_global_commands().await.unwrap().len(), 2);
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        match interaction {
            Interaction::Autocomplete(typing) => complete(&context, &typing).await,
            Interaction::Command(command) if command.data.name == "echo" => echo(&context, &command).await,
            Interaction::Command(command) => tell(&context, &command).await,
            Interaction::Component(component) => press(&context, &component).await,
            Interaction::Modal(modal) => submitted(&context, &modal).await,
            _ => {}
        }
    }
}

async fn complete(context: &Context, typing: &CommandInteraction) {
    let words = typing.data.autocomplete().unwrap().value;
    let choice = AutocompleteChoice::new(format!("{words}!"), format!("{words}!"));
    let answer = CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new().set_choices(vec![choice]));
    typing.create_response(&context.http, answer).await.unwrap();
}

fn board(text: &str) -> Value {
    json!({"flags": 1 << 15, "components": [{"type": 17, "accent_color": 0x33_99_66, "components": [
        {"type": 10, "content": text},
        {"type": 1, "components": [
            {"type": 2, "style": 1, "label": "More", "custom_id": "more"},
            {"type": 2, "style": 2, "label": "Ask", "custom_id": "ask"}]}]}]})
}

async fn echo(context: &Context, command: &CommandInteraction) {
    let words = command.data.options[0].value.as_str().unwrap();
    assert!(command.member.as_ref().unwrap().permissions.is_some());
    assert_eq!(command.channel.as_ref().unwrap().name.as_deref(), Some("general"));
    let body = json!({"type": 4, "data": board(&format!("**{words}**"))});
    context.http.create_interaction_response(command.id, &command.token, &body, vec![]).await.unwrap();
}

async fn press(context: &Context, component: &ComponentInteraction) {
    let body = match component.data.custom_id.as_str() {
        "more" => json!({"type": 7, "data": board("**hello**, again")}),
        "ask" => json!({"type": 9, "data": {"custom_id": "form", "title": "Your answer", "components": [
            {"type": 1, "components": [{"type": 4, "custom_id": "answer", "style": 1, "label": "Answer"}]}]}}),
        _ => {
            assert!(component.guild_id.is_none() && component.member.is_none());
            assert_eq!(component.user.global_name.as_deref(), Some("Ben"));
            json!({"type": 6})
        }
    };
    context.http.create_interaction_response(component.id, &component.token, &body, vec![]).await.unwrap();
}

async fn submitted(context: &Context, modal: &ModalInteraction) {
    let serenity::all::ActionRowComponent::InputText(input) = &modal.data.components[0].components[0] else {
        panic!("no text input");
    };
    assert!(modal.message.is_some());
    let text = format!("You wrote {}", input.value.as_deref().unwrap());
    let message = CreateInteractionResponseMessage::new().content(text).ephemeral(true);
    modal.create_response(&context.http, CreateInteractionResponse::Message(message)).await.unwrap();
}

async fn tell(context: &Context, command: &CommandInteraction) {
    let http = &context.http;
    command
        .create_response(http, CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new()))
        .await
        .unwrap();
    let ResolvedValue::User(who, _) = command.data.options()[0].value else { panic!("no user") };
    let dm = UserId::create_dm_channel(who.id, http).await.unwrap();
    let body = json!({"content": format!("A word from <@{}>", command.user.id), "components": [
        {"type": 1, "components": [{"type": 2, "style": 3, "label": "Thanks", "custom_id": "thanks"}]}]});
    let sent = http.send_message(dm.id, vec![], &body).await.unwrap();
    assert_eq!(sent.mentions.len(), 1);
    http.get_message(dm.id, sent.id).await.unwrap();
    let before = command.get_response(http).await.unwrap();
    assert!(before.flags.unwrap().contains(serenity::all::MessageFlags::LOADING));
    command.edit_response(http, EditInteractionResponse::new().content("told")).await.unwrap();
    let more = CreateInteractionResponseFollowup::new().content("followed up").ephemeral(true);
    let follow = command.create_followup(http, more).await.unwrap();
    command.get_followup(http, follow.id).await.unwrap();
}
