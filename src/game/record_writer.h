// Writer of a record while its game is played.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "game/move.h"
#include "text/record.h"

namespace nl {

struct RecordDetail {
  bool legal = false;  // each action with the list of legal ones for that seat
  bool full = false;   // the state after each action
};

class RecordWriter {
 public:
  // `opening`: the lines before the deal, the header first. A continued game passes all of its
  // lines.
  explicit RecordWriter(std::vector<std::string> opening, RecordDetail detail = {})
      : lines_(std::move(opening)), detail_(detail) {}

  void deal(const Rules& rules, const State& s);
  void step_begins(const Rules& rules, const State& before, const Move& move);
  void step_ends(const State& after, std::span<const Outcome> outcomes,
                 const std::vector<Seat>& died);
  void write(std::string line) { lines_.push_back(std::move(line)); }

  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
  RecordDetail detail_;
};

}  // namespace nl
