// Fields of the rules by name, for records, house rules and the tables of the docs.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.h"
#include "text/json_reader.h"

namespace nl {

// Unknown field, or a value that it can't have. Names the field and the allowed values.
class FieldError : public std::runtime_error {
 public:
  FieldError(std::string field, std::string allowed)
      : std::runtime_error(field + ": " + allowed),
        field_(std::move(field)),
        allowed_(std::move(allowed)) {}
  const std::string& field() const { return field_; }
  const std::string& allowed() const { return allowed_; }

 private:
  std::string field_;
  std::string allowed_;
};

// All names in the order of the record's header; copies are `copies.CARD`.
std::vector<std::string> rule_fields();

// Allowed values of a field, by its plain or stored name: "true false", "0..30", "two rest none".
std::string allowed_values(std::string_view field);

std::string get_field(const Rules& rules, std::string_view field);

// Sets a field from text; throws FieldError. An unknown field's error lists the known ones.
void set_field(Rules& rules, std::string_view field, std::string_view value);

// Plain name of a field for help, tables and typed options: `dead_hand` for `dead`. Most fields
// have one name only. Records, messages and stored rooms use the names of rule_fields().
std::string plain_field(std::string_view field);
// Sets a field by its plain or stored name; an error shows the name as it was typed.
void set_typed_field(Rules& rules, std::string_view typed, std::string_view value);

// Records of version 1 list the copies of every card known then. Version 2 lists only copies above
// zero, so a new card outside the box leaves the text unchanged, and with it the fair deal derived
// from it.
inline constexpr int kRecordVersion = 2;

Json rules_json(const Rules& rules, int version = kRecordVersion);

// Requires every field, and only known ones; throws JsonError.
Rules rules_from_json(const JsonReader& json);

}  // namespace nl
