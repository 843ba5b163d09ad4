// Reader of network files.
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
#include "engine/bits.h"

namespace nl {
namespace {

constexpr std::string_view kMagic = "NLNET001";
// Far above any real network: a damaged file must not request all memory.
constexpr std::uint32_t kMostFeatures = 1 << 14;
constexpr std::uint32_t kMostUnits = 1 << 12;
constexpr std::uint32_t kMostLayers = 16;
constexpr std::uint32_t kMostOutputs = 256;  // queries refer to them by one byte

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

// One bit for each of eight bytes that is not 0.
std::uint64_t not_0(const std::uint8_t* bytes) {
  constexpr std::uint64_t kLow = 0x7F7F7F7F7F7F7F7Fu;
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof(word));
  const std::uint64_t tops = (((word & kLow) + kLow) | word) & ~kLow;
  return (tops >> 7) * 0x0102040810204080u >> 56;  // side by side
}

// visit(place) for all non-zero bytes in order; most are non-zero. Blocks of sixty-four, since
// mispredicted loop ends cost more than the work itself.
template <class Visit>
void for_each_not_0(std::span<const std::uint8_t> bytes, const Visit& visit) {
  constexpr std::size_t kWord = 8, kMany = 64;
  std::size_t at = 0;
  for (; at + kMany <= bytes.size(); at += kMany) {
    std::uint64_t those = 0;
    for (std::size_t i = 0; i < kMany; i += kWord) those |= not_0(&bytes[at + i]) << i;
    for (; those != 0; those &= those - 1) visit(at + static_cast<std::size_t>(lowest_bit(those)));
  }
  for (; at < bytes.size(); ++at) {
    if (bytes[at] != 0) visit(at);
  }
}

// Prefetches them.
void fetch_ahead(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kLine = 64;
  for (std::size_t at = 0; at < bytes.size(); at += kLine) __builtin_prefetch(&bytes[at]);
}

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
      middle_.push_back(laid_out<float>(Order::ByPanel, weights, bias));
    } else {
      last_ = weights.transpose();
      last_bias_ = bias;
    }
  }
  if (!reader.empty()) throw std::invalid_argument("network file: something follows its end");
}

template <class Number, class Matrix, class Row>
Network::Layer<Number> Network::laid_out(Order order, const Matrix& weights, const Row& bias) {
  const auto width = static_cast<std::size_t>(bias.size());
  const std::size_t panels = panels_for(width);
  Layer<Number> layer;
  layer.inputs = static_cast<std::size_t>(weights.rows());
  layer.input_step = order == Order::ByInput ? panels : 1;
  layer.panel_step = order == Order::ByInput ? 1 : layer.inputs + 1;
  layer.bias.resize(panels);
  layer.weights.resize(panels * (layer.inputs + 1));
  const auto copy = [&](const auto* row, std::size_t step, Panel<Number>* to) {
    for (std::size_t j = 0; j < width; ++j) {
      to[j / kPanel * step].outputs[j % kPanel] = static_cast<Number>(row[j]);
    }
  };
  copy(bias.data(), 1, layer.bias.data());
  for (std::size_t i = 0; i < layer.inputs; ++i) {
    copy(weights.data() + i * width, layer.panel_step, &layer.weights[i * layer.input_step]);
  }
  return layer;
}

void Network::take_first(const std::vector<Feature>& features, const Weights& weights,
                         const Eigen::RowVectorXf& bias) {
  using Exact = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Exact exact = weights.cast<double>();
  const std::vector<Run> runs = find_runs(features, exact);
  // Bound on the absolute value of any sum.
  Eigen::RowVectorXd most = bias.cast<double>().cwiseAbs();
  for (const Run& run : runs) {
    most += exact.middleRows(run.first, run.last + 1).cwiseAbs().colwise().maxCoeff();
  }
  // The smallest unit that fits into 16 bits, or the next in which no sum overflows.
  constexpr double kMost = 1 << 30;
  double unit = std::ldexp(1.0, -24);
  while (most.maxCoeff() / unit > kMost) unit *= 2;
  const auto whole = [&](double weight) {
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(std::nearbyint(weight / unit)));
  };
  merge_runs(runs, exact.unaryExpr(whole), bias.cast<double>().unaryExpr(whole));
  first_.unit = static_cast<float>(unit);
}

