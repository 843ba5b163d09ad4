// Checked reader of untrusted JSON: messages, stored events, settings and records. Each call checks
// the type and range of one value. An error is a JsonError, which names the field: it is thrown, or
// collected by a JsonFaults where exceptions can't be used.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/card.h"
#include "engine/rules.h"
#include "engine/seat.h"
#include "text/bytes.h"
#include "text/enum_names.h"

namespace nl {

using Json = nlohmann::ordered_json;

// Unexpected JSON. `field` names the wrong field, if there is one.
class JsonError : public std::runtime_error {
 public:
  JsonError(std::string field, const std::string& what)
      : std::runtime_error(what), field_(std::move(field)) {}
  const std::string& field() const { return field_; }

 private:
  std::string field_;
};

// Collects the first error of all readers on this thread during its lifetime. Readers then return
// default values instead of throwing: a WebAssembly module does not survive an exception. Scopes
// may nest; the innermost one collects.
class JsonFaults {
 public:
  JsonFaults();
  ~JsonFaults();
  JsonFaults(const JsonFaults&) = delete;
  JsonFaults& operator=(const JsonFaults&) = delete;

  const std::optional<JsonError>& first() const { return first_; }

  // Records an error in the current scope, or throws it if there is none.
  static void report(std::string field, const std::string& what);
  // True if the current scope has an error.
  static bool pending();

 private:
  JsonFaults* outer_;
  std::optional<JsonError> first_;
};

// A document of any kind, or an object. Throws JsonError if the text is invalid, or nests deeper
// than kMostNesting.
Json parse_json(std::string_view text);
Json parse_object(std::string_view text);

class JsonReader {
 public:
  static constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

  // Error messages call the value `name`. Both must outlive the reader.
  explicit JsonReader(const Json& value, std::string_view name = {})
      : value_(&value), name_(name) {}

  // ---- fields of an object ------------------------------------------------------------------

  // A field that may be missing: exists() tells, and the calls with a default handle it.
  JsonReader operator[](const char* key) const;
  bool has(const char* key) const { return (*this)[key].exists(); }
  bool exists() const { return value_ != nullptr; }
  bool is_object() const { return exists() && value_->is_object(); }
  bool is_list() const { return exists() && value_->is_array(); }
  // All members by key; at most `most`.
  std::vector<JsonReader> fields(std::size_t most = kAny) const;

  // ---- plain values -------------------------------------------------------------------------

  template <std::integral Int = int>
  Int number(Int low, Int high) const {
    return static_cast<Int>(whole_number(low, high));
  }
  template <std::integral Int = int>
  Int number_or(Int otherwise, Int low, Int high) const {
    return exists() ? number<Int>(low, high) : otherwise;
  }
  // Empty if it is missing, not an integer, or out of range.
  std::optional<std::int64_t> if_number(std::int64_t low, std::int64_t high) const;
  std::optional<std::uint64_t> if_unsigned() const;
  // Any number, integer or not.
  double real() const;
  std::uint8_t byte(int high) const { return static_cast<std::uint8_t>(number(0, high)); }
  bool flag() const;
  bool flag_or(bool otherwise) const { return exists() ? flag() : otherwise; }
  // True only for `true`; a missing field is false.
  bool is_true() const;
  // At most this many bytes.
  const std::string& text(std::size_t most = kAny) const;
  std::string text_or(std::string otherwise, std::size_t most = kAny) const {
    return exists() ? text(most) : std::move(otherwise);
  }
  // Empty if it is missing or not a text.
  std::optional<std::string> if_text() const;
  // A text, number or boolean in the form that a user would type.
  std::string typed() const;

  // ---- lists --------------------------------------------------------------------------------

  // Its items, at most `most`; error messages use the list's name.
  std::vector<JsonReader> items(std::size_t most = kAny) const;
  std::vector<std::string> texts(std::size_t most = kAny) const;

  // ---- values of the game -------------------------------------------------------------------

  template <class Enum, std::size_t kSize>
  Enum named(const EnumNames<Enum, kSize>& names) const {
    const auto value = names.find(text());
    if (!value) fail_unknown();
    return value.value_or(Enum{});
  }
  // Exactly as many bytes as Value has, as lower-case hexadecimal digits.
  template <class Value = Bytes32>
  Value hex() const {
    Value value{};
    if (!from_hex(text(), value)) fail_hex(value.size());
    return value;
  }
  Card card() const;
  Card card_or_none() const { return exists() ? card() : kNoCard; }
  Seat seat(int seats = kMaxSeats) const { return byte(seats - 1); }
  Seat seat_or_none(int seats = kMaxSeats) const { return exists() ? seat(seats) : kNoSeat; }
  Preset preset() const;
  Expansions expansions() const;

  // ---- anything else ------------------------------------------------------------------------

  // The raw value in the document.
  const Json& value() const;
  std::string_view name() const { return name_; }
  // Reports a JsonError: `"name" must be WANTED`.
  void fail(const std::string& wanted) const;

 private:
  JsonReader(const Json* value, std::string_view name) : value_(value), name_(name) {}
  std::int64_t whole_number(std::int64_t low, std::int64_t high) const;
  std::string quoted() const;
  void fail_hex(std::size_t bytes) const;
  void fail_unknown() const;
  void fail_unknown(const char* kind) const;

  const Json* value_;
  std::string_view name_;
};

// An unsigned 64-bit number.
std::uint64_t read_unsigned(const JsonReader& json);

}  // namespace nl
