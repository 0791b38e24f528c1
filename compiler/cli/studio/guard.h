#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ishi::compiler::cli {

// What a request says of itself, as its headers have it; empty: the header is not there.
struct RequestHead {
  std::string_view method, path, host, origin, fetch_site, content_type, cookie;
};

// Who may ask a server that listens on this machine alone. Any page of any site can send requests to it, by
// its address or by a name of its own that it lets point here, so that nothing is answered before this was
// asked.
class Guard {
 public:
  // `port`: on which the server listens. `token`: what the one who opened the page knows.
  Guard(int port, std::string token);

  enum class Verdict : uint8_t {
    page,        // a part of the page, which holds nothing of the project
    session,     // asks for a session with the token in its body
    session_ok,  // may read and write
    refused,
  };
  [[nodiscard]] Verdict judge(const RequestHead& head) const;
  // True if somebody who asks for a session knows the token. Takes as long for every guess of its length.
  [[nodiscard]] bool knows_token(std::string_view said) const;
  // What the cookie of a session holds: another secret than the token, so that an address that was seen opens
  // nothing twice. The attributes keep it from scripts and from other sites.
  [[nodiscard]] std::string cookie() const;

 private:
  [[nodiscard]] bool is_own_host(std::string_view host) const;
  [[nodiscard]] bool is_own_origin(std::string_view origin) const;
  [[nodiscard]] bool has_session(std::string_view cookies) const;

  std::vector<std::string> hosts_;  // "127.0.0.1:4750", …
  std::string token_, session_;
};

// So many random bytes of the system, as hexadecimal digits. Empty if it gives none.
[[nodiscard]] std::string random_digits(size_t bytes);

}  // namespace ishi::compiler::cli
