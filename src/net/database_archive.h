// Finished games of several nodes, in their database: any node shows and deletes them.
#pragma once

#include <memory>

#include "net/game_archive.h"
#include "store/postgres_papers.h"

namespace nl {

class DatabaseArchive final : public GameArchive {
 public:
  explicit DatabaseArchive(std::shared_ptr<PostgresPapers> papers)
      : GameArchive({}), papers_(std::move(papers)) {}

  std::size_t forget_before(Time oldest) const override {
    return papers_->forget_before(PaperKind::Game, oldest);
  }
  std::size_t keep_within(std::uint64_t bytes) const override {
    return papers_->keep_within(PaperKind::Game, bytes);
  }
  std::vector<std::string> addresses() const override { return papers_->names(PaperKind::Game); }
  std::uint64_t bytes() const override { return 0; }  // counted with the database

 protected:
  std::optional<ArchivedGame> read(std::string_view address) const override;
  void write(std::string_view address, const ArchivedGame& game) const override;

 private:
  std::shared_ptr<PostgresPapers> papers_;
};

}  // namespace nl
