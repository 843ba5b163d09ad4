// How hard agents are to beat by somebody who knows them: exactly in small games, and by what a
// learner that is trained against nobody else wins from them in the whole game.
#pragma once

#include "arena/learner_log.h"
#include "arena/small_log.h"

namespace nl {

struct Robustness {
  SmallLog small{};
  LearnerLog learners{};
};

}  // namespace nl
