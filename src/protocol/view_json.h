// JSON of a view: writer and reader. Clients, agents and other languages get this form. It contains
// only the viewer's knowledge, and its names do not depend on the engine's layout.
#pragma once

#include <span>
#include <string>

#include "engine/view.h"
#include "protocol/fields.h"
#include "text/question_context.h"

namespace nl {

// The public part of a view. Usually it is the same for all viewers, so its JSON is made once.
// (While a question is hidden from all but one seat, the parts differ.)
struct TableView {
  std::uint8_t seats = 0;
  Seat turn = 0;
  SeatMask alive = 0;
  SeatMask cursed = 0;
  bool forward = true;
  bool attacked = false;
  bool faceup = false;
  bool doom_on_top = false;
  SeatMask asked = 0;
  std::uint8_t pile_size = 0;
  std::uint16_t owed = 0;
  Card discard_top = kNoCard;
  std::uint8_t depth = 1;
  std::array<Frame, kMaxFrames> frames{};
  Play play{};
  std::array<std::uint8_t, kMaxSeats> hand_size{};
  std::array<std::uint16_t, kMaxSeats> pending{};
  Counts discard{};
  std::array<Counts, kMaxSeats> marked{};

  friend bool operator==(const TableView& a, const TableView& b);
};
TableView table_of(const View& v);
Json table_json(const TableView& table);

// The rest: the viewer's hand and knowledge.
struct OwnView {
  Seat viewer = kNoSeat;
  std::uint8_t seats = 0;
  bool may_act = false;
  bool committed = false;
  Counts hand{};
  Knowledge known{};
  Odds odds{};
};
OwnView own_of(const Rules& rules, const View& v);
Json own_json(const OwnView& own);

// The merge patch of their JSON, made from the changed parts only. nullptr: nothing was shown
// before.
Json table_patch(const TableView* before, const TableView& after);
Json own_patch(const OwnView* before, const OwnView& after);

// The whole view except `legal`, which comes with a question.
Json view_json(const Rules& rules, const View& v);

struct SeenGame {
  View view{};
  Odds odds{};  // derived from the viewer's knowledge
};

// The view that view_json() was made from, without `legal`. Throws JsonError.
SeenGame read_view(const JsonReader& json);

// The answers that a question lists, in record notation. Throws JsonError.
Json legal_json(const QuestionContext& asked, const ActionSet& legal);
std::string legal_text(const QuestionContext& asked, const ActionSet& legal);
ActionSet read_legal(std::span<const std::string> words, const QuestionContext& asked);

// JSON merge patch (RFC 7396) that turns `before` into `after`; null if they are equal. The values
// must not contain null, which means removal in a patch.
Json merge_patch(const Json& before, const Json& after);

// The fields of a view that have changed, as a merge patch.
class ViewPatch {
 public:
  ViewPatch() = default;
  explicit ViewPatch(Json fields) : fields_(std::move(fields)) {}
  const Json& fields() const { return fields_; }
  bool empty() const { return fields_.is_null(); }
  friend bool operator==(const ViewPatch&, const ViewPatch&) = default;

 private:
  Json fields_;
};

// A view as the server sent it: later patches apply to these fields.
class SentView {
 public:
  SentView() = default;
  explicit SentView(Json json) : json_(std::move(json)) {}
  SentView(const TableView& table, const OwnView& own);

  // Throws JsonError if the fields are no view.
  SeenGame read() const { return read_view(JsonReader(json_, "view")); }
  SentView patched(const ViewPatch& patch) const;
  const Json& json() const { return json_; }
  friend bool operator==(const SentView&, const SentView&) = default;

 private:
  Json json_;
};

}  // namespace nl
