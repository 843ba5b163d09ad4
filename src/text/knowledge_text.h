// One seat's knowledge as a line of text, beside state_text().
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/knowledge.h"
#include "engine/state.h"

namespace nl {

// For example: seat=0 cards=9 gone=1/0 peeked=0,3 facts=exploding:0:2,skip:4:4 held=1:defuse
// Places are counted from the top; gone are kittens, exploded and imploded.
std::string knowledge_text(const Knowledge& known, Seat seat, int seats);

struct SeatKnowledge {
  Seat seat = 0;
  Knowledge known{};
};

// Knowledge for a game with this many seats and pile cards; empty for any other text.
std::optional<SeatKnowledge> parse_knowledge(std::string_view text, const State& s);

}  // namespace nl
