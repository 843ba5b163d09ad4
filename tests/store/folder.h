// Temporary data folder of a test.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "store/store.h"

namespace nl {

class Folder {
 public:
  Folder() {
    std::string pattern = testing::TempDir() + "ninelives-store-XXXXXX";
    if (!mkdtemp(pattern.data())) throw std::runtime_error("no folder for a test");
    path_ = pattern;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path database() const { return path_ / "ninelives.db"; }
  std::filesystem::path key() const { return path_ / "ninelives.key"; }

 private:
  std::filesystem::path path_;
};

inline std::string file_content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline RoomId room_id(int number) {
  return {static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number), 0xAB};
}

inline Entry event(const std::string& data) { return {EntryKind::Event, data, StateHash{1, 2, 3}}; }

inline std::vector<std::string> texts(const StoredRoom& room) {
  std::vector<std::string> all;
  for (const Entry& entry : room.entries) all.push_back(entry.data);
  return all;
}

}  // namespace nl
