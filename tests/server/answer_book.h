// Book of a test player's answers: one per question, and in the record once.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "server/schema.h"

namespace nl {

class AnswerBook {
 public:
  // Answer to this question: `action`, or the one given before.
  std::string answer(const PlainJson& question, const std::string& action) {
    const Answer told{question["phase"] == "window", action};
    return answers_.try_emplace(question["decision"].get<int>(), told).first->second.action;
  }

  // Difference between the seat's steps in the record and these answers, each once in the order of
  // the questions; empty: none. A question in a window may have none (another's Nope ended it), or
  // a pass that was not said (its time ran out, perhaps before the player saw it).
  std::string fault(const std::vector<std::string>& record, int seat) const {
    const int last = answers_.empty() ? 0 : answers_.rbegin()->first;
    int asked = 0;
    for (const std::string& step : steps(record, seat)) {
      bool answers = false;
      while (asked < last && !answers) {
        const Answer* const told = find(++asked);
        if (told != nullptr && !told->in_window) {
          if (told->action != step) return "said " + told->action + ", recorded " + step;
          answers = true;
        } else {
          answers = step == "pass" || (step == "nope" && told != nullptr && told->action == "nope");
        }
      }
      if (!answers && step != "pass") return "recorded and not said, or twice: " + step;
    }
    while (asked < last) {
      const Answer* const told = find(++asked);
      if (told != nullptr && !told->in_window) return "said and not recorded: " + told->action;
    }
    return {};
  }

 private:
  struct Answer {
    bool in_window = false;
    std::string action{};
  };

  const Answer* find(int question) const {
    const auto found = answers_.find(question);
    return found == answers_.end() ? nullptr : &found->second;
  }
  static std::vector<std::string> steps(const std::vector<std::string>& record, int seat) {
    std::vector<std::string> all;
    for (const std::string& line : record) {
      const PlainJson step = PlainJson::parse(line);
      if (step.contains("do") && step["seat"] == seat) all.push_back(step["do"]);
    }
    return all;
  }

  std::map<int, Answer> answers_;
};

}  // namespace nl
