// Stubs for builds without libssh.
#include "ssh/ssh_server.h"

namespace nl {

class SshServer::Impl {};

bool ssh_possible() { return false; }
SshServer::SshServer(SshOptions) { throw SshError("this program was built without libssh"); }
SshServer::~SshServer() = default;
std::uint16_t SshServer::port() const { return 0; }
std::string SshServer::host_fingerprint() const { return {}; }
std::size_t SshServer::sessions() const { return 0; }
void SshServer::stop_listening() {}

}  // namespace nl
