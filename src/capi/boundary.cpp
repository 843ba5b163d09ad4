// Error text of the C boundary.
#include "capi/boundary.h"

#include <algorithm>
#include <cstring>

#include "capi/ninelives.h"

namespace nl::capi {
namespace {

thread_local std::string last_error;

}  // namespace

void set_error(std::string message) { last_error = std::move(message); }

int give_text(std::string_view text, char* out, std::size_t size) {
  if (out != nullptr && size != 0) {
    const std::size_t n = std::min(text.size(), size - 1);
    std::memcpy(out, text.data(), n);
    out[n] = '\0';
  }
  return static_cast<int>(text.size());
}

std::string_view given_text(const char* text, std::string_view what) {
  if (text == nullptr) throw Misuse(std::string(what) + ": expected text, got NULL");
  return text;
}

void out_of_range(std::string_view what, int value, int low, int high) {
  throw Misuse(std::string(what) + " " + std::to_string(value) + ": expected " +
               std::to_string(low) + " to " + std::to_string(high));
}

}  // namespace nl::capi

const char* nl_last_error(void) { return nl::capi::last_error.c_str(); }
