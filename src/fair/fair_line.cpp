// Reader and writer of the record line of a fair deal.
#include "fair/fair_line.h"

#include <array>

namespace nl {
namespace {

[[noreturn]] void fail(const std::string& what) { throw FairError("\"fair\": " + what); }

ShareStatus read_status(const JsonReader& text) {
  if (const auto status = kShareStatusNames.find(text.text())) return *status;
  text.fail("given, supplied or missing");
  return {};
}

SeatShare read_share(const JsonReader& json) {
  SeatShare share{.status = read_status(json["status"]), .commitment = json["commitment"].hex()};
  if (share.status != ShareStatus::Missing) {
    share.share = json["share"].hex();
  } else if (json.has("share")) {
    fail("a missing share is there");
  }
  return share;
}

FairDeal read_deal(const JsonReader& fair, std::string terms, int seats) {
  if (!fair["version"].if_number(1, 1)) fail("only version 1 can be read");
  const auto list = fair["shares"].items();
  if (list.size() != static_cast<std::size_t>(seats)) {
    fail("\"shares\" must have one entry for each seat");
  }
  std::vector<SeatShare> shares;
  for (const JsonReader& entry : list) shares.push_back(read_share(entry));
  return {fair["game"].hex<GameId>(), std::move(terms), fair["commitment"].hex(),
          fair["seed"].hex(), std::move(shares)};
}

}  // namespace

// The JSON library's default type sorts its keys.
std::string terms_of(const Json& header) {
  nlohmann::json terms = nlohmann::json::object();
  for (const char* key : {"record", "preset", "expansions", "rules", "seats"}) {
    if (header.contains(key)) terms[key] = nlohmann::json(header[key]);
  }
  return terms.dump();
}

std::string terms_of_line(std::string_view header_line) {
  return terms_of(parse_object(header_line));
}

std::string terms_of(const Header& header) { return terms_of_line(record_text(header)); }

std::string record_text(const FairDeal& deal) {
  Json fair = {{"version", 1},
               {"game", to_hex(deal.game())},
               {"commitment", to_hex(deal.server_commitment())},
               {"seed", to_hex(deal.server_seed())}};
  fair["shares"] = Json::array();
  for (const SeatShare& share : deal.shares()) {
    Json entry = {{"status", kShareStatusNames[share.status]},
                  {"commitment", to_hex(share.commitment)}};
    if (share.status != ShareStatus::Missing) entry["share"] = to_hex(share.share);
    fair["shares"].push_back(entry);
  }
  return Json{{"fair", fair}}.dump();
}

FairDeal read_fair(const Json& fair, std::string terms, int seats) {
  try {
    return read_deal(JsonReader(fair), std::move(terms), seats);
  } catch (const JsonError& error) {
    fail(error.what());
  }
}

}  // namespace nl
