// Loops of the fast path for one kind of processor, and so without a guard: fast_path.cpp
// includes this once for each kind. Until then it has said
//
//   NL_BYTES    how many bytes a register has
//   NL_TARGET   what these processors have beyond what the library is compiled for
//   NL_INLINED  that a function is to have everything inlined
namespace nl::capi {

template <>
struct FastPathLoop<NL_BYTES> {
  // Branchless where instructions allow it: the number of legal actions and the drawn one are
  // unpredictable.
  [[gnu::always_inline]] NL_TARGET static void write_mask(const ActionSet& set, ByteMask& mask) {
#if NL_BYTES >= 64
    for (std::size_t w = 0; w < set.bits.size(); ++w) {
      _mm512_storeu_si512(mask.data() + 64 * w,
                          _mm512_maskz_mov_epi8(set.bits[w], _mm512_set1_epi8(1)));
    }
#elif NL_BYTES >= 32
    const __m256i ones = _mm256_set1_epi8(1);
    const __m256i eights =
        _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i bits = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201u));
    for (std::size_t half = 0; half < 2 * set.bits.size(); ++half) {
      const auto word = static_cast<int>(set.bits[half / 2] >> 32 * (half % 2));
      const __m256i spread = _mm256_shuffle_epi8(_mm256_set1_epi32(word), eights);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(mask.data() + 32 * half),
                          _mm256_min_epu8(_mm256_and_si256(spread, bits), ones));
    }
#else
    encode(set, mask);
#endif
  }

  [[gnu::always_inline]] NL_TARGET static Action draw_one(Stream& choices, const ActionSet& legal) {
#if NL_BYTES >= 32
    // Prefix counts per word; the k-th bit is in the word whose prefix is the first above k.
    std::array<std::uint32_t, 5> before{};
    for (std::size_t w = 0; w < 4; ++w) {
      before[w + 1] = before[w] + static_cast<std::uint32_t>(std::popcount(legal.bits[w]));
    }
    const std::uint32_t k = bounded(choices, before[4]);
    const std::size_t w = std::size_t{k >= before[1]} + (k >= before[2]) + (k >= before[3]);
    const std::uint64_t found = _pdep_u64(std::uint64_t{1} << (k - before[w]), legal.bits[w]);
    return make_action(static_cast<int>(64 * w) + std::countr_zero(found));
#else
    return choose(choices, legal);
#endif
  }

  NL_TARGET static void draw(Batch& b, std::int32_t* actions, int begin, int end) {
    for (auto r = static_cast<std::size_t>(begin); r < static_cast<std::size_t>(end); ++r) {
      actions[r] = b.legal_[r].empty() ? 0 : draw_one(b.choices_[r], b.legal_[r]).id;
    }
  }

  // With the rules of the base box everything in a row's step is inlined: a tenth less time, since
  // all of it is compiled for these processors then. With every box that is 60 kB of code and gains
  // almost nothing.
  template <bool kSkipsForced>
  NL_INLINED NL_TARGET static void play_base_box(Batch& b, const std::int32_t* actions, int begin,
                                                 int end) {
    play<BaseBoxOnly, kSkipsForced>(b, actions, begin, end);
  }
  template <bool kSkipsForced>
  NL_TARGET static void play_any(Batch& b, const std::int32_t* actions, int begin, int end) {
    play<AnyGame, kSkipsForced>(b, actions, begin, end);
  }

  template <class Scope, bool kSkipsForced>
  [[gnu::always_inline]] NL_TARGET static void play(Batch& b, const std::int32_t* actions,
                                                    int begin, int end) {
    const int seats = b.header_.seats;
    const nl_batch_arrays& arrays = b.arrays_;
    std::fill(arrays.reward + begin * seats, arrays.reward + end * seats, 0.0f);
    std::fill(arrays.terminated + begin, arrays.terminated + end, std::uint8_t{0});
    std::fill(arrays.truncated + begin, arrays.truncated + end, std::uint8_t{0});
    // Local copies: byte writes might alias the batch, as far as a compiler knows.
    const Rules rules = b.header_.rules;
    const Counts in_game = b.in_game_;
    Row* const rows = b.rows_.data();
    Row* const last = rows + (b.rows_.size() - 1);
    ActionSet* const legal = b.legal_.data();
    std::int32_t* const player = arrays.player;
    auto* const masks = reinterpret_cast<ByteMask*>(arrays.mask);
    auto* const seen = reinterpret_cast<CountingObservation*>(arrays.observation);
    for (int row = begin; row < end; ++row) {
      Row& r = rows[row];
      fetch(*std::min(&r + kAhead, last), seats);
      OpenChoice asked;
      if (!answer<Scope, kSkipsForced>(rules, r, make_action(actions[row]), asked)) [[unlikely]] {
        b.end_fast_row(row);
        continue;
      }
      r.asked = asked.seat;
      player[row] = asked.seat;
      legal[row] = asked.legal;
      write_mask(asked.legal, masks[row]);
      observe(rules, in_game, r.state, r.known.seats[asked.seat], asked.seat, seen[row]);
    }
  }
};

}  // namespace nl::capi
