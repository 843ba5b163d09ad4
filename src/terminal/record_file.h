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
  // Appends games to a file; an empty path writes nothing. All else here throws FileError where
  // the file can't be written.
  explicit RecordFile(std::string path) : path_(std::move(path)) {}

  // The game that is under way in the file goes on; what was cut off at its end is tidied away.
  void go_on(const std::vector<std::string>& game);
  // Another game begins.
  void begin();
  // The game is written to this file as well; an empty path: no more. `so_far`: what is in that
  // file of it already. A second file that can't be written is no reason to stop playing.
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
