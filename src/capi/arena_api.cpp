// C interface of tournaments and leaderboards.
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <sstream>

#include "arena/board_text.h"
#include "arena/machine.h"
#include "arena/tournament.h"
#include "capi/boundary.h"
#include "capi/ninelives.h"
#include "capi/rules_option.h"
#include "engine/games_hash.h"

using namespace nl;
using namespace nl::capi;

namespace {

std::vector<std::string> words_of(const char* text) {
  std::istringstream in{text == nullptr ? std::string() : std::string(text)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> lines_of(const char* text) {
  std::istringstream in{text == nullptr ? std::string() : std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

// The rules in a board's name, beside its preset and expansions.
std::vector<std::string> house_rules(const char* rules) {
  std::vector<std::string> words = words_of(rules);
  std::erase_if(words, [](const std::string& word) {
    return word.starts_with("preset=") || word.starts_with("expansions=");
  });
  return words;
}

BoardFormat format_called(std::string_view name) {
  if (name == "text") return BoardFormat::Plain;
  if (name == "markdown") return BoardFormat::Markdown;
  if (name == "json") return BoardFormat::AsJson;
  if (name == "html") return BoardFormat::Html;
  throw Misuse("format " + std::string(name) + ": expected text, markdown, json or html");
}

const std::string& engine_hash_text() {
  static const std::string text = [] {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016" PRIx64, engine_hash());
    return std::string(digits);
  }();
  return text;
}

TournamentPlan plan_of(const nl_arena_options& o) {
  TournamentPlan plan =
      plan_for(parse_rules(given_text(o.rules, "rules"), o.seats), house_rules(o.rules));
  plan.field = field_of(words_of(o.bots), lines_of(o.programs), o.timeout_ms,
                        {o.no_sandbox == 0, lines_of(o.hidden)});
  identify_bots(plan);
  plan.seed = o.seed;
  plan.first = o.first;
  plan.deals = o.deals;
  plan.threads = checked_range("threads", o.threads, 1, 256);
  plan.engine = engine_hash_text();
  plan.machine = this_machine();
  return plan;
}

char* given_away(const std::string& text) {
  char* copy = new char[text.size() + 1];
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

constexpr char* kNoText = nullptr;

char* played(const nl_arena_options* options, bool luck) {
  return guarded(kNoText, [&] {
    if (options == nullptr) throw Misuse("expected options, got NULL");
    TournamentPlan plan = plan_of(*options);
    plan.luck = luck;
    check_luck(plan);
    std::string lines;
    run_tournament(plan, {}, {[&](const DealLine& deal) { lines += to_line(deal) + '\n'; }, {}});
    return given_away(lines);
  });
}

}  // namespace

char* nl_arena_play(const nl_arena_options* options) { return played(options, false); }

char* nl_arena_play_with_luck(const nl_arena_options* options) { return played(options, true); }

char* nl_arena_field(const nl_arena_options* options) {
  return guarded(kNoText, [&] {
    if (options == nullptr) throw Misuse("expected options, got NULL");
    std::string lines;
    for (const Entrant& entrant : plan_of(*options).field) {
      lines += entrant.hash + ' ' + entrant.name + (entrant.sandboxed ? "\n" : "\tno sandbox\n");
      if (!entrant.about.agent.empty()) lines += to_line(entrant.about) + '\n';
    }
    return given_away(lines);
  });
}

char* nl_arena_board(const char* log, const char* format, const char* date) {
  return guarded(kNoText, [&] {
    std::istringstream in{std::string(given_text(log, "log"))};
    const std::vector<DealLine> deals = read_log(in);
    if (deals.empty()) throw Misuse("log: expected lines of an arena, got none");
    std::ostringstream out;
    print_boards(out, boards(deals), format_called(given_text(format, "format")),
                 std::string(given_text(date, "date")),
                 known_with(std::string(given_text(log, "log"))));
    return given_away(out.str());
  });
}

char* nl_arena_seed_file(const char* log) {
  return guarded(kNoText,
                 [&] { return given_away(seed_file(std::string(given_text(log, "log")))); });
}

const char* nl_engine_hash(void) { return engine_hash_text().c_str(); }

void nl_text_free(char* text) { delete[] text; }
