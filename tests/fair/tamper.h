// Single changes to a record, for tests that expect each to be noticed.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "text/record.h"

namespace nl {

using Lines = std::vector<std::string>;

struct Tampered {
  std::string what;
  Lines lines;
};

class Tamperer {
 public:
  explicit Tamperer(const Lines& lines) : lines_(lines) {
    for (const std::string& line : lines) parsed_.push_back(Json::parse(line));
  }

  std::vector<Tampered> all() {
    header_and_deal();
    steps();
    chances();
    states_and_end();
    fair();
    return std::move(found_);
  }

 private:
  using Change = std::function<void(Json&)>;

  void add(const std::string& what, Lines lines) { found_.push_back({what, std::move(lines)}); }

  void change(const std::string& what, std::size_t at, const Change& change) {
    Json json = parsed_[at];
    change(json);
    if (json == parsed_[at]) return;
    Lines lines = lines_;
    lines[at] = json.dump();
    add(what, std::move(lines));
  }
  void remove(const std::string& what, std::size_t at) {
    Lines lines = lines_;
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
    add(what, std::move(lines));
  }
  void repeat(const std::string& what, std::size_t at) {
    Lines lines = lines_;
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), lines_[at]);
    add(what, std::move(lines));
  }

  // Some places of the lines that have this key: the first, the middle one and the last.
  std::vector<std::size_t> places(const char* key, const Json& value = nullptr) const {
    std::vector<std::size_t> all;
    for (std::size_t at = 0; at < parsed_.size(); ++at) {
      const bool has = parsed_[at].contains(key);
      if (has && (value.is_null() || parsed_[at][key] == value)) all.push_back(at);
    }
    if (all.size() < 4) return all;
    return {all.front(), all[all.size() / 2], all.back()};
  }

  static void swap_unequal(Json& list) {
    for (std::size_t i = 1; i < list.size(); ++i) {
      if (list[i] != list[0]) return std::swap(list[0], list[i]);
    }
  }
  static void flip_digit(Json& text) {
    std::string digits = text.get<std::string>();
    digits[7] = digits[7] == '0' ? '1' : '0';
    text = digits;
  }

  void header_and_deal() {
    change("another rule", 0, [](Json& j) { j["rules"]["window_ms"] = 2999; });
    change("another preset", 0, [](Json& j) { j["preset"] = "family"; });
    change("another count", 0, [](Json& j) { j["rules"]["see"] = 4; });
    const std::size_t deal = places("deal").front();
    change("another first player", deal, [&](Json& j) {
      j["deal"]["first"] = (j["deal"]["first"].get<int>() + 1) % parsed_[0]["seats"].get<int>();
    });
    change("a swapped pile", deal, [](Json& j) { swap_unequal(j["deal"]["pile"]); });
    change("swapped hands", deal,
           [](Json& j) { std::swap(j["deal"]["hands"][0], j["deal"]["hands"][1]); });
    change("a card from the pile", deal, [](Json& j) {
      Json& hand = j["deal"]["hands"][0];
      Json& pile = j["deal"]["pile"];
      for (Json& card : pile) {
        if (card != hand[1] && card != "exploding" && card != "imploding" && card != "defuse") {
          return std::swap(hand[1], card);
        }
      }
    });
    remove("no deal", deal);
    repeat("two deals", deal);
  }

  void steps() {
    for (const std::size_t at : places("do")) {
      change("another seat", at, [&](Json& j) {
        j["seat"] = (j["seat"].get<int>() + 1) % parsed_[0]["seats"].get<int>();
      });
      change("an action that answers nothing", at, [](Json& j) { j["do"] = "times 3"; });
      remove("a step less", at);
    }
  }

  void chances() {
    for (const char* kind : {"shuffle", "steal", "nope", "mark", "blind"}) {
      for (const std::size_t at : places("chance", kind)) {
        const std::string name = std::string(kind) + ": ";
        change(name + "another order", at, [](Json& j) {
          if (j.contains("pile")) swap_unequal(j["pile"]);
        });
        change(name + "another card", at, [](Json& j) {
          if (j.contains("card")) j["card"] = j["card"] == "nope" ? "skip" : "nope";
        });
        change(name + "another seat", at, [](Json& j) {
          if (j.contains("seat")) j["seat"] = j["seat"] == 0 ? 1 : 0;
        });
        change(name + "another kind", at, [](Json& j) {
          j = Json{{"chance", j["chance"] == "steal" ? "mark" : "steal"}, {"card", "defuse"}};
        });
        remove(name + "left out", at);
        repeat(name + "twice", at);
      }
    }
  }

  void states_and_end() {
    for (const std::size_t at : places("state")) {
      change("a hand in a state", at, [](Json& j) { j["state"]["hands"][0].push_back("defuse"); });
    }
    const std::size_t end = places("end").front();
    change("another winner", end,
           [](Json& j) { j["end"]["winner"] = j["end"]["winner"] == 0 ? 1 : 0; });
    change("another order of death", end, [](Json& j) { j["end"]["died"].push_back(0); });
    remove("no end", end);
    repeat("two ends", end);
    const auto early = static_cast<std::ptrdiff_t>(places("do").back());
    Lines moved = lines_;
    moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(end));
    moved.insert(moved.begin() + early, lines_[end]);
    add("the end too early", moved);
  }

  void fair() {
    const std::size_t at = places("fair").front();
    for (const char* key : {"game", "commitment", "seed"}) {
      change(std::string("fair: ") + key, at, [&](Json& j) { flip_digit(j["fair"][key]); });
      change(std::string("fair: no ") + key, at, [&](Json& j) { j["fair"].erase(key); });
    }
    for (std::size_t seat = 0; seat < parsed_[at]["fair"]["shares"].size(); ++seat) {
      const std::string name = "fair: seat " + std::to_string(seat) + ": ";
      const auto share = [seat](Json& j) -> Json& { return j["fair"]["shares"][seat]; };
      change(name + "commitment", at, [&](Json& j) { flip_digit(share(j)["commitment"]); });
      for (const char* status : {"given", "supplied", "missing", "lost"}) {
        change(name + status, at, [&](Json& j) { share(j)["status"] = status; });
      }
      change(name + "dropped as missing", at, [&](Json& j) {
        share(j)["status"] = "missing";
        share(j).erase("share");
      });
      if (!share(parsed_[at]).contains("share")) continue;
      change(name + "share", at, [&](Json& j) { flip_digit(share(j)["share"]); });
    }
    change("fair: a seat less", at, [](Json& j) { j["fair"]["shares"].erase(0); });
    change("fair: another version", at, [](Json& j) { j["fair"]["version"] = 2; });
    change("fair: nothing in it", at, [](Json& j) { j["fair"] = 1; });
    remove("no fair line", at);
    repeat("two fair lines", at);
    Lines broken = lines_;
    broken[at].resize(broken[at].size() / 2);
    add("half a fair line", broken);
  }

  Lines lines_;
  std::vector<Json> parsed_;
  std::vector<Tampered> found_;
};

}  // namespace nl
