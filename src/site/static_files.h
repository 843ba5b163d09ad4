// Static files of the browser client, read into memory once.
// Requests are looked up by their whole path, so no request reaches any other file.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace nl {

struct StaticFile {
  std::string type;      // for the header Content-Type
  std::string tag;       // for the header ETag, with its quotes
  bool lasting = false;  // its name changes with its content
  std::shared_ptr<const std::string> plain{};
  std::shared_ptr<const std::string> gzipped{};  // empty: there is no such file
};

class StaticFiles {
 public:
  StaticFiles() = default;  // none
  explicit StaticFiles(const std::filesystem::path& folder);

  bool empty() const { return files_.empty(); }
  // The file for the path of a request, such as "/" or "/assets/main.js". Links into the page are
  // behind a `#`, so every other path is unknown. Null: there is no such file.
  const StaticFile* find(std::string_view path) const;

 private:
  std::map<std::string, StaticFile, std::less<>> files_;
};

}  // namespace nl
