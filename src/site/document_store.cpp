// Document store: shared checks of names.
#include "site/document_store.h"

#include <algorithm>

namespace nl {

bool is_document_name(std::string_view name) {
  constexpr std::size_t kLongest = 64;
  return !name.empty() && name.size() <= kLongest &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-';
         });
}

}  // namespace nl
