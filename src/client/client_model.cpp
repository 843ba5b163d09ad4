// Client model: connection events and requests of the player.
#include "client/client_model.h"

#include "names/names.h"
#include "text/notation.h"

namespace nl {

void ClientModel::opened() {
  outgoing_.clear();  // messages for the connection that broke
  say(HelloRequest{.version = kProtocolVersion, .fair = true});
}

void ClientModel::closed(std::string_view reason) {
  const bool was_on = std::exchange(welcomed_, false);
  outgoing_.clear();
  question_.reset();
  window_.reset();
  entering_ = false;
  fetching_ = false;
  if (reason == "replaced" || reason == "version") {
    ended_ = true;
    end_reason_ = reason;
  } else if (was_on) {
    notify({.kind = ClientNotice::Topic::LostServer, .text = clean_text(reason, kReasonColumns)});
  }
}

void ClientModel::received(std::string_view text, Time now) {
  if (ended_) return;
  try {
    std::visit([&](const auto& message) { on(message, now); }, parse_server_message(text));
  } catch (const JsonError& bad) {
    notify(
        {.kind = ClientNotice::Topic::ServerFault, .text = clean_text(bad.what(), kReasonColumns)});
  }
}

void ClientModel::set_errand(Errand errand) {
  errand_ = std::move(errand);
  refused_entry_ = false;
  looked_ = false;
  found_.reset();
  if (welcomed_ && !in_room_) enter();
}

void ClientModel::leave(bool keep) {
  if (in_room_) say(LeaveRequest{keep});
}

void ClientModel::listen(bool on) {
  listens_ = on;
  listen_said_ = false;
  if (in_room_ && room_known_) say_listen();
}

void ClientModel::remove(Seat seat) {
  if (seat >= room_.players.size()) return;
  const bool bot = !room_.players[seat].bot.empty();
  say(bot ? Request(RemoveBotRequest{seat}) : Request(KickRequest{seat}));
}

void ClientModel::answer(Action action) {
  if (!question_ || question_->answered) return;
  question_->answered = true;
  say(AnswerRequest{game_, question_->decision, action_text(question_context(seen_.view), action)});
}

}  // namespace nl
