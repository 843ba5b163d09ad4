// Seats that were taken from here before: who comes back to which, and who is asked first.
#include "terminal/net_session.h"

namespace nl {

bool server_goes_on(NetEnd end) {
  switch (end) {
    case NetEnd::Left:
    case NetEnd::Forfeited:
    case NetEnd::SentAway:
    case NetEnd::Replaced: return true;
    default: return false;
  }
}

// What a host asked for, so that the same command finds the same table again.
std::string NetSession::wished_settings() const { return options_.errand.settings.dump(); }

// The seat that was taken from here before is tried first.
void NetSession::begin_errand() {
  began_ = true;
  inner_.reset();
  const Errand& errand = options_.errand;
  std::optional<OwnSeat> seat;
  if (errand.kind != Errand::Goal::Watch) {
    seat = seats_.find(errand.kind == Errand::Goal::Join ? errand.room : "", errand.name);
  }
  if (!seat)
    return errand.kind == Errand::Goal::Create ? open_new_table() : model_.set_errand(errand);
  if (seats_.in_use(*seat)) {
    in_use_ = std::move(seat);
  } else if (errand.kind == Errand::Goal::Create) {
    returning_ = seat;
    model_.set_errand({.kind = Errand::Goal::Look, .room = seat->room, .name = errand.name});
  } else {
    go_to_seat(*seat);
  }
}

void NetSession::go_to_seat(OwnSeat seat) {
  in_use_.reset();
  returning_.reset();
  found_ = false;
  kept_.wish = std::move(seat.wish);
  Errand errand = options_.errand;
  errand.room = std::move(seat.room);
  errand.token = std::move(seat.token);
  model_.set_errand(std::move(errand));
}

void NetSession::open_new_table() {
  returning_.reset();
  found_ = false;
  kept_.wish = wished_settings();
  model_.set_errand(options_.errand);
}

// A game that was broken off goes on without a question, if this is the table that was asked for. A
// finished one is no reason to forget what was asked for.
void NetSession::consider_table() {
  if (found_) return;
  const auto& room = model_.found_room();
  if (!room) return open_new_table();
  const bool over = room->phase == RoomPhase::Over;
  const bool as_wished = returning_->wish == wished_settings();
  if (!over && as_wished) return go_to_seat(*returning_);
  if (over && !as_wished) return open_new_table();
  found_ = true;
}

void NetSession::keep_seat() {
  OwnSeat own = model_.own_seat();
  if (own.token == kept_.token) return;
  own.wish = kept_.wish;
  if (own.token.empty()) {
    seats_.forget(kept_);
    hold_ = {};
  } else {
    hold_ = seats_.keep(own);
  }
  kept_ = own;
}

Menu NetSession::in_use_menu() {
  const OwnSeat seat = *in_use_;
  Menu menu{.head = {w().ui("net_seat_in_use", {{"name", seat.name}, {"code", seat.room}})}};
  menu.items = {{w().ui("net_seat_other_name"), [this] { back(); }},
                {w().ui("net_seat_take_over"), [this, seat] { go_to_seat(seat); }},
                {w().ui("net_leave"), [this] { go(NetEnd::Left); }}};
  return menu;
}

Menu NetSession::found_menu() {
  const ListedRoom room = model_.found_room().value_or(ListedRoom{});
  const Values values = {{"game", w().preset(room.preset) + ", " + w().expansions(room.expansions)},
                         {"number", std::to_string(room.taken)},
                         {"high", std::to_string(room.seats)},
                         {"code", room.code}};
  const bool over = room.phase == RoomPhase::Over;
  Menu menu{.head = {over ? w().ui("net_found_over", values) : w().ui("net_found_table", values)}};
  menu.items = {{w().ui("net_found_new"), [this] { open_new_table(); }},
                {w().ui("net_found_return"), [this] { go_to_seat(*returning_); }},
                {w().ui("net_leave"), [this] { go(NetEnd::StopServer); }}};
  return menu;
}

void NetSession::back() {
  if (leaving_) {
    leaving_ = false;
    leave_deadline_.reset();
  } else if (in_use_) {
    in_use_.reset();
    began_ = false;
  } else {
    inner_.reset();
  }
}

}  // namespace nl
