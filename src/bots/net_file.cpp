#include "bots/net_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bots/net_kernel.h"

namespace nl {
namespace {

constexpr std::string_view kMagic = "NLNET001";
// Far more than any network here has: a damaged file must not ask for all the memory there is.
constexpr std::uint32_t kMostFeatures = 1 << 14;
constexpr std::uint32_t kMostUnits = 1 << 12;
constexpr std::uint32_t kMostLayers = 16;
constexpr std::uint32_t kMostOutputs = 256;  // a question names them by a byte

// Questions whose sums are made together: the more, the less often all weights are fetched; but
// what lies between their layers must stay near, too.
constexpr std::size_t kAtOnce = 256;

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
    if (!std::isfinite(matrix.data()[i])) {
      throw std::invalid_argument("network file: a weight is no number");
    }
  }
}

}  // namespace

Network::Network(std::span<const std::uint8_t> file) {
  Reader reader(file);
  const auto magic = reader.take(kMagic.size());
  if (!std::equal(magic.begin(), magic.end(), kMagic.begin())) {
    throw std::invalid_argument("network file: it does not begin with NLNET001");
  }
  const std::uint32_t features_in_all = reader.count(kMostFeatures);
  const std::uint32_t hidden = reader.count(kMostUnits);
  const std::uint32_t middle = reader.count(kMostLayers);
  const std::uint32_t outputs = reader.count(kMostOutputs);
  known_cards_ = reader.value<std::uint32_t>();
  std::vector<Feature> features;
  for (std::uint32_t i = 0; i < features_in_all; ++i) {
    const auto byte = reader.value<std::uint16_t>();
    const auto low = reader.value<std::uint8_t>();
    const auto high = reader.value<std::uint8_t>();
    features.push_back({byte, low, high});
    last_byte_ = std::max(last_byte_, byte);
  }
  for (std::uint32_t i = 0; i < middle + 2; ++i) {
    Weights weights(i == 0 ? features_in_all : hidden, i == middle + 1 ? outputs : hidden);
    Eigen::RowVectorXf bias(weights.cols());
    fill(reader, weights);
    fill(reader, bias);
    if (i == 0) {
      take_first(features, weights, bias);
    } else if (i <= middle) {
      middle_.push_back(panelled<float>(weights, bias));
    } else {
      last_ = weights.transpose();
      last_bias_ = bias;
    }
  }
  if (!reader.empty()) throw std::invalid_argument("network file: something follows its end");
}

template <class Number, class Matrix, class Row>
Network::Layer<Number> Network::panelled(const Matrix& weights, const Row& bias) {
  const auto width = static_cast<std::size_t>(bias.size());
  Layer<Number> layer;
  layer.inputs = static_cast<std::size_t>(weights.rows());
  layer.bias.resize(panels_for(width));
  layer.weights.resize(layer.bias.size() * (layer.inputs + 1));
  const auto copy = [&](const auto* row, std::size_t step, Panel<Number>* to) {
    for (std::size_t j = 0; j < width; ++j) {
      to[j / kPanel * step].outputs[j % kPanel] = static_cast<Number>(row[j]);
    }
  };
  copy(bias.data(), 1, layer.bias.data());
  for (std::size_t i = 0; i < layer.inputs; ++i) {
    copy(weights.data() + i * width, layer.inputs + 1, &layer.weights[i]);
  }
  return layer;
}

void Network::take_first(const std::vector<Feature>& features, const Weights& weights,
                         const Eigen::RowVectorXf& bias) {
  using Exact = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Exact exact = weights.cast<double>();
  find_runs(features, exact);
  // The farthest that any sum can get from 0.
  Eigen::RowVectorXd most = bias.cast<double>().cwiseAbs();
  for (const Run& run : runs_) {
    most += exact.middleRows(run.first, run.last + 1).cwiseAbs().colwise().maxCoeff();
  }
  // The smallest number that 16 bits hold, or the next in which no sum overflows.
  constexpr double kMost = 1 << 30;
  double unit = std::ldexp(1.0, -24);
  while (most.maxCoeff() / unit > kMost) unit *= 2;
  unit_ = static_cast<float>(unit);
  const auto whole = [&](double weight) { return std::nearbyint(weight / unit); };
  first_ = panelled<std::int32_t>(exact.unaryExpr(whole).eval(),
                                  bias.cast<double>().unaryExpr(whole).eval());
}

