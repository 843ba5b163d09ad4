// Link preview picture: drawing and PNG encoding.
#include "site/game_picture.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace nl {
namespace {

constexpr int kWidth = 600;
constexpr int kHeight = 315;
constexpr int kFine = 3;  // dots to a point in each direction: edges are smooth

struct Color {
  std::uint8_t red, green, blue;
};

// The first six are the seats' own, as in the page.
enum Paint : std::uint8_t {
  kInk = 6,
  kBackground,
  kFelt,
  kFeltEdge,
  kGhost,
  kGold,
  kWinner,
  kPaints
};
constexpr std::array<Color, kWinner> kPalette = {{{0xff, 0xb5, 0x6b},
                                                  {0x8f, 0xd3, 0xff},
                                                  {0xb9, 0xe3, 0x7c},
                                                  {0xff, 0x9a, 0xc2},
                                                  {0xc8, 0xb1, 0xff},
                                                  {0xff, 0xe2, 0x7a},
                                                  {0x1d, 0x1a, 0x2b},
                                                  {0x15, 0x12, 0x21},
                                                  {0x3b, 0x2f, 0x73},
                                                  {0x5a, 0x4a, 0xa3},
                                                  {0x6a, 0x64, 0x80},
                                                  {0xff, 0xb5, 0x2e}}};

// Coordinates are points; pixels are finer.
class Canvas {
 public:
  void ellipse(int x, int y, int wide, int high, std::uint8_t paint) {
    const auto squares = [](std::int64_t a, std::int64_t b) { return a * a * b * b; };
    x *= kFine, y *= kFine, wide *= kFine, high *= kFine;
    for (int dy = -high; dy <= high; ++dy) {
      for (int dx = -wide; dx <= wide; ++dx) {
        const bool inside = squares(dx, high) + squares(dy, wide) <= squares(wide, high);
        if (inside) dot(x + dx, y + dy, paint);
      }
    }
  }
  // With its point at the top, leaning by so much.
  void ear(int x, int y, int size, int lean, std::uint8_t paint) {
    x *= kFine, y *= kFine, size *= kFine, lean *= kFine;
    for (int dy = 0; dy < size; ++dy) {
      const int middle = x + lean * (size - dy) / size;
      for (int dx = -dy / 2; dx <= dy / 2; ++dx) dot(middle + dx, y + dy, paint);
    }
  }
  // A line with round ends.
  void stroke(double x, double y, double to_x, double to_y, double thick, std::uint8_t paint) {
    const double radius = thick * kFine / 2;
    const double wide = (to_x - x) * kFine;
    const double high = (to_y - y) * kFine;
    const int steps = std::max(1, static_cast<int>(std::hypot(wide, high)));
    for (int i = 0; i <= steps; ++i) {
      disc(x * kFine + wide * i / steps, y * kFine + high * i / steps, radius, paint);
    }
  }
  // Red, green and blue of each point, row by row.
  std::vector<std::uint8_t> points(const Color& winner) const {
    std::vector<std::uint8_t> all;
    all.reserve(std::size_t{3} * kWidth * kHeight);
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) add_mean(all, x, y, winner);
    }
    return all;
  }

 private:
  static constexpr int kDotsWide = kWidth * kFine;
  static constexpr int kDotsHigh = kHeight * kFine;
  static std::size_t index(int x, int y) { return static_cast<std::size_t>(y * kDotsWide + x); }
  void dot(int x, int y, std::uint8_t paint) {
    if (x >= 0 && x < kDotsWide && y >= 0 && y < kDotsHigh) dots_[index(x, y)] = paint;
  }
  void disc(double x, double y, double radius, std::uint8_t paint) {
    const int reach = static_cast<int>(radius) + 1;
    for (int dy = -reach; dy <= reach; ++dy) {
      for (int dx = -reach; dx <= reach; ++dx) {
        if (dx * dx + dy * dy > radius * radius) continue;
        dot(static_cast<int>(std::lround(x)) + dx, static_cast<int>(std::lround(y)) + dy, paint);
      }
    }
  }
  void add_mean(std::vector<std::uint8_t>& all, int x, int y, const Color& winner) const {
    int red = 0;
    int green = 0;
    int blue = 0;
    for (int dot = 0; dot < kFine * kFine; ++dot) {
      const auto paint = dots_[index(x * kFine + dot % kFine, y * kFine + dot / kFine)];
      const Color& color = paint == kWinner ? winner : kPalette[paint];
      red += color.red;
      green += color.green;
      blue += color.blue;
    }
    for (const int sum : {red, green, blue}) {
      all.push_back(static_cast<std::uint8_t>((sum + kFine * kFine / 2) / (kFine * kFine)));
    }
  }

  std::vector<std::uint8_t> dots_ =
      std::vector<std::uint8_t>(static_cast<std::size_t>(kDotsWide) * kDotsHigh, kBackground);
};

