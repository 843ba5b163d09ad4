// Native practice server (web/engine/practice.h) as a program, to be compared with what WebAssembly
// makes of it: the page's test writes down all that went in, and this says what comes out.
//   random HEX    chance, in the order in which it was drawn
//   open T        a new line, at this time
//   say T TEXT    a message
//   tick T        what is due
//   think T       what waits is thought over
#include <iostream>
#include <string>
#include <vector>

#include "practice.h"
#include "text/bytes.h"

namespace {

struct Line {
  std::string what;
  nl::Time when{0};
  std::string text;
};

// Repeats the chance drawn before.
class Written final : public nl::Entropy {
 public:
  void add(std::string_view hex) {
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
      bytes_.push_back(
          static_cast<std::uint8_t>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
    }
  }
  void fill(std::span<std::uint8_t> bytes) override {
    for (std::uint8_t& byte : bytes) byte = bytes_.at(next_++);
  }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t next_ = 0;
};

std::vector<Line> read_lines(Written& chance) {
  std::vector<Line> lines;
  for (std::string what; std::cin >> what;) {
    std::string text;
    if (what == "random") {
      std::cin >> text;
      chance.add(text);
      continue;
    }
    std::int64_t when = 0;
    std::cin >> when;
    if (what == "say") {
      std::cin.get();
      std::getline(std::cin, text);
    }
    lines.push_back({what, nl::Time{when}, text});
  }
  return lines;
}

void act(nl::Practice& practice, const Line& line) {
  if (line.what == "open") practice.open(line.when);
  if (line.what == "say") practice.receive(line.text, line.when);
  if (line.what == "tick") practice.tick(line.when);
  if (line.what == "think") practice.think(line.when);
}

}  // namespace

int main() {
  Written chance;
  const std::vector<Line> lines = read_lines(chance);
  nl::Practice practice(
      chance, [](std::string_view text) { std::cout << text << '\n'; },
      [](std::string_view reason) { std::cout << "closed " << reason << '\n'; });
  for (const Line& line : lines) act(practice, line);
}
