// Why rooms were voided, for /voided/ROOM: files in the folder `voided`, or where several nodes
// share a database, there.
#pragma once

#include <filesystem>
#include <memory>

#include "store/postgres_papers.h"

namespace nl {

class VoidNotes {
 public:
  // No papers: in the folder.
  VoidNotes(std::filesystem::path folder, std::shared_ptr<PostgresPapers> papers)
      : folder_(std::move(folder)), papers_(std::move(papers)) {}

  // Both throw StoreError where the database can't be reached.
  std::optional<std::string> find(std::string_view code) const;
  void write(const std::string& code, const std::string& note) const;
  std::vector<std::string> codes() const;

 private:
  std::filesystem::path folder_;
  std::shared_ptr<PostgresPapers> papers_;
};

}  // namespace nl
