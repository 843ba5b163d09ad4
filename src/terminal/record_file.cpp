// Record file: opens, repairs and appends.
#include "terminal/record_file.h"

#include <filesystem>

namespace nl {
namespace {

// Content of the file before its last game.
std::string earlier_games(const std::string& path) {
  std::ifstream in(path);
  std::string earlier;
  std::string last;
  std::string line;
  while (std::getline(in, line)) {
    if (line.starts_with("{\"record\"")) {
      earlier += last;
      last.clear();
    }
    last += line + '\n';
  }
  return earlier;
}

}  // namespace

void RecordFile::open() {
  out_.close();
  out_.clear();
  out_.open(path_, std::ios::app);
  if (!out_) throw FileError(path_);
}

void RecordFile::begin() {
  written_ = 0;
  if (!path_.empty() && !out_.is_open()) open();
}

void RecordFile::go_on(const std::vector<std::string>& game) {
  if (path_.empty()) return;
  const std::string fresh = path_ + ".new";
  {
    std::ofstream whole(fresh, std::ios::trunc);
    whole << earlier_games(path_);
    for (const std::string& line : game) whole << line << '\n';
    whole.flush();
    if (!whole) throw FileError(fresh);
  }
  // Atomic: the file never holds half a record.
  std::error_code failed;
  std::filesystem::rename(fresh, path_, failed);
  if (failed) throw FileError(path_);
  open();
  written_ = game.size();
}

void RecordFile::keep_beside(const std::string& path, const std::vector<std::string>& so_far) {
  beside_ = path.empty() ? nullptr : std::make_unique<RecordFile>(path);
  if (!beside_) return;
  try {
    so_far.empty() ? beside_->begin() : beside_->go_on(so_far);
  } catch (const FileError&) {
    beside_.reset();
  }
}

void RecordFile::save(const std::vector<std::string>& game) {
  try {
    if (beside_) beside_->save(game);
  } catch (const FileError&) {
    beside_.reset();
  }
  if (path_.empty()) return;
  for (; written_ < game.size(); ++written_) out_ << game[written_] << '\n';
  out_.flush();
  if (!out_) throw FileError(path_);
}

}  // namespace nl
