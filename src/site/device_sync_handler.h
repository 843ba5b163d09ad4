// HTTP handler for /me/ID: GET, PUT and DELETE of a device sync entry, with a bearer token.
// PUT needs If-Match with the tag that GET gave, or If-None-Match: *.
#pragma once

#include "site/device_sync.h"
#include "site/http_response.h"
#include "site/rate_limit.h"

namespace nl {

inline constexpr std::string_view kDeviceSyncPath = "/me/";

class DeviceSyncHandler {
 public:
  explicit DeviceSyncHandler(const DeviceSync& sync) : sync_(sync) {}

  struct Terms {
    std::size_t most = 0;  // quota of entries, on all nodes together; 0: device sync is off
    Time kept{0};
  };
  // `request.target` begins with kDeviceSyncPath. Throws StoreError.
  HttpResponse respond(const HttpRequest& request, const Terms& terms, Time now);

 private:
  void sweep(const Terms& terms, Time arrived, Time now);
  HttpResponse put(const HttpRequest& request, const DeviceSync::Access& access, const Terms& terms,
                   Time now);

  const DeviceSync& sync_;
  RateLimit rate_limit_;
  std::mutex mutex_;  // of what follows
  std::optional<Time> swept_{};
};

}  // namespace nl
