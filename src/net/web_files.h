// The files of the browser's client, read into memory once. A request is looked up by its whole
// path: there is no way from a request to any other file.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace nl {

struct WebFile {
  std::string type;      // for the header Content-Type
  std::string tag;       // for the header ETag, with its quotes
  bool lasting = false;  // its name changes with its content
  std::shared_ptr<const std::string> plain{};
  std::shared_ptr<const std::string> gzipped{};  // nothing: there is no such file
};

class WebFiles {
 public:
  WebFiles() = default;  // none
  explicit WebFiles(const std::filesystem::path& folder);

  bool empty() const { return files_.empty(); }
  // The file for the path of a request, such as "/" or "/assets/main.js"; a path that names no
  // file, such as a link to a room, is the client's to understand. Null: there is nothing.
  const WebFile* find(std::string_view path) const;

 private:
  std::map<std::string, WebFile, std::less<>> files_;
};

}  // namespace nl
