// Batch of games: setup, checks, rewards, saving.
#include "capi/batch.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

#include "capi/archive.h"
#include "capi/bot_option.h"
#include "capi/boundary.h"
#include "capi/game.h"
#include "capi/rules_option.h"
#include "engine/privileged.h"

namespace nl::capi {
namespace {

// Rows that need only a mask take a few nanoseconds each.
constexpr int kListedRows = 128;

std::vector<std::string> bots_called(const char* names, const Rules& rules) {
  std::istringstream words{names == nullptr ? std::string() : std::string(names)};
  std::vector<std::string> bots;
  for (std::string name; words >> name; bots.push_back(name)) bot_for(name, 0, rules);
  if (bots.empty()) bots.emplace_back(kDefaultBot);
  return bots;
}

nl_batch_options checked(const nl_batch_options& o) {
  checked_range("games", o.games, 1, 1 << 24);
  checked_range("threads", o.threads, 1, 256);
  checked_range("learner", o.learner, NL_SELF_PLAY, o.seats - 1);
  checked_range("autoreset", o.autoreset, NL_SAME_STEP, NL_DISABLED);
  checked_range("illegal", o.illegal, NL_REFUSE, NL_FORFEIT);
  checked_range("max_turns", o.max_turns, 0, 1 << 30);
  return o;
}

nl_batch_arrays checked(const nl_batch_arrays& a) {
  if (a.observation && a.mask && a.reward && a.terminated && a.truncated && a.player) return a;
  throw Misuse("arrays: expected all but final_observation and privileged to be there");
}

}  // namespace

Batch::Batch(const nl_batch_options& options, const nl_batch_arrays& arrays)
    : header_(parse_rules(given_text(options.rules, "rules"), options.seats)),
      options_(checked(options)),
      arrays_(checked(arrays)),
      size_(observation_size(options.level)),
      in_game_(cards_in_game(header_.rules, header_.seats)),
      bots_(bots_called(options.bots, header_.rules)),
      pool_(bots_),
      rows_(static_cast<std::size_t>(options.games)),
      rings_(keeps_past() ? rows_.size() : 0),
      legal_(rows_.size()),
      choices_(rows_.size(), Stream(0)),
      deals_(rows_.size()),
      viewers_(rows_.size()),
      fast_path_(fast_path()),
      uses_fast_path_(uses_fast_path()),
      asks_together_(asks_together()),
      workers_(std::min(options.threads, options.games)) {
  reset(options.seed);
}

// For learners that receive them, or bots that use them.
bool Batch::keeps_past() {
  if (options_.level == NL_HISTORY || self_play()) return options_.level == NL_HISTORY;
  const BotPool::Lent bots = pool_.lend();
  return somebody_remembers(*bots, header_.rules);
}

bool Batch::asks_together() {
  if (self_play()) return false;
  const BotPool::Lent bots = pool_.lend();
  return std::any_of((*bots).begin(), (*bots).end(),
                     [&](const auto& bot) { return bot->answers_in_batches(header_.rules); });
}

void Batch::reset(std::uint64_t seed) {
  options_.seed = seed;
  // Rules without any choice show in the first row, before a thread starts.
  rows_[0].episode = ~std::uint64_t{0};
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    rows_[r].episode = ~std::uint64_t{0};
    rows_[r].answers = 0;
    choices_[r] = choices_of(seed, static_cast<std::uint32_t>(r));
  }
  BotPool::Lent opponents = pool_.lend();
  begin_row(0, *opponents);
  while (answer_round(*opponents)) {
  }
  if (rows_[0].finished) {
    throw Misuse("rules: nobody ever has a choice in " + std::to_string(kDealsWithoutChoice) +
                 " deals");
  }
  rows_[0].episode = ~std::uint64_t{0};
  rows_[0].answers = 0;
  next_episode(nullptr);
}

void Batch::next_episode(const std::uint8_t* rows) {
  play_rows([&](int row, Opponents& opponents) {
    if (rows == nullptr || rows[row] != 0) begin_row(row, opponents);
  });
}

