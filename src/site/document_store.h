// Store of named documents that a server keeps for people: a folder or PostgreSQL.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/limits.h"
#include "store/store.h"

namespace nl {

// The numbers are stored: add new ones, never reuse one.
enum class DocumentKind : std::uint8_t {
  Game = 1,
  VoidNote = 2,
  Ladder = 3,
  DeviceSync = 4,
  Daily = 5,
  Report = 6
};

struct Document {
  Time time{0};          // of the last change; documents expire by it
  bool deleted = false;  // only a marker is left, which write() never replaces
  std::string text{};
};

// Changes with every change of the document. Never 0.
using DocumentVersion = std::uint64_t;

struct StoredDocument {
  std::string text{};
  DocumentVersion version = 0;
};

// Removal of expired documents in steps, so that the calling thread is soon free again.
class DocumentSweep {
 public:
  virtual ~DocumentSweep() = default;
  // True when done.
  virtual bool step() = 0;
  std::size_t removed() const { return removed_; }

 protected:
  std::size_t removed_ = 0;
};

// Thread-safe. Every function throws StoreError when the folder or database fails.
class DocumentStore {
 public:
  virtual ~DocumentStore() = default;

  // Names consist of a-z, 0-9 and '-', at most 64 characters.
  virtual std::optional<StoredDocument> find(DocumentKind kind, std::string_view name) = 0;
  // Overwrites any version except a deleted document.
  virtual void write(DocumentKind kind, std::string_view name, const Document& document) = 0;
  // Compare-and-swap: false if another version is stored by now, or none.
  virtual bool replace(DocumentKind kind, std::string_view name, DocumentVersion expected,
                       const Document& document) = 0;
  // Adds a document unless the kind already has `most` of them, on all nodes together.
  enum class Added : std::uint8_t { Done = 1, Exists = 2, Full = 3 };
  virtual Added add(DocumentKind kind, std::string_view name, const Document& document,
                    std::size_t most) = 0;
  // Removes the document without leaving a marker: false if another version is stored by now, or
  // none.
  virtual bool remove(DocumentKind kind, std::string_view name, DocumentVersion expected) = 0;

  // Cheap version tag that changes with every write. Empty: only find() can tell.
  virtual std::optional<std::string> stamp(DocumentKind, std::string_view) { return std::nullopt; }

  virtual std::vector<std::string> names(DocumentKind kind) = 0;
  // Removes documents with a time before `oldest`.
  virtual std::unique_ptr<DocumentSweep> sweep(DocumentKind kind, Time oldest, Time now) = 0;
  // Removes the oldest documents until the others fit into so many bytes; returns their number.
  virtual std::size_t keep_within(DocumentKind kind, std::uint64_t bytes) = 0;
  // Size of all documents on disk, or of one kind.
  virtual std::uint64_t bytes() = 0;
  virtual std::uint64_t bytes(DocumentKind kind) = 0;
};

inline constexpr std::size_t kNoQuota = std::size_t{1} << 40;

bool is_document_name(std::string_view name);

}  // namespace nl
