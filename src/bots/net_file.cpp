#include "bots/net_file.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/action.h"

namespace nl {
namespace {

constexpr std::string_view kMagic = "NLNET001";
// Far more than any network here has: a damaged file must not ask for all the memory there is.
constexpr std::uint32_t kMostFeatures = 1 << 14;
constexpr std::uint32_t kMostUnits = 1 << 12;
constexpr std::uint32_t kMostLayers = 16;

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::span<const std::uint8_t> take(std::size_t size) {
    if (size > bytes_.size()) throw std::invalid_argument("network file: it ends too early");
    const auto taken = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return taken;
  }
  template <class Value>
  Value value() {
    Value value;
    std::memcpy(&value, take(sizeof(value)).data(), sizeof(value));
    return value;
  }
  std::uint32_t count(std::uint32_t most) {
    const auto count = value<std::uint32_t>();
    if (count == 0 || count > most) throw std::invalid_argument("network file: a size is wrong");
    return count;
  }
  bool empty() const { return bytes_.empty(); }

 private:
  std::span<const std::uint8_t> bytes_;
};

template <class Matrix>
void fill(Reader& reader, Matrix& matrix) {
  const auto size = static_cast<std::size_t>(matrix.size());
  const auto bytes = reader.take(size * sizeof(Eigen::half));
  for (std::size_t i = 0; i < size; ++i) {
    Eigen::half value;
    std::memcpy(&value, &bytes[i * sizeof(value)], sizeof(value));
    matrix.data()[i] = static_cast<float>(value);
  }
}

}  // namespace

Network::Network(std::span<const std::uint8_t> file) {
  Reader reader(file);
  const auto magic = reader.take(kMagic.size());
  if (!std::equal(magic.begin(), magic.end(), kMagic.begin())) {
    throw std::invalid_argument("network file: it does not begin with NLNET001");
  }
  const std::uint32_t features = reader.count(kMostFeatures);
  const std::uint32_t hidden = reader.count(kMostUnits);
  const std::uint32_t middle = reader.count(kMostLayers);
  const std::uint32_t outputs = reader.count(kMostUnits);
  known_cards_ = reader.value<std::uint32_t>();
  for (std::uint32_t i = 0; i < features; ++i) {
    const auto byte = reader.value<std::uint16_t>();
    const auto low = reader.value<std::uint8_t>();
    const auto high = reader.value<std::uint8_t>();
    features_.push_back({byte, low, high});
    last_byte_ = std::max(last_byte_, byte);
  }
  for (std::uint32_t i = 0; i < middle + 2; ++i) {
    const std::uint32_t inputs = i == 0 ? features : hidden;
    const std::uint32_t width = i == middle + 1 ? outputs : hidden;
    Layer layer{Weights(inputs, width), Eigen::RowVectorXf(width)};
    fill(reader, layer.weights);
    fill(reader, layer.bias);
    layers_.push_back(std::move(layer));
  }
  if (!reader.empty()) throw std::invalid_argument("network file: something follows its end");
}

Eigen::RowVectorXf Network::operator()(std::span<const std::uint8_t> bytes) const {
  if (bytes.size() <= last_byte_) throw std::invalid_argument("network: too few bytes to look at");
  // Few features are 1, so the first layer is a sum of some of its rows.
  Eigen::RowVectorXf x = layers_.front().bias;
  for (std::size_t i = 0; i < features_.size(); ++i) {
    const Feature& feature = features_[i];
    const std::uint8_t byte = bytes[feature.byte];
    if (byte >= feature.low && byte <= feature.high) {
      x += layers_.front().weights.row(static_cast<Eigen::Index>(i));
    }
  }
  x = x.cwiseMax(0.0f);
  // Each middle layer adds to what goes into it (residual), as in training.
  for (std::size_t i = 1; i + 1 < layers_.size(); ++i) {
    Eigen::RowVectorXf through = layers_[i].bias;
    through.noalias() += x * layers_[i].weights;
    x += through.cwiseMax(0.0f);
  }
  Eigen::RowVectorXf out = layers_.back().bias;
  out.noalias() += x * layers_.back().weights;
  return out;
}

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
    network = nullptr;  // kept as well: a bad file is read once, not once a game
  }
  return read.emplace(path, std::move(network)).first->second.get();
}

}  // namespace nl
