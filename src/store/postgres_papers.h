// Texts under names that the nodes of one database keep for everybody who knows the name: games
// that are over, why a room was voided, the ladder. Sealed like all else there. Any thread.
#pragma once

#include <memory>
#include <mutex>

#include "store/postgres_link.h"
#include "store/seal.h"

namespace nl {

enum class PaperKind : std::uint8_t { Game = 1, Voided = 2, Ladder = 3 };

struct Paper {
  std::chrono::milliseconds ended{0};  // when what it tells of was over
  bool deleted = false;                // its text says no more than that; nobody writes it again
  std::string text{};
};

class PostgresPapers {
 public:
  // Makes the tables where there are none. Throws StoreError, as everything here.
  PostgresPapers(std::string where, const SealKey& key);

  // Names have sixteen bytes at most.
  std::optional<std::string> read(PaperKind kind, std::string_view name);
  std::optional<Paper> find(PaperKind kind, std::string_view name);
  // Whether it was done: the paper there must have ended then, nothing meaning that there must be
  // none.
  bool replace(PaperKind kind, std::string_view name,
               const std::optional<std::chrono::milliseconds>& ended, const Paper& paper);
  void write(PaperKind kind, std::string_view name, const Paper& paper);
  std::vector<std::string> names(PaperKind kind);
  // Of what ended before nothing is left; how many.
  std::size_t forget_before(PaperKind kind, std::chrono::milliseconds ended);
  // The oldest go until the others take no more than so many bytes; how many.
  std::size_t keep_within(PaperKind kind, std::uint64_t bytes);

 private:
  SqlRows run(const char* sql, const SqlValues& values);
  SqlValues values_of(PaperKind kind, std::string_view name, const Paper& paper) const;
  std::string opened(PaperKind kind, std::string_view name, FoundBytes body) const;
  std::vector<std::uint8_t> closed(PaperKind kind, std::string_view name,
                                   const std::string& text) const;

  const std::string where_;
  const Seal seal_;
  std::mutex mutex_;
  std::unique_ptr<PostgresLink> link_;
};

}  // namespace nl