template <class Matrix>
std::vector<Network::Run> Network::find_runs(const std::vector<Feature>& features,
                                             Matrix& weights) {
  constexpr int kAll = 255;
  std::vector<Run> runs;
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
    runs.push_back({first.byte, static_cast<std::uint16_t>(i), first.low,
                    static_cast<std::uint8_t>(climbs    ? kAll - first.low
                                              : one_hot ? next - i - 1
                                                        : first.high - first.low),
                    static_cast<std::uint8_t>(next - i - 1)});
  }
  return runs;
}

// Most bytes are mostly 0: the bias includes the contribution of 0, and other values add the
// difference. In integers that changes no sum.
void Network::merge_runs(std::vector<Run> runs, const Whole& weights, WholeRow bias) {
  std::stable_sort(runs.begin(), runs.end(),
                   [](const Run& a, const Run& b) { return a.byte < b.byte; });
  std::vector<WholeRow> inputs{WholeRow::Zero(bias.size())};  // the first adds nothing
  inputs_of_ = {0};
  places_.resize(std::size_t{last_byte_} + 1);
  for (auto run = runs.begin(), next = run; run != runs.end(); run = next) {
    while (next != runs.end() && next->byte == run->byte) ++next;
    const auto features = [&](int value) {
      std::vector<Eigen::Index> all;
      for (const Run& one : std::span(run, next)) {
        const auto above = static_cast<std::uint8_t>(value - one.low);  // far, where below
        if (above <= one.reach) all.push_back(one.first + std::min(above, one.last));
      }
      return all;
    };
    const auto sum = [&](const std::vector<Eigen::Index>& all) {
      WholeRow row = WholeRow::Zero(bias.size());
      for (const Eigen::Index feature : all) row += weights.row(feature);
      return row;
    };
    const auto at_0 = features(0);
    const WholeRow less = sum(at_0);
    bias += less;
    Place& place = places_[run->byte];
    place.first = static_cast<std::uint32_t>(inputs_of_.size());
    auto before = at_0;
    inputs_of_.push_back(0);
    for (int value = 1; value < 256; ++value) {
      const auto now = features(value);
      if (now == before) {
        inputs_of_.push_back(inputs_of_.back());
        continue;
      }
      place.last = static_cast<std::uint8_t>(value);
      inputs_of_.push_back(now == at_0 ? 0 : static_cast<std::uint16_t>(inputs.size()));
      if (now != at_0) inputs.push_back(sum(now) - less);
      before = now;
    }
    inputs_of_.resize(place.first + std::size_t{place.last} + 1);
  }
  Whole all(static_cast<Eigen::Index>(inputs.size()), bias.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) all.row(static_cast<Eigen::Index>(i)) = inputs[i];
  first_ = laid_out<std::int32_t>(Order::ByInput, all, bias);
}

std::size_t Network::inputs_below(std::size_t end) const {
  std::size_t inputs = std::min(end, places_.size());
  while (inputs > 0 && places_[inputs - 1].first == 0) --inputs;
  return inputs;
}

// Activations between layers: all numbers, and the non-zero ones of each row.
struct Network::Room {
  std::vector<Panel<float>> all;
  std::vector<Term> terms;
  std::size_t stride = 0;                     // stride from a row's first term to the next one's
  std::array<std::uint32_t, kAtOnce> counts;  // number of terms, by row
  std::array<std::uint32_t, kAtOnce> order;   // rows sorted by number of terms
  std::array<Group, kAtOnce> groups;
  std::size_t used_groups = 0;

  void fit(std::size_t questions, std::size_t places, std::size_t panels) {
    const auto at_least = [](auto& numbers, std::size_t size) {
      if (numbers.size() < size) numbers.resize(size);
    };
    const std::size_t rows = std::min(questions, kAtOnce) + 1;  // one query may have no outputs
    at_least(all, rows * panels);
    stride = std::max(places, panels * kPanel);
    at_least(terms, rows * stride);
  }

  Listed listed() const { return {terms.data(), stride, std::span(groups).first(used_groups)}; }
  std::span<const Term> terms_of(std::size_t row) const {
    return std::span(terms).subspan(row * stride, counts[row]);
  }

  // Lists the terms of this many rows: list(row, terms) fills one row and returns their number.
  template <class List>
  void list_all(std::size_t rows, const List& list) {
    for (std::size_t row = 0; row < rows; ++row) {
      counts[row] = static_cast<std::uint32_t>(list(row, terms.data() + row * stride));
    }
  }
  void list_numbers(std::size_t rows, std::size_t panels, std::size_t step) {
    list_all(rows, [&](std::size_t row, Term* to) {
      return list_terms(std::span(all).subspan(row * panels, panels), step, to);
    });
  }

