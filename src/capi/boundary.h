// C boundary: exceptions become return values, strings become bytes.
#pragma once

#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/seat.h"

namespace nl::capi {

// The caller's error, in a sentence that names the expected value.
class Misuse : public std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

void set_error(std::string message);

// Runs `work`; an exception is stored for nl_last_error() and returns `failed`.
template <class Work, class Result>
Result guarded(Result failed, Work work) {
  try {
    return work();
  } catch (const std::exception& error) {
    set_error(error.what());
  } catch (...) {
    set_error("an unknown failure");
  }
  return failed;
}

// Like snprintf: writes at most `size` bytes with the terminator, and returns the whole length.
int give_text(std::string_view text, char* out, std::size_t size);

std::string_view given_text(const char* text, std::string_view what);

[[noreturn]] void out_of_range(std::string_view what, int value, int low, int high);
inline int checked_range(std::string_view what, int value, int low, int high) {
  if (value < low || value > high) out_of_range(what, value, low, high);
  return value;
}
inline Seat checked_seat(int seat, int seats) {
  return static_cast<Seat>(checked_range("seat", seat, 0, seats - 1));
}

}  // namespace nl::capi
