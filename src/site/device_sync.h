// Device sync: bytes that a browser stores here for its user's other devices.
// The page seals them with a key that the server never sees. A token opens an entry; the server
// stores only the token's hash.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/seat_token.h"
#include "site/document_store.h"

namespace nl {

inline constexpr std::size_t kMostSyncBytes = 256 * 1024;

// 32 hexadecimal digits.
bool is_sync_id(std::string_view id);
// Entity tag of a content: a page sees from it that another device has written meanwhile.
std::string sync_tag(std::string_view content);

// Thread-safe. Every function throws StoreError.
class DeviceSync {
 public:
  explicit DeviceSync(DocumentStore& documents) : documents_(documents) {}

  enum class Result : std::uint8_t {
    Done,
    Unknown,  // absent, expired or another owner's: callers can't tell which
    Changed,  // it holds another content than expected
    Full,     // the quota is used up
  };
  // `oldest`: entries written before this time are expired.
  struct Access {
    std::string_view id{};
    std::string_view token{};
    Time oldest{0};
  };
  std::optional<std::string> read(const Access& access, Time now) const;
  // `expected`: the tag of the content to replace; empty: there must be none. `most`: the quota of
  // entries, on all nodes together.
  Result write(const Access& access, std::string_view content, std::string_view expected, Time now,
               std::size_t most) const;
  Result remove(const Access& access) const;
  // An entry that was never read or replaced since its creation expires after this short time.
  static constexpr Time kUnusedLife{1'800'000};
  // Removes expired entries; returns their number.
  std::size_t remove_expired(Time oldest, Time now) const;

  // Reads all entries; returns their number. Throws StoreError if one is damaged.
  std::size_t check() const;
  // Copies all entries of another store; returns their number.
  std::size_t copy_from(const DeviceSync& other) const;
  // Moves all entries from a node's own folder to a shared store. An interrupted move can be
  // repeated. If both have an entry, the later content wins. Returns the number of entries moved.
  std::size_t move_from(DocumentStore& folder) const;

 private:
  struct Entry;
  struct Found;
  Found find(const Access& access) const;
  bool take_over(const std::string& id, const StoredDocument& theirs) const;

  DocumentStore& documents_;
};

}  // namespace nl