  // Groups rows with similar numbers of terms, so that few lists need padding with `nothing`, whose
  // weights are 0. The last one or two rows run alone; of three, one without terms joins them.
  void group(std::size_t rows, std::size_t nothing) {
    const Term filler{static_cast<std::uint32_t>(nothing), 0};
    const auto sorted = std::span(order).first(rows);
    std::iota(sorted.begin(), sorted.end(), 0u);
    std::sort(sorted.begin(), sorted.end(),
              [&](std::uint32_t a, std::uint32_t b) { return counts[a] > counts[b]; });
    used_groups = 0;
    for (std::size_t row = 0; row < rows;) {
      const std::size_t left = rows - row;
      Group& group = groups[used_groups++];
      group.count = counts[order[row]];
      group.used = left + 1 < kSideBySide ? 1 : kSideBySide;
      for (std::size_t r = 0; r < group.used; ++r) {
        const bool there = r < left;
        group.rows[r] = there ? order[row + r] : static_cast<std::uint32_t>(rows);
        Term* const list = terms.data() + group.rows[r] * stride;
        std::fill(list + (there ? counts[group.rows[r]] : 0), list + group.count, filler);
      }
      row += std::min(group.used, left);
    }
  }
};

void Network::look(std::span<const NetworkQuestion> questions, Room& room) const {
  const std::size_t step = first_.step();
  const auto bytes_of = [&](std::size_t row) { return questions[row].bytes.first(places_.size()); };
  room.list_all(questions.size(), [&](std::size_t row, Term* to) {
    if (row + 1 < questions.size()) fetch_ahead(bytes_of(row + 1));
    const auto bytes = bytes_of(row);
    std::size_t count = 0;
    for_each_not_0(bytes, [&](std::size_t at) {
      const Place& place = places_[at];
      const std::size_t input = inputs_of_[place.first + std::min(bytes[at], place.last)];
      to[count] = {static_cast<std::uint32_t>(input * step), 1};
      count += input != 0;
    });
    return count;
  });
  room.group(questions.size(), 0);
}

// Few features are 1, and after each layer about half of the numbers are 0: only non-zero ones are
// multiplied.
void Network::think(std::size_t rows, Room& room) const {
  const std::size_t panels = first_.bias.size();
  write_sums(room.listed(), first_.all(), room.all.data());
  // Each middle layer adds to what goes into it (residual), as in training.
  for (const Layer<float>& layer : middle_) {
    room.list_numbers(rows, panels, layer.step());
    room.group(rows, layer.inputs * layer.step());
    add_sums(room.listed(), layer.all(), room.all.data());
  }
  room.list_numbers(rows, panels, sizeof(float));
}

// Four outputs at once, since each sum waits for the one before it. Written out, since compilers
// that vectorise it by themselves spend more time on moving data.
void Network::conclude(std::span<const Term> terms, const NetworkQuestion& question) const {
  using Four [[gnu::vector_size(4 * sizeof(float))]] = float;
  constexpr std::size_t kTogether = 4;
  const auto columns = static_cast<std::size_t>(last_.cols());
  const std::size_t wanted = question.wanted.size();
  for (std::size_t j = 0; j < wanted; j += kTogether) {
    Four sums;
    std::array<const char*, kTogether> rows;
    for (std::size_t i = 0; i < kTogether; ++i) {  // repeats the last one to fill up
      const std::size_t output = question.wanted[std::min(j + i, wanted - 1)];
      sums[i] = last_bias_[static_cast<Eigen::Index>(output)];
      rows[i] = reinterpret_cast<const char*>(last_.data() + columns * output);
    }
    for (const Term& term : terms) {
      const auto weight = [&](std::size_t i) {
        return *reinterpret_cast<const float*>(rows[i] + term.offset);
      };
      sums += term.value * Four{weight(0), weight(1), weight(2), weight(3)};
    }
    std::memcpy(question.out + j, &sums, std::min(kTogether, wanted - j) * sizeof(float));
  }
}

void Network::answer_some(std::span<const NetworkQuestion> questions, Room& room) const {
  look(questions, room);
  think(questions.size(), room);
  for (std::size_t row = 0; row < questions.size(); ++row) {
    conclude(room.terms_of(row), questions[row]);
  }
}

void Network::answer(std::span<const NetworkQuestion> questions) const {
  static thread_local Room room;
  for (const NetworkQuestion& question : questions) {
    if (question.bytes.size() > last_byte_) continue;
    throw std::invalid_argument("network: too few bytes to look at");
  }
  room.fit(questions.size(), places_.size(), first_.bias.size());
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