template <class Matrix>
void Network::find_runs(const std::vector<Feature>& features, Matrix& weights) {
  constexpr int kAll = 255;
  for (std::size_t i = 0, next = 1; i < features.size(); i = next++) {
    const Feature& first = features[i];
    if (first.low > first.high) continue;  // never 1
    const bool climbs = first.high == kAll, one_hot = first.high == first.low;
    while ((climbs || one_hot) && next < features.size()) {
      const Feature& feature = features[next];
      const int above = feature.low - first.low;
      if (feature.byte != first.byte || above != static_cast<int>(next - i)) break;
      if (feature.high != (climbs ? kAll : feature.low)) break;
      const auto row = static_cast<Eigen::Index>(next++);
      if (climbs) weights.row(row) += weights.row(row - 1);
    }
    runs_.push_back({first.byte, static_cast<std::uint16_t>(i), first.low,
                     static_cast<std::uint8_t>(climbs    ? kAll - first.low
                                               : one_hot ? next - i - 1
                                                         : first.high - first.low),
                     static_cast<std::uint8_t>(next - i - 1)});
  }
}

// What goes from layer to layer: all numbers, and of each row those that are not 0.
struct Network::Room {
  std::vector<Panel<std::int32_t>> whole;  // the first sums
  std::vector<Panel<float>> all, through;
  std::vector<Term> terms;
  std::array<Rows, kAtOnce> groups;
  std::size_t used_groups = 0;
  std::size_t rows = 0;
  std::array<std::size_t, kAtOnce> counts;  // of terms, by row

  void fit(std::size_t questions, std::size_t runs, std::size_t panels) {
    const auto at_least = [](auto& numbers, std::size_t size) {
      if (numbers.size() < size) numbers.resize(size);
    };
    const std::size_t rows_for_all = std::min(questions + kSideBySide - 1, kAtOnce);
    at_least(whole, rows_for_all * panels);
    at_least(all, rows_for_all * panels);
    at_least(through, rows_for_all * panels);
    // A list is written without branches, so that one entry may lie behind the last.
    at_least(terms, rows_for_all * (std::max(runs, panels * kPanel) + 1));
  }

  std::span<const Rows> listed() const { return std::span(groups).first(used_groups); }

  // Lists the terms of so many rows: list(row, terms, stride) those of one, and it says how many.
  // The last rows, where there are one or two, are quicker alone.
  template <class List>
  void list_all(std::size_t questions, std::size_t inputs, const List& list) {
    rows = used_groups = 0;
    for (Term* next = terms.data(); rows < questions; ++used_groups) {
      const std::size_t left = questions - rows;
      const std::size_t stride = left + 1 < kSideBySide ? 1 : kSideBySide;
      std::size_t most = 0;
      for (std::size_t r = 0; r < stride; ++r) {
        counts[rows + r] = r < left ? list(rows + r, next + r, stride) : 0;
        most = std::max(most, counts[rows + r]);
      }
      for (std::size_t r = 0; r < stride; ++r) {
        for (std::size_t k = counts[rows + r]; k < most; ++k) {
          next[k * stride + r] = Term::of(inputs, 0);
        }
      }
      groups[used_groups] = {next, most, stride};
      next += most * stride;
      rows += stride;
    }
  }

  // Of numbers about half are 0, as chance has it: no branch could be guessed.
  void list_numbers(std::size_t questions, std::size_t panels) {
    list_all(questions, panels * kPanel, [&](std::size_t row, Term* to, std::size_t stride) {
      const float* const x = all[row * panels].outputs.data();
      std::size_t count = 0;
      for (std::size_t i = 0; i < panels * kPanel; ++i) {
        to[count * stride] = Term::of(i, x[i]);
        count += x[i] != 0;
      }
      return count;
    });
  }
};

void Network::look(std::span<const NetworkQuestion> questions, Room& room) const {
  room.list_all(
      questions.size(), first_.inputs, [&](std::size_t row, Term* to, std::size_t stride) {
        const std::uint8_t* const bytes = questions[row].bytes.data();
        std::size_t count = 0;
        for (const Run& run : runs_) {
          const auto above =
              static_cast<std::uint8_t>(bytes[run.byte] - run.low);  // far, where below
          to[count * stride] = Term::of(std::size_t{run.first} + std::min(above, run.last), 1);
          count += above <= run.reach;
        }
        return count;
      });
}

