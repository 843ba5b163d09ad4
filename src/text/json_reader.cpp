// JSON reader with checked types and ranges.
#include "text/json_reader.h"

#include <utility>

#include "text/nesting.h"
#include "text/notation.h"

namespace nl {

namespace {

thread_local JsonFaults* current_faults = nullptr;

const Json kNoJson{};
const std::string kNoText{};

}  // namespace

JsonFaults::JsonFaults() : outer_(std::exchange(current_faults, this)) {}
JsonFaults::~JsonFaults() { current_faults = outer_; }

void JsonFaults::report(std::string field, const std::string& what) {
  if (current_faults == nullptr) throw JsonError(std::move(field), what);
  if (!current_faults->first_) current_faults->first_.emplace(std::move(field), what);
}

bool JsonFaults::pending() { return current_faults != nullptr && current_faults->first_; }

Json parse_json(std::string_view text) {
  if (nests_too_deep(text)) {
    JsonFaults::report("", "nested too deep");
    return {};
  }
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_discarded()) return json;
  JsonFaults::report("", "not JSON");
  return {};
}

Json parse_object(std::string_view text) {
  Json json = parse_json(text);
  if (json.is_object()) return json;
  JsonFaults::report("", "not a JSON object");
  return Json::object();
}

// ---- errors -------------------------------------------------------------------------------------

std::string JsonReader::quoted() const {
  return name_.empty() ? "it" : '"' + std::string(name_) + '"';
}

void JsonReader::fail(const std::string& wanted) const {
  const std::string what = exists() ? quoted() + " must be " + wanted : "there is no " + quoted();
  JsonFaults::report(std::string(name_), what);
}

void JsonReader::fail_hex(std::size_t bytes) const {
  fail(std::to_string(2 * bytes) + " hexadecimal digits in lower case");
}

void JsonReader::fail_unknown(const char* kind) const {
  const std::string shown = value().dump(-1, ' ', false, Json::error_handler_t::replace);
  JsonFaults::report(std::string(name_), std::string("there is no ") + kind + ' ' + shown);
}

void JsonReader::fail_unknown() const { fail_unknown(std::string(name_).c_str()); }

const Json& JsonReader::value() const {
  if (exists()) return *value_;
  fail("there");
  return kNoJson;
}

// ---- values -------------------------------------------------------------------------------------

JsonReader JsonReader::operator[](const char* key) const {
  if (!is_object()) {
    fail("an object");
    return {nullptr, key};
  }
  const auto found = value_->find(key);
  return {found == value_->end() ? nullptr : &*found, key};
}

std::vector<JsonReader> JsonReader::fields(std::size_t most) const {
  std::vector<JsonReader> all;
  if (!is_object() || value_->size() > most) {
    fail(is_object() ? "an object of at most " + std::to_string(most) + " fields" : "an object");
    return all;
  }
  all.reserve(value_->size());
  for (auto field = value_->begin(); field != value_->end(); ++field) {
    all.push_back(JsonReader(&field.value(), field.key()));
  }
  return all;
}

std::optional<std::int64_t> JsonReader::if_number(std::int64_t low, std::int64_t high) const {
  if (!exists() || !value_->is_number_integer()) return std::nullopt;
  // A number above the signed range would become negative.
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (value_->is_number_unsigned() && value_->get<std::uint64_t>() > kMost) return std::nullopt;
  const auto n = value_->get<std::int64_t>();
  return n < low || n > high ? std::nullopt : std::optional(n);
}

std::optional<std::uint64_t> JsonReader::if_unsigned() const {
  if (!exists() || !value_->is_number_unsigned()) return std::nullopt;
  return value_->get<std::uint64_t>();
}

std::optional<std::string> JsonReader::if_text() const {
  if (!exists() || !value_->is_string()) return std::nullopt;
  return value_->get<std::string>();
}

double JsonReader::real() const {
  if (value().is_number()) return value_->get<double>();
  fail("a number");
  return 0;
}

std::int64_t JsonReader::whole_number(std::int64_t low, std::int64_t high) const {
  const auto n = if_number(low, high);
  if (n) return *n;
  fail("a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return low;
}

bool JsonReader::flag() const {
  if (value().is_boolean()) return value_->get<bool>();
  fail("true or false");
  return false;
}

bool JsonReader::is_true() const { return exists() && *value_ == true; }

const std::string& JsonReader::text(std::size_t most) const {
  if (!value().is_string()) {
    fail("a text");
    return kNoText;
  }
  const auto& text = value_->get_ref<const std::string&>();
  if (text.size() <= most) return text;
  fail("a text of at most " + std::to_string(most) + " bytes");
  return kNoText;
}

std::string JsonReader::typed() const {
  if (value().is_structured() || value().is_null()) {
    fail("a text, a number, true or false");
    return {};
  }
  return value_->is_string() ? value_->get<std::string>() : value_->dump();
}

std::vector<JsonReader> JsonReader::items(std::size_t most) const {
  std::vector<JsonReader> all;
  if (!is_list() || value_->size() > most) {
    fail(is_list() ? "a list of at most " + std::to_string(most) : "a list");
    return all;
  }
  all.reserve(value_->size());
  for (const Json& item : *value_) all.push_back(JsonReader(&item, name_));
  return all;
}

std::vector<std::string> JsonReader::texts(std::size_t most) const {
  std::vector<std::string> all;
  for (const JsonReader& item : items(most)) all.push_back(item.text());
  return all;
}

std::uint64_t read_unsigned(const JsonReader& json) {
  const auto n = json.if_unsigned();
  if (!n) json.fail("a whole number that is not negative");
  return n.value_or(0);
}

// ---- values of the game -------------------------------------------------------------------------

Card JsonReader::card() const {
  const auto card = parse_card(text());
  if (!card) fail_unknown("card");
  return card.value_or(kNoCard);
}

Preset JsonReader::preset() const {
  const auto preset = parse_preset(text());
  if (!preset) fail_unknown("preset");
  return preset.value_or(kDefaultPreset);
}

Expansions JsonReader::expansions() const {
  Expansions all = kBase;
  for (const JsonReader& name : items(kBoxes)) {
    const auto one = parse_box(name.text());
    if (!one) name.fail_unknown("expansion");
    all |= one.value_or(kBase);
  }
  return all;
}

}  // namespace nl
