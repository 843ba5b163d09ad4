// Question and answers of a network player.
#include "terminal/net_game.h"

#include <algorithm>

#include "bots/bot.h"
#include "names/names.h"
#include "text/characters.h"

namespace nl {

const Words& NetGame::w() const {
  return words(language_, wording_of(model_.room().settings.preset));
}

const std::vector<std::string>& NetGame::names() const {
  std::vector<std::string> names = model_.names();
  std::vector<std::string> bots;
  for (const RoomPlayer& player : model_.room().players) bots.push_back(player.bot);
  const auto characters = characters_at(bots);
  for (std::size_t seat = 0; seat < std::min(names.size(), characters.size()); ++seat) {
    if (characters[seat]) names[seat] = w().character(characters[seat]->key);
  }
  make_distinct(names);
  for (std::size_t seat = 0; seat < std::min(names.size(), bots.size()); ++seat) {
    called_[model_.room().players[seat].name] = names[seat];
  }
  // Callers hold spans of the names: unchanged names stay in place.
  if (names != names_) names_ = std::move(names);
  return names_;
}

std::string NetGame::called(const std::string& name) const {
  names();
  const auto found = called_.find(name);
  return found == called_.end() ? name : found->second;
}

std::string NetGame::watcher_name(int number) const {
  if (number == 0) return w().ui("net_a_watcher");
  return w().ui("net_watcher_number", {{"number", std::to_string(number)}});
}

Lines NetGame::statistics() const { return game_statistics_lines(model_.events(), names(), w()); }

// ---- the question -------------------------------------------------------------------------------

TableModel NetGame::table_model() const {
  TableModel table_model = table_model_of(model_);
  table_model.names = names();
  if (is_drafting()) table_model.view = draft_->view();
  numbers_.begin((static_cast<std::size_t>(model_.game()) << 20) + turns_begun(table_model.events));
  table_model.numbers = &numbers_;
  return table_model;
}

std::optional<Question> NetGame::question() const {
  if (question_key() == 0) return std::nullopt;
  const TableModel seen = table_model();
  return question_for(seen.rules, seen.view, seen.speech(w()));
}

std::uint64_t NetGame::question_key() const {
  const NetQuestion* open = model_.question();
  const auto game = static_cast<std::uint64_t>(model_.game()) << 40;
  return open == nullptr || open->answered ? 0 : game | open->decision;
}

// ---- answers ------------------------------------------------------------------------------------

void NetGame::play(Action action) {
  if (!is_drafting()) {
    draft_.emplace(model_.rules(), model_.view());
    drafted_ = question_key();
  }
  draft_->choose(action);
  if (!draft_->complete()) return;
  planned_.assign(draft_->actions().begin() + 1, draft_->actions().end());
  const Action first = draft_->actions().front();
  draft_.reset();
  model_.answer(first);
}

bool NetGame::take_back() { return is_drafting() && draft_->back(); }

// A single possible target is no choice, and everybody can see that.
void NetGame::answer_forced() {
  const ActionSet& legal = model_.view().legal;
  if (!planned_.empty()) {
    const Action next = planned_.front();
    planned_.erase(planned_.begin());
    if (legal.has(next)) return model_.answer(next);
    planned_.clear();
  }
  const bool is_target = model_.view().phase() == Phase::Target;
  if (is_target && legal.size() == 1 && !is_drafting()) model_.answer(legal.nth(0));
}

}  // namespace nl
