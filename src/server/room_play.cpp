// Requests of a game: ceremony, answers, hints, forfeits, rematches.
#include "server/room_play.h"

#include <algorithm>
#include <cassert>

#include "game/game_statistics.h"
#include "protocol/game_messages.h"
#include "server/daily_deal.h"
#include "server/room_bots.h"
#include "server/timeout_answer.h"

namespace nl {
namespace {

// True if somebody forfeited before the first draw.
template <class Events>
bool forfeits_before_draw(const Events& events) {
  for (const auto& event : events) {
    if (event.kind == EventKind::Forfeited) return true;
    const bool draw = event.kind == EventKind::Drew || event.kind == EventKind::DrewNothing ||
                      event.kind == EventKind::DrewKitten;
    if (draw) return false;
  }
  return false;
}

// In a daily deal everybody plays the same seat against the same bots.
bool is_daily_table(const std::vector<Player>& players) {
  for (Seat seat = 0; seat < players.size(); ++seat) {
    const bool fits = seat == kDailySeat ? players[seat].person() : players[seat].bot == kDailyBot;
    if (!fits) return false;
  }
  return players.size() == kDailySeats;
}

}  // namespace

void RoomPlay::on(const RoomInput& input, const StartRequest&) {
  if (!room_.from_host(input) || !room_.in_phase(input, RoomPhase::Lobby)) return;
  start(input);
}

void RoomPlay::start(const RoomInput& input) {
  const Header header = state_.next_header();
  // A continued game needs a player or bot at each seat.
  if (state_.origin().exists() && header.seats != members_.seats()) {
    return room_.refuse(input, NetRefusal::TooFewPlayers);
  }
  if (parse_daily_attempt(state_.origin().game) && !is_daily_table(state_.players())) {
    return room_.refuse(input, NetRefusal::NotNow);
  }
  const RulesFault fault = check_rules(header.rules, header.seats);
  if (fault == RulesFault::Players) return room_.refuse(input, NetRefusal::TooFewPlayers);
  if (fault != RulesFault::None) return room_.refuse(input, NetRefusal::BadSettings);
  if (!host_.allows(input.session, LimitedResource::Game))
    return room_.refuse(input, NetRefusal::TooManyGames);
  room_.commit(stored::Started{.seed = entropy_.draw<Bytes32>(),
                               .game = entropy_.draw<GameId>(),
                               .header = record_text(header)},
               input.at);
  go_on_with_ceremony(input.at);
}

void RoomPlay::on(const RoomInput& input, const CommitRequest& request) {
  const Member* member = members_.of(input.session);
  if (member->seat == kWatcher) return room_.refuse(input, Refused{.why = Refusal::Watching});
  if (!room_.in_phase(input, RoomPhase::Committing)) return;
  const Seat seat = member->seat;
  if (holds(state_.ceremony()->committed(), seat)) return room_.refuse(input, NetRefusal::NotNow);
  room_.commit(stored::Committed{seat, request.commitment}, input.at);
  go_on_with_ceremony(input.at);
}

void RoomPlay::on(const RoomInput& input, const RevealRequest& request) {
  const Member* member = members_.of(input.session);
  if (member->seat == kWatcher) return room_.refuse(input, Refused{.why = Refusal::Watching});
  if (!room_.in_phase(input, RoomPhase::Revealing)) return;
  FairCeremony trial = *state_.ceremony();
  if (trial.reveal(member->seat, request.share) != CeremonyRefusal::None) {
    return room_.refuse(input, NetRefusal::BadShare);
  }
  room_.commit(stored::Revealed{member->seat, request.share}, input.at);
  go_on_with_ceremony(input.at);
}

void RoomPlay::on(const RoomInput& input, const AnswerRequest& request) {
  const Seat seat = members_.of(input.session)->seat;
  const bool nope = request.action == "nope";
  if (seat == kWatcher) return room_.refuse(input, Refused{.why = Refusal::Watching});
  if (request.game != state_.games()) {
    return room_.refuse(input, Refused{.why = nope ? Refusal::LateNope : Refusal::Stale});
  }
  const FairGame* game = state_.game();
  if (game == nullptr) return room_.refuse(input, NetRefusal::NotNow);
  room_.came_back(seat, input.at);
  const Verdict verdict = game->judge(seat, request.action, request.decision);
  take_or_refuse(input, verdict);
  // A Nope without the card counts as a pass, and only its player learns of it.
  const auto* refused = std::get_if<Refused>(&verdict);
  if (refused == nullptr || refused->why != Refusal::NoNope) return;
  take_or_refuse(input, game->judge(seat, word(Verb::Pass)));
}

void RoomPlay::on(const RoomInput& input, const HintRequest&) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return room_.refuse(input, Refused{.why = Refusal::Watching});
  if (!hints_given()) return room_.refuse(input, NetRefusal::NoHints);
  if (!room_.in_phase(input, RoomPhase::Playing)) return;
  if (!prompter_.waits_for(seat)) return room_.refuse(input, Refused{.why = Refusal::NotYourTurn});
  const bool allowed =
      !prompter_.hint_is_new(seat) || host_.allows(input.session, LimitedResource::Hint);
  if (!allowed) return room_.refuse(input, NetRefusal::TooManyHints);
  prompter_.hint(seat);
}

void RoomPlay::on(const RoomInput& input, const ForfeitRequest&) {
  const Seat seat = members_.of(input.session)->seat;
  if (seat == kWatcher) return room_.refuse(input, Refused{.why = Refusal::Watching});
  if (state_.game() == nullptr) return room_.refuse(input, NetRefusal::NotNow);
  take_or_refuse(input, state_.game()->judge_forfeit(seat));
}

