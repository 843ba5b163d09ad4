// Nested address blocks: parser of addresses, without sockets.
#include "server/address_blocks.h"

#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace nl {
namespace {

using Groups = std::array<unsigned, 8>;  // of 16 bits

// Parts between separators; empty if one of them is no number below the end.
std::optional<std::vector<unsigned>> numbers_in(std::string_view text, char separator, int base,
                                                unsigned end) {
  std::vector<unsigned> numbers;
  while (!text.empty()) {
    const std::size_t stop = std::min(text.find(separator), text.size());
    unsigned number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + stop, number, base);
    if (stop == 0 || error != std::errc{} || rest != text.data() + stop || number >= end) {
      return std::nullopt;
    }
    numbers.push_back(number);
    text.remove_prefix(std::min(stop + 1, text.size()));
  }
  return numbers;
}

bool is_v4_text(std::string_view text) {
  const auto numbers = numbers_in(text, '.', 10, 256);
  return numbers && numbers->size() == 4;
}

std::optional<Groups> parse_v6(std::string_view text) {
  const std::size_t gap = text.find("::");
  const bool whole = gap == std::string_view::npos;
  const auto front = numbers_in(text.substr(0, gap), ':', 16, 1 << 16);
  const auto back = numbers_in(whole ? "" : text.substr(gap + 2), ':', 16, 1 << 16);
  if (!front || !back) return std::nullopt;
  const std::size_t size = front->size() + back->size();
  if (whole ? size != 8 : size > 7) return std::nullopt;
  Groups groups{};
  std::copy(front->begin(), front->end(), groups.begin());
  std::copy(back->begin(), back->end(), groups.end() - static_cast<std::ptrdiff_t>(back->size()));
  return groups;
}

std::string hex_text(unsigned group) {
  std::array<char, 8> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), group, 16).ptr;
  return {text.data(), end};
}

}  // namespace

std::vector<EnclosingBlock> enclosing_blocks(const std::string& address) {
  std::vector<EnclosingBlock> blocks = {{address, BlockSize::Host}};
  if (is_v4_text(address)) {
    blocks.push_back({address.substr(0, address.rfind('.')) + ".0/24", BlockSize::Region});
  } else if (const auto groups = parse_v6(address); groups && !address.empty()) {
    const Groups& g = *groups;
    const std::string region = hex_text(g[0]) + ':' + hex_text(g[1]) + ':' + hex_text(g[2]);
    blocks.push_back({region + ':' + hex_text(g[3] & 0xFF00u) + "::/56", BlockSize::Site});
    blocks.push_back({region + "::/48", BlockSize::Region});
  }
  return blocks;
}

}  // namespace nl
