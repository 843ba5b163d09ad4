// Document store in a folder: atomic writes and sweeps.
#include "site/folder_documents.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cassert>
#include <fstream>
#include <iterator>

#include "fair/commitment.h"
#include "store/file.h"
#include "text/rules_text.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDraftEnding = ".new";

// Location of a kind's documents, as released versions wrote them.
struct FolderLayout {
  std::string_view folder;  // within the data folder; empty: the data folder itself
  std::string_view ending;
  std::string_view time_key;  // of the JSON object in the first line; empty: the file's own time
  bool synced;                // survives a power cut once written
};

FolderLayout layout_of(DocumentKind kind) {
  switch (kind) {
    case DocumentKind::Game: return {"games", ".jsonl", "ended", false};
    case DocumentKind::VoidNote: return {"voided", ".json", "", false};
    case DocumentKind::Ladder: return {"", ".json", "", true};
    case DocumentKind::DeviceSync: return {"lockers", "", "left", true};
    case DocumentKind::Daily: return {"daily", ".jsonl", "time", true};
    case DocumentKind::Report: return {"reports", ".json", "time", false};
  }
  throw StoreError("there is no such kind of document");
}

DocumentVersion version_of(std::string_view text) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto hash = sha256({Bytes(bytes, text.size())});
  DocumentVersion version = 0;
  for (std::size_t i = 0; i < sizeof version; ++i) version = version << 8 | hash[i];
  return version | 1;
}

// The first line of a file, if it is a JSON object; an empty object otherwise.
Json head_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string first;
  std::getline(in, first);
  try {
    return parse_object(first);
  } catch (const JsonError&) {
    return Json::object();
  }
}

// Empty if the first line doesn't tell.
std::optional<Time> time_in(const fs::path& file, std::string_view key) {
  if (key.empty()) return std::nullopt;
  const Json head = head_of(file);
  constexpr auto kAny = std::numeric_limits<std::int64_t>();
  const auto time = JsonReader(head)[std::string(key).c_str()].if_number(kAny.min(), kAny.max());
  return time ? std::optional(Time{*time}) : std::nullopt;
}

bool is_deletion_marker(const fs::path& file) {
  const Json head = head_of(file);
  return JsonReader(head)["deleted"].is_true();
}

bool is_document_file(const fs::path& file, const FolderLayout& layout) {
  return file.extension() == layout.ending && is_document_name(file.stem().string());
}

class FolderSweep final : public DocumentSweep {
 public:
  FolderSweep(const fs::path& folder, const FolderLayout& layout, Time oldest, Time now)
      : layout_(layout), oldest_(oldest), now_(now) {
    std::error_code none;  // no folder: no documents
    next_ = fs::directory_iterator(folder, none);
  }

  bool step() override {
    constexpr int kAtOnce = 50;
    std::error_code error;
    for (int i = 0; i < kAtOnce && next_ != fs::directory_iterator(); ++i) {
      const fs::path file = next_->path();
      next_.increment(error);
      if (is_old(file)) removed_ += fs::remove(file, error) ? 1 : 0;
    }
    return next_ == fs::directory_iterator();
  }

