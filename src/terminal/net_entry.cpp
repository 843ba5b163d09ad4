// Room entry: lists seats that this machine took before first.
#include "terminal/net_entry.h"

#include "names/names.h"

namespace nl {

NetEntry::NetEntry(ClientModel& model, const SeatStore& seats, Errand errand)
    : model_(model), seats_(seats), errand_(std::move(errand)) {
  errand_.name = clean_name(errand_.name);
  if (errand_.kind == Errand::Goal::Join && errand_.name.empty()) {
    // A returning player is recognised by the seat.
    if (const auto seat = seats_.only_free_one(errand_.room)) errand_.name = seat->name;
  }
  if (errand_.kind == Errand::Goal::Watch || !errand_.name.empty()) begin();
}

void NetEntry::set_name(std::string name) {
  errand_.name = std::move(name);
  refused_.reset();
  begin();
}

void NetEntry::begin(Errand::Goal goal, const std::string& room) {
  errand_.kind = goal;
  if (!room.empty()) errand_.room = room;
  begin();
}

void NetEntry::create(const RoomSettings& settings, int bots) {
  errand_.kind = Errand::Goal::Create;
  errand_.settings = settings;
  errand_.bots = bots;
  began_ = true;
  model_.set_errand(errand_);
}

// Tries the last seat taken from here first.
void NetEntry::begin() {
  began_ = true;
  if (errand_.kind == Errand::Goal::Find) return model_.set_errand(errand_);
  std::optional<OwnSeat> seat;
  if (errand_.kind != Errand::Goal::Watch) {
    seat = seats_.find(errand_.kind == Errand::Goal::Join ? errand_.room : "", errand_.name);
  }
  const bool creates = errand_.kind == Errand::Goal::Create;
  if (!seat) return creates ? open_new_table() : model_.set_errand(errand_);
  if (seats_.in_use(*seat)) {
    in_use_ = std::move(seat);
  } else if (creates) {
    returning_ = seat;
    model_.set_errand({.kind = Errand::Goal::Look, .room = seat->room, .name = errand_.name});
  } else {
    go_to_seat(*seat);
  }
}

void NetEntry::take_over() { go_to_seat(OwnSeat(*in_use_)); }

void NetEntry::take_another_name() {
  in_use_.reset();
  began_ = false;
}

void NetEntry::go_to_seat(OwnSeat seat) {
  in_use_.reset();
  returning_.reset();
  found_ = false;
  kept_.wish = std::move(seat.wish);
  Errand errand = errand_;
  errand.room = std::move(seat.room);
  errand.token = std::move(seat.token);
  model_.set_errand(std::move(errand));
}

// A host's settings, so that the same command finds the same table again.
std::string NetEntry::wished_settings() const { return wish_text(create_request(errand_)); }

void NetEntry::open_new_table() {
  returning_.reset();
  found_ = false;
  kept_.wish = wished_settings();
  model_.set_errand(errand_);
}

// Resumes an unfinished game without a question if its table has the wanted settings. A finished
// game with other settings is ignored.
void NetEntry::consider_table() {
  if (found_) return;
  const auto& room = model_.found_room();
  if (!room) return open_new_table();
  const bool over = room->phase == RoomPhase::Over;
  const bool as_wished = returning_->wish == wished_settings();
  if (!over && as_wished) return return_to_table();
  if (over && !as_wished) return open_new_table();
  found_ = true;
}

void NetEntry::note_refusal(std::string text, std::optional<NetRefusal> reason) {
  refusal_ = std::move(text);
  refused_ = reason;
}

void NetEntry::update() {
  if (returning_ && model_.looked()) consider_table();
  keep_seat();
}

void NetEntry::keep_seat() {
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

void NetEntry::release(bool forget_seat) {
  if (forget_seat && !kept_.token.empty()) seats_.forget(kept_);
  hold_ = {};
}

}  // namespace nl