void Batch::deal_cards(int row) {
  Row& r = rows_[static_cast<std::size_t>(row)];
  ++r.episode;
  r.plies = 0;
  r.random = chance_of(options_.seed, static_cast<std::uint32_t>(row), r.episode);
  r.known = RowKnowledge(header_.seats);
  if (Rings* rings = rings_of(row)) *rings = {};
  if (!self_play()) {
    const auto turn = static_cast<std::uint64_t>(row) + r.episode;
    r.learner = options_.learner == NL_ANY_SEAT
                    ? static_cast<Seat>(turn % static_cast<std::uint64_t>(header_.seats))
                    : static_cast<Seat>(options_.learner);
  }
  RowSink sink = sink_of(row);
  r.state = new_game(header_.rules, header_.seats, r.random, sink);
}

void Batch::apply(int row, Seat seat, Action action) {
  Row& r = rows_[static_cast<std::size_t>(row)];
  RowSink sink = sink_of(row);
  apply_legal(header_.rules, r.state, seat, action, r.random, sink);
  ++r.plies;
}

Bot& Batch::bot_at(const Row& r, Seat seat, Opponents& opponents) const {
  const auto place = static_cast<std::size_t>(seat_distance(r.learner, seat, header_.seats) - 1);
  return *opponents[std::min(place, opponents.size() - 1)];
}

// A bot is reseeded for every answer from the game's position: nothing of it persists between
// steps, so a saved batch continues identically.
std::uint64_t Batch::bot_seed(const Row& r, Seat seat) const {
  const auto row = static_cast<std::uint32_t>(&r - rows_.data());
  const std::uint64_t game = mix64(options_.seed + 2) ^ game_number(row, r.episode);
  return mix64(game) + (std::uint64_t{r.plies} << 8) + seat;
}

Past Batch::past_of(const Row& r, Seat seat) const {
  return rings_.empty() ? Past() : Past(rings_[static_cast<std::size_t>(&r - rows_.data())][seat]);
}

Action Batch::bot_action(const Row& r, const OpenChoice& asked, Opponents& opponents) const {
  const Seat seat = asked.seat;
  Bot& bot = bot_at(r, seat, opponents);
  bot.reseed(bot_seed(r, seat));
  const View v = view(header_.rules, r.state, r.known.seats[seat], seat, asked.legal);
  return bot.act(header_.rules, v, past_of(r, seat));
}

void Batch::give_rewards(int row) {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  const float lost = -1.0f / static_cast<float>(header_.seats - 1);
  if (!self_play()) {
    arrays_.reward[row] = r.state.over() && winner(r.state) == r.learner ? 1.0f : lost;
    return;
  }
  for (int seat = 0; seat < header_.seats; ++seat) {
    arrays_.reward[row * header_.seats + seat] = winner(r.state) == seat ? 1.0f : lost;
  }
}

void Batch::end_episode(int row, bool truncated) {
  Row& r = rows_[static_cast<std::size_t>(row)];
  if (!truncated) give_rewards(row);
  arrays_.terminated[row] = truncated ? 0 : 1;
  arrays_.truncated[row] = truncated ? 1 : 0;
  viewers_[static_cast<std::size_t>(row)] = r.asked;
  if (arrays_.final_observation != nullptr) {
    observe(row, r.asked, arrays_.final_observation + static_cast<std::size_t>(row) * size_);
  }
  r.finished = true;
  legal_[static_cast<std::size_t>(row)] = {};
}

void Batch::begin_step(int row) {
  const int rewards = self_play() ? header_.seats : 1;
  std::fill_n(arrays_.reward + row * rewards, rewards, 0.0f);
  arrays_.terminated[row] = 0;
  arrays_.truncated[row] = 0;
}

void Batch::answer_learner(int row, Action action) {
  Row& r = rows_[static_cast<std::size_t>(row)];
  if (legal_[static_cast<std::size_t>(row)].has(action)) return apply(row, r.asked, action);
  RowSink sink = sink_of(row);
  forfeit(header_.rules, r.state, r.asked, r.random, sink);
}

void Batch::step(const std::int32_t* actions) {
  if (actions == nullptr) throw Misuse("actions: expected one a row, got NULL");
  const bool legal = all_legal(actions);
  if (!legal) check(actions);
  if (legal && uses_fast_path_) {
    return workers_.run(options_.games, kRowsPerTask,
                        [&](int begin, int end) { fast_path_.play(*this, actions, begin, end); });
  }
  play_rows(
      [&](int row, Opponents& opponents) { step_row(row, make_action(actions[row]), opponents); });
}

