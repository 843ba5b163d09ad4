// Reader and evaluator of a trained network from the file that training exports
// (python/ninelives/train).
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bots/net_kernel.h"

namespace nl {

// Query of a network: `bytes` are its input, an observation; for a critic the privileged state
// follows. It computes only the wanted outputs.
struct NetworkQuestion {
  std::span<const std::uint8_t> bytes;
  std::span<const std::uint8_t> wanted;
  float* out;  // one per wanted output
};

class Network {
 public:
  // Queries per pass: more of them share the weights, but their activations must stay in the cache,
  // too.
  static constexpr std::size_t kAtOnce = 64;

  // Throws std::invalid_argument with the reason for an invalid file.
  explicit Network(std::span<const std::uint8_t> file);

  // Evaluates all queries; each result is bit-identical to a single query's. A batch takes a
  // fraction of the time, because the queries share the weights. After the first call nothing is
  // allocated.
  void answer(std::span<const NetworkQuestion> questions) const;
  // All outputs.
  Eigen::RowVectorXf operator()(std::span<const std::uint8_t> bytes) const;

  // One bit for each kind of card that occurred in its training.
  std::uint32_t known_cards() const { return known_cards_; }
  // Size of its input.
  std::size_t inputs() const { return std::size_t{last_byte_} + 1; }
  // The same for the bytes before `end` only.
  std::size_t inputs_below(std::size_t end) const;
  std::size_t outputs() const { return static_cast<std::size_t>(last_bias_.size()); }

 private:
  using Weights = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Whole = Eigen::Matrix<std::uint32_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using WholeRow = Eigen::Matrix<std::uint32_t, 1, Eigen::Dynamic>;
  // 1 if the byte is from low to high, otherwise 0.
  struct Feature {
    std::uint16_t byte;
    std::uint8_t low;
    std::uint8_t high;
  };
  // Consecutive features of the same byte: a thermometer, a one-hot, or a single one. At most one
  // of a run counts, the last that is 1: the weights of a thermometer are cumulative sums.
  struct Run {
    std::uint16_t byte;
    std::uint16_t first;  // feature
    std::uint8_t low;     // its first value
    std::uint8_t reach;   // a feature is 1 while the byte is at most this far above `low`
    std::uint8_t last;    // distance of the last feature from the first
  };
  // One input byte. Each of its values selects one input of the first layer: inputs_of_[first +
  // value], or that of the last value that makes a difference.
  struct Place {
    std::uint32_t first = 0;
    std::uint8_t last = 0;
  };
  // Memory order: all weights of an input together, for a layer where queries have different
  // inputs; or the weights of all inputs to one panel, which stays in the cache for many queries.
  enum class Order : std::uint8_t { ByInput, ByPanel };
  template <class Number>
  struct Layer {
    static constexpr std::size_t kSize = sizeof(Panel<Number>);
    std::size_t inputs = 0;
    std::size_t input_step = 0, panel_step = 0;  // in panels
    std::vector<Panel<Number>> bias;
    std::vector<Panel<Number>> weights;  // with one extra input, whose weights are 0

    float unit = 1;  // integer weights

    LayerWeights<Number> all() const {
      return {bias.data(), weights.data(), bias.size(), panel_step * kSize, unit};
    }
    std::size_t step() const { return input_step * kSize; }
  };
  struct Room;

  template <class Number, class Matrix, class Row>
  static Layer<Number> laid_out(Order order, const Matrix& weights, const Row& bias);
  void take_first(const std::vector<Feature>& features, const Weights& weights,
                  const Eigen::RowVectorXf& bias);
  template <class Matrix>
  static std::vector<Run> find_runs(const std::vector<Feature>& features, Matrix& weights);
  void merge_runs(std::vector<Run> runs, const Whole& weights, WholeRow bias);
  void answer_some(std::span<const NetworkQuestion> questions, Room& room) const;
  void look(std::span<const NetworkQuestion> questions, Room& room) const;
  void think(std::size_t rows, Room& room) const;
  void conclude(std::span<const Term> terms, const NetworkQuestion& question) const;

  std::uint32_t known_cards_ = 0;
  std::uint16_t last_byte_ = 0;
  std::vector<Place> places_;  // by bytes
  std::vector<std::uint16_t> inputs_of_;
  // Integers that represent weights of 16-bit floats exactly: so sums don't depend on the order,
  // and partial sums can be precomputed.
  Layer<std::int32_t> first_;
  std::vector<Layer<float>> middle_;
  Weights last_;  // weights of the last layer, one output per row
  Eigen::RowVectorXf last_bias_;
};

// The embedded networks.
const Network& net_network();                 // plays in every box
std::span<const std::uint8_t> net_weights();  // its file
const Network& policy_network();  // of the base box, with its critic: the coach's measure
const Network& critic_network();  // of the base box

// A policy of the user's own, loaded once; empty if the file is missing or invalid.
const Network* policy_network_from(std::string_view path);

}  // namespace nl
