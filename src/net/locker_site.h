// What is to be had at /me/ID: GET, PUT and DELETE of a locker, with its token as a bearer. PUT
// says what it takes the place of: If-Match with the tag that GET gave, or If-None-Match: *.
#pragma once

#include "net/http_answer.h"
#include "net/lockers.h"
#include "net/visitors.h"

namespace nl {

inline constexpr std::string_view kLockersPath = "/me/";

class LockerSite {
 public:
  explicit LockerSite(std::filesystem::path folder) : lockers_(std::move(folder)) {}

  struct Terms {
    std::size_t most = 0;  // lockers; none: there are none here
    Time kept{0};
  };
  // `question.target` begins with kLockersPath.
  HttpAnswer answer(const HttpQuestion& question, const Terms& terms, Time now);

 private:
  void sweep(const Terms& terms, Time now);
  HttpAnswer put(const HttpQuestion& question, const Lockers::Visit& visit, const Terms& terms,
                 Time now);

  Lockers lockers_;
  Visitors visitors_;
  std::mutex mutex_;  // of what follows
  Time swept_{0};
};

}  // namespace nl