void Batch::check(const nl_batch_ends& ends) const {
  if (!ends.rows || !ends.last || !ends.reward || !arrays_.final_observation) {
    throw Misuse("expected room for what has ended, and for final observations");
  }
}

int Batch::gather(const nl_batch_ends& ends) const {
  const auto games = static_cast<std::size_t>(options_.games);
  const auto seats = static_cast<std::size_t>(header_.seats);
  if (self_play()) {
    std::fill_n(ends.reward, games, 0.0f);
  } else {
    std::copy_n(arrays_.reward, games, ends.reward);
  }
  int count = 0;
  for (std::size_t row = 0; row < games; ++row) {
    if ((arrays_.terminated[row] | arrays_.truncated[row]) == 0) [[likely]]
      continue;
    std::memcpy(ends.last + static_cast<std::size_t>(count) * size_,
                arrays_.final_observation + row * size_, size_);
    ends.rows[count][0] = static_cast<std::int64_t>(row);
    ends.rows[count++][1] = viewers_[row];
    if (self_play()) ends.reward[row] = arrays_.reward[row * seats + viewers_[row]];
  }
  return count;
}

bool Batch::all_legal(const std::int32_t* actions) {
  std::atomic<bool> all = true;
  workers_.run(options_.games, kListedRows, [&](int begin, int end) {
    // Checked once, after the loop: no row is worth a branch.
    std::uint32_t ids = 0;
    std::uint64_t legal = 1;
    for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row) {
      const auto id = static_cast<std::uint32_t>(actions[row]);
      ids |= id;
      legal &= legal_[row].bits[id / 64 % 4] >> id % 64;
    }
    if (ids >= kActions || legal == 0) all = false;
  });
  return all;
}

void Batch::check(const std::int32_t* actions) const {
  for (int row = 0; row < options_.games; ++row) {
    const std::int32_t id = actions[row];
    const bool in_range = id >= 0 && id < kActions;
    const auto& legal = legal_[static_cast<std::size_t>(row)];
    if (in_range && legal.has(make_action(id))) continue;
    const Row& r = rows_[static_cast<std::size_t>(row)];
    if (r.finished && options_.autoreset == NL_DISABLED) {
      throw Misuse("row " + std::to_string(row) + " has ended: expected a reset first");
    }
    if (in_range && (r.finished || options_.illegal == NL_FORFEIT)) continue;
    std::string list;
    legal.for_each([&](Action one) { list += " " + std::to_string(one.id); });
    throw Misuse("row " + std::to_string(row) + ": action " + std::to_string(id) +
                 " is not legal; expected one of" + list);
  }
}

void Batch::sample(std::int32_t* actions) {
  if (actions == nullptr) throw Misuse("actions: expected room for one a row, got NULL");
  workers_.run(options_.games, kListedRows,
               [&](int begin, int end) { fast_path_.draw(*this, actions, begin, end); });
}

namespace {

struct Chosen {
  int action = 0;
  float log_probability = 0;
};

// One legal action, by softmax over the legal ones.
Chosen choose_by(const ActionSet& legal, const float* logits, float uniform) {
  if (legal.empty()) return {};
  float largest = -std::numeric_limits<float>::infinity();
  legal.for_each([&](Action action) { largest = std::max(largest, logits[action.id]); });
  float total = 0;
  legal.for_each([&](Action action) { total += std::exp(logits[action.id] - largest); });
  float left = uniform * total;
  int chosen = -1;
  legal.for_each([&](Action action) {
    if (chosen >= 0 && left < 0) return;
    chosen = action.id;
    left -= std::exp(logits[action.id] - largest);
  });
  return {chosen, logits[chosen] - largest - std::log(total)};
}

}  // namespace

void Batch::choose(Policy policy, std::int32_t* actions, float* log_probability) {
  if (policy.logits == nullptr || policy.uniform == nullptr || actions == nullptr) {
    throw Misuse("choose: expected logits, a number for each row, and room for actions, got NULL");
  }
  workers_.run(options_.games, kListedRows, [&](int begin, int end) {
    for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row) {
      const float* logits = policy.logits + row * kActions;
      const Chosen chosen = choose_by(legal_[row], logits, policy.uniform[row]);
      actions[row] = chosen.action;
      if (log_probability != nullptr) log_probability[row] = chosen.log_probability;
    }
  });
}

