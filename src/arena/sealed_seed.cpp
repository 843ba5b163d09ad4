// Secret seeds and their commitments.
#include "arena/sealed_seed.h"

#include <cassert>
#include <nlohmann/json.hpp>

#include "arena/digest.h"
#include "text/json_reader.h"

namespace nl {
namespace {

// Empty if the line is no object.
Json object_in(const std::string& line) {
  try {
    return parse_object(line);
  } catch (const JsonError&) {
    return Json::object();
  }
}

}  // namespace

std::string commitment_to(const SealedSeed& sealed) {
  return to_hex(sha256({as_bytes("ninelives arena seed"), eight_bytes(sealed.seed), sealed.nonce}));
}

std::string commitment_line(const SealedSeed& sealed) {
  return nlohmann::json{{"commitment", commitment_to(sealed)}}.dump();
}

std::string reveal_line(const SealedSeed& sealed) {
  std::string line =
      nlohmann::json{{"revealed", sealed.seed}, {"nonce", to_hex(sealed.nonce)}}.dump();
  assert(read_reveal(line).has_value());
  return line;
}

std::optional<SealedSeed> read_reveal(const std::string& line) {
  const Json document = object_in(line);
  const JsonReader json(document);
  const auto seed = json["revealed"].if_unsigned();
  const auto nonce = parse_bytes32(json["nonce"].if_text().value_or(""));
  if (!seed || !nonce) return std::nullopt;
  return SealedSeed{*seed, *nonce};
}

SeedClaim read_claim(std::istream& log) {
  SeedClaim claim;
  for (std::string line; std::getline(log, line);) {
    const Json json = object_in(line);
    const auto commitment = JsonReader(json)["commitment"].if_text();
    if (commitment) claim.commitment = *commitment;
    if (const auto revealed = read_reveal(line)) claim.revealed = revealed;
  }
  return claim;
}

}  // namespace nl
