// Keys of the ssh server: its host key, and the key under which players' fingerprints are hashed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace nl {

class SshKeys {
 public:
  // Reads both files of `folder`, or creates them with mode 0600. Throws SshError.
  explicit SshKeys(const std::filesystem::path& folder);

  const std::filesystem::path& host_key_file() const { return host_key_; }
  // In the format of `ssh`: SHA256:…
  const std::string& host_fingerprint() const { return host_fingerprint_; }

  // Name of the player who holds the public key with this fingerprint. The key itself is not
  // stored, and without this server's secret a name can't be traced to a key.
  std::string player_of(std::string_view fingerprint) const;

 private:
  std::filesystem::path host_key_;
  std::string host_fingerprint_;
  std::vector<unsigned char> secret_;
};

}  // namespace nl
