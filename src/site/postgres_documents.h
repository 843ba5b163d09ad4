// Document store in PostgreSQL, shared by all nodes of a cluster. Texts are sealed with the
// cluster's key.
#pragma once

#include <memory>
#include <mutex>

#include "site/document_store.h"
#include "store/postgres_link.h"
#include "store/seal.h"

namespace nl {

class PostgresDocuments final : public DocumentStore {
 public:
  // Migrates the database's schema to this version.
  PostgresDocuments(std::string where, const SealKey& key);

  std::optional<StoredDocument> find(DocumentKind kind, std::string_view name) override;
  void write(DocumentKind kind, std::string_view name, const Document& document) override;
  bool replace(DocumentKind kind, std::string_view name, DocumentVersion expected,
               const Document& document) override;
  Added add(DocumentKind kind, std::string_view name, const Document& document,
            std::size_t most) override;
  bool remove(DocumentKind kind, std::string_view name, DocumentVersion expected) override;
  std::vector<std::string> names(DocumentKind kind) override;
  std::unique_ptr<DocumentSweep> sweep(DocumentKind kind, Time oldest, Time now) override;
  std::size_t keep_within(DocumentKind kind, std::uint64_t bytes) override;
  std::uint64_t bytes() override;
  std::uint64_t bytes(DocumentKind kind) override;

 private:
  SqlRows run(const char* sql, const SqlValues& values = {});
  std::uint64_t run_for_number(const char* sql, const SqlValues& values);
  SqlValues values_of(DocumentKind kind, std::string_view name, const Document& document) const;
  std::string opened(DocumentKind kind, std::string_view name, FoundBytes body) const;
  std::vector<std::uint8_t> closed(DocumentKind kind, std::string_view name,
                                   const std::string& text) const;
  RoomId place_of(std::string_view name) const;

  const std::string where_;
  const Seal seal_;
  std::mutex mutex_;
  std::unique_ptr<PostgresLink> link_;
};

}  // namespace nl
