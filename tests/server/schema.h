// Checks messages against docs/reference/protocol.schema.json: as much of JSON Schema as that file
// uses. tests/server/check_protocol.py checks the file itself with a full implementation.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <string>

namespace nl {

using PlainJson = nlohmann::json;

class Schema {
 public:
  static const Schema& protocol() {
    static const Schema kSchema;
    return kSchema;
  }

  // Fault of a message of "client" or "server"; empty: none.
  std::string fault(const std::string& side, const PlainJson& message) const {
    if (!message.is_object() || !message.contains("t")) return "no type";
    const std::string name = side + "_" + message["t"].get<std::string>();
    if (!messages_.contains(name)) return "no such type: " + name;
    return check(messages_[name], message, name);
  }
  // Each message of both sides, by its title.
  const PlainJson& messages() const { return messages_; }

 private:
  // A long campaign may run on another machine, in a checkout of its own.
  Schema() {
    const std::string file = "docs/reference/protocol.schema.json";
    std::ifstream built_from(NINELIVES_SOURCE_DIR + ("/" + file));
    std::ifstream here(file);
    if (!built_from && !here)
      throw std::runtime_error("no " + file + " here: run it from a checkout");
    defs_ = PlainJson::parse(built_from ? built_from : here)["$defs"];
    for (const char* side : {"client_message", "server_message"}) {
      for (const PlainJson& message : defs_[side]["anyOf"]) messages_[message["title"]] = message;
    }
  }

  static bool is_of(const PlainJson& value, const std::string& type) {
    if (type == "integer") return value.is_number_integer();
    return (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
           (type == "array" && value.is_array()) || (type == "object" && value.is_object());
  }

  std::string check(const PlainJson& s, const PlainJson& value, const std::string& where) const {
    if (s.contains("$ref")) {
      return check(defs_[s["$ref"].get<std::string>().substr(8)], value, where);
    }
    if (s.contains("const") && value != s["const"]) return where + ": not the constant";
    if (s.contains("enum")) {
      const auto& all = s["enum"];
      if (std::find(all.begin(), all.end(), value) == all.end()) return where + ": not in the list";
    }
    if (s.contains("type") && s["type"].is_string() && !is_of(value, s["type"])) {
      return where + ": of another type";
    }
    if (s.contains("minimum") && value < s["minimum"]) return where + ": too small";
    if (s.contains("maximum") && value > s["maximum"]) return where + ": too large";
    if (s.contains("pattern") && !matches(s["pattern"], value)) return where + ": looks different";
    if (value.is_array()) return check_list(s, value, where);
    return value.is_object() ? check_object(s, value, where) : "";
  }

  static bool matches(const std::string& pattern, const PlainJson& value) {
    static std::map<std::string, std::regex> known;
    auto found = known.find(pattern);
    if (found == known.end()) found = known.emplace(pattern, std::regex(pattern)).first;
    return std::regex_match(value.get_ref<const std::string&>(), found->second);
  }

  std::string check_list(const PlainJson& s, const PlainJson& list,
                         const std::string& where) const {
    if (s.contains("maxItems") && list.size() > s["maxItems"]) return where + ": too long";
    if (s.contains("minItems") && list.size() < s["minItems"]) return where + ": too short";
    if (!s.contains("items")) return "";
    for (const PlainJson& item : list) {
      if (auto fault = check(s["items"], item, where + "[]"); !fault.empty()) return fault;
    }
    return "";
  }

  std::string check_object(const PlainJson& s, const PlainJson& object,
                           const std::string& where) const {
    for (const PlainJson& key : s.value("required", PlainJson::array())) {
      if (!object.contains(key)) return where + ": no " + key.get<std::string>();
    }
    const PlainJson& known = s.contains("properties") ? s["properties"] : kNone;
    for (const auto& [key, value] : object.items()) {
      const std::string here = where + "." + key;
      std::string fault;
      if (s.contains("propertyNames")) fault = check(s["propertyNames"], key, here);
      if (known.contains(key)) {
        fault += check(known[key], value, here);
      } else if (s.contains("additionalProperties")) {
        const PlainJson& rest = s["additionalProperties"];
        fault += rest.is_boolean() ? (rest ? "" : here + ": unknown") : check(rest, value, here);
      }
      if (!fault.empty()) return fault;
    }
    return "";
  }

  inline static const PlainJson kNone = PlainJson::object();
  PlainJson defs_;
  PlainJson messages_;
};

}  // namespace nl
