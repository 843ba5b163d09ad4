// Unix-domain admin socket in the data folder. Mode 0600: only the owner may connect.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "net/asio_aliases.h"

namespace nl {

class AdminSocket {
 public:
  using Reply = std::function<void(std::string answer)>;
  // Gets a line and calls `reply` once, from any thread.
  using Ask = std::function<void(std::string question, Reply reply)>;

  // Everything, close() included, runs on the strand. Throws boost::system::system_error.
  AdminSocket(const Strand& strand, const std::filesystem::path& file, Ask ask);
  ~AdminSocket();
  void close();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nl