// Strokes of the letters of the name, in a box of 2 by 4: from x, y to x, y.
struct Letter {
  char letter;
  std::vector<std::array<double, 4>> strokes;
};
const std::vector<Letter>& letters() {
  static const std::vector<Letter> kLetters = {
      {'N', {{0, 4, 0, 0}, {0, 0, 2, 4}, {2, 4, 2, 0}}},
      {'I', {{0, 0, 0, 4}}},
      {'E', {{0, 0, 0, 4}, {0, 0, 2, 0}, {0, 2, 1.6, 2}, {0, 4, 2, 4}}},
      {'L', {{0, 0, 0, 4}, {0, 4, 2, 4}}},
      {'V', {{0, 0, 1, 4}, {1, 4, 2, 0}}},
      {'S',
       {{2, .4, 1.4, 0},
        {1.4, 0, .6, 0},
        {.6, 0, 0, .6},
        {0, .6, .3, 1.6},
        {.3, 1.6, 1.7, 2.4},
        {1.7, 2.4, 2, 3.4},
        {2, 3.4, 1.4, 4},
        {1.4, 4, .6, 4},
        {.6, 4, 0, 3.6}}},
  };
  return kLetters;
}

void write(Canvas& canvas, std::string_view text, double x, double y, double size, double thick,
           std::uint8_t paint) {
  for (const char c : text) {
    for (const Letter& letter : letters()) {
      if (letter.letter != c) continue;
      for (const auto& [ax, ay, bx, by] : letter.strokes) {
        canvas.stroke(x + ax * size, y + ay * size, x + bx * size, y + by * size, thick, paint);
      }
    }
    x += (c == 'I' ? 1.2 : c == ' ' ? 2 : 3.2) * size;
  }
}

void draw_cat(Canvas& canvas, int x, int y, int size, std::uint8_t fur) {
  for (const int side : {-1, 1}) {
    canvas.ear(x + side * size * 5 / 8, y - size * 5 / 4, size, side * size / 4, kInk);
    canvas.ear(x + side * size * 5 / 8, y - size * 9 / 8, size * 3 / 4, side * size / 4, fur);
  }
  canvas.ellipse(x, y, size + size / 16 + 1, size * 7 / 8 + size / 16 + 1, kInk);
  canvas.ellipse(x, y, size, size * 7 / 8, fur);
  for (const int side : {-1, 1}) {
    canvas.ellipse(x + side * size * 2 / 5, y - size / 8, size / 8, size / 6, kInk);
    canvas.ellipse(x + side * size / 8, y + size * 3 / 8, size / 7, size / 12, kInk);
  }
  canvas.ellipse(x, y + size / 4, size / 10, size / 14, kInk);
}

Canvas drawn(int seats, int winner) {
  Canvas canvas;
  canvas.ellipse(kWidth / 2, kHeight + 40, kWidth / 2 - 20, 150, kFeltEdge);
  canvas.ellipse(kWidth / 2, kHeight + 40, kWidth / 2 - 28, 142, kFelt);
  int place = 0;
  for (int seat = 0; seat < seats; ++seat) {
    if (seat == winner) continue;
    const int x = kWidth * (2 * place + 1) / (2 * (seats - 1));
    draw_cat(canvas, x, x > kWidth / 3 && x < 2 * kWidth / 3 ? 108 : 120, 22, kGhost);
    ++place;
  }
  canvas.ellipse(kWidth / 2, 225, 80, 80, kGold);
  draw_cat(canvas, kWidth / 2, 233, 60, kWinner);
  constexpr double kTitleWide = 25.8 * 9;
  for (const std::uint8_t paint : {kInk, kGold}) {
    write(canvas, "NINE LIVES", (kWidth - kTitleWide) / 2, 28, 9, paint == kInk ? 15 : 9, paint);
  }
  return canvas;
}

Color color_of(std::string_view fur, int seat) {
  const auto byte = [&](std::size_t at) {
    return static_cast<std::uint8_t>(std::stoi(std::string(fur.substr(at, 2)), nullptr, 16));
  };
  if (fur.size() != 7) return kPalette[static_cast<std::size_t>(seat) % 6];
  return {byte(1), byte(3), byte(5)};
}

}  // namespace

std::string game_picture(int seats, int winner, std::string_view fur) {
  const auto points = drawn(seats, winner).points(color_of(fur, winner));
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = kWidth;
  image.height = kHeight;
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string file(size, '\0');
  if (png_image_write_to_memory(&image, file.data(), &size, 0, points.data(), 0, nullptr) == 0) {
    throw std::runtime_error(std::string("libpng: ") + image.message);
  }
  file.resize(size);
  return file;
}

}  // namespace nl
