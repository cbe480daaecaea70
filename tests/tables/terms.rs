//! Variants, options and numbers of seats, as the host sets them.

use engine::Language;
use engine::catalog;
use serde_json::json;
use upcard::tables::{LobbyAct, NewTable};

use crate::common::*;

#[tokio::test]
async fn options_are_the_hosts_and_are_checked() {
    let House { room, dir: _dir } = House::new().await;
    let game = catalog::game(games()[0]).unwrap();
    // The first option, the number of players, would turn it into another variant.
    let knob = game.knobs()[1];
    let table = room.create(new_table(game.id(), 1)).await.unwrap().snapshot.table;
    ask(&room, &table, 1, LobbyAct::Join).await.unwrap();
    let set = |value: serde_json::Value| LobbyAct::SetOptions([(knob.key.to_owned(), value)].into_iter().collect());
    assert!(words(ask(&room, &table, 1, set(json!(true))).await).contains("Only the host, Ada"));
    let wrong = words(ask(&room, &table, 0, set(json!("no such value"))).await);
    assert!(wrong.contains(knob.key), "{wrong}");
    let good = knob.kind.read(knob.kind.examples().last().unwrap()).unwrap();
    let changed = ask(&room, &table, 0, set(good.clone())).await.unwrap().snapshot;
    assert_eq!(
        news(&changed),
        [format!("Ada set {} to {}.", knob.title(Language::English), knob.words(&good, Language::English))]
    );
    let back = ask(&room, &table, 0, set(serde_json::Value::Null)).await.unwrap().snapshot;
    assert_eq!(news(&back), [format!("Ada set {} back to usual.", knob.title(Language::English))]);
    assert!(words(ask(&room, &table, 0, LobbyAct::SetSeats(9)).await).contains("not 9"));
    assert!(words(ask(&room, &table, 0, LobbyAct::SetVariant("chess".into())).await).contains("no variant"));
    assert_eq!(
        look(&room, &table).await.terms.options.clone().unwrap(),
        game.variants()[0].options,
        "nothing is changed any more"
    );
    let kept = [(knob.key.to_owned(), good.clone())].into_iter().collect();
    ask(&room, &table, 0, LobbyAct::SetOptions(kept)).await.unwrap();
    assert_eq!(look(&room, &table).await.terms.options.clone().unwrap()[knob.key], good);
    let last = game.variants().last().unwrap().clone();
    let varied = ask(&room, &table, 0, LobbyAct::SetVariant(last.id.to_owned())).await.unwrap().snapshot;
    assert_eq!(varied.terms.variant_title(Language::English), last.title.says(Language::English));
}

#[tokio::test]
async fn a_number_of_seats_gives_way_to_a_variant_that_it_does_not_fit_and_can_be_left_open_again() {
    let House { room, dir: _dir } = House::new().await;
    let two = NewTable { seats: Some(2), ..new_table("gin-rummy", 1) };
    let table = room.create(two).await.unwrap().snapshot.table;
    let three = ask(&room, &table, 0, LobbyAct::SetVariant("three-hand".to_owned())).await.unwrap().snapshot;
    assert_eq!(three.terms.counts, [3]);
    let table = room.create(new_table("key-of-the-door", 2)).await.unwrap().snapshot;
    let fixed = ask(&room, &table.table, 0, LobbyAct::SetSeats(3)).await.unwrap().snapshot;
    assert_eq!(fixed.terms.counts, [3]);
    let kept = ask(&room, &table.table, 0, LobbyAct::SetVariant("assisted".to_owned())).await.unwrap().snapshot;
    assert_eq!(kept.terms.counts, [3], "what fits stays");
    let open = ask(&room, &table.table, 0, LobbyAct::SetSeats(0)).await.unwrap().snapshot;
    assert!(open.terms.counts.len() > 1);
}

#[tokio::test]
async fn another_variant_has_its_own_options_and_none_of_those_set_before() {
    let House { room, dir: _dir } = House::new().await;
    let table = room.create(new_table("gin-rummy", 1)).await.unwrap().snapshot.table;
    let target = [("target".to_owned(), json!(50))].into_iter().collect();
    ask(&room, &table, 0, LobbyAct::SetOptions(target)).await.unwrap();
    let varied = ask(&room, &table, 0, LobbyAct::SetVariant("oklahoma".to_owned())).await.unwrap().snapshot;
    let told = "Ada chose the variant Oklahoma; its own options hold, those set before do not.";
    assert_eq!(news(&varied), [told]);
    let oklahoma = catalog::game("gin-rummy").unwrap().variant("oklahoma").unwrap();
    assert_eq!(look(&room, &table).await.terms.options.clone().unwrap(), oklahoma.options);
}

#[tokio::test]
async fn no_terms_are_set_that_are_for_fewer_than_sit_there() {
    let House { room, dir: _dir } = House::new().await;
    let table = room.create(new_table("key-of-the-door", 1)).await.unwrap().snapshot.table;
    for who in [1, 2] {
        ask(&room, &table, who, LobbyAct::Join).await.unwrap();
    }
    let two = words(ask(&room, &table, 0, LobbyAct::SetSeats(2)).await);
    assert_eq!(two, "3 people are seated, and that would be for 2.");
    ask(&room, &table, 0, LobbyAct::SetSeats(3)).await.unwrap();
}

#[tokio::test]
async fn a_table_is_called_by_the_variant_whose_options_it_has() {
    let House { room, dir: _dir } = House::new().await;
    let players = |n: u8| [("players".to_owned(), json!(n))].into_iter().collect();
    let table = room.create(new_table("gin-rummy", 1)).await.unwrap().snapshot.table;
    let named = async |options| {
        ask(&room, &table, 0, LobbyAct::SetOptions(options)).await.unwrap().snapshot.terms.variant.clone()
    };
    assert_eq!(named(players(3)).await, "three-hand");
    assert_eq!(named(players(4)).await, "four-hand");
    assert_eq!(named([("partners_talk".to_owned(), json!(true))].into_iter().collect()).await, "four-hand");
    let opened = NewTable { options: players(3), ..new_table("gin-rummy", 2) };
    assert_eq!(room.create(opened).await.unwrap().snapshot.terms.variant, "three-hand");
}
