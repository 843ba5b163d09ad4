#include "server/thinking.h"

#include "bots/bot.h"

namespace nl {

Thought think(const ThinkJob& job) {
  Thought thought{.topic = job.topic};
  if (job.topic.kind == ThinkKind::Hint) {
    thought.hint = hint_for(job.rules, job.view, job.seed);
  } else {
    thought.action = make_bot(job.bot, job.seed)->act(job.rules, job.view, std::span(job.past));
  }
  return thought;
}

}  // namespace nl
