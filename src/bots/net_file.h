// A small trained network, read from the file that training exports (python/ninelives/train):
// bytes in, numbers out.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace nl {

class Network {
 public:
  // Throws std::invalid_argument, with the reason, for bytes that are no such file.
  explicit Network(std::span<const std::uint8_t> file);

  // `bytes` are what the network was trained on: an observation, for a critic the privileged state
  // behind it.
  Eigen::RowVectorXf operator()(std::span<const std::uint8_t> bytes) const;
  // Of all outputs only those that are wanted, the same to the last bit; nothing is allocated.
  void some(std::span<const std::uint8_t> bytes, std::span<const std::uint8_t> wanted,
            float* out) const;

  // One bit for each kind of card that it met in training.
  std::uint32_t known_cards() const { return known_cards_; }
  // How many bytes it looks at.
  std::size_t inputs() const { return std::size_t{last_byte_} + 1; }
  std::size_t outputs() const { return static_cast<std::size_t>(layers_.back().bias.size()); }

 private:
  using Weights = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  // 1 where the byte is from low to high, and 0 elsewhere.
  struct Feature {
    std::uint16_t byte;
    std::uint8_t low;
    std::uint8_t high;
  };
  struct Layer {
    Weights weights;
    Eigen::RowVectorXf bias;
  };
  struct Hidden;

  static Hidden& room();
  void think(std::span<const std::uint8_t> bytes, Hidden& hidden) const;

  std::uint32_t known_cards_ = 0;
  std::uint16_t last_byte_ = 0;
  std::vector<Feature> features_;
  std::vector<Layer> layers_;
  Weights last_;  // the last layer's, an output a row
};

// The networks that come with the program.
const Network& net_network();     // what plays, in every box
const Network& policy_network();  // of the base box, with its critic: what a coach measures by
const Network& critic_network();  // of the base box

// A policy of the user's own, read once; nothing where the file is missing or is no network.
const Network* policy_network_from(std::string_view path);

}  // namespace nl
