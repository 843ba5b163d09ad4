// Page of the server's ladder. Nobody joins without an answer to the question.
#include "terminal/ladder_page.h"

#include <algorithm>

#include "names/names.h"
#include "terminal/command.h"
#include "terminal/parse_line.h"

namespace nl {
namespace {

using LadderOutcome = LadderClient::Outcome;

constexpr std::size_t kShownPlaces = 10;

Values values_of(const LadderPlace& place) {
  return {{"name", place.name},
          {"points", std::to_string(place.points)},
          {"number", std::to_string(place.games)}};
}

}  // namespace

// Empty to go back, also for the word `back`.
std::string LadderPage::read_line() {
  std::string line = console_.read_line();
  const Command::Verb said = read_command(line).kind;
  if (said == Command::Verb::Quit) throw Stopped{Stopped::Why::Quit};
  return said == Command::Verb::Back ? "" : line;
}

// Enter is a no.
bool LadderPage::said_yes(const std::string& question) {
  while (true) {
    console_.say(question);
    console_.say("1. " + w_.ui("yes"));
    console_.say("2. " + w_.ui("no"));
    console_.say(w_.ui("home_back"));
    const std::string line = read_line();
    const auto number = read_number(line);
    if (line.empty() || number == 2) return false;
    if (number == 1) return true;
    console_.say(w_.refusal(Refusal::OneOrTwo));
  }
}

std::string LadderPage::sentence(LadderClient::Outcome outcome) const {
  switch (outcome) {
    case LadderOutcome::Done: return {};
    case LadderOutcome::Taken: return w_.ui("ladder_taken");
    case LadderOutcome::BadName: return w_.ui("net_bad_name");
    case LadderOutcome::Full: return w_.ui("ladder_full");
    case LadderOutcome::Later: return w_.ui("ladder_later");
    case LadderOutcome::Refused: return w_.ui("ladder_refused");
    case LadderOutcome::NoAnswer: return w_.ui("ladder_no_answer");
    case LadderOutcome::NoFile: return w_.ui("ladder_no_file");
  }
  return {};
}

void LadderPage::show(const std::string& name) {
  while (true) {
    console_.blank();
    const auto view = ladder_.look();
    if (!view) {
      console_.say(w_.ui("ladder_no_answer"));
      console_.say(w_.ui("home_enter"));
      console_.read_line_after_text();
      return;
    }
    show_places(*view);
    if (view->own ? !show_member(*view) : !show_newcomer(name)) return;
  }
}

void LadderPage::show_places(const LadderView& view) {
  console_.say(w_.ui("ladder_title"));
  const std::size_t shown = std::min(kShownPlaces, view.places.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string row = w_.ui("ladder_row", values_of(view.places[i]));
    console_.say("  " + std::to_string(i + 1) + ". " + row);
  }
  if (shown == 0) console_.say(w_.ui("ladder_none"));
  console_.blank();
}

// Both return false to leave the page.
bool LadderPage::show_newcomer(const std::string& name) {
  console_.say(w_.ui("ladder_about"));
  const std::string wish =
      name.empty() ? w_.ui("ladder_ask") : w_.ui("ladder_ask_as", {{"name", name}});
  if (!said_yes(wish)) return false;
  join(name);
  return true;
}

bool LadderPage::show_member(const LadderView& view) {
  console_.say(w_.ui("ladder_standing", values_of(*view.own)));
  console_.say("1. " + w_.ui("ladder_play"));
  console_.say("2. " + w_.ui("ladder_leave"));
  console_.say(w_.ui("home_back"));
  const std::string line = read_line();
  if (line.empty()) return false;
  const auto number = read_number(line);
  if (number == 1) {
    play(*view.own);
  } else if (number == 2) {
    leave();
  } else {
    console_.say(w_.refusal(Refusal::OneOrTwo));
  }
  return true;
}

// Asks for another nickname as long as the server refuses this one.
void LadderPage::join(std::string name) {
  while (true) {
    if (name.empty()) {
      console_.blank();
      console_.say(w_.ui("ladder_name"));
      const std::string line = read_line();
      if (line.empty()) return;
      name = clean_name(line);
    }
    const LadderOutcome outcome = name.empty() ? LadderOutcome::BadName : ladder_.join(name);
    console_.blank();
    if (outcome != LadderOutcome::Done) console_.say(sentence(outcome));
    if (outcome != LadderOutcome::Taken && outcome != LadderOutcome::BadName) return;
    name.clear();
  }
}

void LadderPage::leave() {
  console_.blank();
  if (!said_yes(w_.ui("ladder_leave_ask"))) return;
  const LadderOutcome outcome = ladder_.leave();
  console_.blank();
  const bool left = outcome == LadderOutcome::Done;
  console_.say(left ? w_.ui("ladder_left") : sentence(outcome));
}

void LadderPage::play(const LadderPlace& before) {
  play_();
  const auto view = ladder_.look();
  if (!view || !view->own || view->own->games == before.games) return;
  const int change = view->own->points - before.points;
  console_.blank();
  console_.say(
      w_.ui("ladder_result", {{"points", std::to_string(view->own->points)},
                              {"change", (change < 0 ? "" : "+") + std::to_string(change)}}));
}

}  // namespace nl
