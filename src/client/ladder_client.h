// Ladder client: the player's ladder key, its signed statements, and the server's ladder over HTTP.
// docs/host/ladder.md
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/address.h"
#include "game/time.h"
#include "protocol/request.h"

namespace nl {

// Ed25519 key pair of a player, derived from 32 random bytes as the page derives it.
class LadderSigner {
 public:
  explicit LadderSigner(const Bytes32& secret);

  const Bytes32& key() const { return key_; }  // the public half
  Signature sign(std::string_view text) const;
  // The request that makes a seat count for this key. `token`: the seat's.
  LadderRequest claim(std::string_view room, std::string_view token) const;

 private:
  Bytes32 key_{};
  std::array<std::uint8_t, 64> secret_{};
};

// The signed lines of joining and leaving.
std::string standing_text(std::string_view host, bool on, Time said, std::string_view name);

// One HTTP request and its answer. Status 0: there was none.
struct HttpCall {
  std::string path{};
  std::string body{};  // with a body it is a PUT, otherwise a GET
};
struct HttpAnswer {
  int status = 0;
  std::string body{};
};

// As an HTTP client names the server: without the scheme's usual port.
std::string host_header(const Address& server);

// Blocks for at most five seconds after the server's name is resolved. `forwarded_for`: the address
// of the client behind this one.
HttpAnswer call_server(const Address& server, const HttpCall& call,
                       const std::string& forwarded_for);

// A player on the ladder.
struct LadderPlace {
  std::string name{};  // sanitized
  int points = 0;
  int games = 0;
};

struct LadderView {
  Time now{0};  // the server's
  std::vector<LadderPlace> places{};
  std::optional<LadderPlace> own{};  // empty: this player is not on the ladder
};

class LadderClient {
 public:
  enum class Outcome { Done, Taken, BadName, Full, Later, Refused, NoAnswer, NoFile };
  using Http = std::function<HttpAnswer(const HttpCall&)>;

  // `host`: as in host_header(). The key is made and written when the player joins.
  LadderClient(std::string host, std::filesystem::path key_file, Http http)
      : host_(std::move(host)), key_file_(std::move(key_file)), http_(std::move(http)) {}

  // Empty without a usable answer.
  std::optional<LadderView> look() const;
  Outcome join(const std::string& name);
  // Afterwards the key is gone, too.
  Outcome leave();
  // Empty if the player never joined.
  std::optional<LadderSigner> signer() const;

 private:
  Outcome state(const LadderSigner& signer, bool on, const std::string& name);

  std::string host_;
  std::filesystem::path key_file_;
  Http http_;
  Time said_{0};  // of the last statement
};

}  // namespace nl
