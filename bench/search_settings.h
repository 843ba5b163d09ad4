// Ways of searching with settings of one's own, as KEY=VALUE: way (search, tree, response, sharp),
// tries, temperature, worlds, events, trust, until (critic, end), spread, try, most, explore,
// curious, power.
#pragma once

#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bots/draw_alike.h"
#include "bots/net_belief.h"
#include "bots/net_tree.h"

namespace nl {

class Settings {
 public:
  Settings(int count, char** arguments) {
    for (int i = 0; i < count; ++i) {
      const std::string text = arguments[i];
      const std::size_t sign = text.find('=');
      values_[text.substr(0, sign)] = sign == std::string::npos ? "1" : text.substr(sign + 1);
    }
  }
  double number(const std::string& key, double otherwise) const {
    const auto found = values_.find(key);
    return found == values_.end() ? otherwise : std::atof(found->second.c_str());
  }
  int whole(const std::string& key, int otherwise) const {
    return static_cast<int>(number(key, otherwise));
  }
  std::string word(const std::string& key, const std::string& otherwise) const {
    const auto found = values_.find(key);
    return found == values_.end() ? otherwise : found->second;
  }

 private:
  std::map<std::string, std::string> values_;
};

// The policy without its rarest answers, and the others raised to a power: what being surer of
// itself is worth without any search.
class SharpBot : public Bot {
 public:
  SharpBot(std::uint64_t seed, double power, double least)
      : chance_(mix64(seed)), more_(mix64(seed + 1)), power_(power), least_(least) {}
  void begin_anew(std::uint64_t seed) override { chance_ = Stream(mix64(seed)); }
  bool remembers(const Rules&) const override { return true; }
  Action act(const Rules& rules, const View& v, Past past) override {
    if (v.legal.size() == 1) return v.legal.nth(0);
    const std::vector<Weighed> choices = weigh(net_network(), rules, v, past);
    return draw_alike(choices, look(choices), chance_, more_).action;
  }
  std::vector<Weighed> look(const std::vector<Weighed>& choices) const {
    std::vector<Weighed> sharp;
    double sum = 0;
    for (const Weighed& one : choices) {
      if (one.chance < least_) continue;
      sharp.push_back({one.action, std::pow(one.chance, power_)});
      sum += sharp.back().chance;
    }
    if (sharp.empty()) return choices;
    for (Weighed& one : sharp) one.chance /= sum;
    return sharp;
  }

 private:
  Stream chance_, more_;
  double power_, least_;
};

inline std::unique_ptr<Bot> searcher(const Settings& settings, std::uint64_t seed) {
  const std::string way = settings.word("way", "search");
  const Belief belief{settings.whole("worlds", 64), settings.whole("events", 32),
                      settings.number("trust", 1)};
  const Until until = settings.word("until", "end") == "end" ? Until::End : Until::AskedAgain;
  const Budget budget{settings.whole("tries", 32), 0};
  if (way == "sharp") {
    return std::make_unique<SharpBot>(seed, settings.number("power", 1),
                                      settings.number("try", 0.01));
  }
  if (way == "search") {
    return std::make_unique<NetBeliefBot>(
        seed, budget,
        NetBeliefStyle{.temperature = settings.number("temperature", 0.06),
                       .worth_a_try = settings.number("try", 0.01),
                       .most_tried = static_cast<std::size_t>(settings.whole("most", 6)),
                       .belief = belief,
                       .until = until,
                       .spread = settings.number("spread", 0)});
  }
  return std::make_unique<NetTreeBot>(
      seed, budget,
      NetTreeStyle{.explore = settings.number("explore", 1),
                   .curious = settings.number("curious", 0),
                   .others_search = way == "tree",
                   .temperature = settings.number("temperature", 0.05),
                   .belief = belief,
                   .until = until});
}

// The policy's chances as one look of such a bot bends them.
inline std::vector<Weighed> looked(Bot& bot, const Rules& rules, const View& v, Past past,
                                   const std::vector<Weighed>& choices) {
  if (auto* const search = dynamic_cast<NetBeliefBot*>(&bot)) {
    return search->look(rules, v, past, choices);
  }
  if (auto* const tree = dynamic_cast<NetTreeBot*>(&bot)) return tree->look(rules, v, past);
  return dynamic_cast<SharpBot&>(bot).look(choices);
}

}  // namespace nl
