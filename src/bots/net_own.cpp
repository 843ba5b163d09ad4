// Loader of the user's own network from a file. A separate file, because the page has no file
// system.
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "bots/net_file.h"
#include "engine/action.h"

namespace nl {

const Network* policy_network_from(std::string_view path) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<const Network>, std::less<>> read;
  const std::lock_guard lock(mutex);
  if (const auto found = read.find(path); found != read.end()) return found->second.get();
  std::unique_ptr<const Network> network;
  std::ifstream file(std::string(path), std::ios::binary);
  const std::vector<char> chars{std::istreambuf_iterator<char>(file), {}};
  const std::vector<std::uint8_t> bytes(chars.begin(), chars.end());
  try {
    network = std::make_unique<const Network>(bytes);
    if (network->outputs() != kActions) network = nullptr;
  } catch (const std::invalid_argument&) {
    network = nullptr;  // errors are cached as well: a bad file is read once, not once a game
  }
  return read.emplace(path, std::move(network)).first->second.get();
}

}  // namespace nl
