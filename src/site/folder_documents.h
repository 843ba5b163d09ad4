// Document store in a data folder: one file per document.
// Files are whole or absent, so readers need no lock. One server uses a folder at a time.
#pragma once

#include <filesystem>
#include <mutex>

#include "site/document_store.h"

namespace nl {

class FolderDocuments final : public DocumentStore {
 public:
  // `data`: the server's data folder. Subfolders are created with the first document.
  explicit FolderDocuments(std::filesystem::path data) : data_(std::move(data)) {}

  std::optional<StoredDocument> find(DocumentKind kind, std::string_view name) override;
  void write(DocumentKind kind, std::string_view name, const Document& document) override;
  bool replace(DocumentKind kind, std::string_view name, DocumentVersion expected,
               const Document& document) override;
  Added add(DocumentKind kind, std::string_view name, const Document& document,
            std::size_t most) override;
  bool remove(DocumentKind kind, std::string_view name, DocumentVersion expected) override;
  std::optional<std::string> stamp(DocumentKind kind, std::string_view name) override;
  std::vector<std::string> names(DocumentKind kind) override;
  std::unique_ptr<DocumentSweep> sweep(DocumentKind kind, Time oldest, Time now) override;
  // By the age of the files: opening them all would cost too much.
  std::size_t keep_within(DocumentKind kind, std::uint64_t bytes) override;
  std::uint64_t bytes() override;
  std::uint64_t bytes(DocumentKind kind) override;

 private:
  std::filesystem::path file_of(DocumentKind kind, std::string_view name) const;
  // With the mutex held.
  bool holds(DocumentKind kind, std::string_view name, DocumentVersion expected);
  void put(DocumentKind kind, std::string_view name, const Document& document) const;

  const std::filesystem::path data_;
  std::mutex mutex_;  // one writer at a time
};

}  // namespace nl
