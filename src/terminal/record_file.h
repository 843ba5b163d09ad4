// Record file, appended line by line while a game is played, so that nothing is lost when the
// program stops.
#pragma once

#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace nl {

class FileError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Another program is playing the game in this file.
class FileInUse : public FileError {
  using FileError::FileError;
};

class RecordFile {
 public:
  // Appends games to a file; an empty path writes nothing. All other functions here throw FileError
  // if the file can't be written.
  explicit RecordFile(std::string path) : path_(std::move(path)) {}

  // Continues the unfinished game in the file and removes a truncated last line.
  void go_on(const std::vector<std::string>& game);
  // Begins another game.
  void begin();
  // Also writes the game to this file; an empty path stops that. `so_far`: what the file already
  // has of it. An unwritable second file doesn't stop the game.
  void keep_beside(const std::string& path, const std::vector<std::string>& so_far = {});
  const std::string& path() const { return path_; }
  bool is_kept_beside() const { return beside_ != nullptr; }
  // Writes the lines of the game that are not in the file yet.
  void save(const std::vector<std::string>& game);

 private:
  void open();

  std::string path_;
  std::ofstream out_;
  std::size_t written_ = 0;
  std::unique_ptr<RecordFile> beside_;
};

}  // namespace nl
