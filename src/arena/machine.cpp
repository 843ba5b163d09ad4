// Description of the machine for timings.
#include "arena/machine.h"

#include <filesystem>
#include <fstream>
#include <thread>

namespace nl {
namespace {

namespace fs = std::filesystem;

// The first number of a thread's schedstat: nanoseconds of processor time.
std::optional<double> thread_nanos(const fs::path& thread) {
  std::ifstream file(thread / "schedstat");
  double nanos = 0;
  if (!(file >> nanos)) return std::nullopt;
  return nanos;
}

bool add_nanos(int process, double& sum) {
  std::error_code gone;
  bool told = false;
  for (const auto& thread :
       fs::directory_iterator("/proc/" + std::to_string(process) + "/task", gone)) {
    if (const auto nanos = thread_nanos(thread.path())) {
      sum += *nanos;
      told = true;
    }
    std::ifstream children(thread.path() / "children");
    for (int child = 0; children >> child;) add_nanos(child, sum);
  }
  return told;
}

}  // namespace

std::string this_machine() {
  std::ifstream file("/proc/cpuinfo");
  std::string name = "a processor without a name";
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (!line.starts_with("model name") || colon == std::string::npos) continue;
    name = line.substr(colon + 2);
    break;
  }
  return std::to_string(std::thread::hardware_concurrency()) + " x " + name;
}

std::optional<double> processor_micros(int process) {
  double nanos = 0;
  if (!add_nanos(process, nanos)) return std::nullopt;
  return nanos / 1000;
}

}  // namespace nl
