#include "net/lockers.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "fair/commitment.h"
#include "store/file.h"
#include "text/rules_text.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

void write_all(const File& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.fd(), bytes.data(), bytes.size());
    if (written < 0) file.fail();
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

bool is_locker_id(std::string_view id) {
  return id.size() == 32 && std::all_of(id.begin(), id.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

std::string locker_tag(std::string_view content) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(content.data());
  return to_hex(sha256({Bytes(bytes, content.size())})).substr(0, 32);
}

std::optional<Lockers::Content> Lockers::find(std::string_view id) const {
  if (!is_locker_id(id)) return std::nullopt;
  std::ifstream in(folder_ / std::string(id), std::ios::binary);
  std::string head;
  if (!std::getline(in, head)) return std::nullopt;
  const Json json = Json::parse(head, nullptr, false);
  if (!json.is_object() || !json.contains("left") || !json["left"].is_number_unsigned() ||
      !json.contains("token") || !json["token"].is_string()) {
    return std::nullopt;
  }
  const auto token = parse_bytes32(json["token"].get<std::string>());
  if (!token) return std::nullopt;
  return Content{Time{json["left"].get<std::int64_t>()}, *token,
                 std::string(std::istreambuf_iterator<char>(in), {})};
}

std::optional<Lockers::Content> Lockers::opened(const Visit& visit) const {
  auto found = find(visit.id);
  const bool theirs = found && same_token(found->token, hash_of_token(visit.token));
  return theirs && found->left >= visit.oldest ? found : std::nullopt;
}

std::size_t Lockers::count() const {
  std::error_code none;
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder_, none), fs::directory_iterator()));
}

void Lockers::write(std::string_view id, const Content& content) const {
  const fs::path file = folder_ / std::string(id);
  const fs::path draft = file.string() + ".new";
  const Json head = {{"left", content.left.count()}, {"token", to_hex(content.token)}};
  {
    const File out(draft, O_WRONLY | O_CREAT | O_TRUNC);
    write_all(out, head.dump() + '\n' + content.sealed);
    out.sync();
  }
  fs::rename(draft, file);
}

std::optional<std::string> Lockers::read(const Visit& visit) const {
  const std::lock_guard guard(mutex_);
  auto found = opened(visit);
  return found ? std::optional(std::move(found->sealed)) : std::nullopt;
}

Lockers::Result Lockers::leave(const Visit& visit, std::string_view content,
                               std::string_view expected, Time now, std::size_t most) {
  const std::lock_guard guard(mutex_);
  if (!is_locker_id(visit.id)) return Result::Unknown;
  const auto there = find(visit.id);
  const auto own = opened(visit);
  const bool too_old = there && there->left < visit.oldest;
  if (there && !own && !too_old) return Result::Unknown;
  if ((own ? locker_tag(own->sealed) : "") != expected) return Result::Changed;
  if (!there && count() >= most) return Result::Full;
  if (!fs::exists(folder_)) make_private_folder(folder_);
  write(visit.id, {now, hash_of_token(visit.token), std::string(content)});
  return Result::Done;
}

Lockers::Result Lockers::empty(const Visit& visit) {
  const std::lock_guard guard(mutex_);
  if (!opened(visit)) return Result::Unknown;
  fs::remove(folder_ / std::string(visit.id));
  return Result::Done;
}

std::size_t Lockers::forget_before(Time oldest) {
  const std::lock_guard guard(mutex_);
  std::size_t forgotten = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const auto found = find(entry.path().filename().string());
    if (found && found->left < oldest) forgotten += fs::remove(entry.path(), error) ? 1 : 0;
  }
  return forgotten;
}

}  // namespace nl
