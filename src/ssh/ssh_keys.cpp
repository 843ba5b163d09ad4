// The ssh server's host key, and the keyed hash of a client's fingerprint that identifies a player.
#include "ssh/ssh_keys.h"

#include <fcntl.h>
#include <libssh/libssh.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>

#include "ssh/ssh_options.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

using SshKey = std::unique_ptr<ssh_key_struct, decltype(&ssh_key_free)>;

constexpr std::size_t kSecretBytes = crypto_generichash_KEYBYTES;
constexpr mode_t kOwnerOnly = S_IRUSR | S_IWUSR;

// A file that others may read is not secret.
void require_private(const fs::path& file) {
  struct stat found {};
  if (stat(file.c_str(), &found) != 0) throw SshError(file.string() + ": can't be read");
  if ((found.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    throw SshError(file.string() + ": others can read it (chmod 600)");
  }
}

SshKey read_host_key(const fs::path& file) {
  ssh_key key = nullptr;
  if (ssh_pki_import_privkey_file(file.c_str(), nullptr, nullptr, nullptr, &key) != SSH_OK) {
    throw SshError(file.string() + ": is no private key");
  }
  return {key, ssh_key_free};
}

void create_host_key(const fs::path& file) {
  ssh_key key = nullptr;
  if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) != SSH_OK) {
    throw SshError("no host key could be generated");
  }
  const SshKey owner(key, ssh_key_free);
  const fs::path fresh = file.string() + ".new";
  const mode_t before = umask(S_IRWXG | S_IRWXO);
  const int written = ssh_pki_export_privkey_file(key, nullptr, nullptr, nullptr, fresh.c_str());
  umask(before);
  if (written != SSH_OK || chmod(fresh.c_str(), kOwnerOnly) != 0) {
    throw SshError(file.string() + ": can't be written");
  }
  fs::rename(fresh, file);
}

std::string fingerprint_of(const SshKey& key) {
  unsigned char* hash = nullptr;
  std::size_t length = 0;
  if (ssh_get_publickey_hash(key.get(), SSH_PUBLICKEY_HASH_SHA256, &hash, &length) != 0) {
    throw SshError("the host key has no fingerprint");
  }
  char* text = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, length);
  std::string fingerprint = text == nullptr ? "" : text;
  ssh_string_free_char(text);
  ssh_clean_pubkey_hash(&hash);
  return fingerprint;
}

void create_secret(const fs::path& file) {
  std::array<unsigned char, kSecretBytes> bytes;
  randombytes_buf(bytes.data(), bytes.size());
  const int out = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly);
  if (out < 0) throw SshError(file.string() + ": can't be created");
  const bool whole = write(out, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  const bool kept = fsync(out) == 0;
  close(out);
  if (!whole || !kept) throw SshError(file.string() + ": can't be written");
}

std::vector<unsigned char> read_secret(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::vector<unsigned char> bytes(std::istreambuf_iterator<char>(in), {});
  if (bytes.size() != kSecretBytes) throw SshError(file.string() + ": has not 32 bytes");
  return bytes;
}

}  // namespace

SshKeys::SshKeys(const fs::path& folder) : host_key_(folder / "host.key") {
  if (sodium_init() < 0) throw SshError("libsodium can't be initialized");
  const fs::path secret = folder / "players.key";
  if (!fs::exists(host_key_)) create_host_key(host_key_);
  if (!fs::exists(secret)) create_secret(secret);
  require_private(host_key_);
  require_private(secret);
  host_fingerprint_ = fingerprint_of(read_host_key(host_key_));
  secret_ = read_secret(secret);
}

std::string SshKeys::player_of(std::string_view fingerprint) const {
  std::array<unsigned char, 16> hash;
  crypto_generichash(hash.data(), hash.size(),
                     reinterpret_cast<const unsigned char*>(fingerprint.data()), fingerprint.size(),
                     secret_.data(), secret_.size());
  std::array<char, 2 * hash.size() + 1> text;
  sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
  return text.data();
}

}  // namespace nl
