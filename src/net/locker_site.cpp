#include "net/locker_site.h"

namespace nl {
namespace {

HttpAnswer no_locker() { return text_answer(404, "not found\n"); }

HttpAnswer with_tag(HttpAnswer answer, const std::string& tag) {
  answer.headers.emplace_back("ETag", '"' + tag + '"');
  answer.headers.emplace_back("Cache-Control", "no-store");
  return answer;
}

// A tag as it stands in a header.
std::string_view unquoted(std::string_view tag) {
  const bool quoted = tag.size() >= 2 && tag.front() == '"' && tag.back() == '"';
  return quoted ? tag.substr(1, tag.size() - 2) : std::string_view();
}

HttpAnswer got(const Lockers& lockers, const Lockers::Visit& visit) {
  auto content = lockers.read(visit);
  if (!content) return no_locker();
  const std::string tag = locker_tag(*content);
  return with_tag(text_answer(200, std::move(*content), "application/octet-stream"), tag);
}

}  // namespace

void LockerSite::sweep(const Terms& terms, Time now) {
  constexpr Time kHour{3'600'000};
  {
    const std::lock_guard guard(mutex_);
    if (now < swept_ + kHour) return;
    swept_ = now;
  }
  lockers_.forget_before(now - terms.kept);
}

HttpAnswer LockerSite::put(const HttpQuestion& question, const Lockers::Visit& visit,
                           const Terms& terms, Time now) {
  const bool first = question.if_none_match == "*";
  const std::string_view expected = unquoted(question.if_match);
  if (!first && expected.empty()) return text_answer(428, "in place of what?\n");
  if (question.body.empty() || question.body.size() > kMostLockerBytes) {
    return text_answer(413, "too large, or nothing\n");
  }
  if (first && !visitors_.may_have_another(question.client, now))
    return try_later(429, "too many\n", 60);
  switch (lockers_.leave(visit, question.body, first ? "" : expected, now, terms.most)) {
    case Lockers::Result::Done:
      return with_tag(text_answer(200, "kept\n"), locker_tag(question.body));
    case Lockers::Result::Changed: return text_answer(412, "it holds something else\n");
    case Lockers::Result::Full: return text_answer(507, "no more room\n");
    case Lockers::Result::Unknown: break;
  }
  return no_locker();
}

HttpAnswer LockerSite::answer(const HttpQuestion& question, const Terms& terms, Time now) {
  constexpr std::string_view kBearer = "Bearer ";
  const std::string_view id = question.target.substr(kLockersPath.size());
  if (terms.most == 0 || !is_locker_id(id)) return no_locker();
  if (!visitors_.may_visit(question.client, now)) return try_later(429, "too many\n", 10);
  if (!question.authorization.starts_with(kBearer)) return text_answer(401, "whose is it?\n");
  sweep(terms, now);
  const Lockers::Visit visit{
      .id = id, .token = question.authorization.substr(kBearer.size()), .oldest = now - terms.kept};
  if (question.puts) return put(question, visit, terms, now);
  if (!question.deletes) return got(lockers_, visit);
  return lockers_.empty(visit) == Lockers::Result::Done ? text_answer(200, "deleted\n")
                                                        : no_locker();
}

}  // namespace nl
