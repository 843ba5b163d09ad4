// Record line of a fair deal, and the text of the terms to which it is bound.
#pragma once

#include <string>

#include "fair/ceremony.h"
#include "text/enum_names.h"
#include "text/record.h"

namespace nl {

// The header's five keys and their values, keys sorted, no spaces. `header` is the record's line,
// as written or as read.
std::string terms_of(const Json& header);
std::string terms_of(const Header& header);
std::string terms_of_line(std::string_view header_line);

// {"fair":{…}}: it contains the seeds, so it is written when the game is over or void.
std::string record_text(const FairDeal& deal);

// Reads the value of "fair", for a game with these terms and seats. Throws FairError with the
// reason if it is invalid or its commitments don't hold.
FairDeal read_fair(const Json& fair, std::string terms, int seats);

inline constexpr auto kShareStatusNames =
    enum_names<ShareStatus, kShareStatuses>({"given", "supplied", "missing"});

}  // namespace nl
