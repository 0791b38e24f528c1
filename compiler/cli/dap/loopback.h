#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace ishi::compiler::cli {

// Waits on a port of this machine's loopback for one client, which takes the place of the standard streams.
// A client that begins otherwise than a debugger does, such as a web page, is sent away. `listens` is called
// with the port once that is open; 0: any free one. Why that cannot be, in a sentence; empty: it is so.
[[nodiscard]] std::string take_client(uint16_t port, const std::function<void(uint16_t)>& listens);

}  // namespace ishi::compiler::cli
