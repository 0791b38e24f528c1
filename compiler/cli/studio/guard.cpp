#include "cli/studio/guard.h"

#include <fmt/format.h>

#include <algorithm>

#include "system/process.h"

namespace ishi::compiler::cli {
namespace {

constexpr std::string_view kCookie = "ishi_session";

bool is_equal(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

}  // namespace

std::string random_digits(size_t bytes) {
  std::string digits;
  for (const char c : random_bytes(bytes)) digits += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return digits;
}

Guard::Guard(int port, std::string token) : token_(std::move(token)), session_(random_digits(16)) {
  for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]"})
    hosts_.push_back(fmt::format("{}:{}", name, port));
}

bool Guard::is_own_host(std::string_view host) const {
  return std::ranges::find(hosts_, host) != hosts_.end();
}

bool Guard::is_own_origin(std::string_view origin) const {
  constexpr std::string_view kScheme = "http://";
  return origin.starts_with(kScheme) && is_own_host(origin.substr(kScheme.size()));
}

bool Guard::has_session(std::string_view cookies) const {
  while (!cookies.empty()) {
    const size_t end = std::min(cookies.find(';'), cookies.size());
    std::string_view one = cookies.substr(0, end);
    cookies.remove_prefix(std::min(end + 1, cookies.size()));
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.starts_with(kCookie) && one.substr(kCookie.size()).starts_with('=') &&
        is_equal(one.substr(kCookie.size() + 1), session_) && !session_.empty())
      return true;
  }
  return false;
}

Guard::Verdict Guard::judge(const RequestHead& head) const {
  if (!is_own_host(head.host)) return Verdict::refused;
  if (!head.origin.empty() && !is_own_origin(head.origin)) return Verdict::refused;
  if (head.fetch_site == "cross-site" || head.fetch_site == "same-site") return Verdict::refused;
  const bool asks = head.path.starts_with("/api/") || head.path == "/api";
  if (!asks) return head.method == "GET" ? Verdict::page : Verdict::refused;
  const bool is_post = head.method == "POST";
  if (!is_post && head.method != "GET") return Verdict::refused;
  // A form of another site cannot send this type, and a script of one has to ask first and gets no answer.
  if (is_post && head.content_type != "application/json") return Verdict::refused;
  if (head.path == "/api/session") return is_post ? Verdict::session : Verdict::refused;
  return has_session(head.cookie) ? Verdict::session_ok : Verdict::refused;
}

bool Guard::knows_token(std::string_view said) const { return !token_.empty() && is_equal(said, token_); }

std::string Guard::cookie() const {
  return fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/", kCookie, session_);
}

}  // namespace ishi::compiler::cli