// ---- what the caller sees ---------------------------------------------------------------------

void Batch::observe(int row, Seat viewer, std::uint8_t* bytes) {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  const Knowledge& known = r.known.seats[viewer];
  // The observation types are nothing but bytes, with no alignment of their own.
  if (options_.level == NL_COUNTING) {
    return nl::observe(header_.rules, in_game_, r.state, known, viewer,
                       *reinterpret_cast<CountingObservation*>(bytes));
  }
  const ViewRef v = view_ref(header_.rules, r.state, known, viewer, ActionSet{});
  if (options_.level == NL_RAW) return encode(v, *reinterpret_cast<RawObservation*>(bytes));
  auto& shown = *reinterpret_cast<HistoryObservation*>(bytes);
  nl::observe(header_.rules, in_game_, r.state, known, viewer, shown.counting);
  encode_past(v, (*rings_of(row))[viewer], shown);
}

void Batch::show(int row) {
  const auto at = static_cast<std::size_t>(row);
  const Row& r = rows_[at];
  observe(row, r.asked, arrays_.observation + at * size_);
  auto& mask = *reinterpret_cast<ByteMask*>(arrays_.mask + at * kActions);
  encode(legal_[at], mask);
  if (r.finished) mask[0] = 1;  // no decision; some learners fail on an empty mask
  arrays_.player[row] = r.asked;
  if (arrays_.privileged != nullptr) {
    encode_privileged(r.state, r.asked, arrays_.privileged + at * kPrivilegedSize);
  }
}

// ---- as bytes ---------------------------------------------------------------------------------

const Row& Batch::row(int row) const {
  return rows_[static_cast<std::size_t>(checked_range("row", row, 0, options_.games - 1))];
}

std::uint64_t Batch::answers() const {
  std::uint64_t answers = 0;
  for (const Row& r : rows_) answers += r.answers;
  return answers;
}

// Options that must match saved rows. The number of threads, the handling of illegal actions and
// the cut-off may differ.
std::vector<Batch::Term> Batch::terms() const {
  std::string bots;
  for (const std::string& bot : bots_) bots += (bots.empty() ? "" : " ") + bot;
  return {{"rows", std::to_string(options_.games)},
          {"players", std::to_string(header_.seats)},
          {"rules", rules_json(header_.rules).dump()},
          {"level", std::to_string(options_.level)},
          {"learner", std::to_string(options_.learner)},
          {"bots", self_play() ? "none" : bots},
          {"skip_forced", std::to_string(options_.skip_forced != 0)},
          {"autoreset", std::to_string(options_.autoreset)}};
}

std::vector<std::uint8_t> Batch::save() const {
  ByteWriter writer;
  for (const Term& term : terms()) {
    writer.list(std::vector<char>(term.value.begin(), term.value.end()));
  }
  writer.value(options_.seed);
  writer.list(rows_);
  writer.list(rings_);
  writer.list(legal_);
  writer.list(choices_);
  return writer.finish();
}

void Batch::load(const std::uint8_t* bytes, std::size_t size) {
  ByteReader reader(bytes, size);
  for (const Term& term : terms()) {
    std::vector<char> saved;
    reader.list(saved);
    const std::string value(saved.begin(), saved.end());
    if (value == term.value) continue;
    throw Misuse("saved batch: expected " + std::string(term.name) + " " + term.value + ", got " +
                 value);
  }
  std::uint64_t seed = 0;
  reader.value(seed);
  auto rows = rows_;
  auto rings = rings_;
  auto legal = legal_;
  auto choices = choices_;
  reader.fill(rows);
  reader.fill(rings);
  reader.fill(legal);
  reader.fill(choices);
  reader.finish();
  options_.seed = seed;
  rows_.swap(rows);
  rings_.swap(rings);
  legal_.swap(legal);
  choices_.swap(choices);
  for (int row = 0; row < options_.games; ++row) show(row);
}

}  // namespace nl::capi