// Few features are 1, and after each layer about half of the numbers are 0: only the others are
// multiplied.
void Network::think(Room& room) const {
  const std::size_t rows = room.rows, panels = first_.bias.size();
  const auto begin = [&](const auto& bias, auto& sums) {
    for (std::size_t r = 0; r < rows; ++r) {
      std::copy(bias.begin(), bias.end(), sums.begin() + static_cast<std::ptrdiff_t>(r * panels));
    }
  };
  const std::size_t numbers = rows * panels * kPanel;
  const std::int32_t* const whole = room.whole.front().outputs.data();
  float* const all = room.all.front().outputs.data();
  const float* const through = room.through.front().outputs.data();
  begin(first_.bias, room.whole);
  add_weights(room.listed(), first_.all(), room.whole.data());
  for (std::size_t i = 0; i < numbers; ++i) {
    all[i] = std::max(static_cast<float>(whole[i]), 0.0f) * unit_;
  }
  room.list_numbers(rows, panels);
  // Each middle layer adds to what goes into it (residual), as in training.
  for (const Layer<float>& layer : middle_) {
    begin(layer.bias, room.through);
    add_products(room.listed(), layer.all(), room.through.data());
    for (std::size_t i = 0; i < numbers; ++i) all[i] += std::max(through[i], 0.0f);
    room.list_numbers(rows, panels);
  }
}

void Network::conclude(const Term* terms, std::size_t count, std::size_t stride,
                       const NetworkQuestion& question) const {
  constexpr std::size_t kTogether = 4;  // a sum waits for the one before it
  const auto columns = static_cast<std::size_t>(last_.cols());
  const auto weights = [&](std::size_t j) { return last_.data() + columns * question.wanted[j]; };
  const std::size_t wanted = question.wanted.size();
  std::size_t j = 0;
  for (; j + kTogether <= wanted; j += kTogether) {
    std::array<float, kTogether> sums;
    std::array<const float*, kTogether> rows;
    for (std::size_t i = 0; i < kTogether; ++i) {
      sums[i] = last_bias_[question.wanted[j + i]];
      rows[i] = weights(j + i);
    }
    for (std::size_t k = 0; k < count; ++k) {
      const Term& term = terms[k * stride];
      for (std::size_t i = 0; i < kTogether; ++i) sums[i] += term.value * rows[i][term.input()];
    }
    std::copy(sums.begin(), sums.end(), question.out + j);
  }
  for (; j < wanted; ++j) {
    float sum = last_bias_[question.wanted[j]];
    const float* const row = weights(j);
    for (std::size_t k = 0; k < count; ++k) {
      sum += terms[k * stride].value * row[terms[k * stride].input()];
    }
    question.out[j] = sum;
  }
}

void Network::answer_some(std::span<const NetworkQuestion> questions, Room& room) const {
  look(questions, room);
  think(room);
  std::size_t row = 0;
  for (const Rows& group : room.listed()) {
    for (std::size_t r = 0; r < group.rows && row < questions.size(); ++r, ++row) {
      conclude(group.terms + r, room.counts[row], group.rows, questions[row]);
    }
  }
}

void Network::answer(std::span<const NetworkQuestion> questions) const {
  static thread_local Room room;
  for (const NetworkQuestion& question : questions) {
    if (question.bytes.size() > last_byte_) continue;
    throw std::invalid_argument("network: too few bytes to look at");
  }
  room.fit(questions.size(), runs_.size(), first_.bias.size());
  for (; !questions.empty(); questions = questions.subspan(std::min(kAtOnce, questions.size()))) {
    answer_some(questions.first(std::min(kAtOnce, questions.size())), room);
  }
}

Eigen::RowVectorXf Network::operator()(std::span<const std::uint8_t> bytes) const {
  std::array<std::uint8_t, kMostOutputs> wanted;
  std::iota(wanted.begin(), wanted.end(), std::uint8_t{0});
  Eigen::RowVectorXf out(last_bias_.size());
  const NetworkQuestion question{bytes, std::span(wanted).first(outputs()), out.data()};
  answer({&question, 1});
  return out;
}

}  // namespace nl
