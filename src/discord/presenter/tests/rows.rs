//! What follows from what, in orders of events: those that tests of the whole bot provoke, and those that once went
//! wrong. Each line is an event and what is done about it; what was done about it ends when the row says so.

use super::table::*;
use super::table::{ADA, BEN, CYD};
use super::*;
use crate::discord::presenter::effect::Which;
use crate::discord::presenter::event::Event;
use crate::tables::Stage;

macro_rules! rows {
    ($($(#[$doc:meta])* $name:ident, $start:ident: $($event:expr => $follows:literal),+;)+) => {$(
        $(#[$doc])*
        #[test]
        fn $name() {
            let mut table = Table::$start();
            let mut n = 0;
            $(
                n += 1;
                let event: Box<dyn FnOnce(&mut Table) -> Vec<String>> = Box::new($event);
                let mut follows: Vec<&str> = $follows.split("; ").filter(|note| !note.is_empty()).collect();
                follows.sort_unstable();
                assert_eq!(event(&mut table), follows, "line {n}: {}", stringify!($event));
            )+
        }
    )+};
}

type Heard = Vec<String>;

fn with<T>(change: impl FnOnce(&mut Table) -> T) -> impl FnOnce(&mut Table) -> Heard {
    move |table| {
        let _ = change(table);
        Vec::new()
    }
}

/// The table changes, and more is as it says from then on.
fn changes(change: impl FnOnce(&mut Table)) -> impl FnOnce(&mut Table) -> Heard {
    move |table| {
        change(table);
        table.changes()
    }
}

fn moves() -> impl FnOnce(&mut Table) -> Heard {
    changes(|_| {})
}

/// A hand ends, and the next one is dealt.
fn deals() -> impl FnOnce(&mut Table) -> Heard {
    changes(|table| {
        table.ended.push(ended(table.deal));
        table.deal += 1;
    })
}

fn is_over() -> impl FnOnce(&mut Table) -> Heard {
    changes(|table| {
        table.stage = Stage::Over;
        table.players.clear();
    })
}

fn invites(user: u64) -> impl FnOnce(&mut Table) -> Heard {
    changes(move |table| table.invited = vec![user])
}

fn waits_for(whom: Option<(u64, &'static str)>) -> impl FnOnce(&mut Table) -> Heard {
    changes(move |table| table.waited_for = whom)
}

/// From now on these race.
fn race(whom: &'static [(u64, &'static str)]) -> impl FnOnce(&mut Table) -> Heard {
    changes(move |table| {
        table.waited_for = None;
        table.racing = whom.to_vec();
        table.races = true;
    })
}

/// A press that changes the table.
fn presses(user: u64, on: On) -> impl FnOnce(&mut Table) -> Heard {
    move |table| {
        let sight = table.next();
        table.press(sight, user, on)
    }
}

/// A command that changes nothing.
fn asks(user: u64, on: On) -> impl FnOnce(&mut Table) -> Heard {
    move |table| {
        let sight = table.sight();
        table.press(sight, user, on)
    }
}

fn ends(which: Which) -> impl FnOnce(&mut Table) -> Heard {
    move |table| table.ends(which, None)
}

fn fails(which: Which, failure: Failure) -> impl FnOnce(&mut Table) -> Heard {
    move |table| table.ends(which, Some(failure))
}

fn passes(seconds: u64) -> impl FnOnce(&mut Table) -> Heard {
    move |table| table.passes(seconds)
}

fn holds() -> impl FnOnce(&mut Table) -> Heard {
    |table| table.step(Event::Hold)
}

fn releases() -> impl FnOnce(&mut Table) -> Heard {
    |table| table.step(Event::Release)
}

fn acts(user: u64) -> impl FnOnce(&mut Table) -> Heard {
    move |table| table.step(Event::Acts(UserId(user)))
}

/// Hands were shown as answers: ephemeral ones.
fn opens(user: u64) -> impl FnOnce(&mut Table) -> Heard {
    move |table| table.shown(user, table.rev, true, false)
}

fn shows(which: Which, rev: u64) -> impl FnOnce(&mut Table) -> Heard {
    with(move |table| assert_eq!(table.showing(which), rev))
}

fn turn(which: Which) -> impl FnOnce(&mut Table) -> Heard {
    move |table| table.turn(which)
}

fn by_button(user: u64) -> impl FnOnce(&mut Table) -> Heard {
    with(move |table| table.by_button.insert(user))
}

fn on_board() -> On {
    On::Board(MessageId(AT_BOARD))
}

fn late(message: u64) -> impl FnOnce(&mut Table) -> Heard {
    move |table| {
        let sight = table.sight();
        table.step(Event::Late(sight, MessageId(message)))
    }
}

fn typed() -> On {
    On::Typed(Box::new(screens::note("Played.").unwrap()))
}

fn renames() -> impl FnOnce(&mut Table) -> Heard {
    |table| {
        let sight = Arc::into_inner(table.sight()).unwrap();
        table.step(Event::Show(Arc::new(Sight { renamed: true, ..sight })))
    }
}

fn lingers() -> impl FnOnce(&mut Table) -> Heard {
    |table| {
        let sight = Arc::into_inner(table.sight()).unwrap();
        table.step(Event::Show(Arc::new(Sight { lingers: true, ..sight })))
    }
}

fn is(holds: impl FnOnce(&Table) -> bool) -> impl FnOnce(&mut Table) -> Heard {
    with(|table| assert!(holds(table)))
}

rows! {
    // The board.
    a_lobby_is_posted_and_then_changed, fresh:
        moves() => "board: post",
        ends(BOARD) => "",
        moves() => "board: edit 101";
    a_command_that_opens_a_table_is_answered_by_its_lobby, fresh:
        presses(ADA, On::Command) => "board: post answers",
        ends(BOARD) => "ack";
    a_thread_is_told_of_once_its_lobby_is_there, fresh:
        presses(ADA, On::Thread) => "board: post answers",
        ends(BOARD) => "say a welcome";
    a_command_finds_the_lobby_already_there, lobby:
        asks(BEN, On::Command) => "say a welcome";
    a_thread_that_takes_no_messages_is_told_of_in_the_answer, fresh:
        presses(ADA, On::Thread) => "board: post answers",
        fails(BOARD, Failure::Locked) => "say a complaint";
    a_press_is_answered_by_the_board_it_was_on, playing:
        holds() => "",
        presses(ADA, on_board()) => "board: edit 10 answers; hand 1: edit 11; hand 2: edit 12",
        ends(BOARD) => "ack";
    a_change_waits_for_the_press_that_made_it, playing:
        holds() => "",
        moves() => "",
        asks(ADA, on_board()) => "board: edit 10 answers; hand 1: edit 11; hand 2: edit 12";
    a_press_that_changed_nothing_lets_others_go_on, playing:
        holds() => "",
        moves() => "",
        releases() => "board: edit 10; hand 1: edit 11; hand 2: edit 12";
    of_two_who_press_at_once_neither_waits, playing:
        holds() => "",
        holds() => "",
        presses(ADA, on_board()) => "ack",
        presses(BEN, on_board()) => "board: edit 10 answers; hand 1: edit 11; hand 2: edit 12";
    a_double_click_is_refused_and_answered_once, playing:
        holds() => "",
        holds() => "",
        presses(ADA, on_board()) => "ack",
        releases() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        releases() => "";
    a_press_on_a_busy_board_is_acknowledged_and_shown_later, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        presses(BEN, on_board()) => "ack",
        ends(BOARD) => "board: edit 10",
        shows(BOARD, 7) => "";
    states_in_between_are_skipped, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        moves() => "",
        moves() => "",
        ends(BOARD) => "board: edit 10",
        shows(BOARD, 8) => "",
        ends(BOARD) => "";
    an_older_state_never_follows_a_newer_one, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        |table| {
            table.rev -= 2;
            table.changes()
        } => "",
        ends(BOARD) => "",
        |table| {
            table.rev -= 1;
            table.changes()
        } => "";
    a_slow_hand_holds_up_no_board, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        ends(BOARD) => "",
        moves() => "board: edit 10",
        ends(hand(ADA)) => "hand 1: edit 11",
        shows(hand(ADA), 7) => "";
    what_is_only_for_the_presser_follows_the_board, playing:
        with(|table| {
            table.players = vec![(ADA, false), (BEN, false)];
            table.told = Some(ADA);
        }) => "",
        presses(ADA, on_board()) => "board: edit 10 answers; hand 1: edit 11; hand 2: edit 12",
        ends(BOARD) => "say what one person is told";
    a_slip_is_told_while_the_board_is_busy, playing:
        with(|table| table.players = vec![(ADA, false), (BEN, false)]) => "",
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        with(|table| table.told = Some(ADA)) => "",
        presses(ADA, on_board()) => "say what one person is told";

    // Results.
    how_a_hand_ended_takes_the_boards_place_once, playing:
        deals() => "board: 1 results, edit 10; hand 1: follow 11 says; hand 2: follow 12 says",
        ends(BOARD) => "",
        |table| {
            table.ended.push(ended(1));
            let sight = table.sight();
            table.ended.clear();
            table.step(Event::Show(sight))
        } => "",
        moves() => "board: edit 101";
    how_a_hand_ended_stays_until_the_next_is_wanted, playing:
        with(|table| table.rests = true) => "",
        deals() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        ends(BOARD) => "",
        ends(hand(ADA)) => "",
        ends(hand(BEN)) => "",
        with(|table| table.rests = false) => "",
        |table| {
            let sight = table.sight();
            table.step(Event::Show(sight))
        } => "board: 1 results, edit 10; hand 1: follow 11 says; hand 2: follow 12 says",
        with(|table| table.rests = true) => "",
        |table| {
            let sight = table.sight();
            table.step(Event::Show(sight))
        } => "";
    a_result_that_comes_while_the_board_is_busy_is_posted_next, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        deals() => "",
        ends(BOARD) => "board: 1 results, edit 10",
        deals() => "",
        ends(BOARD) => "board: 1 results, edit 101";
    results_that_could_not_be_posted_are_posted_with_the_next, playing:
        deals() => "board: 1 results, edit 10; hand 1: follow 11 says; hand 2: follow 12 says",
        fails(BOARD, away()) => "",
        deals() => "",
        is(|table| table.state.board.is_owed()) => "",
        passes(10) => "board: 2 results, edit 10";
    a_result_stays_where_the_next_board_cannot_be_posted, playing:
        deals() => "board: 1 results, edit 10; hand 1: follow 11 says; hand 2: follow 12 says",
        |table| table.ends_after_results(Failure::Forbidden) => "complain",
        is(|table| table.state.board.is_owed() && !table.state.is_quiet(table.now)) => "",
        moves() => "board: post",
        ends(BOARD) => "",
        late(AT_BOARD) => "";
    a_press_that_ends_a_hand_is_answered_by_the_result, playing:
        |table| {
            table.ended.push(ended(1));
            let sight = table.next();
            table.press(sight, ADA, on_board())
        } => "board: 1 results, edit 10 answers; hand 1: edit 11; hand 2: edit 12",
        ends(BOARD) => "ack";
    what_ended_before_a_presenter_began_is_posted_by_whoever_acts_first, fresh:
        |table| {
            (table.rev, table.stage, table.deal) = (5, Stage::Playing, 2);
            let known = vec![table.posted(BOARD, AT_BOARD)];
            table.rev = 7;
            table.step(Event::Recall(known, vec![(6, vec![ended(1)])]))
        } => "",
        moves() => "board: 1 results, edit 10";
    what_a_start_finds_ended_is_posted_once, found:
        |table| {
            let sight = table.next();
            table.step(Event::Missed(sight, vec![(6, vec![ended(1)])]))
        } => "board: 1 results, edit 10; hand 1: edit 11; hand 2: edit 12",
        |table| {
            let sight = table.sight();
            table.step(Event::Missed(sight, vec![(6, vec![ended(1)])]))
        } => "",
        ends(BOARD) => "board: edit 101";
    what_the_board_shows_already_is_not_posted_again, found:
        |table| {
            let sight = table.next();
            table.step(Event::Missed(sight, vec![(5, vec![ended(1)])]))
        } => "board: edit 10; hand 1: edit 11; hand 2: edit 12";

    // What Discord refuses, or does not answer.
    a_failing_server_is_asked_again_after_a_while, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        fails(BOARD, away()) => "",
        passes(1) => "",
        passes(3) => "board: edit 10",
        fails(BOARD, away()) => "",
        passes(3) => "",
        passes(3) => "board: edit 10";
    a_limit_is_waited_out_as_long_as_it_says, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        fails(BOARD, Failure::Limited(Duration::from_secs(60))) => "",
        ends(hand(ADA)) => "",
        presses(ADA, on_board()) => "ack; hand 1: edit 11",
        passes(60) => "board: edit 10";
    after_an_outage_a_press_shows_its_board_at_once, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        fails(BOARD, away()) => "",
        fails(hand(ADA), away()) => "",
        presses(ADA, on_board()) => "board: edit 10 answers; hand 1: edit 11";
    any_success_ends_the_wait_of_other_messages, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        fails(BOARD, away()) => "",
        fails(hand(ADA), away()) => "",
        ends(hand(BEN)) => "board: edit 10; hand 1: edit 11";
    what_may_not_be_posted_is_not_tried_without_end, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        fails(BOARD, Failure::Forbidden) => "complain",
        passes(3000) => "",
        moves() => "board: edit 10";
    whoever_presses_hears_why_the_board_cannot_be_shown, playing:
        presses(ADA, on_board()) => "board: edit 10 answers; hand 1: edit 11; hand 2: edit 12",
        fails(BOARD, Failure::Forbidden) => "say a complaint";
    whoever_opens_a_table_where_we_may_not_write_is_told, fresh:
        presses(ADA, On::Command) => "board: post answers",
        fails(BOARD, Failure::NoAccess) => "say a complaint";
    a_restart_complains_of_no_board_again, found:
        |table| {
            let sight = table.next();
            table.step(Event::Missed(sight, Vec::new()))
        } => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        fails(BOARD, Failure::Forbidden) => "",
        moves() => "board: edit 10",
        fails(BOARD, Failure::Forbidden) => "complain";
    a_lobby_whose_channel_is_gone_is_closed, lobby:
        moves() => "board: edit 101",
        fails(BOARD, Failure::NoChannel) => "close; complain";
    a_match_whose_channel_is_gone_goes_on_without_its_results, playing:
        deals() => "board: 1 results, edit 10; hand 1: follow 11 says; hand 2: follow 12 says",
        fails(BOARD, Failure::NoChannel) => "complain",
        is(|table| !table.state.board.is_owed()) => "",
        moves() => "board: edit 10";
    what_broke_off_is_tried_again, playing:
        deals() => "board: 1 results, edit 10; hand 1: follow 11 says; hand 2: follow 12 says",
        |table| table.breaks(BOARD) => "",
        |table| table.breaks(hand(ADA)) => "",
        passes(10) => "board: 1 results, edit 10; hand 1: follow 11 says";

    // The board, posted again.
    a_board_that_is_asked_for_is_posted_below, playing:
        asks(ADA, On::Anew) => "board: follow 10 links answers",
        ends(BOARD) => "ack",
        moves() => "board: edit 101; hand 1: edit 11; hand 2: edit 12";
    a_board_that_is_asked_for_twice_is_posted_twice, playing:
        asks(ADA, On::Anew) => "board: follow 10 links answers",
        asks(BEN, On::Anew) => "say an answer",
        ends(BOARD) => "ack; board: follow 101 links",
        ends(BOARD) => "";
    a_board_that_is_asked_for_stands_once_although_its_answers_are_lost, playing:
        asks(ADA, On::Anew) => "board: follow 10 links answers",
        fails(BOARD, away()) => "say an answer",
        passes(4) => "board: follow 10 links",
        |table| table.breaks(BOARD) => "",
        passes(10) => "board: follow 10 links",
        ends(BOARD) => "";
    a_board_that_is_asked_for_before_there_is_one_is_the_first, fresh:
        presses(ADA, On::Anew) => "board: post answers",
        ends(BOARD) => "ack",
        moves() => "board: edit 101";
    an_old_board_is_followed_by_a_younger_one, playing:
        passes(3600) => "",
        moves() => "board: follow 10 goes; hand 1: follow 11 goes; hand 2: follow 12 goes",
        ends(BOARD) => "",
        moves() => "board: edit 101";
    how_a_match_ended_stays_where_it_is, playing:
        passes(3600) => "",
        is_over() => "board: edit 10; hand 1: end 11 by the end of a hand; hand 2: end 12 by the end of a hand";
    an_old_board_says_where_the_new_one_is, playing:
        presses(ADA, On::Board(MessageId(9))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12; replace by an old board",
        presses(ADA, On::Board(MessageId(9))) => "ack",
        late(9) => "",
        ends(BOARD) => "board: edit 10",
        ends(BOARD) => "",
        late(9) => "orphan 9",
        late(AT_BOARD) => "";
    a_board_that_became_a_result_stays_as_it_is, playing:
        deals() => "board: 1 results, edit 10; hand 1: follow 11 says; hand 2: follow 12 says",
        ends(BOARD) => "",
        late(AT_BOARD) => "",
        asks(ADA, on_board()) => "ack";

    // Names.
    a_new_name_is_shown_where_nobody_does_anything, playing:
        renames() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        ends(BOARD) => "";
    nobody_is_called_for_a_new_name, playing:
        passes(3600) => "",
        renames() => "board: follow 10 goes",
        is(|table| !table.state.quiet) => "";
    a_new_name_after_a_start_complains_of_no_board, found:
        renames() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        fails(BOARD, Failure::Forbidden) => "";

    // The house thinks for long.
    the_board_alone_says_that_the_house_lingers, playing:
        lingers() => "board: edit 10",
        ends(BOARD) => "",
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12";

    // Hands by direct message.
    a_match_begins_with_a_hand_for_each, lobby:
        changes(|table| {
            table.stage = Stage::Playing;
            table.players = vec![(ADA, true), (BEN, true)];
        }) => "board: edit 101; hand 1: post; hand 2: post",
        ends(hand(ADA)) => "",
        ends(hand(BEN)) => "",
        moves() => "hand 1: edit 102; hand 2: edit 103";
    games_without_cards_send_no_hands, lobby:
        changes(|table| {
            table.stage = Stage::Playing;
            table.players = vec![(ADA, false), (BEN, false)];
        }) => "board: edit 101";
    a_press_on_a_hand_is_answered_by_the_hand, playing:
        presses(ADA, On::Direct(MessageId(11))) => "board: edit 10; hand 1: edit 11 answers; hand 2: edit 12",
        ends(hand(ADA)) => "",
        presses(ADA, On::Direct(MessageId(11))) => "hand 1: edit 11 answers";
    a_press_on_a_busy_hand_is_acknowledged, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        presses(ADA, On::Direct(MessageId(11))) => "ack",
        ends(hand(ADA)) => "hand 1: edit 11";
    a_hand_that_is_not_on_record_ends_when_it_is_pressed, playing:
        presses(ADA, On::Direct(MessageId(99))) =>
            "board: edit 10; hand 1: edit 11; hand 2: edit 12; replace by the end of a hand";
    the_hand_of_an_earlier_deal_tells_how_that_ended, playing:
        deals() => "board: 1 results, edit 10; hand 1: follow 11 says; hand 2: follow 12 says",
        ends(hand(ADA)) => "",
        moves() => "hand 1: edit 101";
    a_hand_whose_deal_ended_unseen_goes, playing:
        changes(|table| table.deal += 1) => "board: edit 10; hand 1: follow 11 goes; hand 2: follow 12 goes";
    a_hand_ends_with_its_match_and_is_forgotten, playing:
        is_over() => "board: edit 10; hand 1: end 11 by the end of a hand; hand 2: end 12 by the end of a hand",
        ends(hand(ADA)) => "",
        fails(hand(BEN), away()) => "",
        is(|table| !table.state.hands.contains_key(&UserId(ADA)) && !table.state.is_settled()) => "",
        passes(4) => "hand 2: end 12 by the end of a hand";
    who_has_played_their_last_card_still_follows_the_table, playing:
        changes(|table| table.players[0].1 = false) => "board: edit 10; hand 1: edit 11; hand 2: edit 12";

    // Those whom no direct message reaches.
    whom_no_hand_reaches_the_board_tells_so, playing:
        deals() => "board: 1 results, edit 10; hand 1: follow 11 says; hand 2: follow 12 says",
        ends(BOARD) => "",
        fails(hand(BEN), Failure::NoDirect) => "board: edit 101",
        ends(BOARD) => "",
        moves() => "board: edit 101";
    whoever_presses_and_accepts_no_messages_any_more_is_told_where_the_hand_is, playing:
        |table| {
            table.deal += 1;
            let sight = table.next();
            table.press(sight, BEN, On::Direct(MessageId(12)))
        } => "board: edit 10; hand 1: follow 11 goes; hand 2: follow 12 goes answers",
        fails(hand(BEN), Failure::NoDirect) => "say where a hand is",
        ends(BOARD) => "board: edit 10";
    closed_messages_are_tried_at_a_deal_after_a_while, playing:
        with(|table| table.closed.extend([(ADA, 59), (BEN, 60)])) => "",
        changes(|table| table.deal += 1) =>
            "board: edit 10; hand 1: end 11 by where a hand is; hand 2: follow 12 goes";
    a_press_finds_messages_closed_and_a_hand_ends, playing:
        with(|table| table.closed.insert(ADA, 0)) => "",
        presses(ADA, On::Direct(MessageId(11))) =>
            "board: edit 10; hand 1: end 11 by where a hand is answers; hand 2: edit 12",
        ends(hand(ADA)) => "",
        ends(BOARD) => "board: edit 10";
    who_wants_a_button_from_now_on_is_left_no_old_hand, playing:
        by_button(ADA) => "",
        moves() => "board: edit 10; hand 1: end 11 by where a hand is; hand 2: edit 12",
        ends(hand(ADA)) => "",
        ends(BOARD) => "board: edit 10";
    who_wants_direct_messages_again_gets_one, playing:
        by_button(ADA) => "",
        moves() => "board: edit 10; hand 1: end 11 by where a hand is; hand 2: edit 12",
        ends(hand(ADA)) => "",
        with(|table| table.by_button.remove(&ADA)) => "",
        moves() => "hand 1: post";
    a_press_on_the_board_brings_the_hand_that_nothing_shows, playing:
        by_button(ADA) => "",
        moves() => "board: edit 10; hand 1: end 11 by where a hand is; hand 2: edit 12",
        ends(hand(ADA)) => "",
        ends(BOARD) => "board: edit 10",
        ends(BOARD) => "",
        presses(ADA, on_board()) => "board: edit 10 answers",
        ends(BOARD) => "whisper 1: post answers",
        ends(whisper(ADA)) => "",
        moves() => "board: edit 10; whisper 1: edit";
    moves_typed_with_closed_messages_leave_one_hand, playing:
        with(|table| {
            table.closed.insert(ADA, 0);
            table.players = vec![(ADA, true)];
        }) => "",
        moves() => "board: edit 10; hand 1: end 11 by where a hand is; hand 2: end 12 by the end of a hand",
        ends(hand(ADA)) => "",
        presses(ADA, typed()) => "whisper 1: post answers",
        ends(whisper(ADA)) => "",
        presses(ADA, typed()) => "whisper 1: edit says answers",
        presses(ADA, typed()) => "say an answer",
        ends(whisper(ADA)) => "whisper 1: edit";
    a_hand_that_was_dismissed_is_followed_by_another, playing:
        by_button(ADA) => "",
        moves() => "board: edit 10; hand 1: end 11 by where a hand is; hand 2: edit 12",
        ends(hand(ADA)) => "",
        opens(ADA) => "",
        moves() => "whisper 1: edit",
        |table| table.loses_whisper(ADA) => "",
        moves() => "",
        presses(ADA, typed()) => "whisper 1: post answers";
    a_typed_move_does_not_wait_for_a_hand_that_is_busy, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        presses(ADA, typed()) => "whisper 1: post beside answers",
        fails(whisper(ADA), Failure::Expired) => "",
        ends(hand(ADA)) => "hand 1: edit 11";
    an_ephemeral_hand_that_is_pressed_shows_the_next_state, playing:
        by_button(ADA) => "",
        moves() => "board: edit 10; hand 1: end 11 by where a hand is; hand 2: edit 12",
        ends(hand(ADA)) => "",
        opens(ADA) => "",
        presses(ADA, On::Whisper) => "whisper 1: edit answers",
        moves() => "",
        ends(whisper(ADA)) => "whisper 1: edit";
    a_hand_opened_beside_direct_messages_ends_with_the_match, playing:
        opens(ADA) => "",
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        ends(hand(ADA)) => "",
        is_over() => "hand 1: end 11 by the end of a hand",
        ends(hand(ADA)) => "whisper 1: edit",
        ends(whisper(ADA)) => "";
    the_press_that_ends_a_match_ends_the_ephemeral_hand_it_was_made_on, found:
        |table| {
            table.stage = Stage::Over;
            table.players.clear();
            let sight = table.next();
            table.press(sight, ADA, On::Whisper)
        } => "board: edit 10; hand 1: end 11 by the end of a hand; hand 2: end 12 by the end of a hand; \
              whisper 1: edit beside answers";
    an_answer_that_failed_frees_no_hand_that_another_change_has_taken, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        presses(ADA, On::Whisper) => "whisper 1: edit beside answers",
        fails(whisper(ADA), Failure::Expired) => "",
        moves() => "",
        ends(hand(ADA)) => "hand 1: edit 11";

    // Hands that were shown as answers.
    a_hand_that_was_drawn_before_a_change_and_sent_after_it_is_shown_again, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        ends(hand(ADA)) => "",
        |table| table.shown(ADA, 5, false, true) => "hand 1: edit 11";
    a_draft_outlives_a_change_that_was_under_way, playing:
        moves() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        |table| table.shown(ADA, 6, false, true) => "",
        ends(hand(ADA)) => "hand 1: edit 11",
        ends(hand(ADA)) => "";
    a_presenter_stays_for_a_hand_that_only_it_knows_of, playing:
        is(|table| table.state.is_quiet(table.now)) => "",
        opens(ADA) => "",
        is(|table| !table.state.is_quiet(table.now)) => "",
        passes(14 * 60) => "",
        is(|table| table.state.is_quiet(table.now) && table.state.wake(table.now).is_none()) => "";

    // Invitations.
    an_invitation_changes_when_it_is_answered_and_not_before, lobby:
        invites(CYD) => "board: edit 101; invite 3: post",
        ends(invitation(CYD)) => "",
        ends(BOARD) => "",
        moves() => "board: edit 101",
        changes(|table| table.invited.clear()) => "invite 3: end 102 by an invitation",
        ends(invitation(CYD)) => "";
    who_is_sent_away_and_invited_again_gets_another_invitation, lobby:
        invites(CYD) => "board: edit 101; invite 3: post",
        ends(invitation(CYD)) => "",
        changes(|table| table.invited.clear()) => "invite 3: end 102 by an invitation",
        ends(invitation(CYD)) => "",
        invites(CYD) => "invite 3: post";
    whom_an_invitation_does_not_reach_the_lobby_lists, lobby:
        invites(CYD) => "board: edit 101; invite 3: post",
        ends(BOARD) => "",
        fails(invitation(CYD), Failure::NoDirect) => "board: edit 101",
        moves() => "";
    an_invitation_that_discord_did_not_take_is_sent_later, lobby:
        invites(CYD) => "board: edit 101; invite 3: post",
        fails(invitation(CYD), away()) => "",
        passes(4) => "invite 3: post";
    an_answer_on_an_invitation_changes_it, lobby:
        invites(CYD) => "board: edit 101; invite 3: post",
        ends(invitation(CYD)) => "",
        |table| {
            table.invited.clear();
            let sight = table.next();
            table.press(sight, CYD, On::Direct(MessageId(102)))
        } => "invite 3: end 102 by an invitation answers";
    a_host_hears_that_nobody_comes, lobby:
        changes(|table| table.stage = Stage::Closed) => "board: edit 101; tell 1 a refusal",
        ends(BOARD) => "",
        asks(ADA, on_board()) => "replace by an old board";
    a_host_who_wants_no_notices_is_not_told, lobby:
        with(|table| table.uncalled.insert(ADA)) => "",
        changes(|table| table.stage = Stage::Closed) => "board: edit 101";
    a_table_that_was_closed_a_while_ago_is_no_news, found:
        |table| {
            table.stage = Stage::Closed;
            table.players.clear();
            let sight = table.sight();
            table.step(Event::Show(sight))
        } => "";

    a_hand_comes_down_where_its_person_is_asked_below_the_messages_of_other_tables, playing:
        with(|table| table.few = Some(12)) => "",
        waits_for(Some((BEN, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        ends(BOARD) => "",
        ends(hand(ADA)) => "",
        ends(hand(BEN)) => "",
        renames() => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        ends(BOARD) => "",
        ends(hand(ADA)) => "",
        ends(hand(BEN)) => "",
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: follow 11 goes; hand 2: edit 12";
    a_hand_that_is_pressed_changes_where_it_is, playing:
        with(|table| table.few = Some(12)) => "",
        with(|table| table.waited_for = Some((ADA, "draw"))) => "",
        presses(ADA, On::Direct(MessageId(11))) => "board: edit 10; hand 1: edit 11 answers; hand 2: edit 12";

    // Notices.
    who_keeps_others_waiting_is_called_after_a_while, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(1) => "",
        passes(1) => "notice 1: post",
        ends(notice(ADA)) => "",
        waits_for(Some((BEN, "draw"))) => "notice 1: remove 101",
        ends(notice(ADA)) => "",
        passes(2) => "notice 2: post";
    who_moves_in_time_is_not_called, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(1) => "",
        waits_for(None) => "",
        passes(5) => "";
    who_acts_at_the_table_is_called_a_while_after_they_stop, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(1) => "",
        acts(ADA) => "",
        passes(1) => "",
        acts(ADA) => "",
        acts(BEN) => "",
        passes(1) => "",
        passes(1) => "notice 1: post";
    who_has_drawn_has_as_long_to_discard, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(1) => "",
        acts(ADA) => "",
        waits_for(Some((ADA, "discard"))) => "",
        passes(1) => "",
        passes(1) => "notice 1: post";
    what_others_do_at_the_table_lets_nobody_wait_longer, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(1) => "",
        acts(BEN) => "",
        passes(1) => "notice 1: post";
    a_notice_stands_while_its_person_acts_and_goes_when_they_have_moved, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(2) => "notice 1: post",
        ends(notice(ADA)) => "",
        acts(ADA) => "",
        passes(5) => "",
        waits_for(Some((BEN, "draw"))) => "notice 1: remove 101";
    who_is_called_at_another_table_is_called_here_when_they_have_moved_there, playing:
        with(|table| table.elsewhere.insert(ADA)) => "",
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(5) => "",
        is(|table| !table.state.is_quiet(table.now) && table.state.wake(table.now).is_none()) => "",
        |table| table.free(ADA) => "",
        passes(1) => "",
        passes(1) => "notice 1: post",
        ends(notice(ADA)) => "",
        is(|table| table.freed.is_empty()) => "",
        waits_for(None) => "notice 1: remove 101",
        ends(notice(ADA)) => "",
        is(|table| table.freed == [ADA]) => "";
    who_moves_while_another_table_calls_them_is_not_called_here, playing:
        with(|table| table.elsewhere.insert(ADA)) => "",
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(5) => "",
        waits_for(None) => "",
        is(|table| table.freed == [ADA]) => "",
        |table| table.free(ADA) => "",
        is(|table| table.freed == [ADA, ADA]) => "";
    a_notice_that_cannot_be_posted_leaves_it_to_other_tables, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(2) => "notice 1: post",
        fails(notice(ADA), Failure::Forbidden) => "",
        is(|table| table.freed == [ADA]) => "";
    whose_time_runs_out_is_called_whoever_else_calls_them, playing:
        with(|table| table.elsewhere.insert(ADA)) => "",
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(5) => "",
        |table| table.reminds(ADA) => "notice 1: post";
    whose_time_runs_out_is_called_once_more, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(2) => "notice 1: post",
        ends(notice(ADA)) => "",
        |table| table.reminds(ADA) => "notice 1: remove 101",
        ends(notice(ADA)) => "notice 1: post",
        ends(notice(ADA)) => "",
        passes(60) => "";
    whose_time_runs_out_before_anybody_was_called_is_called_at_once, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        |table| table.reminds(ADA) => "notice 1: post",
        ends(notice(ADA)) => "",
        waits_for(None) => "notice 1: remove 101";
    whose_time_runs_out_is_not_called_if_they_want_no_notices, playing:
        with(|table| table.uncalled.insert(ADA)) => "",
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        |table| table.reminds(ADA) => "";
    who_wants_no_notices_gets_none, playing:
        with(|table| table.uncalled.insert(ADA)) => "",
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(5) => "";
    a_race_calls_nobody_who_does_not_want_it, playing:
        race(&[(ADA, "make 7"), (BEN, "make 7")]) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(60) => "";
    each_race_is_announced_and_the_last_to_answer_is_called, playing:
        with(|table| table.patience = Duration::ZERO) => "",
        with(|table| table.uncalled.insert(ADA)) => "",
        race(&[(ADA, "make 7"), (BEN, "make 7")]) =>
            "board: edit 10; hand 1: edit 11; hand 2: edit 12; notice 2: post",
        ends(notice(BEN)) => "",
        |table| {
            table.racing.clear();
            changes(|table| table.waited_for = Some((BEN, "make 7")))(table)
        } => "notice 2: remove 101",
        ends(notice(BEN)) => "",
        passes(0) => "notice 2: post",
        ends(notice(BEN)) => "",
        race(&[(ADA, "make 9"), (BEN, "make 9")]) => "notice 2: remove 102",
        ends(notice(BEN)) => "",
        passes(0) => "notice 2: post";
    whoever_is_the_last_to_answer_is_called_though_nobody_remembers_the_race, fresh:
        |table| {
            (table.rev, table.stage, table.players) = (5, Stage::Playing, vec![(ADA, false), (BEN, false)]);
            (table.patience, table.races) = (Duration::ZERO, true);
            let known = vec![table.posted(BOARD, AT_BOARD), table.posted(notice(BEN), 20)];
            table.step(Event::Recall(known, Vec::new()))
        } => "",
        waits_for(Some((BEN, "make 7"))) => "board: edit 10; notice 2: remove 20",
        ends(notice(BEN)) => "",
        passes(0) => "notice 2: post";
    nobody_is_called_twice_in_one_turn, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(2) => "notice 1: post",
        ends(notice(ADA)) => "",
        waits_for(Some((ADA, "discard"))) => "notice 1: remove 101",
        ends(notice(ADA)) => "",
        passes(5) => "",
        waits_for(None) => "",
        waits_for(Some((ADA, "draw"))) => "",
        passes(2) => "notice 1: post";
    that_others_wait_stays_true_whatever_is_asked, playing:
        waits_for(Some((ADA, ""))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(2) => "notice 1: post",
        ends(notice(ADA)) => "",
        waits_for(Some((ADA, "discard"))) => "";
    who_is_waited_for_again_while_a_notice_goes_is_called_again, playing:
        waits_for(Some((ADA, "take"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(2) => "notice 1: post",
        ends(notice(ADA)) => "",
        waits_for(None) => "notice 1: remove 101",
        waits_for(Some((ADA, "draw"))) => "",
        ends(notice(ADA)) => "",
        passes(2) => "notice 1: post";
    a_notice_that_could_not_be_posted_is_posted_later, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(2) => "notice 1: post",
        fails(notice(ADA), away()) => "",
        passes(1) => "",
        passes(3) => "notice 1: post";
    a_notice_that_cannot_be_posted_is_not_tried_again, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(2) => "notice 1: post",
        fails(notice(ADA), Failure::Forbidden) => "",
        passes(60) => "",
        waits_for(Some((ADA, "draw"))) => "";
    a_notice_that_could_not_be_removed_goes_later, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        passes(2) => "notice 1: post",
        ends(notice(ADA)) => "",
        waits_for(None) => "notice 1: remove 101",
        fails(notice(ADA), away()) => "",
        waits_for(Some((ADA, "draw"))) => "",
        passes(4) => "notice 1: remove 101",
        ends(notice(ADA)) => "",
        passes(2) => "notice 1: post";
    who_waits_to_be_called_is_called_at_once_before_a_stop, playing:
        waits_for(Some((ADA, "draw"))) => "board: edit 10; hand 1: edit 11; hand 2: edit 12",
        |table| table.step(Event::Closing) => "notice 1: post",
        |table| table.step(Event::Closing) => "";
    a_notice_whose_words_nobody_remembers_goes_with_the_next_change, playing:
        |table| {
            let known = vec![table.posted(notice(ADA), 20)];
            table.step(Event::Recall(known, Vec::new()))
        } => "notice 1: remove 20";
    a_notice_that_stood_while_nothing_changed_is_remembered, fresh:
        |table| {
            (table.rev, table.stage, table.players) = (5, Stage::Playing, vec![(ADA, false)]);
            table.waited_for = Some((ADA, "draw"));
            let known = vec![table.posted(BOARD, AT_BOARD), table.posted(notice(ADA), 20)];
            table.step(Event::Recall(known, Vec::new()));
            let sight = table.sight();
            table.step(Event::Show(sight))
        } => "",
        moves() => "board: edit 10",
        waits_for(Some((ADA, "discard"))) => "notice 1: remove 20";

    // Turns to draw.
    p14_what_waits_for_its_turn_is_made_of_the_newest_state, playing:
        with(|table| table.busy = true) => "",
        moves() => "board: turn; hand 1: turn; hand 2: turn",
        moves() => "",
        moves() => "",
        turn(hand(BEN)) => "hand 2: edit 12",
        turn(BOARD) => "board: edit 10",
        shows(BOARD, 8) => "",
        ends(BOARD) => "";
    a_press_waits_with_its_board_for_the_turn, playing:
        with(|table| table.busy = true) => "",
        presses(ADA, on_board()) => "board: turn answers; hand 1: turn; hand 2: turn",
        presses(BEN, on_board()) => "ack",
        turn(BOARD) => "board: edit 10 answers";
    a_turn_that_comes_while_somebody_presses_goes_to_others, playing:
        with(|table| table.busy = true) => "",
        presses(ADA, on_board()) => "board: turn answers; hand 1: turn; hand 2: turn",
        holds() => "",
        turn(BOARD) => "ack",
        turn(hand(ADA)) => "",
        presses(BEN, on_board()) => "board: turn answers; hand 1: turn";
    a_board_that_answers_a_command_waits_for_no_turn, playing:
        with(|table| table.busy = true) => "",
        asks(ADA, On::Anew) => "board: follow 10 links answers";
}