void RoomPlay::on(const RoomInput& input, const RematchRequest&) {
  if (!room_.from_host(input) || !room_.in_phase(input, RoomPhase::Over)) return;
  room_.commit(stored::Rematch{}, input.at);
}

// Absent players have no vote; at a slow table everybody has one.
void RoomPlay::on(const RoomInput& input, const AgainRequest&) {
  const Seat voter = members_.of(input.session)->seat;
  if (voter == kWatcher) return room_.refuse(input, Refused{.why = Refusal::Watching});
  if (!room_.in_phase(input, RoomPhase::Over)) return;
  members_.presence(voter).again = true;
  broadcaster_.room_has_changed();
  for (Seat seat = 0; seat < members_.seats(); ++seat) {
    const Presence& presence = members_.presence(seat);
    const bool votes = !presence.away_since || state_.settings().slow();
    if (state_.players()[seat].person() && votes && !presence.again) return;
  }
  room_.commit(stored::Rematch{}, input.at);
  start(input);
}

void RoomPlay::on(const RoomInput& input, const RecordRequest& request) {
  // Otherwise a player could learn cards that others have yet to play.
  if (parse_daily_attempt(state_.origin().game)) return room_.refuse(input, NetRefusal::NotNow);
  const auto* record = state_.record_of(request.game);
  if (record == nullptr) return room_.refuse(input, NetRefusal::NotNow);
  const int game = request.game != 0 ? request.game : last_over();
  broadcaster_.say(input.session, message_text(record_piece(
                                      game, *record, static_cast<std::size_t>(request.from))));
}

// Ends a stage early when nobody is left to wait for.
void RoomPlay::go_on_with_ceremony(Time now) {
  const SeatMask missing = members_.fair_seats() & ~state_.ceremony()->committed();
  const bool waits = missing != 0 || waits_for_ladder();
  if (state_.phase() == RoomPhase::Committing && !waits) close_commitments(now);
  if (state_.phase() == RoomPhase::Revealing && state_.ceremony()->all_revealed()) {
    room_.commit(stored::Dealt{}, now);
  }
}

// A table from the queue starts by itself: before the deal, until the end of the commitments, its
// players choose whether the game is rated.
bool RoomPlay::waits_for_ladder() const {
  if (!state_.settings().matched || !limits_.features.ladder || state_.games() != 1) return false;
  const auto& players = state_.players();
  return std::any_of(players.begin(), players.end(),
                     [](const Player& player) { return player.person() && !player.ladder; });
}

void RoomPlay::close_commitments(Time now) { room_.commit(stored::CommitsClosed{}, now); }

// A bot computes its answer when asked and gives it at a fixed time, so that nobody can tell how
// long it thought; if it is late, the careful bot answers. A question that the others can't see
// (keep the kitten or defuse it?) is answered at once by a bot that needs no search: a pause, or a
// second answer in a row, would reveal it.
void RoomPlay::answer_for(Seat seat, AnsweredBy by, Time now) {
  const FairGame* game = state_.game();
  const std::size_t seen = game->events(kWatcher).size();
  const auto plan = prompter_.take_plan(seat);
  const bool timed_out = by == AnsweredBy::StandIn;
  const auto unplanned = [&] {
    return timed_out ? timeout_answer(game->phase(), game->legal(seat), entropy_)
                     : careful_answer(id_, state_, seat);
  };
  Action action = by == AnsweredBy::Bot && plan ? *plan : unplanned();
  // Each answer advances the game, and few secret decisions come in a row.
  constexpr int kMaxAnswers = 100;
  for (int answers = 0; answers < kMaxAnswers; ++answers) {
    room_.commit(stored::Answered{seat, action, by}, now);
    const bool acts_in_secret = !game->over() && game->phase() != Phase::Window &&
                                holds(game->acting_seats(), seat) &&
                                game->events(kWatcher).size() == seen;
    if (!acts_in_secret) return;
    by = AnsweredBy::Bot;
    action = unplanned();
  }
  assert(false);
}

// Once per game. After a restart a finished game is handed over again, since it may not have been
// archived.
void RoomPlay::keep_game() {
  if (state_.phase() != RoomPhase::Over || kept_ == state_.games()) return;
  kept_ = state_.games();
  const FairGame& game = *state_.game();
  const int turns = game_statistics(game.events(kWatcher)).turns;
  host_.keep({.id = state_.ceremony()->game(),
              .dealt = dealt_,
              .ended = ended_,
              .players = state_.players(),
              .winner = game.winner(),
              .helped = state_.helped(),
              .replaced = state_.replaced(),
              .turns = turns,
              .rated = state_.settings().matched && !state_.origin().exists() &&
                       state_.games() == 1 && turns > 0 &&
                       !forfeits_before_draw(game.events(kWatcher)),
              .record = game.record(),
              .origin = state_.origin().game,
              .rematch = state_.games() > 1});
}

void RoomPlay::take_or_refuse(const RoomInput& input, const Verdict& verdict) {
  if (const auto* accepted = std::get_if<Accepted>(&verdict))
    return room_.commit(*accepted, input.at);
  room_.refuse(input, std::get<Refused>(verdict));
}

// Hints are for players who practise alone against bots.
bool RoomPlay::hints_given() const {
  const auto& players = state_.players();
  return state_.settings().practice &&
         std::count_if(players.begin(), players.end(),
                       [](const Player& player) { return player.person(); }) == 1;
}

int RoomPlay::last_over() const {
  const bool under_way = state_.in_game() && state_.phase() != RoomPhase::Over;
  return state_.games() - (under_way ? 1 : 0);
}

}  // namespace nl
