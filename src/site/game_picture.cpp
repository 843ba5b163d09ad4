// Link preview picture: drawing and PNG encoding.
#include "site/game_picture.h"

#include <png.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace nl {
namespace {

constexpr int kWidth = 600;
constexpr int kHeight = 315;

struct Color {
  std::uint8_t red, green, blue;
};

// The first six are the seats' own, as in the page.
enum Paint : std::uint8_t { kInk = 6, kBackground, kFelt, kFeltEdge, kGhost, kGold, kPaints };
constexpr std::array<Color, kPaints> kPalette = {{{0xff, 0xb5, 0x6b},
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

class Canvas {
 public:
  void ellipse(int x, int y, int wide, int high, std::uint8_t paint) {
    for (int dy = -high; dy <= high; ++dy) {
      for (int dx = -wide; dx <= wide; ++dx) {
        const auto squares = [](std::int64_t a, std::int64_t b) { return a * a * b * b; };
        const bool inside = squares(dx, high) + squares(dy, wide) <= squares(wide, high);
        if (inside) dot(x + dx, y + dy, paint);
      }
    }
  }
  // With its point at the top, leaning by so much.
  void ear(int x, int y, int size, int lean, std::uint8_t paint) {
    for (int dy = 0; dy < size; ++dy) {
      const int middle = x + lean * (size - dy) / size;
      for (int dx = -dy / 2; dx <= dy / 2; ++dx) dot(middle + dx, y + dy, paint);
    }
  }
  // Row by row, a byte each.
  const std::uint8_t* points() const { return points_.data(); }

 private:
  static std::size_t index(int x, int y) { return static_cast<std::size_t>(y * kWidth + x); }
  void dot(int x, int y, std::uint8_t paint) {
    if (x >= 0 && x < kWidth && y >= 0 && y < kHeight) points_[index(x, y)] = paint;
  }

  std::vector<std::uint8_t> points_ = std::vector<std::uint8_t>(kWidth * kHeight, kBackground);
};

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
    draw_cat(canvas, x, 80, 28, kGhost);
    ++place;
  }
  canvas.ellipse(kWidth / 2, 205, 92, 92, kGold);
  draw_cat(canvas, kWidth / 2, 215, 70, static_cast<std::uint8_t>(winner % 6));
  return canvas;
}

}  // namespace

std::string game_picture(int seats, int winner) {
  const Canvas canvas = drawn(seats, winner);
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = kWidth;
  image.height = kHeight;
  image.format = PNG_FORMAT_RGB_COLORMAP;
  image.colormap_entries = kPaints;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string file(size, '\0');
  if (png_image_write_to_memory(&image, file.data(), &size, 0, canvas.points(), kWidth,
                                kPalette.data()) == 0) {
    throw std::runtime_error(std::string("libpng: ") + image.message);
  }
  file.resize(size);
  return file;
}

}  // namespace nl
