#include "fair/fair_line.h"

#include <array>

namespace nl {
namespace {

[[noreturn]] void fail(const std::string& what) { throw FairError("\"fair\": " + what); }

const Json& member(const Json& json, const char* key) {
  if (!json.is_object() || !json.contains(key)) fail(std::string("there is no \"") + key + '"');
  return json[key];
}

template <class Value>
Value read_hex(const Json& json, const char* key) {
  Value value{};
  const Json& text = member(json, key);
  if (!text.is_string() || !from_hex(text.get<std::string>(), value)) {
    fail(std::string("\"") + key + "\" must be " + std::to_string(2 * value.size()) +
         " hexadecimal digits in lower case");
  }
  return value;
}

ShareStatus read_status(const Json& json) {
  const Json& text = member(json, "status");
  const auto status =
      text.is_string() ? kShareStatusNames.find(text.get_ref<const std::string&>()) : std::nullopt;
  if (status) return *status;
  fail("\"status\" must be given, supplied or missing");
}

SeatShare read_share(const Json& json) {
  SeatShare share{.status = read_status(json), .commitment = read_hex<Bytes32>(json, "commitment")};
  if (share.status != ShareStatus::Missing) {
    share.share = read_hex<Bytes32>(json, "share");
  } else if (json.contains("share")) {
    fail("a missing share is there");
  }
  return share;
}

}  // namespace

// The plain type of the JSON library keeps its keys sorted.
std::string terms_of(const Json& header) {
  nlohmann::json terms = nlohmann::json::object();
  for (const char* key : {"record", "preset", "expansions", "rules", "seats"}) {
    if (header.contains(key)) terms[key] = nlohmann::json(header[key]);
  }
  return terms.dump();
}

std::string terms_of(const Header& header) { return terms_of(Json::parse(record_text(header))); }

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
  const Json& version = member(fair, "version");
  if (!version.is_number_integer() || version != 1) fail("only version 1 can be read");
  const Json& list = member(fair, "shares");
  if (!list.is_array() || list.size() != static_cast<std::size_t>(seats)) {
    fail("\"shares\" must have one entry for each seat");
  }
  std::vector<SeatShare> shares;
  for (const Json& entry : list) shares.push_back(read_share(entry));
  return {read_hex<GameId>(fair, "game"), std::move(terms), read_hex<Bytes32>(fair, "commitment"),
          read_hex<Bytes32>(fair, "seed"), std::move(shares)};
}

}  // namespace nl
