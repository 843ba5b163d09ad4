// Sentences for a bot's reasons.
#include "bots/reason.h"

namespace nl {

std::string reason_key(Why why) { return "ui/why_" + std::string(kWhyNames[why]); }

std::string sentence(const Reason& reason, const Words& words) {
  return words.ui("why_" + std::string(kWhyNames[reason.why]),
                  {{"percent", std::to_string(reason.percent)}});
}

}  // namespace nl
