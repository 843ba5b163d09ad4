// Replay of records for the page, in WebAssembly.
#include "record_film.h"

extern "C" [[noreturn]] __attribute__((import_module("page"), import_name("fail"))) void page_fail(
    const char* text, std::size_t size);

namespace nl {
namespace {

void check(const std::optional<Difference>& difference) {
  if (difference) fail(std::to_string(difference->line) + ": " + difference->reason);
}

}  // namespace

void fail(std::string_view text) { page_fail(text.data(), text.size()); }

std::vector<NumberedLine> numbered(std::string_view text) {
  std::vector<NumberedLine> lines;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    ++number;
    const std::string_view line = text.substr(0, end);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      lines.push_back({number, std::string(line)});
    }
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

void read_film(std::string_view record, Film& film) {
  for (const auto& [number, text] : numbered(record)) {
    check(film.feed(number, parse_record_line(text)));
  }
  check(film.finish());
  if (film.stills().empty()) fail("there is no deal");
}

}  // namespace nl
