// Reports on voided rooms, served at /voided/ROOM.
#pragma once

#include "site/document_store.h"

namespace nl {

// Every function throws StoreError.
class VoidedGames {
 public:
  explicit VoidedGames(DocumentStore& documents) : documents_(documents) {}

  std::optional<std::string> find(std::string_view code) const;
  void write(const std::string& code, const std::string& note) const;
  std::vector<std::string> codes() const { return documents_.names(DocumentKind::VoidNote); }

 private:
  DocumentStore& documents_;
};

}  // namespace nl
