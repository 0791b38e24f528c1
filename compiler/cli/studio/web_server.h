#pragma once

#include <memory>
#include <string>

#include "cli/studio/studio.h"

namespace ishi::compiler::cli {

// The sockets of a studio: on this machine alone, by IPv4 and, where there is one, IPv6.
class WebServer {
 public:
  // Starts to answer. `studio` must outlive it. Null if the port is taken; `why` says what the library says.
  [[nodiscard]] static std::unique_ptr<WebServer> start(Studio& studio, int port, std::string& why);
  virtual ~WebServer() = default;
};

}  // namespace ishi::compiler::cli
