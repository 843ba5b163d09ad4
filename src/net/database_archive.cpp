#include "net/database_archive.h"

#include <sstream>

namespace nl {

std::optional<ArchivedGame> DatabaseArchive::read(std::string_view address) const {
  if (!is_game_address(address)) return std::nullopt;
  const auto text = papers_->read(PaperKind::Game, address);
  if (!text) return std::nullopt;
  std::istringstream in(*text);
  return parse_archived(in);
}

void DatabaseArchive::write(std::string_view address, const ArchivedGame& game) const {
  papers_->write(PaperKind::Game, address,
                 {.ended = game.ended, .deleted = game.deleted, .text = archived_text(game)});
}

}  // namespace nl
