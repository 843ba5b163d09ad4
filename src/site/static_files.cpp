// Static files: loading, content types and caching headers.
#include "site/static_files.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "fair/commitment.h"
#include "text/bytes.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = 64 << 20;  // of one file

struct Type {
  std::string_view ending;
  std::string_view type;
};

constexpr auto kTypes = std::to_array<Type>({
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".txt", "text/plain; charset=utf-8"},
});

std::string_view type_of(const fs::path& file) {
  const std::string ending = file.extension().string();
  const auto found = std::find_if(kTypes.begin(), kTypes.end(),
                                  [&](const Type& type) { return type.ending == ending; });
  return found == kTypes.end() ? "application/octet-stream" : found->type;
}

std::shared_ptr<const std::string> content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return std::make_shared<const std::string>(std::istreambuf_iterator<char>(in),
                                             std::istreambuf_iterator<char>());
}

std::string tag_of(const std::string& content) {
  return '"' + to_hex(sha256({as_bytes(content)})).substr(0, 32) + '"';
}

}  // namespace

StaticFiles::StaticFiles(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path& file = entry.path();
    if (entry.is_symlink() || !entry.is_regular_file() || entry.file_size() > kMostBytes) continue;
    if (file.filename().string().starts_with('.') || file.extension() == ".gz") continue;
    const std::string name = '/' + file.lexically_relative(folder).generic_string();
    StaticFile& web = files_[name];
    web.type = type_of(file);
    web.plain = content_of(file);
    web.tag = tag_of(*web.plain);
    web.lasting = name.starts_with("/assets/");
    const fs::path packed = file.string() + ".gz";
    if (fs::is_regular_file(packed) && !fs::is_symlink(packed)) web.gzipped = content_of(packed);
  }
}

const StaticFile* StaticFiles::find(std::string_view path) const {
  if (const auto found = files_.find(path); found != files_.end()) return &found->second;
  const auto page = files_.find("/index.html");
  return page != files_.end() && path == "/" ? &page->second : nullptr;
}

}  // namespace nl
