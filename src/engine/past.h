// Last events of one seat, redacted for it: the only memory of a player besides its view.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/event.h"

namespace nl {

// Number of past events in an observation.
inline constexpr int kHistory = 64;

// The last redacted events of one viewer, as a ring.
class History {
 public:
  constexpr void add(const Event& event) {
    if (event.kind == EventKind::None) return;
    newest_ = static_cast<std::uint8_t>((newest_ + 1) % kHistory);
    events_[newest_] = event;
  }
  constexpr const Event& ago(int i) const {
    return events_[static_cast<std::size_t>((newest_ + kHistory - i) % kHistory)];
  }

 private:
  std::array<Event, kHistory> events_{};
  std::uint8_t newest_ = 0;
};

// A look at such events where they are kept, in a ring or in a list; it keeps nothing itself.
class Past {
 public:
  constexpr Past() = default;  // nothing has happened, or nobody remembers it
  constexpr Past(const History& ring) : ring_(&ring) {}
  // All that a viewer was told, the oldest first.
  constexpr Past(std::span<const Event> told) : told_(told) {}

  // The last event for 0; one of no kind where there is none.
  constexpr const Event& ago(int i) const {
    if (ring_ != nullptr) return ring_->ago(i);
    const auto back = static_cast<std::size_t>(i);
    return back < told_.size() ? told_[told_.size() - 1 - back] : kNothing;
  }

 private:
  static constexpr Event kNothing{};

  const History* ring_ = nullptr;
  std::span<const Event> told_{};
};

}  // namespace nl
