// What browsers leave here for the other devices of their users: bytes that the page has sealed
// with a key that never comes here. A file each in the folder `lockers`, open to whoever has its
// token.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "server/limits.h"
#include "server/seat_token.h"

namespace nl {

inline constexpr std::size_t kMostLockerBytes = 256 * 1024;

// 32 hexadecimal digits, and nothing else that could be a path.
bool is_locker_id(std::string_view id);
// What the page compares to see whether another device was there meanwhile.
std::string locker_tag(std::string_view content);

// Used by many connections at once. Its files are whole or not there.
class Lockers {
 public:
  explicit Lockers(std::filesystem::path folder) : folder_(std::move(folder)) {}

  enum class Result : std::uint8_t {
    Done,
    Unknown,  // not there, too old or another's: these are not told apart
    Changed,  // it holds something else than was thought
    Full,     // one more than there may be
  };
  // `oldest`: what was left before is gone.
  struct Visit {
    std::string_view id{};
    std::string_view token{};
    Time oldest{0};
  };
  std::optional<std::string> read(const Visit& visit) const;
  // `expected`: the tag of what it holds; empty: nothing.
  Result leave(const Visit& visit, std::string_view content, std::string_view expected, Time now,
               std::size_t most);
  Result empty(const Visit& visit);
  // Forgets what was left before; how many that were.
  std::size_t forget_before(Time oldest);

 private:
  struct Content {
    Time left{0};
    TokenHash token{};
    std::string sealed{};
  };
  std::optional<Content> find(std::string_view id) const;
  // Nothing where the visitor may not have it.
  std::optional<Content> opened(const Visit& visit) const;
  std::size_t count() const;
  void write(std::string_view id, const Content& content) const;

  const std::filesystem::path folder_;
  mutable std::mutex mutex_;
};

}  // namespace nl
