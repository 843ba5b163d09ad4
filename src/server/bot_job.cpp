// Bot jobs: computation of a move or hint.
#include "server/bot_job.h"

#include "bots/bot.h"

namespace nl {

BotResult run_bot_job(const BotJob& job) {
  BotResult result{.topic = job.topic};
  if (job.topic.kind == BotJobKind::Hint) {
    result.hint = hint_for(job.rules, job.view, job.seed);
  } else {
    result.action = make_bot(job.bot, job.seed)->act(job.rules, job.view, std::span(job.past));
  }
  return result;
}

}  // namespace nl
