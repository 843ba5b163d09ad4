// WebAssembly module of the practice server (practice.h) in a worker, which brings chance, time and
// networks.
#include <cstdint>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>

#include "practice.h"

extern "C" {
__attribute__((import_module("page"), import_name("random"))) void page_random(std::uint8_t* bytes,
                                                                               std::size_t size);
__attribute__((import_module("page"), import_name("send"))) void page_send(const char* text,
                                                                           std::size_t size);
__attribute__((import_module("page"), import_name("close"))) void page_close(const char* text,
                                                                             std::size_t size);
}

namespace nl {
namespace {

class PageEntropy final : public Entropy {
 public:
  void fill(std::span<std::uint8_t> bytes) override { page_random(bytes.data(), bytes.size()); }
};

PageEntropy entropy;
std::optional<Practice> practice;

// A page's clock counts in doubles, which hold such numbers exactly.
Time at(double milliseconds) { return Time{static_cast<std::int64_t>(milliseconds)}; }

}  // namespace

}  // namespace nl

extern "C" {

__attribute__((export_name("take_memory"))) void* take_memory(std::size_t size) {
  return std::malloc(size);
}
__attribute__((export_name("free_memory"))) void free_memory(void* memory) { std::free(memory); }

__attribute__((export_name("open"))) void open_line(double now) {
  if (!nl::practice) {
    nl::practice.emplace(
        nl::entropy, [](std::string_view text) { page_send(text.data(), text.size()); },
        [](std::string_view reason) { page_close(reason.data(), reason.size()); });
  }
  nl::practice->open(nl::at(now));
}

__attribute__((export_name("receive"))) void receive(const char* text, std::size_t size,
                                                     double now) {
  nl::practice->receive({text, size}, nl::at(now));
}

__attribute__((export_name("give_record"))) void give_record(const char* text, std::size_t size) {
  nl::practice->give_record({text, size});
}

__attribute__((export_name("tick"))) void tick(double now) { nl::practice->tick(nl::at(now)); }

// Below zero: nothing is due.
__attribute__((export_name("due"))) double due() {
  const auto when = nl::practice->due();
  return when ? static_cast<double>(when->count()) : -1;
}

// 0: nothing waits; 1: think() has something to do; 2: it has, and needs the network for it; 3:
// and the critic; 4: a hint, which needs the policy that the critic knows, and the critic.
__attribute__((export_name("waits"))) int waits() {
  return static_cast<int>(nl::practice->waits());
}
__attribute__((export_name("think"))) void think(double now) { nl::practice->think(nl::at(now)); }

__attribute__((export_name("drop"))) void drop() { nl::practice->drop(); }
}
