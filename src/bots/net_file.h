// Reader of a trained network from the file that training exports (python/ninelives/train):
// bytes in, numbers out.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bots/net_kernel.h"

namespace nl {

// Query of a network: `bytes` are its input, an observation, for a critic with the
// privileged state behind it. It computes only the wanted outputs.
struct NetworkQuestion {
  std::span<const std::uint8_t> bytes;
  std::span<const std::uint8_t> wanted;
  float* out;  // as many as are wanted
};

class Network {
 public:
  // Questions whose sums are made together: the more, the less often all weights are fetched; but
  // what lies between their layers must stay near, too.
  static constexpr std::size_t kAtOnce = 64;

  // Throws std::invalid_argument, with the reason, for bytes that are no such file.
  explicit Network(std::span<const std::uint8_t> file);

  // All of them, each as if it had been asked alone, to the last bit. Many at once take a fraction
  // of the time: their sums share the weights. After the first time nothing is allocated.
  void answer(std::span<const NetworkQuestion> questions) const;
  // All outputs.
  Eigen::RowVectorXf operator()(std::span<const std::uint8_t> bytes) const;

  // One bit for each kind of card that it met in training.
  std::uint32_t known_cards() const { return known_cards_; }
  // Number of bytes it looks at.
  std::size_t inputs() const { return std::size_t{last_byte_} + 1; }
  // The same for the bytes before `end` alone.
  std::size_t inputs_below(std::size_t end) const;
  std::size_t outputs() const { return static_cast<std::size_t>(last_bias_.size()); }

 private:
  using Weights = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Whole = Eigen::Matrix<std::uint32_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using WholeRow = Eigen::Matrix<std::uint32_t, 1, Eigen::Dynamic>;
  // 1 where the byte is from low to high, and 0 elsewhere.
  struct Feature {
    std::uint16_t byte;
    std::uint8_t low;
    std::uint8_t high;
  };
  // Features that follow each other and look at the same byte: a thermometer, a one-hot, or a
  // single one. At most one of a run counts, the last that is 1: the weights of a thermometer are
  // those of all up to there.
  struct Run {
    std::uint16_t byte;
    std::uint16_t first;  // feature
    std::uint8_t low;     // its first value
    std::uint8_t reach;   // one is 1 while the byte is no further above `low`
    std::uint8_t last;    // the last one's distance from the first
  };
  // A byte of what is looked at. All that its value adds is one input of the first layer: that of
  // inputs_of_[first + value], or of the last value up to which it makes a difference.
  struct Place {
    std::uint32_t first = 0;
    std::uint8_t last = 0;
  };
  // Memory order: all weights that an input adds, for a layer of which each question wants other
  // inputs, or what all inputs add to a panel, so that it stays near while many questions want it.
  enum class Order : std::uint8_t { ByInput, ByPanel };
  template <class Number>
  struct Layer {
    static constexpr std::size_t kSize = sizeof(Panel<Number>);
    std::size_t inputs = 0;
    std::size_t input_step = 0, panel_step = 0;  // in panels
    std::vector<Panel<Number>> bias;
    std::vector<Panel<Number>> weights;  // with an input more, whose weights are 0

    float unit = 1;  // of whole numbers

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
  // Whole numbers, in which weights of 16-bit floats are exact: so their sum is the same in
  // whatever order, and in whatever parts it is summed up beforehand.
  Layer<std::int32_t> first_;
  std::vector<Layer<float>> middle_;
  Weights last_;  // the last layer's, an output a row
  Eigen::RowVectorXf last_bias_;
};

// The networks that come with the program.
const Network& net_network();     // plays in every box
const Network& policy_network();  // of the base box, with its critic: what a coach measures by
const Network& critic_network();  // of the base box

// A policy of the user's own, read once; empty if the file is missing or is no network.
const Network* policy_network_from(std::string_view path);

}  // namespace nl
