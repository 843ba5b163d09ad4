// From the start of a game to its end.
#include <algorithm>

#include "game/review.h"
#include "protocol/game_messages.h"
#include "server/room.h"
#include "server/room_bots.h"

namespace nl {

// ---- the ceremony of the fair shuffle -----------------------------------------------------------

void Room::on(const RoomInput& input, const StartRequest&) {
  if (!from_host(input) || !in_phase(input, RoomPhase::Lobby)) return;
  const Header header = state_.next_header();
  const RulesFault fault = check_rules(header.rules, header.seats);
  if (fault == RulesFault::Players) return refuse(input, NetRefusal::TooFewPlayers);
  if (fault != RulesFault::None) return refuse(input, NetRefusal::BadSettings);
  if (!host_.allows(input.session, Costly::Game)) return refuse(input, NetRefusal::TooManyGames);
  commit({.kind = RoomEventKind::Started,
          .at = input.at,
          .text = record_text(header),
          .value = entropy_.draw<Bytes32>(),
          .game = entropy_.draw<GameId>()});
  go_on_with_ceremony(input.at);
}

// Ends a stage early when nobody is left to wait for.
void Room::go_on_with_ceremony(Time now) {
  const SeatMask missing = members_.fair_seats() & ~state_.ceremony()->committed();
  if (state_.phase() == RoomPhase::Committing && missing == 0) close_commitments(now);
  if (state_.phase() == RoomPhase::Revealing && state_.ceremony()->all_revealed()) {
    commit({.kind = RoomEventKind::Dealt, .at = now});
  }
}

void Room::close_commitments(Time now) {
  commit({.kind = RoomEventKind::CommitsClosed, .at = now});
}

void Room::on(const RoomInput& input, const CommitRequest& request) {
  const Member* member = members_.of(input.session);
  if (member->seat == kWatcher) return refuse(input, Refused{.why = Refusal::Watching});
  if (!in_phase(input, RoomPhase::Committing)) return;
  const Seat seat = member->seat;
  if (holds(state_.ceremony()->committed(), seat)) return refuse(input, NetRefusal::NotNow);
  commit({.kind = RoomEventKind::Committed,
          .at = input.at,
          .seat = seat,
          .value = request.commitment});
  go_on_with_ceremony(input.at);
}

void Room::on(const RoomInput& input, const RevealRequest& request) {
  const Member* member = members_.of(input.session);
  if (member->seat == kWatcher) return refuse(input, Refused{.why = Refusal::Watching});
  if (!in_phase(input, RoomPhase::Revealing)) return;
  FairCeremony trial = *state_.ceremony();
  if (trial.reveal(member->seat, request.share) != CeremonyRefusal::None) {
    return refuse(input, NetRefusal::BadShare);
  }
  commit({.kind = RoomEventKind::Revealed,
          .at = input.at,
          .seat = member->seat,
          .value = request.share});
  go_on_with_ceremony(input.at);
}

// ---- answers ------------------------------------------------------------------------------------

void Room::take_or_refuse(const RoomInput& input, const Verdict& verdict) {
  if (const auto* accepted = std::get_if<Accepted>(&verdict)) return commit(*accepted, input.at);
  refuse(input, std::get<Refused>(verdict));
}

void Room::on(const RoomInput& input, const AnswerRequest& request) {
  const Seat seat = members_.of(input.session)->seat;
  const bool nope = request.action == "nope";
  if (seat == kWatcher) return refuse(input, Refused{.why = Refusal::Watching});
  if (request.game != state_.games()) {
    return refuse(input, Refused{.why = nope ? Refusal::LateNope : Refusal::Stale});
  }
  const FairGame* game = state_.game();
  if (game == nullptr) return refuse(input, NetRefusal::NotNow);
  came_back(seat, input.at);
  const Verdict verdict = game->judge(seat, request.action, request.decision);
  take_or_refuse(input, verdict);
  // One who says Nope without having one is told so, nobody else is, and it counts as a pass.
  const auto* refused = std::get_if<Refused>(&verdict);
  if (refused == nullptr || refused->why != Refusal::NoNope) return;
  take_or_refuse(input, game->judge(seat, word(Verb::Pass)));
}

// Whoever has company plays without help: a hint is for one who practises against bots.
bool Room::hints_given() const {
  const auto& players = state_.players();
  return state_.settings().practice &&
         std::count_if(players.begin(), players.end(),
                       [](const Player& player) { return player.person(); }) == 1;
}

void Room::on(const RoomInput& input, const HintRequest&) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return refuse(input, Refused{.why = Refusal::Watching});
  if (!hints_given()) return refuse(input, NetRefusal::NoHints);
  if (!in_phase(input, RoomPhase::Playing)) return;
  if (!asker_.waits_for(seat)) return refuse(input, Refused{.why = Refusal::NotYourTurn});
  const bool allowed = !asker_.hint_is_new(seat) || host_.allows(input.session, Costly::Hint);
  if (!allowed) return refuse(input, NetRefusal::TooManyHints);
  asker_.hint(seat);
}

