// HTTP handler for device sync.
#include "site/device_sync_handler.h"

namespace nl {
namespace {

HttpResponse no_sync_entry() { return text_response(404, "not found\n"); }

HttpResponse with_tag(HttpResponse response, const std::string& tag) {
  response.headers.emplace_back("ETag", '"' + tag + '"');
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

// A tag as it stands in a header.
std::string_view unquoted(std::string_view tag) {
  const bool quoted = tag.size() >= 2 && tag.front() == '"' && tag.back() == '"';
  return quoted ? tag.substr(1, tag.size() - 2) : std::string_view();
}

HttpResponse got(const DeviceSync& sync, const DeviceSync::Access& access, Time now) {
  auto content = sync.read(access, now);
  if (!content) return no_sync_entry();
  const std::string tag = sync_tag(*content);
  return with_tag(text_response(200, std::move(*content), "application/octet-stream"), tag);
}

}  // namespace

void DeviceSyncHandler::sweep(const Terms& terms, Time arrived, Time now) {
  constexpr Time kEvery{300'000};
  {
    const std::lock_guard guard(mutex_);
    if (swept_ && arrived < *swept_ + kEvery) return;
    swept_ = arrived;
  }
  sync_.remove_expired(now - terms.kept, now);
}

HttpResponse DeviceSyncHandler::put(const HttpRequest& request, const DeviceSync::Access& access,
                                    const Terms& terms, Time now) {
  const bool first = request.if_none_match == "*";
  const std::string_view expected = unquoted(request.if_match);
  if (!first && expected.empty()) return text_response(428, "in place of what?\n");
  if (request.body.empty() || request.body.size() > kMostSyncBytes) {
    return text_response(413, "too large, or nothing\n");
  }
  if (first && !rate_limit_.allow_new_entry(request.client, request.arrived))
    return try_later(429, "too many\n", 60);
  switch (sync_.write(access, request.body, first ? "" : expected, now, terms.most)) {
    case DeviceSync::Result::Done:
      return with_tag(text_response(200, "kept\n"), sync_tag(request.body));
    case DeviceSync::Result::Changed: return text_response(412, "it holds something else\n");
    case DeviceSync::Result::Full: return text_response(507, "no more room\n");
    case DeviceSync::Result::Unknown: break;
  }
  return no_sync_entry();
}

HttpResponse DeviceSyncHandler::respond(const HttpRequest& request, const Terms& terms, Time now) {
  constexpr std::string_view kBearer = "Bearer ";
  const std::string_view id = request.target.substr(kDeviceSyncPath.size());
  if (terms.most == 0 || !is_sync_id(id)) return no_sync_entry();
  rate_limit_.set_stock({terms.most, terms.kept});
  if (!rate_limit_.allow_request(request.client, request.arrived))
    return try_later(429, "too many\n", 10);
  if (!request.authorization.starts_with(kBearer)) return text_response(401, "whose is it?\n");
  sweep(terms, request.arrived, now);
  const DeviceSync::Access access{
      .id = id, .token = request.authorization.substr(kBearer.size()), .oldest = now - terms.kept};
  if (request.puts) return put(request, access, terms, now);
  if (!request.deletes) return got(sync_, access, now);
  return sync_.remove(access) == DeviceSync::Result::Done ? text_response(200, "deleted\n")
                                                          : no_sync_entry();
}

}  // namespace nl
