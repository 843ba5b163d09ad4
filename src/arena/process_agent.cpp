// Agent in a process of its own: questions and answers as lines of JSON.
#include "arena/process_agent.h"

#include <array>
#include <bit>
#include <utility>

#include "engine/encode.h"
#include "protocol/view_json.h"
#include "text/bytes.h"
#include "text/notation.h"
#include "text/words.h"

namespace nl {
namespace {

// The `counting` observation, two hexadecimal digits a byte: what learned agents were trained on.
std::string observation_hex(const Rules& rules, const View& v) {
  CountingObservation observation;
  encode(rules, v, observation);
  return to_hex(std::bit_cast<std::array<std::uint8_t, sizeof observation>>(observation));
}

}  // namespace

std::string question_line(const Rules& rules, const View& v,
                          const std::vector<std::string>& story) {
  Json legal = Json::array();
  v.legal.for_each([&](Action action) { legal.push_back(action.id); });
  const Json json = {{"ask", std::move(legal)},
                     {"view", view_json(rules, v)},
                     {"observation", observation_hex(rules, v)},
                     {"story", story}};
  return json.dump();
}

ProcessAgent::ProcessAgent(std::string command, int timeout_ms, Start how)
    : command_(std::move(command)), timeout_(timeout_ms), how_(how) {}

ProcessAgent::~ProcessAgent() { stop(); }

void ProcessAgent::observe(const Event& event) {
  for (const std::string& line : words(Language::English).event(event, seat_, names_)) {
    story_.push_back(line);
  }
}

}  // namespace nl
