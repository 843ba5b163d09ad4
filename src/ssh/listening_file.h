// Listening TCP socket that closes itself.
#pragma once

#include <cstdint>
#include <string>

namespace nl {

class ListeningFile {
 public:
  // Throws SshError.
  ListeningFile(const std::string& bind, std::uint16_t port);
  ~ListeningFile();
  ListeningFile(const ListeningFile&) = delete;
  ListeningFile& operator=(const ListeningFile&) = delete;

  int get() const { return file_; }
  std::uint16_t port() const;

 private:
  int file_ = -1;
};

}  // namespace nl
