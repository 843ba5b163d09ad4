// TLS contexts: certificate, key, accepted key exchanges and trusted authorities.
#pragma once

#include <memory>

#include "net/net_options.h"

namespace boost::asio::ssl {
class context;
}

namespace nl {

using TlsContext = std::shared_ptr<boost::asio::ssl::context>;

// Null if the options name no certificate. Throws NetError.
TlsContext server_tls(const NetOptions& options);
// Expiry of the certificate, in seconds since 1970; 0: there is none.
std::int64_t certificate_end(const NetOptions& options);
// Trusts the system's certificate authorities.
TlsContext client_tls();

}  // namespace nl
