// Reports on voided rooms in the document store.
#include "site/voided_games.h"

#include "protocol/room_info.h"

namespace nl {

std::optional<std::string> VoidedGames::find(std::string_view code) const {
  if (!is_room_code(code)) return std::nullopt;
  auto found = documents_.find(DocumentKind::VoidNote, code);
  return found ? std::optional(std::move(found->text)) : std::nullopt;
}

void VoidedGames::write(const std::string& code, const std::string& note) const {
  documents_.write(DocumentKind::VoidNote, code, {.text = note});
}

}  // namespace nl
