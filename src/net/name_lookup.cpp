// Host name lookup: the abandoned thread and the wait for it.
#include "net/name_lookup.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <thread>

namespace nl {
namespace {

constexpr auto kLongestLookup = std::chrono::seconds(2);
constexpr int kMostLookups = 64;  // lookups hanging at once

std::atomic<int>& lookups_under_way() {
  static std::atomic<int> number{0};
  return number;
}

Addresses system_lookup(const std::string& host) {
  asio::io_context io{1};
  error_code error;
  Addresses found;
  for (const auto& one : tcp::resolver(io).resolve(host, "", error)) {
    const auto address = one.endpoint().address();
    if (std::find(found.begin(), found.end(), address) == found.end()) found.push_back(address);
  }
  return error ? Addresses() : found;
}

// Shared by the caller and the thread; the last owner closes the event.
struct PendingLookup {
  PendingLookup() = default;
  PendingLookup(const PendingLookup&) = delete;
  PendingLookup& operator=(const PendingLookup&) = delete;
  ~PendingLookup() { ::close(done); }

  const int done = eventfd(0, EFD_CLOEXEC);
  std::mutex mutex;
  Addresses found;
};

void run_lookup(const std::shared_ptr<PendingLookup>& pending, const LookupFunction& resolve,
                const std::string& host) {
  Addresses found;
  try {
    found = resolve(host);
  } catch (const std::exception&) {  // as if there were no such name
  }
  {
    const std::lock_guard lock(pending->mutex);
    pending->found = std::move(found);
  }
  const std::uint64_t one = 1;
  if (write(pending->done, &one, sizeof one) < 0) return;
}

}  // namespace

Addresses look_up(const std::string& host, const LookupLimits& limits) {
  return look_up(host, limits, system_lookup);
}

Addresses look_up(const std::string& host, const LookupLimits& limits, LookupFunction resolve) {
  using std::chrono::milliseconds;
  error_code none;
  const auto literal = asio::ip::make_address(host, none);
  if (!none) return {literal};
  if (++lookups_under_way() > kMostLookups) {
    --lookups_under_way();
    return {};
  }
  const auto pending = std::make_shared<PendingLookup>();
  std::thread([pending, resolve = std::move(resolve), host] {
    run_lookup(pending, resolve, host);
    --lookups_under_way();
  }).detach();
  const auto now = std::chrono::steady_clock::now();
  const auto end = std::min(limits.end, now + kLongestLookup);
  const auto wait = std::max(milliseconds(0), std::chrono::ceil<milliseconds>(end - now));
  std::array<pollfd, 2> ends = {pollfd{.fd = pending->done, .events = POLLIN, .revents = 0},
                                pollfd{.fd = limits.stop, .events = POLLIN, .revents = 0}};
  poll(ends.data(), ends.size(), static_cast<int>(wait.count()));
  if ((ends[0].revents & POLLIN) == 0) return {};
  const std::lock_guard lock(pending->mutex);
  return pending->found;
}

}  // namespace nl
