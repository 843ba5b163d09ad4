// Arena log: lines of deals.
#include "arena/game_log.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "text/json_reader.h"

namespace nl {
namespace {

// Sparse: most steps of most histograms are empty.
nlohmann::json times_json(const TimeHistogram& times) {
  nlohmann::json json = nlohmann::json::array();
  for (std::size_t i = 0; i < times.counts.size(); ++i) {
    if (times.counts[i] != 0) json.push_back({i, times.counts[i]});
  }
  return json;
}

template <class Int>
Int count_in(const JsonReader& json) {
  return json.number(Int{0}, std::numeric_limits<Int>::max());
}

// Steps of the histogram, each with its count.
TimeHistogram read_times(const JsonReader& json) {
  TimeHistogram times;
  for (const JsonReader& one : json.items(TimeHistogram::kSteps)) {
    const std::vector<JsonReader> pair = one.items(2);
    if (pair.size() != 2) one.fail("a step and its count");
    const int step = pair.at(0).number(0, int{TimeHistogram::kSteps} - 1);
    times.counts[static_cast<std::size_t>(step)] =
        static_cast<std::uint32_t>(pair.at(1).number(std::int64_t{0}, std::int64_t{UINT32_MAX}));
  }
  return times;
}

// One list per game of the seating.
std::vector<std::vector<int>> read_places(const JsonReader& json) {
  std::vector<std::vector<int>> games;
  for (const JsonReader& game : json.items()) {
    std::vector<int>& places = games.emplace_back();
    for (const JsonReader& one : game.items()) places.push_back(one.number(1, kMaxSeats));
  }
  return games;
}

std::vector<std::vector<double>> read_luck(const JsonReader& json) {
  std::vector<std::vector<double>> games;
  if (!json.exists()) return games;
  for (const JsonReader& game : json.items()) {
    std::vector<double>& luck = games.emplace_back();
    for (const JsonReader& one : game.items()) luck.push_back(one.real());
  }
  return games;
}

// Every list must have one number for each agent.
std::vector<AgentTally> read_tallies(const JsonReader& json, std::size_t agents) {
  const auto decisions = json["decisions"].items();
  const auto illegal = json["illegal"].items();
  const auto timeouts = json["timeouts"].items();
  const auto times = json["times"].items();
  std::vector<AgentTally> tallies;
  for (std::size_t i = 0; i < agents; ++i) {
    tallies.push_back({count_in<int>(decisions.at(i)), count_in<int>(illegal.at(i)),
                       count_in<int>(timeouts.at(i)), read_times(times.at(i))});
  }
  return tallies;
}

// Each game has the places 1 to n, once each.
bool are_places(const DealLine& deal) {
  const std::size_t n = deal.key.agents.size();
  const int seats = deal.key.board.seats;
  if (seats < 2 || seats > kMaxSeats || n != static_cast<std::size_t>(seats)) return false;
  if (!deal.key.hashes.empty() && deal.key.hashes.size() != n) return false;
  if (deal.places.size() != seats_in_games(seats, deal.key.seating).size()) return false;
  return std::all_of(deal.places.begin(), deal.places.end(), [&](std::vector<int> places) {
    std::sort(places.begin(), places.end());
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i] != static_cast<int>(i) + 1) return false;
    }
    return places.size() == n;
  });
}

// One number per agent in every game, or none at all.
bool is_luck(const DealLine& deal) {
  if (deal.luck.empty()) return true;
  return deal.luck.size() == deal.places.size() &&
         std::all_of(deal.luck.begin(), deal.luck.end(), [&](const std::vector<double>& game) {
           return game.size() == deal.key.agents.size() &&
                  std::all_of(game.begin(), game.end(), [](double x) { return std::isfinite(x); });
         });
}

Seating read_seating(const JsonReader& json) {
  const auto seating = parse_seating(json.text_or("rotations"));
  if (!seating) throw std::out_of_range("no such seating");
  return *seating;
}

DealLine read_deal(const std::string& line) {
  const Json document = parse_object(line);
  const JsonReader json(document);
  DealLine deal;
  deal.key.board = {json["preset"].text(), json["expansions"].text(),
                    json["seats"].number(2, kMaxSeats)};
  deal.key.agents = json["agents"].texts(kMaxSeats);
  if (json.has("hashes")) deal.key.hashes = json["hashes"].texts(kMaxSeats);
  deal.key.seating = read_seating(json["seating"]);
  deal.key.seed = read_unsigned(json["seed"]);
  deal.key.deal = read_unsigned(json["deal"]);
  deal.engine = json["engine"].text();
  deal.machine = json["machine"].text_or("");
  deal.places = read_places(json["places"]);
  deal.tallies = read_tallies(json, deal.key.agents.size());
  if (!are_places(deal)) throw std::out_of_range("not the places of a deal");
  deal.luck = read_luck(json["luck"]);
  if (!is_luck(deal)) throw std::out_of_range("not the luck of a deal");
  return deal;
}

}  // namespace

void TimeHistogram::add(float micros) {
  const double step = micros <= 1 ? 0 : 4 * std::log2(micros);
  ++counts[static_cast<std::size_t>(std::min<double>(step, kSteps - 1))];
}

void TimeHistogram::add(const TimeHistogram& other) {
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
}

double TimeHistogram::quantile(double share) const {
  double all = 0;
  for (const std::uint32_t count : counts) all += count;
  double so_far = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    so_far += counts[i];
    if (counts[i] != 0 && so_far >= share * all)
      return std::exp2((static_cast<double>(i) + 0.5) / 4);
  }
  return 0;
}

std::string to_line(const DealLine& deal) {
  nlohmann::json json = {
      {"preset", deal.key.board.preset}, {"expansions", deal.key.board.expansions},
      {"seats", deal.key.board.seats},   {"seed", deal.key.seed},
      {"deal", deal.key.deal},           {"agents", deal.key.agents},
      {"hashes", deal.key.hashes},       {"seating", seating_name(deal.key.seating)},
      {"engine", deal.engine},           {"places", deal.places}};
  if (!deal.machine.empty()) json["machine"] = deal.machine;
  if (!deal.luck.empty()) json["luck"] = deal.luck;
  for (const AgentTally& tally : deal.tallies) {
    json["decisions"].push_back(tally.decisions);
    json["illegal"].push_back(tally.illegal);
    json["timeouts"].push_back(tally.timeouts);
    json["times"].push_back(times_json(tally.times));
  }
  return json.dump();
}

std::vector<DealLine> read_log(std::istream& log) {
  std::vector<DealLine> deals;
  for (std::string line; std::getline(log, line);) {
    try {
      deals.push_back(read_deal(line));
    } catch (const JsonError&) {
    } catch (const std::out_of_range&) {
    }
  }
  return deals;
}

}  // namespace nl
