// Trace of ownership steps of a simulated cluster, for spec/Trace.tla (tests/spec/traces_test.py).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "store/blob_store.h"

namespace nl {

// One JSON array a line: the step's name and its numbers. Rooms are numbered as they come.
class OwnershipTrace {
 public:
  template <class... Numbers>
  void add(const char* step, Numbers... numbers) {
    text_ += "[\"" + std::string(step) + '"';
    ((text_ += ',' + std::to_string(numbers)), ...);
    text_ += "]\n";
  }

  // A commit as the database saw it: what was written to each room, and what became of it.
  void add_commit(Epoch epoch, const Batch& batch, const char* outcome) {
    const bool only_cells =
        batch.rooms.empty() && batch.forgotten.empty() && !batch.adopted && !batch.released;
    if (only_cells) return;
    text_ += "[\"commit\"," + std::to_string(epoch) + ",\"" + outcome + "\",{";
    std::string comma;
    for (const auto& [id, change] : batch.rooms) {
      text_ += comma + '"' + std::to_string(number(id)) + "\":[" + std::to_string(change.first) +
               ',' + std::to_string(change.blobs.size()) + ']';
      comma = ",";
    }
    text_ += batch.forgotten.empty() ? "}]\n" : "},\"forgets\"]\n";
  }

  void add_release(std::size_t node, const std::vector<RoomId>& rooms) {
    text_ += "[\"release\"," + std::to_string(node) + ",[";
    for (const RoomId& id : rooms) {
      if (&id != rooms.data()) text_ += ',';
      text_ += std::to_string(number(id));
    }
    text_ += "]]\n";
  }

  int number(const RoomId& room) {
    return numbers_.try_emplace(room, static_cast<int>(numbers_.size()) + 1).first->second;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::map<RoomId, int> numbers_;
};

}  // namespace nl
