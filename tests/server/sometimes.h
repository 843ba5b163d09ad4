// Reachability of the cluster simulator: named situations that a campaign must come to sometimes.
// A simulator that never gets there proves nothing about them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace nl {

class Sometimes {
 public:
  static constexpr std::array kNames = {
      // Faults of a node, and the point of a game at one of its tables.
      "kill_in_lobby", "kill_in_turn", "kill_in_window", "kill_in_question", "kill_in_over",
      "pause_in_lobby", "pause_in_turn", "pause_in_window", "pause_in_question", "pause_in_over",
      "cut_in_lobby", "cut_in_turn", "cut_in_window", "cut_in_question", "cut_in_over",
      "deploy_in_lobby", "deploy_in_turn", "deploy_in_window", "deploy_in_question",
      "deploy_in_over",
      // A commit was stored and its answer lost; the table is as its node sees it.
      "unanswered_in_lobby", "unanswered_in_turn", "unanswered_in_window", "unanswered_in_question",
      "unanswered_in_over",
      // State of a table when another node has taken it.
      "takeover_in_lobby", "takeover_in_turn", "takeover_in_window", "takeover_in_question",
      "takeover_in_over",
      // Ownership.
      "deploy_refused", "deploy_unanswered", "takeover_contested", "takeover_of_parcel",
      "takeover_of_two_rooms", "takeover_of_nothing", "takeover_unsure", "takeover_unreachable",
      "fifth_owner", "evicted_alive", "woke_up_evicted", "fenced_at_renewal", "fenced_at_commit",
      "commit_unreachable", "commit_while_paused", "killed_with_commit_under_way", "all_nodes_down",
      // Players.
      "sought_between_two_nodes", "old_word_heard", "answer_repeated_elsewhere"};

  void reach(std::string_view what) {
    const auto found = std::find(kNames.begin(), kNames.end(), what);
    if (found == kNames.end()) throw std::logic_error("no property " + std::string(what));
    ++counts_[static_cast<std::size_t>(found - kNames.begin())];
  }
  void add(const Sometimes& other) {
    for (std::size_t i = 0; i < kNames.size(); ++i) counts_[i] += other.counts_[i];
  }
  std::uint64_t count(std::size_t property) const { return counts_[property]; }
  std::vector<std::string> missing() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      if (counts_[i] == 0) names.emplace_back(kNames[i]);
    }
    return names;
  }

 private:
  std::array<std::uint64_t, kNames.size()> counts_{};
};

static_assert(Sometimes::kNames.size() == 50);

}  // namespace nl
