// Thinking budget of a searching bot: tries or milliseconds.
#pragma once

#include <charconv>
#include <chrono>
#include <optional>
#include <string_view>

namespace nl {

struct Budget {
  int tries = 0;         // 0: as many as the time allows
  int milliseconds = 0;  // 0: no time limit; only then the same seed gives the same play
};

// "400" or "50ms".
inline std::optional<Budget> parse_budget(std::string_view text) {
  const bool timed = text.ends_with("ms");
  if (timed) text.remove_suffix(2);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 1) return std::nullopt;
  return timed ? Budget{0, number} : Budget{number, 0};
}

class BudgetClock {
 public:
  explicit BudgetClock(Budget budget) : budget_(budget) {}

  // True if the budget allows another try after `done`.
  bool more(int done) const {
    if (budget_.tries != 0) return done < budget_.tries;
    return done == 0 || std::chrono::steady_clock::now() - start_ <
                            std::chrono::milliseconds(budget_.milliseconds);
  }

 private:
  Budget budget_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace nl
