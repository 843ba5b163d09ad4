// Writer of a game review as JSON.
#include "coach/review_json.h"

#include "protocol/fields.h"
#include "text/enum_names.h"

namespace nl {
namespace {

constexpr auto kMarks = enum_names<Mark, 4>({"", "inaccuracy", "mistake", "blunder"});

Json figures(const Account& account, int seats) {
  Json list = Json::array();
  for (Seat seat = 0; seat < seats; ++seat) list.push_back(account[seat]);
  return list;
}

Json choice_json(const ReviewedChoice& choice, int seats) {
  Json answers = Json::array();
  for (const ReviewedAnswer& answer : choice.answers) {
    answers.push_back({{"do", answer.text}, {"wins", answer.wins}});
  }
  Json json{{"chances", figures(choice.chances, seats)},
            {"answers", answers},
            {"given", choice.given},
            {"loss", choice.loss},
            {"error", choice.error},
            {"why", {{"key", choice.reason.key}, {"percent", choice.reason.percent}}}};
  put_card(json["why"], "card", choice.reason.card);
  if (choice.mark != Mark::None) json["mark"] = kMarks[choice.mark];
  return json;
}

Json step_json(const ReviewedStep& step, int seats, Seat seat) {
  Json json{{"seat", step.seat},
            {"do", step.text},
            {"table", figures(step.table, seats)},
            {"open", figures(step.open, seats)},
            {"skill", figures(step.skill, seats)},
            {"cards", figures(step.cards, seats)},
            {"unknown", figures(step.unknown, seats)}};
  const bool shown = seat == kEveryone || seat == step.seat;
  if (step.choice && shown) json["choice"] = choice_json(*step.choice, seats);
  return json;
}

Json account_json(const SeatAccount& account) {
  return {{"share", account.share},   {"deal", account.deal},   {"skill", account.skill},
          {"others", account.others}, {"cards", account.cards}, {"unknown", account.unknown},
          {"end", account.end}};
}

}  // namespace

Json review_json(const GameReview& review, Names names, Seat seat) {
  Json json{{"review", 1},
            {"whole", kWholeWin},
            {"by", review.yardstick == Yardstick::Rollouts ? "rollouts" : "critic"},
            {"worlds", review.effort.worlds},
            {"orders", review.effort.orders},
            {"names", std::vector<std::string>(names.begin(), names.end())},
            {"over", review.over},
            {"end", figures(review.table, review.seats)},
            {"moments", review.moments},
            {"steps", Json::array()},
            {"accounts", Json::array()}};
  for (const ReviewedStep& step : review.steps) {
    json["steps"].push_back(step_json(step, review.seats, seat));
  }
  for (const SeatAccount& account : review.accounts) {
    json["accounts"].push_back(account_json(account));
  }
  return json;
}

}  // namespace nl
