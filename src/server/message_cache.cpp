// Message cache: tables, patches and events that viewers share.
#include "server/message_cache.h"

#include <algorithm>
#include <cassert>

#include "protocol/game_messages.h"

namespace nl {

SharedTable MessageCache::table(const SharedTable& before, const View& view) {
  const TableView seen = table_of(view);
  if (before && *before == seen) return before;
  for (const SharedTable& made : tables_) {
    if (*made == seen) return made;
  }
  return tables_.emplace_back(std::make_shared<const TableView>(seen));
}

const std::string& MessageCache::patch(const SharedTable& before, const SharedTable& after) {
  assert(after != nullptr);
  for (const Patch& made : patches_) {
    if (made.before == before && made.after == after) return made.text;
  }
  std::string text = before == after ? "" : table_patch_text(before.get(), *after);
  return patches_.emplace_back(Patch{before, after, std::move(text)}).text;
}

const std::string& MessageCache::events(std::span<const Event> events) {
  for (const Events& made : events_) {
    if (std::equal(events.begin(), events.end(), made.events.begin(), made.events.end())) {
      return made.text;
    }
  }
  return events_.emplace_back(Events{events, events_text(events)}).text;
}

}  // namespace nl
