// Reports of games: documents named by their time.
#include "site/game_reports.h"

#include <algorithm>
#include <cstdio>

#include "fair/entropy.h"
#include "text/bytes.h"
#include "text/json_reader.h"

namespace nl {
namespace {

constexpr DocumentKind kReports = DocumentKind::Report;

// In the order of time; the random end tells reports of one moment apart.
std::string report_name(Time at) {
  char time[32];
  std::snprintf(time, sizeof time, "%015lld", static_cast<long long>(at.count()));
  SecureEntropy entropy;
  return std::string(time) + '-' + to_hex(entropy.draw<std::array<std::uint8_t, 4>>());
}

Json report_json(const GameReport& report) {
  Json json = {{"time", report.at.count()},
               {"room", report.room},
               {"number", report.number},
               {"over", report.over},
               {"reason", report.reason}};
  if (!report.game.empty()) json["game"] = "/g/" + report.game;
  if (!report.text.empty()) json["text"] = report.text;
  return json;
}

}  // namespace

bool GameReports::add(const GameReport& report) const {
  const Document document{
      .time = report.at,
      .text = report_json(report).dump(-1, ' ', false, Json::error_handler_t::replace)};
  return documents_.add(kReports, report_name(report.at), document, kMostReports) ==
         DocumentStore::Added::Done;
}

std::vector<Json> GameReports::all() const {
  std::vector<std::string> names = documents_.names(kReports);
  std::sort(names.begin(), names.end());
  std::vector<Json> reports;
  for (const std::string& name : names) {
    const auto found = documents_.find(kReports, name);
    if (!found) continue;
    try {
      reports.push_back(parse_object(found->text));
    } catch (const JsonError&) {
      throw StoreError("the report " + name + " can't be read");
    }
  }
  return reports;
}

std::unique_ptr<DocumentSweep> GameReports::sweep(Time oldest, Time now) const {
  return documents_.sweep(kReports, oldest, now);
}

std::size_t GameReports::copy_from(const GameReports& other) const {
  std::size_t copied = 0;
  for (const std::string& name : other.documents_.names(kReports)) {
    const auto found = other.documents_.find(kReports, name);
    if (!found) continue;
    const Json json = parse_object(found->text);
    const Time time{JsonReader(json)["time"].number(std::int64_t{0}, std::int64_t{1} << 50)};
    documents_.write(kReports, name, {.time = time, .text = found->text});
    ++copied;
  }
  return copied;
}

}  // namespace nl
