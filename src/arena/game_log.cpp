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

DealLine read_deal(const std::string& line) {
  const nlohmann::json json = nlohmann::json::parse(line);
  DealLine deal;
  deal.key.board = {json.at("preset"), json.at("expansions"), json.at("seats")};
  json.at("agents").get_to(deal.key.agents);
  json.at("seed").get_to(deal.key.seed);
  json.at("deal").get_to(deal.key.deal);
  json.at("engine").get_to(deal.engine);
  json.at("places").get_to(deal.places);
  for (std::size_t i = 0; i < deal.key.agents.size(); ++i) {
    deal.tallies.push_back({json.at("decisions").at(i), json.at("illegal").at(i),
                            json.at("timeouts").at(i), read_times(json.at("times").at(i))});
  }
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
      {"engine", deal.engine},           {"places", deal.places}};
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
