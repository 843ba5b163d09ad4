#include "net/void_notes.h"

#include <fstream>
#include <iterator>

#include "protocol/room_info.h"
#include "store/file.h"

namespace nl {
namespace {

constexpr std::string_view kNoteEnding = ".json";

}  // namespace

std::optional<std::string> VoidNotes::find(std::string_view code) const {
  if (!is_room_code(code)) return std::nullopt;
  if (papers_) return papers_->read(PaperKind::Voided, code);
  std::ifstream file(folder_ / (std::string(code) + std::string(kNoteEnding)));
  if (!file.is_open()) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void VoidNotes::write(const std::string& code, const std::string& note) const {
  if (papers_) return papers_->write(PaperKind::Voided, code, {.text = note});
  make_private_folder(folder_);
  write_private(folder_ / (code + std::string(kNoteEnding)), note, Put::InPlace);
}

std::vector<std::string> VoidNotes::codes() const {
  if (papers_) return papers_->names(PaperKind::Voided);
  std::vector<std::string> all;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, none)) {
    if (entry.path().extension() == kNoteEnding) all.push_back(entry.path().stem().string());
  }
  return all;
}

}  // namespace nl
