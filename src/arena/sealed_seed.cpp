// Secret seeds and their commitments.
#include "arena/sealed_seed.h"

#include <nlohmann/json.hpp>

#include "arena/sha256.h"

namespace nl {
namespace {

nlohmann::json object_in(const std::string& line) {
  const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
  return json.is_object() ? json : nlohmann::json::object();
}

}  // namespace

std::string commitment_to(const SealedSeed& sealed) {
  return to_hex(
      sha256_of({as_bytes("ninelives arena seed"), eight_bytes(sealed.seed), sealed.nonce}));
}

std::string commitment_line(const SealedSeed& sealed) {
  return nlohmann::json{{"commitment", commitment_to(sealed)}}.dump();
}

std::string reveal_line(const SealedSeed& sealed) {
  return nlohmann::json{{"revealed", sealed.seed}, {"nonce", to_hex(sealed.nonce)}}.dump();
}

std::optional<SealedSeed> read_reveal(const std::string& line) {
  const nlohmann::json json = object_in(line);
  const auto seed = json.find("revealed");
  const auto nonce = json.find("nonce");
  if (seed == json.end() || !seed->is_number_unsigned()) return std::nullopt;
  if (nonce == json.end() || !nonce->is_string()) return std::nullopt;
  const auto bytes = parse_bytes32(nonce->get<std::string>());
  if (!bytes) return std::nullopt;
  return SealedSeed{seed->get<std::uint64_t>(), *bytes};
}

SeedClaim read_claim(std::istream& log) {
  SeedClaim claim;
  for (std::string line; std::getline(log, line);) {
    const nlohmann::json json = object_in(line);
    const auto commitment = json.find("commitment");
    if (commitment != json.end() && commitment->is_string()) claim.commitment = *commitment;
    if (const auto revealed = read_reveal(line)) claim.revealed = revealed;
  }
  return claim;
}

}  // namespace nl