void Room::on(const RoomInput& input, const ForfeitRequest&) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return refuse(input, Refused{.why = Refusal::Watching});
  if (state_.game() == nullptr) return refuse(input, NetRefusal::NotNow);
  take_or_refuse(input, state_.game()->judge_forfeit(seat));
}

void Room::on(const RoomInput& input, const RematchRequest&) {
  if (!from_host(input) || !in_phase(input, RoomPhase::Over)) return;
  commit({.kind = RoomEventKind::Rematch, .at = input.at});
}

void Room::on(const RoomInput& input, const RecordRequest& request) {
  const auto* record = state_.record_of(request.game);
  if (record == nullptr) return refuse(input, NetRefusal::NotNow);
  const int game = request.game != 0 ? request.game : last_over();
  teller_.say(input.session, record_message(game, *record, static_cast<std::size_t>(request.from)));
}

int Room::last_over() const {
  const bool under_way = state_.in_game() && state_.phase() != RoomPhase::Over;
  return state_.games() - (under_way ? 1 : 0);
}

void Room::on(const RoomInput& input, const BackRequest&) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return refuse(input, Refused{.why = Refusal::Watching});
  came_back(seat, input.at);
}

// Bots are as quick as the host likes; at once, when nobody else is left to wait for.
void Room::on(const RoomInput& input, const PaceRequest& request) {
  if (!from_host(input)) return;
  asker_.set_bot_wait(request.percent);
}

void Room::on(const RoomInput& input, const SyncRequest&) {
  Member* member = members_.of(input.session);
  member->wants_view = true;
  member->wants_room = true;
  member->last_seen = 0;
}

// ---- bots ---------------------------------------------------------------------------------------

// A bot thinks when it is asked and speaks when its time has come, so that nobody can tell how long
// it thought; if that was not enough, the careful bot speaks for it. A question that nobody else
// sees being put (keep the kitten or defuse it?) is answered in the same breath, by a bot that need
// not think: a pause would tell the others of it, and so would a second answer in a row.
void Room::answer_for(Seat seat, AnsweredBy by, Time now) {
  const FairGame* game = state_.game();
  const std::size_t seen = game->events(kWatcher).size();
  const auto plan = asker_.take_plan(seat);
  Action action = by == AnsweredBy::Bot && plan ? *plan : careful_answer(id_, state_, seat);
  for (;;) {
    commit({.kind = RoomEventKind::Answered, .at = now, .seat = seat, .action = action, .by = by});
    const bool asked_in_secret = !game->over() && game->phase() != Phase::Window &&
                                 holds(game->asked(), seat) &&
                                 game->events(kWatcher).size() == seen;
    if (!asked_in_secret) return;
    by = AnsweredBy::Bot;
    action = careful_answer(id_, state_, seat);
  }
}

// Once: what was over before a restart is given again, as nobody knows whether it was kept.
void Room::keep_game() {
  if (state_.phase() != RoomPhase::Over || kept_ == state_.games()) return;
  kept_ = state_.games();
  const FairGame& game = *state_.game();
  host_.keep({.id = state_.ceremony()->game(),
              .dealt = dealt_,
              .ended = ended_,
              .players = state_.players(),
              .winner = game.winner(),
              .helped = state_.helped(),
              .turns = review_of(game.events(kWatcher)).turns,
              .record = game.record()});
}

}  // namespace nl
