// Device sync: sealed entries, quotas and compare-and-swap.
#include "site/device_sync.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "fair/commitment.h"
#include "text/rules_text.h"

namespace nl {

bool is_sync_id(std::string_view id) {
  return id.size() == 32 && std::all_of(id.begin(), id.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

std::string sync_tag(std::string_view content) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(content.data());
  return to_hex(sha256({Bytes(bytes, content.size())})).substr(0, 32);
}

// As it is stored: a line of JSON, then the content.
struct DeviceSync::Entry {
  Time written{0};
  TokenHash token{};
  std::string content{};

  static std::optional<Entry> parse(std::string_view text) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) return std::nullopt;
    try {
      const Json head = parse_object(text.substr(0, end));
      const JsonReader json(head);
      constexpr std::int64_t kLatest = std::numeric_limits<std::int64_t>::max();
      return Entry{.written = Time{json["left"].number(std::int64_t{0}, kLatest)},
                   .token = json["token"].hex<TokenHash>(),
                   .content = std::string(text.substr(end + 1))};
    } catch (const JsonError&) {
      return std::nullopt;
    }
  }
  Document document() const {
    const Json head = {{"left", written.count()}, {"token", to_hex(token)}};
    Document document{.time = written, .text = head.dump() + '\n' + content};
    assert(parse(document.text).has_value());
    return document;
  }
};

struct DeviceSync::Found {
  DocumentVersion version = 0;   // 0: nothing is stored under this id
  bool blocked = false;          // another owner's entry: neither read nor replaced
  std::optional<Entry> entry{};  // the entry that the token opens

  std::string tag() const { return entry ? sync_tag(entry->content) : ""; }
};

// An expired or damaged entry has no owner: anyone may replace it.
DeviceSync::Found DeviceSync::find(const Access& access) const {
  assert(is_sync_id(access.id));
  const auto stored = documents_.find(DocumentKind::DeviceSync, access.id);
  if (!stored) return {};
  auto entry = Entry::parse(stored->text);
  Found found{.version = stored->version};
  if (!entry || entry->written < access.oldest) return found;
  found.blocked = !same_token(entry->token, hash_of_token(access.token));
  if (!found.blocked) found.entry = std::move(entry);
  return found;
}

// The first read marks an entry as used: from then on it lives for the full time.
std::optional<std::string> DeviceSync::read(const Access& access, Time now) const {
  if (!is_sync_id(access.id)) return std::nullopt;
  const Found found = find(access);
  auto entry = found.entry;
  if (entry && entry->written <= access.oldest + kUnusedLife) {
    const Entry used{now, entry->token, entry->content};
    documents_.replace(DocumentKind::DeviceSync, access.id, found.version, used.document());
  }
  return entry ? std::optional(std::move(entry->content)) : std::nullopt;
}

DeviceSync::Result DeviceSync::write(const Access& access, std::string_view content,
                                     std::string_view expected, Time now, std::size_t most) const {
  if (!is_sync_id(access.id)) return Result::Unknown;
  const Found before = find(access);
  if (before.blocked) return Result::Unknown;
  if (before.tag() != expected) return Result::Changed;
  // Dated so that it expires soon unless it is used.
  const Time dated = before.entry ? now : std::min(now, access.oldest + kUnusedLife);
  const Document document =
      Entry{dated, hash_of_token(access.token), std::string(content)}.document();
  using Added = DocumentStore::Added;
  Added result = Added::Exists;
  if (before.version == 0) {
    result = documents_.add(DocumentKind::DeviceSync, access.id, document, most);
  } else if (documents_.replace(DocumentKind::DeviceSync, access.id, before.version, document)) {
    result = Added::Done;
  }
  if (result == Added::Done) return Result::Done;
  if (result == Added::Full) return Result::Full;
  // Another node was faster, or the answer to our own write was lost.
  const Found after = find(access);
  if (after.blocked) return Result::Unknown;
  return after.entry && after.entry->content == content ? Result::Done : Result::Changed;
}

// Also removes a write that came in between.
DeviceSync::Result DeviceSync::remove(const Access& access) const {
  constexpr int kTries = 100;
  if (!is_sync_id(access.id)) return Result::Unknown;
  for (int i = 0; i < kTries; ++i) {
    const Found found = find(access);
    if (!found.entry) return i == 0 ? Result::Unknown : Result::Done;
    if (documents_.remove(DocumentKind::DeviceSync, access.id, found.version)) return Result::Done;
  }
  throw StoreError("other nodes write this entry all the time");
}

std::size_t DeviceSync::remove_expired(Time oldest, Time now) const {
  const auto sweep = documents_.sweep(DocumentKind::DeviceSync, oldest, now);
  while (!sweep->step()) {
  }
  return sweep->removed();
}

std::size_t DeviceSync::check() const {
  const std::vector<std::string> ids = documents_.names(DocumentKind::DeviceSync);
  for (const std::string& id : ids) {
    const auto stored = documents_.find(DocumentKind::DeviceSync, id);
    if (stored && !Entry::parse(stored->text)) {
      throw StoreError("the device sync entry " + id + " can't be read");
    }
  }
  return ids.size();
}

std::size_t DeviceSync::copy_from(const DeviceSync& other) const {
  std::size_t copied = 0;
  for (const std::string& id : other.documents_.names(DocumentKind::DeviceSync)) {
    const auto stored = other.documents_.find(DocumentKind::DeviceSync, id);
    if (!stored) continue;  // removed meanwhile
    const auto entry = Entry::parse(stored->text);
    if (!entry) throw StoreError("the device sync entry " + id + " can't be read");
    documents_.write(DocumentKind::DeviceSync, id, entry->document());
    ++copied;
  }
  return copied;
}

// ---- migration ----------------------------------------------------------------------------------

// Returns whether the shared store now holds this entry, or a later one.
bool DeviceSync::take_over(const std::string& id, const StoredDocument& theirs) const {
  constexpr int kTries = 100;
  const auto entry = Entry::parse(theirs.text);
  if (!entry || !is_sync_id(id)) return false;
  using Added = DocumentStore::Added;
  for (int i = 0; i < kTries; ++i) {
    const auto ours = documents_.find(DocumentKind::DeviceSync, id);
    if (!ours) {
      const auto added = documents_.add(DocumentKind::DeviceSync, id, entry->document(), kNoQuota);
      if (added == Added::Done) return true;
      continue;
    }
    const auto present = Entry::parse(ours->text);
    if (!present || !same_token(present->token, entry->token)) return false;
    if (present->written >= entry->written) return true;
    if (documents_.replace(DocumentKind::DeviceSync, id, ours->version, entry->document())) {
      return true;
    }
  }
  return false;
}

std::size_t DeviceSync::move_from(DocumentStore& folder) const {
  std::size_t moved = 0;
  for (const std::string& id : folder.names(DocumentKind::DeviceSync)) {
    const auto theirs = folder.find(DocumentKind::DeviceSync, id);
    if (!theirs || !take_over(id, *theirs)) continue;
    folder.remove(DocumentKind::DeviceSync, id, theirs->version);
    ++moved;
  }
  return moved;
}

}  // namespace nl