 private:
  // Unreadable files and drafts that a crash left expire by the file's own time.
  bool is_old(const fs::path& file) const {
    constexpr Time kDraftsAge{60'000};
    struct stat info {};
    if (lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
    const Time written = std::chrono::seconds(info.st_mtime);
    if (file.extension() == kDraftEnding) return written < now_ - kDraftsAge;
    if (!is_document_file(file, layout_)) return false;
    return time_in(file, layout_.time_key).value_or(written) < oldest_;
  }

  const FolderLayout layout_;
  const Time oldest_;
  const Time now_;
  fs::directory_iterator next_{};
};

}  // namespace

fs::path FolderDocuments::file_of(DocumentKind kind, std::string_view name) const {
  if (!is_document_name(name)) throw StoreError("a document can't have this name");
  const FolderLayout layout = layout_of(kind);
  return data_ / layout.folder / (std::string(name) + std::string(layout.ending));
}

std::optional<StoredDocument> FolderDocuments::find(DocumentKind kind, std::string_view name) {
  const fs::path file = file_of(kind, name);
  std::ifstream in(file, std::ios::binary);
  if (!in.is_open()) {
    std::error_code none;
    if (fs::exists(file, none)) throw StoreError(file.string() + ": it can't be read");
    return std::nullopt;
  }
  std::string text(std::istreambuf_iterator<char>(in), {});
  const DocumentVersion version = version_of(text);
  assert(version != 0);
  return StoredDocument{std::move(text), version};
}

// Documents are replaced by renaming, so that each write has an inode of its own.
std::optional<std::string> FolderDocuments::stamp(DocumentKind kind, std::string_view name) {
  struct stat info {};
  if (::stat(file_of(kind, name).c_str(), &info) != 0) return "none";
  return std::to_string(info.st_ino) + '.' + std::to_string(info.st_size) + '.' +
         std::to_string(info.st_mtim.tv_sec) + '.' + std::to_string(info.st_mtim.tv_nsec);
}

void FolderDocuments::put(DocumentKind kind, std::string_view name,
                          const Document& document) const {
  const FolderLayout layout = layout_of(kind);
  const fs::path file = file_of(kind, name);
  if (!fs::exists(file.parent_path())) make_private_folder(file.parent_path());
  const fs::path draft = file.string() + std::string(kDraftEnding);
  std::error_code error;
  try {
    write_private(draft, document.text, Put::InPlace);
    if (layout.synced) File(draft, O_RDONLY | O_CLOEXEC).sync();
  } catch (const StoreError&) {
    if (fs::is_regular_file(fs::symlink_status(draft, error))) fs::remove(draft, error);
    throw;
  }
  fs::rename(draft, file, error);
  if (error) throw StoreError(file.string() + ": " + error.message());
  if (layout.synced) sync_folder_of(file);
}

bool FolderDocuments::holds(DocumentKind kind, std::string_view name, DocumentVersion expected) {
  const auto found = find(kind, name);
  return found && found->version == expected;
}

void FolderDocuments::write(DocumentKind kind, std::string_view name, const Document& document) {
  const std::lock_guard lock(mutex_);
  if (!is_deletion_marker(file_of(kind, name))) put(kind, name, document);
}

bool FolderDocuments::replace(DocumentKind kind, std::string_view name, DocumentVersion expected,
                              const Document& document) {
  assert(expected != 0);
  const std::lock_guard lock(mutex_);
  if (!holds(kind, name, expected)) return false;
  put(kind, name, document);
  return true;
}

DocumentStore::Added FolderDocuments::add(DocumentKind kind, std::string_view name,
                                          const Document& document, std::size_t most) {
  const std::lock_guard lock(mutex_);
  if (find(kind, name)) return Added::Exists;
  if (most != kNoQuota && names(kind).size() >= most) return Added::Full;
  put(kind, name, document);
  return Added::Done;
}

bool FolderDocuments::remove(DocumentKind kind, std::string_view name, DocumentVersion expected) {
  const std::lock_guard lock(mutex_);
  if (!holds(kind, name, expected)) return false;
  const fs::path file = file_of(kind, name);
  std::error_code error;
  fs::remove(file, error);
  if (error) throw StoreError(file.string() + ": " + error.message());
  return true;
}

std::vector<std::string> FolderDocuments::names(DocumentKind kind) {
  const FolderLayout layout = layout_of(kind);
  std::vector<std::string> all;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(data_ / layout.folder, error)) {
    if (is_document_file(entry.path(), layout)) all.push_back(entry.path().stem().string());
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::unique_ptr<DocumentSweep> FolderDocuments::sweep(DocumentKind kind, Time oldest, Time now) {
  const FolderLayout layout = layout_of(kind);
  assert(!layout.folder.empty());  // the data folder holds other files
  return std::make_unique<FolderSweep>(data_ / layout.folder, layout, oldest, now);
}

std::size_t FolderDocuments::keep_within(DocumentKind kind, std::uint64_t bytes) {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  for (const std::string& name : names(kind)) {
    const fs::path file = file_of(kind, name);
    files.emplace_back(fs::last_write_time(file, error), file);
  }
  std::sort(files.rbegin(), files.rend());
  std::uint64_t so_far = 0;
  std::size_t removed = 0;
  for (const auto& [written, file] : files) {
    const auto size = fs::file_size(file, error);
    so_far += error ? 0 : size;
    if (so_far > bytes) removed += fs::remove(file, error) ? 1 : 0;
  }
  return removed;
}

std::uint64_t FolderDocuments::bytes() {
  std::uint64_t sum = 0;
  for (const DocumentKind kind :
       {DocumentKind::Game, DocumentKind::VoidNote, DocumentKind::Ladder, DocumentKind::DeviceSync,
        DocumentKind::Daily, DocumentKind::Report}) {
    sum += bytes(kind);
  }
  return sum;
}

std::uint64_t FolderDocuments::bytes(DocumentKind kind) {
  std::uint64_t sum = 0;
  std::error_code error;
  for (const std::string& name : names(kind)) {
    const auto size = fs::file_size(file_of(kind, name), error);
    if (!error) sum += size;
  }
  return sum;
}

}  // namespace nl
