// Codec of messages by type. A message is a struct with the word of its field `t` (kType), a
// function write_fields(Json&, const Message&) and a function read_fields(const JsonReader&,
// Message&), side by side in one file. docs/reference/protocol.schema.json lists each message once.
#pragma once

#include <array>
#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "text/json_reader.h"

namespace nl {

// Names and chat may hold invalid UTF-8: it is replaced, since writing a message must not fail.
inline std::string text_of_message(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Messages without fields.
template <class Plain>
  requires std::is_empty_v<Plain>
void write_fields(Json&, const Plain&) {}
template <class Plain>
  requires std::is_empty_v<Plain>
void read_fields(const JsonReader&, Plain&) {}

// Invariant of a message before it is written and after it is read. Types with their own limit have
// an overload.
template <class Message>
bool is_sound(const Message&) {
  return true;
}

template <class Message>
std::string message_text(const Message& message) {
  assert(is_sound(message));
  Json json = {{"t", Message::kType}};
  write_fields(json, message);
  return text_of_message(json);
}

template <class... Messages>
std::string_view message_type(const std::variant<Messages...>& message) {
  constexpr std::array kTypes = {Messages::kType...};
  return kTypes[message.index()];
}

// A default message of that type; empty if the type is unknown.
template <class Any>
std::optional<Any> blank_message(std::string_view type) {
  std::optional<Any> found;
  const auto try_each = [&]<class... Messages>(std::type_identity<std::variant<Messages...>>) {
    ((Messages::kType == type ? void(found.emplace(Messages{})) : void()), ...);
  };
  try_each(std::type_identity<Any>());
  return found;
}

// Reports a JsonError.
template <class... Messages>
void read_message(const JsonReader& json, std::variant<Messages...>& message) {
  std::visit(
      [&](auto& said) {
        read_fields(json, said);
        assert(JsonFaults::pending() || is_sound(said));
      },
      message);
}

}  // namespace nl
