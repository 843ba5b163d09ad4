// Base64url encoding without padding (RFC 4648, section 5).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nl {

std::string to_base64url(std::span<const std::uint8_t> bytes);
// Padding is optional; empty if the text is invalid.
std::optional<std::vector<std::uint8_t>> from_base64url(std::string_view text);

}  // namespace nl
