#include "bots/net_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bots/net_kernel.h"

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
  last_ = layers_.back().weights.transpose();
  if (!reader.empty()) throw std::invalid_argument("network file: something follows its end");
}

// What goes from layer to layer: all numbers, and those that are not 0.
struct Network::Hidden {
  std::array<float, kMostUnits> all;
  std::array<float, kMostUnits> through;
  std::array<std::uint16_t, kMostFeatures> index;
  std::array<float, kMostFeatures> value;
  std::size_t count = 0;

  Inputs inputs() const { return {index.data(), value.data(), count}; }
  void add(std::size_t i, float x) {
    index[count] = static_cast<std::uint16_t>(i);
    value[count++] = x;
  }
  void list(std::size_t width) {
    count = 0;
    for (std::size_t i = 0; i < width; ++i) {
      if (all[i] != 0) add(i, all[i]);
    }
  }
};

// One a thread, and not on the stack: a page's is small.
Network::Hidden& Network::room() {
  static thread_local Hidden hidden;
  hidden.count = 0;
  return hidden;
}

// Few features are 1, and after each layer about half of the numbers are 0: only the others are
// multiplied.
void Network::think(std::span<const std::uint8_t> bytes, Hidden& hidden) const {
  if (bytes.size() <= last_byte_) throw std::invalid_argument("network: too few bytes to look at");
  const Layer& first = layers_.front();
  const auto width = static_cast<std::size_t>(first.bias.size());
  for (std::size_t i = 0; i < features_.size(); ++i) {
    const Feature& feature = features_[i];
    const std::uint8_t byte = bytes[feature.byte];
    if (byte >= feature.low && byte <= feature.high) hidden.add(i, 1.0f);
  }
  std::copy_n(first.bias.data(), width, hidden.all.begin());
  add_products(hidden.inputs(), first.weights.data(), width, hidden.all.data());
  for (std::size_t i = 0; i < width; ++i) hidden.all[i] = std::max(hidden.all[i], 0.0f);
  hidden.list(width);
  // Each middle layer adds to what goes into it (residual), as in training.
  for (std::size_t l = 1; l + 1 < layers_.size(); ++l) {
    std::copy_n(layers_[l].bias.data(), width, hidden.through.begin());
    add_products(hidden.inputs(), layers_[l].weights.data(), width, hidden.through.data());
    for (std::size_t i = 0; i < width; ++i) hidden.all[i] += std::max(hidden.through[i], 0.0f);
    hidden.list(width);
  }
}

Eigen::RowVectorXf Network::operator()(std::span<const std::uint8_t> bytes) const {
  Hidden& hidden = room();
  think(bytes, hidden);
  Eigen::RowVectorXf out = layers_.back().bias;
  add_products(hidden.inputs(), layers_.back().weights.data(), outputs(), out.data());
  return out;
}

void Network::some(std::span<const std::uint8_t> bytes, std::span<const std::uint8_t> wanted,
                   float* out) const {
  Hidden& hidden = room();
  think(bytes, hidden);
  for (std::size_t j = 0; j < wanted.size(); ++j) {
    float sum = layers_.back().bias[wanted[j]];
    const float* const row = last_.data() + last_.cols() * wanted[j];
    for (std::size_t k = 0; k < hidden.count; ++k) sum += hidden.value[k] * row[hidden.index[k]];
    out[j] = sum;
  }
}

}  // namespace nl
