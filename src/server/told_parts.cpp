#include "server/told_parts.h"

#include <algorithm>
#include <cassert>

#include "protocol/game_messages.h"

namespace nl {

SharedTable ToldParts::table(const SharedTable& before, const View& view) {
  const TableView seen = table_of(view);
  if (before && *before == seen) return before;
  for (const SharedTable& made : tables_) {
    if (*made == seen) return made;
  }
  return tables_.emplace_back(std::make_shared<const TableView>(seen));
}

const std::string& ToldParts::patch(const SharedTable& before, const SharedTable& after) {
  assert(after != nullptr);
  for (const Patch& made : patches_) {
    if (made.before == before && made.after == after) return made.text;
  }
  const Json patch = before == after ? Json() : table_patch(before.get(), *after);
  return patches_.emplace_back(Patch{before, after, fields_text(patch)}).text;
}

const std::string& ToldParts::events(std::span<const Event> events) {
  for (const Events& made : events_) {
    if (std::equal(events.begin(), events.end(), made.events.begin(), made.events.end())) {
      return made.text;
    }
  }
  return events_.emplace_back(Events{events, events_text(events)}).text;
}

}  // namespace nl
