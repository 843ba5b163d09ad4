// Arena log: lines of deals.
#include "arena/game_log.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

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

TimeHistogram read_times(const nlohmann::json& json) {
  TimeHistogram times;
  for (const nlohmann::json& step : json) times.counts.at(step.at(0)) = step.at(1);
  return times;
}

// Everybody has one of the places 1 to n, in every game of the seating.
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

// A number for everybody in every game, or none at all.
bool is_luck(const DealLine& deal) {
  if (deal.luck.empty()) return true;
  return deal.luck.size() == deal.places.size() &&
         std::all_of(deal.luck.begin(), deal.luck.end(), [&](const std::vector<double>& game) {
           return game.size() == deal.key.agents.size() &&
                  std::all_of(game.begin(), game.end(), [](double x) { return std::isfinite(x); });
         });
}

Seating read_seating(const nlohmann::json& json) {
  const auto seating = parse_seating(json.value("seating", "rotations"));
  if (!seating) throw std::out_of_range("no such seating");
  return *seating;
}

DealLine read_deal(const std::string& line) {
  const nlohmann::json json = nlohmann::json::parse(line);
  DealLine deal;
  deal.key.board = {json.at("preset"), json.at("expansions"), json.at("seats")};
  json.at("agents").get_to(deal.key.agents);
  if (json.contains("hashes")) json.at("hashes").get_to(deal.key.hashes);
  deal.key.seating = read_seating(json);
  json.at("seed").get_to(deal.key.seed);
  json.at("deal").get_to(deal.key.deal);
  json.at("engine").get_to(deal.engine);
  deal.machine = json.value("machine", "");
  json.at("places").get_to(deal.places);
  for (std::size_t i = 0; i < deal.key.agents.size(); ++i) {
    deal.tallies.push_back({json.at("decisions").at(i), json.at("illegal").at(i),
                            json.at("timeouts").at(i), read_times(json.at("times").at(i))});
  }
  if (!are_places(deal)) throw std::out_of_range("not the places of a deal");
  if (json.contains("luck")) json.at("luck").get_to(deal.luck);
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
    } catch (const nlohmann::json::exception&) {
    } catch (const std::out_of_range&) {
    }
  }
  return deals;
}

}  // namespace nl
